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

constexpr int64_t SPAN = 64;  // words whose sums are added up together

void documents(const Table &, const Batch &, const Output &, int n_threads);
void expect(const Table &, const Expect &, int n_threads);
void add_rows(const Table &, const Increment &, int n_threads);
void gather(const Table &, const Lazy &, const int32_t *words, int64_t n, double *lam);

// Floats that a thread needs for any document of the minibatch; doubles for the rows of words.
int64_t workspace_of(const Table &, const Batch &);
inline int64_t expect_workspace(int64_t K) { return 3 * K + 64; }

// Each span of words adds up its own sums of the increment, and the spans are added to m in order: one order of sums
// for any number of threads.
void add_sums(const Increment &, const double *sums);

}  // namespace biterms
