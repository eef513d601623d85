// Topics of biterms drawn one after the other (docs/how_it_works.md). Nothing here can be fused into one rounding, so
// that all instruction sets draw the same topics.
#pragma once
#include "btm.hpp"

namespace biterms {
namespace BITERMS_NS {

constexpr int64_t DRAW_BLOCK = 8;   // topics whose weights are added first
constexpr int64_t DRAWS_AHEAD = 4;  // draws between asking for counts of words and reading them

// (n_k + alpha_k) / ((2 n_k + B_k) (2 n_k + 1 + B_k))
inline float share_of(const BitermTopics &x, int64_t k) {
  const double n = x.biterms[k], size = 2.0 * n + x.prior_sums[k];
  return (float)((n + x.alpha[k]) / (size * (size + 1.0)));
}

// Counts that are no counts may wrap.
inline void change(int32_t *count, int32_t by) { *count = (int32_t)((uint32_t)*count + (uint32_t)by); }

inline void count(const BitermTopics &x, float *share, int64_t u, int64_t v, int64_t k, int32_t by) {
  change(x.words + u * x.K + k, by);
  change(x.words + v * x.K + k, by);
  change(x.biterms + k, by);
  share[k] = share_of(x, k);
}

// share_k (n_u|k + beta_u|k) (n_v|k + beta_v|k); the second of two equal words comes after the first.
inline void weigh(const BitermTopics &x, const float *__restrict share, int64_t u, int64_t v, float *__restrict weight) {
  const int32_t *n = x.words + u * x.K, *m = x.words + v * x.K;
  const float *p = x.prior + u * x.prior_stride, *q = x.prior + v * x.prior_stride;
  const float again = u == v ? 1.0f : 0.0f;
  for (int64_t k = 0; k < x.K; ++k)
    weight[k] = (((float)n[k] + p[k]) * (((float)m[k] + q[k]) + again)) * share[k];
}

inline float block_sum(const float *w) {
  const float a = w[0] + w[4], b = w[1] + w[5], c = w[2] + w[6], d = w[3] + w[7];
  return (a + c) + (b + d);
}

// The topic at whose part of the sum of all weights `uniform` points: first its block, then the topic.
inline int64_t drawn(const float *weight, float *ends, int64_t K, double uniform) {
  const int64_t blocks = (K + DRAW_BLOCK - 1) / DRAW_BLOCK;
  float total = 0.0f;
  for (int64_t b = 0; b < blocks; ++b) ends[b] = total += block_sum(weight + b * DRAW_BLOCK);
  const float target = (float)(uniform * total);
  int64_t b = 0;
  while (b < blocks - 1 && ends[b] <= target) ++b;
  const int64_t first = b * DRAW_BLOCK, last = (first + DRAW_BLOCK < K ? first + DRAW_BLOCK : K) - 1;
  const float rest = target - (b ? ends[b - 1] : 0.0f);
  float end = 0.0f;
  int64_t k = first;
  while (k < last && (end += weight[k]) <= rest) ++k;
  return k;
}

inline void prefetch(const BitermTopics &x, int64_t biterm) {
  for (int64_t k = 0; k < x.K; k += 16) {
    __builtin_prefetch(x.words + x.left[biterm] * x.K + k, 1);
    __builtin_prefetch(x.words + x.right[biterm] * x.K + k, 1);
  }
}

inline int64_t draw_workspace(int64_t K) { return K + 2 * (K + DRAW_BLOCK); }

inline void begin_draws(const BitermTopics &x, float *workspace) {
  for (int64_t k = 0; k < x.K; ++k) workspace[k] = share_of(x, k);
  for (int64_t k = x.K; k < draw_workspace(x.K); ++k) workspace[k] = 0.0f;  // weights end with zeros
}

inline void draw(const BitermTopics &x, int64_t n, const int32_t *visits, const double *uniforms, float *workspace) {
  float *share = workspace, *weight = share + x.K, *ends = weight + x.K + DRAW_BLOCK;
  for (int64_t i = 0; i < n; ++i) {
    if (i + DRAWS_AHEAD < n) prefetch(x, visits[i + DRAWS_AHEAD]);
    const int64_t b = visits[i], u = x.left[b], v = x.right[b];
    if (x.topic[b] >= 0) count(x, share, u, v, x.topic[b], -1);
    weigh(x, share, u, v, weight);
    const int64_t k = drawn(weight, ends, x.K, uniforms[i]);
    count(x, share, u, v, k, 1);
    x.topic[b] = (int32_t)k;
  }
}

}  // namespace BITERMS_NS
}  // namespace biterms
