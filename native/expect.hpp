// Rows of the topics as the document step wants them (docs/how_it_works.md): each word's row scaled to max 1.
//
//   vb:   b_vk = exp(psi(lam_vk) - psi(sum_v lam_vk))      mean: b_vk = lam_vk / sum_v lam_vk
#pragma once
#include <cmath>

#include "digamma.hpp"
#include "kernels.hpp"

namespace biterms {
namespace BITERMS_NS {

constexpr float ROW_FLOOR_VB = 1e-18f, ROW_FLOOR_MEAN = 1e-37f;

// lam as a float whose digamma is one, too. A sum of large numbers of both signs may have cancelled to 0.
inline float representable(double lam) { return lam > LEAST_LAM ? (float)lam : (float)LEAST_LAM; }

// Asks for the row of the word that comes next: words lie anywhere in M.
inline void prefetch(const Lazy &p, int64_t word) {
  for (int64_t k = 0; k < p.K; k += 8) __builtin_prefetch(p.M + word * p.K + k);
}

// lam of one word of the posterior.
inline void lazy_row(const Lazy &p, int64_t word, double *lam) {
  const double *m = p.M + word * p.K, *eta = p.eta + word * p.eta_row;
  if (p.eta_col)
    for (int64_t k = 0; k < p.K; ++k) lam[k] = p.prior * eta[k] + p.scale * m[k];
  else
    for (int64_t k = 0; k < p.K; ++k) lam[k] = p.prior * eta[0] + p.scale * m[k];
}

inline void gather(const Lazy &p, const int32_t *words, int64_t n, double *lam) {
  for (int64_t i = 0; i < n; ++i) lazy_row(p, words[i], lam + i * p.K);
}

// log b of one word into e (padded); returns the largest.
inline float log_row(const Expect &x, const double *lam, float *e) {
  const int64_t width = padded(x.K);
  for (int64_t k = 0; k < x.K; ++k) e[k] = representable(lam[k]);
  for (int64_t k = x.K; k < width; ++k) e[k] = 1.0f;
  for (int64_t k = 0; k < width; k += LANES) store(e + k, digamma(load<vf>(e + k)));
  for (int64_t k = 0; k < x.K; ++k) e[k] -= x.sums[k];
  for (int64_t k = x.K; k < width; ++k) e[k] = -INFINITY;
  return largest(e, width);
}

inline float vb_row(const Expect &x, const double *lam, float *e, float *logs, float *rows) {
  const float m = log_row(x, lam, e);
  const int64_t width = padded(x.K);
  float *b = e + width;
  for (int64_t k = 0; k < width; k += LANES) {
    const vf shifted = load<vf>(e + k) - m;
    store(e + k, shifted);
    store(b + k, at_least(exp_negative(shifted), ROW_FLOOR_VB));
  }
  memcpy(logs, e, sizeof(float) * x.K);
  memcpy(rows, b, sizeof(float) * x.K);
  return m;
}

inline double mean_row(const Expect &x, const double *lam, float *e, float *rows) {
  const int64_t width = padded(x.K);
  for (int64_t k = 0; k < x.K; ++k) e[k] = representable(lam[k]) * x.sums[k];
  for (int64_t k = x.K; k < width; ++k) e[k] = 0;
  const float m = largest(e, width), inverse = 1.0f / m;
  for (int64_t k = 0; k < width; k += LANES)
    store(e + k, at_least(load<vf>(e + k) * inverse, ROW_FLOOR_MEAN));
  memcpy(rows, e, sizeof(float) * x.K);
  return log((double)m);
}

inline void expect(const Expect &x, int64_t begin, int64_t end, double *work) {
  float *e = (float *)(work + x.K);
  for (int64_t i = begin; i < end; ++i) {
    const double *lam = x.lam ? x.lam + i * x.K : work;
    if (!x.lam) {
      if (i + 1 < end) prefetch(*x.lazy, x.words[i + 1]);
      lazy_row(*x.lazy, x.words[i], work);
    }
    float *rows = x.rows + i * x.K;
    x.shifts[i] = x.logs ? vb_row(x, lam, e, x.logs + i * x.K, rows) : mean_row(x, lam, e, rows);
  }
}

}  // namespace BITERMS_NS
}  // namespace biterms
