// The biterm topic model: topics of biterms drawn one after the other, by collapsed Gibbs sampling.
#pragma once
#include <cstdint>

namespace biterms {

struct BitermTopics {
  int64_t K;
  const int32_t *left, *right;  // the words of each biterm
  int32_t *topic;               // -1: none yet
  int32_t *words;               // n_w|k, words x K
  int32_t *biterms;             // n_k
  const float *prior;           // beta_w|k, K numbers per word or for all words
  int64_t prior_stride;         // K, or 0
  const double *alpha;          // K numbers
  const double *prior_sums;     // sum_w beta_w|k, K numbers
};

// Draws the topic of biterm visits[i] given all others by the number uniforms[i] in [0, 1).
void draw_topics(const BitermTopics &, int64_t n, const int32_t *visits, const double *uniforms);

}  // namespace biterms
