// Rows of the topics as the document step wants them (DESIGN 2.5): each word's row scaled to max 1.
//
//   vb:   b_vk = exp(psi(lam_vk) - psi(sum_v lam_vk))      mean: b_vk = lam_vk / sum_v lam_vk
#pragma once
#include <cmath>

#include "digamma.hpp"
#include "kernels.hpp"

namespace biterms {
namespace BITERMS_NS {

constexpr float ROW_FLOOR_VB = 1e-18f, ROW_FLOOR_MEAN = 1e-37f;

inline double scaled_logs(const Expect &x, const double *lam, double *e) {
  const int64_t width = (x.K + LANES_D - 1) / LANES_D * LANES_D;
  for (int64_t k = 0; k < x.K; ++k) e[k] = lam[k];
  for (int64_t k = x.K; k < width; ++k) e[k] = 1.0;
  for (int64_t k = 0; k < width; k += LANES_D) store(e + k, digamma(load<vd>(e + k)));
  double m = -INFINITY;
  for (int64_t k = 0; k < x.K; ++k) {
    e[k] -= x.log_sums[k];
    m = e[k] > m ? e[k] : m;
  }
  return m;
}

inline void exp_row(const double *e, double m, int64_t K, float *logs, float *rows) {
  for (int64_t k = 0; k < K; ++k) logs[k] = (float)(e[k] - m);
  int64_t k = 0;
  for (; k + LANES <= K; k += LANES)
    store(rows + k, at_least(exp_negative(load<vf>(logs + k)), ROW_FLOOR_VB));
  for (; k < K; ++k) {
    const float b = expf(logs[k]);
    rows[k] = b > ROW_FLOOR_VB ? b : ROW_FLOOR_VB;
  }
}

inline double mean_row(const Expect &x, const double *lam, double *e, float *rows) {
  double m = 0;
  for (int64_t k = 0; k < x.K; ++k) {
    e[k] = lam[k] * x.inv_sums[k];
    m = e[k] > m ? e[k] : m;
  }
  const double inverse = 1.0 / m;
  for (int64_t k = 0; k < x.K; ++k) {
    const float b = (float)(e[k] * inverse);
    rows[k] = b > ROW_FLOOR_MEAN ? b : ROW_FLOOR_MEAN;
  }
  return log(m);
}

inline void expect(const Expect &x, int64_t begin, int64_t end, double *e) {
  for (int64_t i = begin; i < end; ++i) {
    const double *lam = x.lam + i * x.K;
    double shift;
    if (x.logs) {
      shift = scaled_logs(x, lam, e);
      exp_row(e, shift, x.K, x.logs + i * x.K, x.rows + i * x.K);
    } else {
      shift = mean_row(x, lam, e, x.rows + i * x.K);
    }
    if (x.shifts) x.shifts[i] = shift;
  }
}

}  // namespace BITERMS_NS
}  // namespace biterms
