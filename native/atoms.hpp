// The document step of HDP and HDP-B (docs/hdp.md): T atoms, each somewhere among the K topics.
//
//   A_iv = sum_k zeta_ik E_vk      z_v = sum_i p_i exp(A_iv)      Z_uv = sum_i p_i exp(A_iu + A_iv)
//   m_i and S_iv: expected entries and counts of word v in atom i; from these gamma and zeta again
//
// Numbers of a word are kept atom by atom (n x T), so that words and pairs are short vectors.
#pragma once
#include <cmath>

#include "digamma.hpp"
#include "kernels.hpp"
#include "pairs.hpp"
#include "spans.hpp"

namespace biterms {
namespace BITERMS_NS {

constexpr float FLOOR_ATOMS = 1e-10f;  // a normaliser below: the log domain
constexpr float FAINT = 0.125f;        // largest exponent of an atom that needs no exp
constexpr float QUIET = 1e-9f;         // an atom with less than this of all words stands at sigma(V)

struct Atomic {
  const Batch &batch;
  int64_t n, K, T, width, lanes;  // words; topics, atoms, both padded
  const int32_t *labels;
  const float *f;
  int64_t pair_begin, pair_end;
  float w, mass;               // weight of the pairs; N + M
  float *L, *zeta;             // n x width: E[log beta] of the words; T x width
  float *A, *a, *S;            // n x lanes: log a, a scaled to max 1, spread
  float *m, *last, *log_p, *p; // lanes
  float *gamma1, *gamma2;      // lanes
  float *carrier, *part;       // lanes, in a spread: p a_u of a word, and what its pairs have
  float *e;                    // width or lanes
  float *home;                 // n: sum_k sigma_k E_vk, where quiet atoms are
  float *top;                  // n: what A was divided by
  bool *quiet;                 // T
  float depth;                 // the largest |E_vk| of the document
  double fit;
  bool want_fit;
};

inline int64_t atoms_workspace(int64_t n, int64_t K, int64_t T) {
  const int64_t width = padded(K), lanes = padded(T);
  const int64_t e = width > lanes ? width : lanes;
  return n * width + T * width + 3 * n * lanes + 6 * lanes + e + 2 * padded(n) + lanes + 64 / (int64_t)sizeof(float);
}

inline float dot(const float *x, const float *y, int64_t n) {
  vf total = {};
  for (int64_t k = 0; k < n; k += LANES) total += load<vf>(x + k) * load<vf>(y + k);
  return sum(total);
}

// The row of a word in L; returns the least of its numbers and of `least`.
inline vf fill_row(const Atomic &d, int64_t v, vf least) {
  float *row = d.L + v * d.width;
  const int64_t at = d.labels[v] * d.K;
  memcpy(row, (d.batch.logs ? d.batch.logs : d.batch.rows) + at, sizeof(float) * d.K);
  for (int64_t k = d.K; k < d.width; ++k) row[k] = d.batch.logs ? 0.0f : 1.0f;
  for (int64_t k = 0; !d.batch.logs && k < d.width; k += LANES) store(row + k, log_positive(load<vf>(row + k)));
  for (int64_t k = 0; k < d.width; k += LANES) {
    const vf x = load<vf>(row + k);
    least = x < least ? x : least;
  }
  return least;
}

// L, and what follows from it alone.
inline void fill_logs(Atomic &d) {
  vf least = {};
  in_spans(d.n, 2 * d.width, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {
      least = fill_row(d, v, least);
      d.home[v] = dot(d.batch.sigma, d.L + v * d.width, d.width);
    }
  });
  d.depth = largest(-least);
}

inline Atomic open_atoms(const Batch &b, int64_t doc, bool want_fit, float *work) {
  Atomic d{b};
  const int64_t begin = b.ptr[doc];
  d.n = b.ptr[doc + 1] - begin;
  d.K = b.K, d.T = b.T, d.width = padded(b.K), d.lanes = padded(b.T);
  d.labels = b.labels + begin, d.f = b.counts + begin;
  if (b.pair_ptr) d.pair_begin = b.pair_ptr[doc], d.pair_end = b.pair_ptr[doc + 1];
  work += (64 - (uintptr_t)work % 64) % 64 / sizeof(float);
  const auto take = [&work](int64_t size) { return (work += size) - size; };
  d.L = take(d.n * d.width), d.zeta = take(d.T * d.width);
  d.A = take(d.n * d.lanes), d.a = take(d.n * d.lanes), d.S = take(d.n * d.lanes);
  float **arrays[] = {&d.m, &d.last, &d.log_p, &d.p, &d.gamma1, &d.gamma2};
  for (float **array : arrays) *array = take(d.lanes);
  d.carrier = d.gamma1, d.part = d.gamma2;  // renewed after every spread
  d.e = take(d.width > d.lanes ? d.width : d.lanes);
  d.home = take(padded(d.n)), d.top = take(padded(d.n));
  d.quiet = (bool *)take(d.lanes);
  d.want_fit = want_fit;
  weigh_pairs(d);
  return d;
}

// softmax of e (width, padding -inf) in place; returns log of the sum.
inline float softmax(float *e, int64_t width) {
  const float top = largest(e, width);
  vf total = {};
  for (int64_t k = 0; k < width; k += LANES) {
    const vf x = exp_negative(load<vf>(e + k) - top);
    store(e + k, x);
    total += x;
  }
  const float z = sum(total), inverse = 1.0f / z;
  for (int64_t k = 0; k < width; k += LANES) store(e + k, load<vf>(e + k) * inverse);
  return top + logf(z);
}

// How much of the document each topic would have by itself.
inline void rank_topics(Atomic &d, float *rank) {
  for (int64_t k = 0; k < d.width; k += LANES) store(rank + k, vf{});
  in_spans(d.n, 4 * d.width, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {
      for (int64_t k = 0; k < d.width; k += LANES)
        store(d.e + k, load<vf>(d.batch.log_sigma + k) + load<vf>(d.L + v * d.width + k));
      softmax(d.e, d.width);
      for (int64_t k = 0; k < d.width; k += LANES) store(rank + k, load<vf>(rank + k) + d.f[v] * load<vf>(d.e + k));
    }
  });
  for (int64_t k = d.K; k < d.width; ++k) rank[k] = -1;
}

// Atom i begins on the i-th best topic of the document; those beyond the living topics at sigma(V).
inline void begin_atoms(Atomic &d) {
  float *rank = d.zeta;                // not in use yet
  int32_t *best = (int32_t *)d.last;  // nor is this
  const int64_t placed = d.T < d.batch.living ? d.T : d.batch.living;
  rank_topics(d, rank);
  for (int64_t i = 0; i < placed; ++i) {
    const float most = largest(rank, d.width);
    for (best[i] = 0; best[i] + 1 < d.K && rank[best[i]] != most;) ++best[i];
    rank[best[i]] = -1;
  }
  in_spans(d.n, 4 * d.lanes, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v)
      for (int64_t i = 0; i < d.lanes; ++i)
        d.A[v * d.lanes + i] = i < placed ? d.L[v * d.width + best[i]] : i < d.T ? d.home[v] : -INFINITY;
  });
  for (int64_t i = 0; i < d.lanes; ++i) d.log_p[i] = i < d.T ? 0.0f : -INFINITY;
}

// Rows of A and p as the normalisers want them.
inline float scale(Atomic &d) {
  const float most = largest(d.log_p, d.lanes);
  for (int64_t i = 0; i < d.lanes; i += LANES) store(d.p + i, exp_negative(load<vf>(d.log_p + i) - most));
  in_spans(d.n, 4 * d.lanes, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {
      const float *row = d.A + v * d.lanes;
      d.top[v] = largest(row, d.lanes);
      for (int64_t i = 0; i < d.lanes; i += LANES)
        store(d.a + v * d.lanes + i, exp_negative(load<vf>(row + i) - d.top[v]));
    }
  });
  return most;
}

// e = responsibilities of one word (u < 0) or pair times c, in the log domain; log of the normaliser
// relative to the scales.
__attribute__((noinline, cold)) static float rare_atoms(Atomic &d, int64_t u, int64_t v, float c, float most) {
  for (int64_t i = 0; i < d.lanes; i += LANES) {
    vf x = load<vf>(d.log_p + i) + load<vf>(d.A + v * d.lanes + i);
    if (u >= 0) x += load<vf>(d.A + u * d.lanes + i);
    store(d.e + i, x);
  }
  const float log_z = softmax(d.e, d.lanes);
  for (int64_t i = 0; i < d.lanes; i += LANES) store(d.e + i, c * load<vf>(d.e + i));
  return log_z - most - d.top[v] - (u >= 0 ? d.top[u] : 0.0f);
}

// e = c phi of a word (x = p) or pair (x = p a_u).
inline void share(Atomic &d, const float *x, int64_t u, int64_t v, float c, float most) {
  const float *row = d.a + v * d.lanes;
  vf total = {};
  for (int64_t i = 0; i < d.lanes; i += LANES) {
    const vf y = load<vf>(x + i) * load<vf>(row + i);
    store(d.e + i, y);
    total += y;
  }
  const float z = sum(total);
  if (__builtin_expect(!(z >= FLOOR_ATOMS), 0)) {
    d.fit += (double)c * rare_atoms(d, u, v, c, most);
    return;
  }
  const float g = c / z;
  for (int64_t i = 0; i < d.lanes; i += LANES) store(d.e + i, g * load<vf>(d.e + i));
  if (d.want_fit) d.fit += c * log((double)z);
}

inline void add_to(float *to, const float *e, int64_t lanes) {
  for (int64_t i = 0; i < lanes; i += LANES) store(to + i, load<vf>(to + i) + load<vf>(e + i));
}

// u meets the words it makes pairs with: carrier = p a_u, and nothing from them yet.
inline void meet(Atomic &d, int64_t u) {
  for (int64_t i = 0; i < d.lanes; i += LANES) {
    store(d.carrier + i, load<vf>(d.p + i) * load<vf>(d.a + u * d.lanes + i));
    store(d.part + i, vf{});
  }
}

inline void share_pair(Atomic &d, int64_t u, int64_t v, float c, float most) {
  share(d, d.carrier, u, v, c, most);
  add_to(d.S + v * d.lanes, d.e, d.lanes);
  add_to(d.part, d.e, d.lanes);
}

inline void leave(Atomic &d, int64_t u) {
  add_to(d.S + u * d.lanes, d.part, d.lanes);
  add_to(d.m, d.part, d.lanes);
}

inline void share_all(Atomic &d, float most) {
  for (int64_t u = 0; u + 1 < d.n; ++u) {
    meet(d, u);
    for (int64_t v = u + 1; v < d.n; ++v) share_pair(d, u, v, both(d, u, v), most);
    leave(d, u);
    spend((d.n - u) * d.lanes);
  }
}

inline void share_sampled(Atomic &d, float most) {
  const Strides strides(d.n);
  for (int64_t u = 0; u < d.n; ++u) {
    meet(d, u);
    for (int64_t j = 0; j < strides.size(); ++j) {
      const int64_t v = strides.partner(u, j);
      share_pair(d, u, v, both(d, u, v), most);
    }
    leave(d, u);
    spend(strides.size() * d.lanes);
  }
}

inline void share_given(Atomic &d, float most) {
  const Batch &b = d.batch;
  for (int64_t p = d.pair_begin; p < d.pair_end;) {
    const int32_t u = b.pair_left[p];
    meet(d, u);
    for (; p < d.pair_end && b.pair_left[p] == u; ++p)
      share_pair(d, u, b.pair_right[p], 2 * d.w * b.pair_weight[p], most);
    leave(d, u);
    spend(d.n * d.lanes);
  }
}

// m and S from p and A; sum f log z + sum C log Z without the shifts of the rows.
inline void spread(Atomic &d) {
  const float most = scale(d);
  d.fit = (double)d.mass * most;
  memset(d.m, 0, sizeof(float) * d.lanes);
  clear(d.S, d.n, d.lanes);
  in_spans(d.n, 4 * d.lanes, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {
      share(d, d.p, -1, v, d.f[v], most);
      add_to(d.S + v * d.lanes, d.e, d.lanes);
      add_to(d.m, d.e, d.lanes);
    }
  });
  if (d.w <= 0) return;
  if (d.batch.pair_ptr)
    share_given(d, most);
  else
    sampled(d) ? share_sampled(d, most) : share_all(d, most);
}

}  // namespace BITERMS_NS
}  // namespace biterms
