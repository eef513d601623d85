// The document step of LDA and LDA-B: the identity of DESIGN 2.3, biterms never stored.
//
//   z_v = sum_k t_k b_vk       Z_uv = sum_k t_k b_uk b_vk
//   gamma_k = alpha_k + sum_v f_v/z_v t_k b_vk + sum_{u<v} 2 C_uv/Z_uv t_k b_uk b_vk
//
// A word is a pair with a row of ones, so one loop serves both: `carrier` is t or t * b_u.
#pragma once
#include <cmath>

#include "digamma.hpp"
#include "kernels.hpp"

namespace biterms {
namespace BITERMS_NS {

constexpr int64_t BLOCK = 64;  // rows of one pass over pairs: they stay in the first cache
constexpr float FLOOR_VB = 1e-10f, FLOOR_MEAN = 1e-30f;  // below: the log domain (DESIGN 2.5)

inline int64_t padded(int64_t K) { return (K + LANES - 1) / LANES * LANES; }

struct Document {
  const Batch &batch;
  int64_t n, K;             // entries, topics
  int64_t active, stride;   // topics still in play, padded
  const int32_t *labels;
  const float *f;
  int64_t pair_begin, pair_end;
  float w, mass;            // weight of the pairs; N + M
  float floor;
  float *B, *S;             // n x stride
  float *t, *gamma, *alpha, *acc, *carrier;  // stride
  float *log_t, *extra, *e; // padded(K): all topics, for the log domain
  int32_t *topic, *ones;    // which topic a column is; 0, 1, 2, ...
  float top;                // largest gamma
  bool log_t_ready, extra_used;
  float *out;               // n x K statistics
  double fit;
  bool want_fit;
};

// logs of row v: stored for vb; for the mean the row itself is exact.
inline float log_row(const Document &d, int64_t v, int64_t k) {
  const int64_t at = d.labels[v] * d.K + k;
  return d.batch.logs ? d.batch.logs[at] : logf(d.batch.rows[at]);
}

// log t for all topics; a dropped one stands at alpha.
inline void fill_log_t(Document &d) {
  const int64_t width = padded(d.K);
  for (int64_t k = 0; k < width; ++k) d.log_t[k] = d.batch.alpha[k < d.K ? k : 0];
  for (int64_t a = 0; a < d.active; ++a) d.log_t[d.topic[a]] = d.gamma[a];
  if (d.batch.vb) {
    const Parts m = exp_digamma_parts(splat<vf>(d.top));
    for (int64_t k = 0; k < width; k += LANES) {
      const Parts p = exp_digamma_parts(load<vf>(d.log_t + k));
      store(d.log_t + k, p.r - m.r);
      store(d.e + k, p.y / m.y);
    }
    for (int64_t k = 0; k < d.K; ++k) d.log_t[k] += logf(d.e[k]);
  } else {
    for (int64_t k = 0; k < d.K; ++k) d.log_t[k] = logf(d.log_t[k] / d.top);
  }
  d.log_t_ready = true;
}

// One word (u < 0) or pair whose normaliser is too small for floats: all its responsibilities in
// the log domain and over all topics, since here a dropped one may hold the word.
inline float rare(Document &d, int64_t u, int64_t v, float c, bool stats) {
  if (!d.log_t_ready) fill_log_t(d);
  const int64_t width = padded(d.K);
  for (int64_t k = 0; k < d.K; ++k)
    d.e[k] = d.log_t[k] + log_row(d, v, k) + (u < 0 ? 0.0f : log_row(d, u, k));
  const float m = largest(d.e, d.K);
  for (int64_t k = d.K; k < width; ++k) d.e[k] = m - 1000.0f;
  vf total = {};
  for (int64_t k = 0; k < width; k += LANES) {
    const vf p = exp_negative(load<vf>(d.e + k) - m);
    store(d.e + k, p);
    total += p;
  }
  const float z = sum(total), g = c / z;
  for (int64_t k = 0; k < d.K; ++k) d.extra[k] += g * d.e[k];
  for (int64_t k = 0; stats && k < d.K; ++k) {
    d.out[v * d.K + k] += g * d.e[k];
    if (u >= 0) d.out[u * d.K + k] += g * d.e[k];
  }
  d.extra_used = true;
  return m + logf(z);
}

typedef float v4 __attribute__((vector_size(16)));

inline v4 quarter(vf a) {  // fold to four lanes
  v4 part[LANES / 4];
  memcpy(part, &a, sizeof a);
  for (int half = LANES / 8; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) part[i] += part[i + half];
  return part[0];
}
inline v4 sums(const vf *a) {  // the four sums of four vectors
  const v4 p = quarter(a[0]), q = quarter(a[1]), r = quarter(a[2]), s = quarter(a[3]);
  const v4 pq = __builtin_shufflevector(p, q, 0, 4, 1, 5) + __builtin_shufflevector(p, q, 2, 6, 3, 7);
  const v4 rs = __builtin_shufflevector(r, s, 0, 4, 1, 5) + __builtin_shufflevector(r, s, 2, 6, 3, 7);
  return __builtin_shufflevector(pq, rs, 0, 1, 4, 5) + __builtin_shufflevector(pq, rs, 2, 3, 6, 7);
}

// R entries (u, v_j) with weights c_j: normalisers, then what they give to gamma (and the statistics).
template <int R, bool STATS>
inline void group(Document &d, const float *carrier, int64_t u, const int32_t *v, const float *c) {
  const float *row[R];
  for (int j = 0; j < R; ++j) row[j] = d.B + v[j] * d.stride;
  vf a[4] = {};
  for (int64_t k = 0; k < d.stride; k += LANES) {
    const vf x = load<vf>(carrier + k);
    for (int j = 0; j < R; ++j) a[j] += x * load<vf>(row[j] + k);
  }
  float z[4], g[4] = {};
  store(z, sums(a));
  for (int j = 0; j < R; ++j) {
    if (__builtin_expect(!(z[j] >= d.floor), 0)) {
      const float log_z = rare(d, u, v[j], c[j], STATS);
      if (STATS && d.want_fit) d.fit += (double)c[j] * log_z;
      continue;
    }
    g[j] = c[j] / z[j];
    if (STATS && d.want_fit) d.fit += (double)c[j] * log((double)z[j]);
  }
  float *first = STATS && u >= 0 ? d.S + u * d.stride : nullptr;
  for (int64_t k = 0; k < d.stride; k += LANES) {
    const vf x = load<vf>(carrier + k);
    vf y = {};
    for (int j = 0; j < R; ++j) {
      const vf q = g[j] * load<vf>(row[j] + k);
      y += q;
      if (STATS) {
        float *second = d.S + v[j] * d.stride + k;
        store(second, load<vf>(second) + x * q);
      }
    }
    y *= x;
    store(d.acc + k, load<vf>(d.acc + k) + y);
    if (first) store(first + k, load<vf>(first + k) + y);
  }
}

template <bool STATS>
inline void run(Document &d, const float *carrier, int64_t u, const int32_t *v, const float *c, int64_t m) {
  for (; m >= 4; m -= 4, v += 4, c += 4) group<4, STATS>(d, carrier, u, v, c);
  if (m == 3) group<3, STATS>(d, carrier, u, v, c);
  if (m == 2) group<2, STATS>(d, carrier, u, v, c);
  if (m == 1) group<1, STATS>(d, carrier, u, v, c);
}

inline void carry(Document &d, int64_t u) {
  const float *row = d.B + u * d.stride;
  for (int64_t k = 0; k < d.stride; k += LANES)
    store(d.carrier + k, load<vf>(d.t + k) * load<vf>(row + k));
}

template <bool STATS> inline void all_pairs(Document &d) {
  float c[BLOCK];
  for (int64_t begin = 0; begin < d.n; begin += BLOCK) {
    const int64_t end = begin + BLOCK < d.n ? begin + BLOCK : d.n;
    for (int64_t u = 0; u + 1 < end; ++u) {
      const int64_t from = u + 1 > begin ? u + 1 : begin;
      for (int64_t v = from; v < end; ++v) c[v - from] = 2 * d.w * (d.f[u] < d.f[v] ? d.f[u] : d.f[v]);
      carry(d, u);
      run<STATS>(d, d.carrier, u, d.ones + from, c, end - from);
    }
  }
}

template <bool STATS> inline void given_pairs(Document &d) {
  const Batch &b = d.batch;
  float c[BLOCK];
  for (int64_t p = d.pair_begin; p < d.pair_end;) {
    const int32_t u = b.pair_left[p];
    int64_t m = 0;
    for (; m < BLOCK && p + m < d.pair_end && b.pair_left[p + m] == u; ++m)
      c[m] = 2 * d.w * b.pair_weight[p + m];
    carry(d, u);
    run<STATS>(d, d.carrier, u, b.pair_right + p, c, m);
    p += m;
  }
}

// acc = gamma - alpha for the responsibilities that t implies; with STATS also S.
template <bool STATS> inline void sweep(Document &d) {
  memset(d.acc, 0, sizeof(float) * d.stride);
  if (d.extra_used) memset(d.extra, 0, sizeof(float) * d.K);
  d.extra_used = d.log_t_ready = false;
  run<STATS>(d, d.t, -1, d.ones, d.f, d.n);
  if (d.w > 0) d.batch.pair_ptr ? given_pairs<STATS>(d) : all_pairs<STATS>(d);
}

// t = exp(psi(gamma)) (vb) or gamma (mean), scaled to max 1.
inline void weigh(Document &d) {
  d.top = largest(d.gamma, d.active);
  const float inverse = 1.0f / d.top;
  const Parts m = exp_digamma_parts(splat<vf>(d.top));
  const vf scale = 1.0f / m.y;
  for (int64_t k = 0; k < d.stride; k += LANES) {
    const vf g = load<vf>(d.gamma + k);
    if (!d.batch.vb) {
      store(d.t + k, g * inverse);
      continue;
    }
    const Parts p = exp_digamma_parts(g);
    const vf r = p.r - m.r;
    store(d.t + k, p.y * scale * exp_negative(r < 0.0f ? r : vf{}));
  }
}

}  // namespace BITERMS_NS
}  // namespace biterms
