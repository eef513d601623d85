// Which words of a document stand near each other.
#pragma once
#include <cstdint>

namespace biterms {

// Words of documents in their order, each as a place among the entries of its document (0..sizes[d] - 1); -1 is a gap.
struct Placed {
  int64_t n_docs;
  const int64_t *ptr;
  const int32_t *places;
  const int64_t *sizes;
  int64_t window;
};

// out[d]: how many pairs of different places of document d stand less than a window apart.
void near_sizes(const Placed &, int64_t *out, int n_threads);

// These pairs left < right of each document from ptr[d] on, in order, and how often each stands so near.
struct NearPairs {
  const int64_t *ptr;
  int32_t *left, *right;
  float *weight;
};
void near_pairs(const Placed &, const NearPairs &, int n_threads);

}  // namespace biterms
