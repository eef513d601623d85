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
void add_rows(const Table &, const Increment &, int n_threads);

}  // namespace biterms
