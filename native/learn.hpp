// A block of minibatches: each is packed, inferred and added to the posterior before the next begins.
#pragma once
#include <cstdint>

#include "kernels.hpp"
#include "pack.hpp"

namespace biterms {

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
  Batch local;  // settings of the document step; its arrays are not read
};

// Bytes of memory that these minibatches need, besides what depends on the number of threads.
int64_t learn_room(const Lessons &);

// `done` goes up after each minibatch that is in the posterior; when this throws, the rest is not.
void learn(const Table &, const Lessons &, char *room, int n_threads, int64_t *done);

// What the rows of words are combined with: psi(sum_v lam_vk) (vb), or 1 / sum_v lam_vk scaled to max 1 (mean).
void of_topics(const double *sums, int64_t K, bool vb, float *out);

}  // namespace biterms
