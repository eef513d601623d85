// A block of minibatches: each is packed, inferred and added to the posterior before the next begins.
#pragma once
#include <cstdint>

#include "kernels.hpp"
#include "pack.hpp"

namespace biterms {

// alpha_k = strength (m_k / 2 + smooth) / sum: the prior is how many biterms each topic has, and `smooth` more.
struct Prevalence {
  double strength, smooth;
};

// alpha of the topics whose sums of lam over words, without the prior, are scale * m.
void prevalent_alpha(const Prevalence &, const double *m, double scale, int64_t K, float *alpha);

// Minibatch i has the documents docs[cuts[i]..cuts[i + 1]). Then scale *= decay[i], M and m take
// gain[i] / scale times its statistics, and prior grows by more[i].
struct Lessons {
  int64_t n;
  Corpus corpus;
  const int64_t *docs, *cuts;
  Lazy posterior;
  double *M, *m;
  const double *eta_sums;  // n x K: sums of eta over the words known at each minibatch
  const double *decay, *gain, *more;
  Batch local;  // settings of the document step; of its arrays only alpha is read
  const int32_t *rounds;    // for each minibatch, what local.max_iter is, or null
  Prevalence prevalence;    // if its strength is above 0, alpha comes from it
};

// Bytes of memory that these minibatches need, besides what depends on the number of threads.
int64_t learn_room(const Lessons &);

// `done` goes up after each minibatch that is in the posterior; when this throws, the rest is not.
void learn(const Table &, const Lessons &, char *room, int n_threads, int64_t *done);

// What the rows of words are combined with: psi(sum_v lam_vk) (vb), or 1 / sum_v lam_vk scaled to max 1 (mean).
void of_topics(const double *sums, int64_t K, bool vb, float *out);

}  // namespace biterms
