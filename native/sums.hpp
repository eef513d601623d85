// Adding up what documents have found: first per word of the minibatch, then into the posterior.
#pragma once
#include "kernels.hpp"
#include "spans.hpp"

namespace biterms {
namespace BITERMS_NS {

// The nearest multiples of 2^-20 of n x K numbers from 0 on; from 8 on floats are such multiples.
inline void round_exact(float *values, int64_t n, int64_t K) {
  in_spans(n, K, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin * K; i < end * K; ++i) values[i] = values[i] < 8.0f ? (values[i] + 8.0f) - 8.0f : values[i];
  });
}

inline void add(double *row, const Stats &stats, int64_t entry, int64_t K) {
  const float *from = stats.values + entry * stats.n_columns;
  if (stats.n_columns == K)
    for (int64_t k = 0; k < K; ++k) row[k] += from[k];
  else
    for (int64_t i = 0; i < stats.n_columns; ++i) row[stats.columns[i]] += from[i];
}

// Some words of an increment; m += their sums.
inline void add_rows(const Increment &x, int64_t begin, int64_t end, double *m) {
  for (int64_t i = begin; i < end; ++i) {
    if (i + 1 < end)  // words lie anywhere in M: ask for the next one
      for (int64_t k = 0; k < x.K; k += 8) __builtin_prefetch(x.M + x.words[i + 1] * x.K + k);
    double *row = x.M + x.words[i] * x.K;
    const double *s = x.stats + i * x.K;
    for (int64_t k = 0; k < x.K; ++k) {
      const double more = x.factor * s[k];
      row[k] += more;
      m[k] += more;
    }
  }
}

}  // namespace BITERMS_NS
}  // namespace biterms
