// Whole minibatches over threads. Results are the same bits for any number of threads: documents
// are independent, and each row of the statistics adds its documents in their order.
#pragma once
#include <cstdint>

#include "kernels.hpp"

namespace biterms {

struct Output {
  float *gamma;         // n_docs x K (HDP: theta)
  double *stats;        // rows x K with any content, or null
  double *fit;          // n_docs, or null
  int32_t *iterations;  // n_docs
  float *usage = nullptr, *sticks = nullptr;      // HDP: n_docs x K; n_docs x 2T
  float *occupancy = nullptr, *spread = nullptr;  // HDP: n_docs x T; entries x T; or null
};

void documents(const Table &, const Batch &, const Output &, int n_threads);
void expect(const Table &, const Expect &, int n_threads);
void add_rows(const Table &, const Increment &, int n_threads);

}  // namespace biterms
