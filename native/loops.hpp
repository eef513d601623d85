// The two loops of the document step: normalisers of some rows, and what these rows give to gamma.
#pragma once
#include "simd.hpp"

namespace biterms {
namespace BITERMS_NS {

// Not inlined: each of these loops wants all registers for itself.
#define BITERMS_LOOP __attribute__((noinline)) static

// Some rows of B: entry j is row v[j].
struct Rows {
  const float *B;
  int64_t stride;
  const int32_t *v;
  const float *operator[](int64_t j) const { return B + v[j] * stride; }
};

// z_j = sum_k x_k row_jk for four rows.
BITERMS_LOOP void dots4(const float *x, const float *B, int64_t stride, const int32_t *v, float *z) {
  const Rows rows{B, stride, v};
  const float *r0 = rows[0], *r1 = rows[1], *r2 = rows[2], *r3 = rows[3];
  vf a[4] = {vf{}, vf{}, vf{}, vf{}};
  for (int64_t k = 0; k < rows.stride; k += LANES) {
    const vf xs = load<vf>(x + k);
    a[0] += xs * load<vf>(r0 + k);
    a[1] += xs * load<vf>(r1 + k);
    a[2] += xs * load<vf>(r2 + k);
    a[3] += xs * load<vf>(r3 + k);
  }
  store(z, sums(a));
}
BITERMS_LOOP void dots8(const float *x, const float *B, int64_t stride, const int32_t *v, float *z) {
  const Rows rows{B, stride, v};
  const float *r0 = rows[0], *r1 = rows[1], *r2 = rows[2], *r3 = rows[3];
  const float *r4 = rows[4], *r5 = rows[5], *r6 = rows[6], *r7 = rows[7];
  vf a[4] = {vf{}, vf{}, vf{}, vf{}}, b[4] = {vf{}, vf{}, vf{}, vf{}};
  for (int64_t k = 0; k < rows.stride; k += LANES) {
    const vf xs = load<vf>(x + k);
    a[0] += xs * load<vf>(r0 + k);
    a[1] += xs * load<vf>(r1 + k);
    a[2] += xs * load<vf>(r2 + k);
    a[3] += xs * load<vf>(r3 + k);
    b[0] += xs * load<vf>(r4 + k);
    b[1] += xs * load<vf>(r5 + k);
    b[2] += xs * load<vf>(r6 + k);
    b[3] += xs * load<vf>(r7 + k);
  }
  store(z, sums(a));
  store(z + 4, sums(b));
}

inline void give(vf y, const float *x, float *acc, float *first) {
  y *= load<vf>(x);
  store(acc, load<vf>(acc) + y);
  if (first) store(first, load<vf>(first) + y);
}

// acc_k += x_k sum_j g_j row_jk; S_u takes the same if it is wanted. Four vectors of topics at a time.
BITERMS_LOOP void absorb(const float *x, const float *B, int64_t stride, const int32_t *v, const float *g,
                         int64_t m, float *acc, float *first) {
  const Rows rows{B, stride, v};
  int64_t k = 0;
  for (; k + 4 * LANES <= rows.stride; k += 4 * LANES) {
    vf y0 = {}, y1 = {}, y2 = {}, y3 = {};
    for (int64_t j = 0; j < m; ++j) {
      const float *row = rows[j] + k;
      const vf gs = splat<vf>(g[j]);
      y0 += gs * load<vf>(row);
      y1 += gs * load<vf>(row + LANES);
      y2 += gs * load<vf>(row + 2 * LANES);
      y3 += gs * load<vf>(row + 3 * LANES);
    }
    give(y0, x + k, acc + k, first ? first + k : nullptr);
    give(y1, x + k + LANES, acc + k + LANES, first ? first + k + LANES : nullptr);
    give(y2, x + k + 2 * LANES, acc + k + 2 * LANES, first ? first + k + 2 * LANES : nullptr);
    give(y3, x + k + 3 * LANES, acc + k + 3 * LANES, first ? first + k + 3 * LANES : nullptr);
  }
  for (; k < rows.stride; k += LANES) {
    vf even = {}, odd = {};  // two chains: one alone would wait for each addition
    int64_t j = 0;
    for (; j + 2 <= m; j += 2) {
      even += g[j] * load<vf>(rows[j] + k);
      odd += g[j + 1] * load<vf>(rows[j + 1] + k);
    }
    if (j < m) even += g[j] * load<vf>(rows[j] + k);
    give(even + odd, x + k, acc + k, first ? first + k : nullptr);
  }
}

}  // namespace BITERMS_NS
}  // namespace biterms
