// Whole minibatches over threads. Results are the same bits for any number of threads: documents
// are independent, and each row of the statistics adds its documents in their order.
#pragma once
#include <cstdint>

#include "kernels.hpp"

namespace biterms {

struct Output {
  float *gamma;         // n_docs x K
  double *stats;        // rows x K with any content, or null; every row is met by some document
  double *fit;          // n_docs, or null
  int32_t *iterations;  // n_docs
};

void documents(const Table &, const Batch &, const Output &, int n_threads);
void expect(const Table &, const Expect &, int n_threads);

// The chosen documents with their words relabelled 0, 1, ... in order of appearance.
struct Corpus {
  const int64_t *indptr;
  const int32_t *indices;
  const float *data;
};
int64_t pack(const Corpus &, const int64_t *docs, int64_t n_docs, int64_t *ptr, int32_t *labels,
             float *counts, int32_t *words);

}  // namespace biterms
