// How much the biterms of a document weigh: all pairs of its words by the min rule, or the given ones.
#pragma once
#include "kernels.hpp"

namespace biterms {
namespace BITERMS_NS {

template <class D> inline double pair_sum(const D &d) {  // sum over u < v of C_uv
  double total = 0;
  for (int64_t p = d.pair_begin; p < d.pair_end; ++p) total += d.batch.pair_weight[p];
  for (int64_t u = 0; !d.batch.pair_ptr && u < d.n; ++u) {
    float part = 0;
    for (int64_t v = u + 1; v < d.n; ++v) part += d.f[u] < d.f[v] ? d.f[u] : d.f[v];
    total += part;
  }
  return total;
}

// Weight of the pair in both orders, by the min rule.
template <class D> inline float both(const D &d, int64_t u, int64_t v) {
  return 2 * d.w * (d.f[u] < d.f[v] ? d.f[u] : d.f[v]);
}

// C <- w C with w = weight * min(1, cap * N / sum_{u<v} C), and N + M. Without words there is nothing.
template <class D> inline void weigh_pairs(D &d) {
  double N = 0;
  for (int64_t v = 0; v < d.n; ++v) N += d.f[v];
  d.w = 0;
  d.mass = (float)N;
  if (d.batch.weight <= 0 || N <= 0) return;
  const double half = pair_sum(d);
  if (half <= 0) return;
  const double limit = d.batch.cap * N / half;
  d.w = d.batch.weight * (float)(limit < 1 ? limit : 1);
  d.mass = (float)(N + 2 * d.w * half);
}

}  // namespace BITERMS_NS
}  // namespace biterms
