// The document step of LDA and LDA-B: the identity of docs/how_it_works.md, no phi ever stored.
//
//   z_v = sum_k t_k b_vk       Z_uv = sum_k t_k b_uk b_vk
//   gamma_k = alpha_k + sum_v f_v/z_v t_k b_vk + sum_{u<v} 2 C_uv/Z_uv t_k b_uk b_vk
//
// One loop serves words and pairs. A short document's pairs become rows b_u * b_v beside its words
// (`expand`), all with the carrier t; a long one's are taken from its words with the carrier t * b_u.
#pragma once
#include <cmath>

#include "digamma.hpp"
#include "kernels.hpp"
#include "loops.hpp"
#include "pairs.hpp"
#include "spans.hpp"

namespace biterms {
namespace BITERMS_NS {

constexpr int64_t BLOCK = 64;        // rows of one pass over pairs: they stay in the first cache
constexpr int64_t EXPAND = 16 << 10; // floats that the rows of an expanded document may take
constexpr float FLOOR_VB = 1e-10f, FLOOR_MEAN = 1e-20f;  // below: the log domain (docs/how_it_works.md)

struct Document {
  const Batch &batch;
  int64_t n, K;            // words, topics
  int64_t rows;            // words, and pairs if expanded
  int64_t active, stride;  // topics still in play, padded
  const int32_t *labels;
  const float *f;
  int64_t pair_begin, pair_end;
  float w, mass;           // weight of the pairs; N + M
  float floor;
  float *B, *S;            // rows x stride
  float *t, *gamma, *alpha, *acc, *total, *carrier;  // stride
  float *log_t, *extra, *e;                  // all topics, for the log domain
  float *c, *g;                              // of the rows: weight, weight / normaliser
  int32_t *topic;                            // which topic a column is
  int32_t *order, *left, *right;             // 0, 1, 2, ...; the words of an expanded pair
  float top;               // what t is relative to: the largest gamma (vb) or their sum (mean)
  bool log_t_ready, extra_used, out_used;
  float *out;              // n x K: the statistics of the log domain, once out_used
  double fit;
  bool want_fit;
};

// log b of word v: stored for vb; for the mean the row itself is exact.
inline float log_b(const Document &d, int64_t v, int64_t k) {
  const int64_t at = d.labels[v] * d.K + k;
  return d.batch.logs ? d.batch.logs[at] : logf(d.batch.rows[at]);
}

// log t for all topics; a dropped one stands at alpha.
static void fill_log_t(Document &d) {
  const int64_t width = padded(d.K);
  for (int64_t k = 0; k < width; ++k) d.log_t[k] = d.batch.alpha[k < d.K ? k : 0];
  for (int64_t a = 0; a < d.active; ++a) d.log_t[d.topic[a]] = d.gamma[a];
  const vf top = splat<vf>(d.top);
  for (int64_t k = 0; k < width; k += LANES) {
    const vf g = load<vf>(d.log_t + k);
    store(d.log_t + k, d.batch.vb ? digamma(g) - digamma(top) : log_positive(g / top));
  }
  d.log_t_ready = true;
}

// One word (u < 0) or pair whose normaliser is too small for floats: all its responsibilities in
// the log domain and over all topics, since here a dropped one may hold the word.
__attribute__((noinline, cold)) static float rare(Document &d, int64_t u, int64_t v, float c, bool stats) {
  if (v >= d.n) u = d.left[v - d.n], v = d.right[v - d.n];
  if (!d.log_t_ready) fill_log_t(d);
  const int64_t width = padded(d.K);
  for (int64_t k = 0; k < d.K; ++k)
    d.e[k] = d.log_t[k] + log_b(d, v, k) + (u < 0 ? 0.0f : log_b(d, u, k));
  for (int64_t k = d.K; k < width; ++k) d.e[k] = -INFINITY;
  const float m = largest(d.e, width);
  vf total = {};
  for (int64_t k = 0; k < width; k += LANES) {
    const vf p = exp_negative(load<vf>(d.e + k) - m);
    store(d.e + k, p);
    total += p;
  }
  const float z = sum(total), g = c / z;
  for (int64_t k = 0; k < d.K; ++k) d.extra[k] += g * d.e[k];
  if (stats && !d.out_used) clear(d.out, d.n, d.K);
  d.out_used |= stats;
  for (int64_t k = 0; stats && k < d.K; ++k) {
    d.out[v * d.K + k] += g * d.e[k];
    if (u >= 0) d.out[u * d.K + k] += g * d.e[k];
  }
  d.extra_used = true;
  return m + logf(z);
}

// What a pass is for: gamma alone; the statistics too, of an expanded document (g is kept, `collect`
// does the rest) or of a long one (S is added to at once).
enum Pass { LEARN, KEEP, SCATTER };

// g_j = c_j / z_j; what is too small for floats, and the fit, by hand.
template <Pass P>
inline void divide(Document &d, int64_t u, const int32_t *v, const float *c, int64_t m, float *z, float *g) {
  int any = P != LEARN && d.want_fit;
  for (int64_t j = 0; j < m; j += 4) {  // as wide as the sums were stored
    const v4 zs = load<v4>(z + j);
    const v4i low = !(zs >= d.floor);
    store(g + j, low ? v4{} : load<v4>(c + j) / zs);
    any |= low[0] | low[1] | low[2] | low[3];
  }
  if (__builtin_expect(!any, 1)) return;
  for (int64_t j = 0; j < m; ++j) {
    const bool log_domain = !(z[j] >= d.floor);
    if (log_domain)
      d.fit += c[j] * (double)rare(d, u, v[j], c[j], P != LEARN);
    else if (P != LEARN && d.want_fit)
      d.fit += c[j] * log((double)z[j]);
  }
}

// Entries (u, v_j) with weights c_j, at most BLOCK: normalisers, then what they give to gamma (and
// the statistics). c is readable up to the next multiple of 4.
template <Pass P>
inline void block(Document &d, const float *x, int64_t u, const int32_t *v, const float *c, int64_t m) {
  const int64_t stride = d.stride;
  const Rows rows{d.B, stride, v};
  float z[BLOCK + 4], g[BLOCK + 4];
  int64_t j = 0;
  for (; j + 8 <= m; j += 8) dots8(x, d.B, stride, v + j, z + j);
  for (; j + 4 <= m; j += 4) dots4(x, d.B, stride, v + j, z + j);
  if (j < m) {
    const int32_t last[4] = {v[j], v[j + 1 < m ? j + 1 : j], v[j + 2 < m ? j + 2 : j], v[j]};
    dots4(x, d.B, stride, last, z + j);
  }
  divide<P>(d, u, v, c, m, z, g);
  for (j = 0; P == KEEP && j < m; ++j) d.g[v[j]] = g[j];
  for (j = 0; P == SCATTER && j < m; ++j)
    for (int64_t k = 0; k < stride; k += LANES) {
      float *s = d.S + v[j] * stride + k;
      store(s, load<vf>(s) + g[j] * load<vf>(x + k) * load<vf>(rows[j] + k));
    }
  absorb(x, d.B, stride, v, g, m, d.acc, P == SCATTER && u >= 0 ? d.S + u * stride : nullptr);
}

template <Pass P>
inline void run(Document &d, const float *x, int64_t u, const int32_t *v, const float *c, int64_t m) {
  for (; m > BLOCK; m -= BLOCK, v += BLOCK, c += BLOCK) block<P>(d, x, u, v, c, BLOCK);
  block<P>(d, x, u, v, c, m);
}

inline void carry(Document &d, int64_t u) {
  const float *row = d.B + u * d.stride;
  for (int64_t k = 0; k < d.stride; k += LANES)
    store(d.carrier + k, load<vf>(d.t + k) * load<vf>(row + k));
}

// Puts aside what a part of the pairs has given: millions of them in one float would round.
inline void put_aside(Document &d) {
  for (int64_t k = 0; k < d.stride; k += LANES) {
    store(d.total + k, load<vf>(d.total + k) + load<vf>(d.acc + k));
    store(d.acc + k, vf{});
  }
}

template <Pass P> inline void all_pairs(Document &d) {
  float c[BLOCK + LANES];
  for (int64_t begin = 0; begin < d.n; begin += BLOCK) {
    const int64_t end = begin + BLOCK < d.n ? begin + BLOCK : d.n;
    for (int64_t u = 0; u + 1 < end; ++u) {
      const int64_t from = u + 1 > begin ? u + 1 : begin;
      for (int64_t v = from; v < end; ++v) c[v - from] = both(d, u, v);
      carry(d, u);
      run<P>(d, d.carrier, u, d.order + from, c, end - from);
      spend((end - from) * d.stride);
    }
    put_aside(d);
  }
}

constexpr int64_t PART = 1 << 12;  // pairs after which their sum is put aside

template <Pass P> inline void sampled_pairs(Document &d) {
  const Strides strides(d.n);
  int64_t since = 0;
  int32_t v[BLOCK];
  float c[BLOCK + LANES];
  for (int64_t u = 0; u < d.n; ++u) {
    carry(d, u);
    for (int64_t j = 0, m; j < strides.size(); j += m) {
      m = strides.size() - j < BLOCK ? strides.size() - j : BLOCK;
      for (int64_t i = 0; i < m; ++i) v[i] = strides.partner(u, j + i), c[i] = both(d, u, v[i]);
      run<P>(d, d.carrier, u, v, c, m);
    }
    spend(strides.size() * d.stride);
    if ((since += strides.size()) >= PART) put_aside(d), since = 0;
  }
}

template <Pass P> inline void given_pairs(Document &d) {
  const Batch &b = d.batch;
  int64_t due = d.pair_begin + PART;
  float c[BLOCK + LANES];
  for (int64_t p = d.pair_begin; p < d.pair_end;) {
    const int32_t u = b.pair_left[p];
    int64_t m = 0;
    for (; m < BLOCK && p + m < d.pair_end && b.pair_left[p + m] == u; ++m)
      c[m] = 2 * d.w * b.pair_weight[p + m];
    carry(d, u);
    run<P>(d, d.carrier, u, b.pair_right + p, c, m);
    spend(m * d.stride);
    p += m;
    if (p >= due) put_aside(d), due = p + PART;
  }
}

// acc = gamma - alpha for the responsibilities that t implies; and the statistics if the pass is for them.
template <Pass P> inline void sweep(Document &d) {
  for (int64_t k = 0; k < d.stride; k += LANES) store(d.acc + k, vf{});
  if (d.extra_used) memset(d.extra, 0, sizeof(float) * d.K);
  d.extra_used = d.log_t_ready = false;
  d.fit = 0;
  const int64_t first = d.batch.word_weight > 0 ? 0 : d.n;  // words that weigh nothing are passed over
  for (int64_t v = 0; P == KEEP && v < first; ++v) d.g[v] = 0;
  in_spans(d.rows - first, d.stride, [&](int64_t begin, int64_t end) {
    run<P>(d, d.t, -1, d.order + first + begin, d.c + first + begin, end - begin);
  });
  if (d.w <= 0 || d.rows > d.n) return;
  for (int64_t k = 0; k < d.stride; k += LANES) store(d.total + k, vf{});
  if (d.batch.pair_ptr)
    given_pairs<P>(d);
  else
    sampled(d) ? sampled_pairs<P>(d) : all_pairs<P>(d);
  put_aside(d);
  for (int64_t k = 0; k < d.stride; k += LANES) store(d.acc + k, load<vf>(d.total + k));
}

// t = exp(psi(gamma)) (vb), scaled to max 1, or gamma / sum gamma (mean).
inline void weigh(Document &d) {
  if (!d.batch.vb) {
    const float inverse = 1.0f / d.top;
    for (int64_t k = 0; k < d.stride; k += LANES) store(d.t + k, load<vf>(d.gamma + k) * inverse);
    return;
  }
  const Parts m = exp_digamma(splat<vf>(d.top));
  const vf scale = 1.0f / m.y;
  for (int64_t k = 0; k < d.stride; k += LANES) {
    const Parts p = exp_digamma(load<vf>(d.gamma + k));
    store(d.t + k, p.y * scale * exp_negative(p.r - m.r));
  }
}

}  // namespace BITERMS_NS
}  // namespace biterms
