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
  float w, mass;               // weight of the pairs; N + M
  float *L, *zeta;             // n x width: E[log beta] of the words; T x width
  float *A, *a, *S;            // n x lanes: log a, a scaled to max 1, spread
  float *m, *last, *log_p, *p; // lanes
  float *gamma1, *gamma2;      // lanes
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

// C_uv = w * min(f_u, f_v) with w = weight * min(1, cap * N / sum_{u<v} min).
inline void weigh_pairs(Atomic &d) {
  double N = 0, half = 0;
  for (int64_t u = 0; u < d.n; ++u) {
    N += d.f[u];
    float part = 0;
    for (int64_t v = u + 1; v < d.n; ++v) part += d.f[u] < d.f[v] ? d.f[u] : d.f[v];
    half += part;
  }
  const double limit = half > 0 ? d.batch.cap * N / half : 1;
  d.w = half > 0 ? d.batch.weight * (float)(limit < 1 ? limit : 1) : 0.0f;
  d.mass = (float)(N + 2 * d.w * half);
}

inline void fill_logs(Atomic &d) {
  vf least = {};
  for (int64_t v = 0; v < d.n; ++v) {
    float *row = d.L + v * d.width;
    const int64_t at = d.labels[v] * d.K;
    memcpy(row, (d.batch.logs ? d.batch.logs : d.batch.rows) + at, sizeof(float) * d.K);
    for (int64_t k = d.K; k < d.width; ++k) row[k] = d.batch.logs ? 0.0f : 1.0f;
    for (int64_t k = 0; !d.batch.logs && k < d.width; k += LANES) store(row + k, log_positive(load<vf>(row + k)));
    for (int64_t k = 0; k < d.width; k += LANES) {
      const vf x = load<vf>(row + k);
      least = x < least ? x : least;
    }
  }
  d.depth = largest(-least);
}

inline float dot(const float *x, const float *y, int64_t n) {
  vf total = {};
  for (int64_t k = 0; k < n; k += LANES) total += load<vf>(x + k) * load<vf>(y + k);
  return sum(total);
}

inline Atomic open_atoms(const Batch &b, int64_t doc, bool want_fit, float *work) {
  Atomic d{b};
  const int64_t begin = b.ptr[doc];
  d.n = b.ptr[doc + 1] - begin;
  d.K = b.K, d.T = b.T, d.width = padded(b.K), d.lanes = padded(b.T);
  d.labels = b.labels + begin, d.f = b.counts + begin;
  work += (64 - (uintptr_t)work % 64) % 64 / sizeof(float);
  const auto take = [&work](int64_t size) { return (work += size) - size; };
  d.L = take(d.n * d.width), d.zeta = take(d.T * d.width);
  d.A = take(d.n * d.lanes), d.a = take(d.n * d.lanes), d.S = take(d.n * d.lanes);
  float **arrays[] = {&d.m, &d.last, &d.log_p, &d.p, &d.gamma1, &d.gamma2};
  for (float **array : arrays) *array = take(d.lanes);
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

// Atom i begins on the i-th best topic of the document; those beyond the living topics at sigma(V).
inline void begin_atoms(Atomic &d) {
  float *rank = d.zeta;  // not in use yet
  for (int64_t k = 0; k < d.width; k += LANES) store(rank + k, vf{});
  for (int64_t v = 0; v < d.n; ++v) {
    for (int64_t k = 0; k < d.width; k += LANES)
      store(d.e + k, load<vf>(d.batch.log_sigma + k) + load<vf>(d.L + v * d.width + k));
    softmax(d.e, d.width);
    for (int64_t k = 0; k < d.width; k += LANES) store(rank + k, load<vf>(rank + k) + d.f[v] * load<vf>(d.e + k));
  }
  for (int64_t k = d.K; k < d.width; ++k) rank[k] = -1;
  for (int64_t i = 0; i < d.lanes; ++i) {
    int64_t best = 0;
    if (i < d.T && i < d.batch.living) {
      const float most = largest(rank, d.width);
      while (best + 1 < d.K && rank[best] != most) ++best;
      rank[best] = -1;
    }
    for (int64_t v = 0; v < d.n; ++v)
      d.A[v * d.lanes + i] = i >= d.T ? -INFINITY : i < d.batch.living ? d.L[v * d.width + best] : d.home[v];
  }
  for (int64_t i = 0; i < d.lanes; ++i) d.log_p[i] = i < d.T ? 0.0f : -INFINITY;
}

// Rows of A and p as the normalisers want them.
inline float scale(Atomic &d) {
  const float most = largest(d.log_p, d.lanes);
  for (int64_t i = 0; i < d.lanes; i += LANES) store(d.p + i, exp_negative(load<vf>(d.log_p + i) - most));
  for (int64_t v = 0; v < d.n; ++v) {
    const float *row = d.A + v * d.lanes;
    d.top[v] = largest(row, d.lanes);
    for (int64_t i = 0; i < d.lanes; i += LANES)
      store(d.a + v * d.lanes + i, exp_negative(load<vf>(row + i) - d.top[v]));
  }
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

// m and S from p and A; sum f log z + sum C log Z without the shifts of the rows.
inline void spread(Atomic &d) {
  const float most = scale(d);
  d.fit = (double)d.mass * most;
  memset(d.m, 0, sizeof(float) * d.lanes);
  memset(d.S, 0, sizeof(float) * d.n * d.lanes);
  float *carrier = d.gamma1, *part = d.gamma2;  // renewed after every spread
  for (int64_t v = 0; v < d.n; ++v) {
    share(d, d.p, -1, v, d.f[v], most);
    add_to(d.S + v * d.lanes, d.e, d.lanes);
    add_to(d.m, d.e, d.lanes);
  }
  for (int64_t u = 0; d.w > 0 && u + 1 < d.n; ++u) {
    for (int64_t i = 0; i < d.lanes; i += LANES) {
      store(carrier + i, load<vf>(d.p + i) * load<vf>(d.a + u * d.lanes + i));
      store(part + i, vf{});
    }
    for (int64_t v = u + 1; v < d.n; ++v) {
      share(d, carrier, u, v, 2 * d.w * (d.f[u] < d.f[v] ? d.f[u] : d.f[v]), most);
      add_to(d.S + v * d.lanes, d.e, d.lanes);
      add_to(part, d.e, d.lanes);
    }
    add_to(d.S + u * d.lanes, part, d.lanes);
    add_to(d.m, part, d.lanes);
  }
}

// gamma1_i = 1 + m_i, gamma2_i = alpha + sum_{j>i} m_j.
inline void renew_sticks(Atomic &d) {
  float rest = d.batch.stick_alpha;
  for (int64_t i = d.lanes - 1; i >= 0; --i) {
    d.gamma1[i] = i < d.T ? 1 + d.m[i] : 1.0f;
    d.gamma2[i] = i < d.T ? rest : 1.0f;
    rest += i < d.T ? d.m[i] : 0.0f;
  }
}

// log p_i = E[log sigma_i(pi)] (vb), or the log of the mean stick weights; the last stick is 1.
inline void weigh_sticks(Atomic &d) {
  float *log_rest = d.e;
  for (int64_t i = 0; i < d.lanes; i += LANES) {
    const vf x = load<vf>(d.gamma1 + i), y = load<vf>(d.gamma2 + i);
    if (d.batch.vb) {
      const vf both = digamma(x + y);
      store(d.log_p + i, digamma(x) - both);
      store(log_rest + i, digamma(y) - both);
    } else {
      store(d.log_p + i, log_positive(x / (x + y)));
      store(log_rest + i, log_positive(y / (x + y)));
    }
  }
  float before = 0;
  for (int64_t i = 0; i < d.lanes; ++i) {
    d.log_p[i] = i + 1 < d.T ? d.log_p[i] + before : i < d.T ? before : -INFINITY;
    before += log_rest[i];
  }
}

// sum_v S_iv E_vk for some topics.
inline vf told(const Atomic &d, int64_t i, int64_t k) {
  vf x = {};
  for (int64_t v = 0; v < d.n; ++v) x += d.S[v * d.lanes + i] * load<vf>(d.L + v * d.width + k);
  return x;
}

inline void renew_atom(Atomic &d, int64_t i) {
  float *zeta = d.zeta + i * d.width;
  for (int64_t k = 0; k < d.width; k += LANES) store(zeta + k, load<vf>(d.batch.log_sigma + k) + told(d, i, k));
  softmax(zeta, d.width);
}

// The same for an atom with few words: exp(x) = 1 + x + ... + x^4 / 24 for |x| below FAINT, to 3e-7.
inline void renew_faint(Atomic &d, int64_t i) {
  float *zeta = d.zeta + i * d.width;
  vf total = {};
  for (int64_t k = 0; k < d.width; k += LANES) {
    const vf x = told(d, i, k);
    const vf e = ((x * (1.0f / 24) + 1.0f / 6) * x + 0.5f) * x * x + x + 1.0f;
    const vf y = load<vf>(d.batch.sigma + k) * e;
    store(zeta + k, y);
    total += y;
  }
  const float inverse = 1.0f / sum(total);
  for (int64_t k = 0; k < d.width; k += LANES) store(zeta + k, load<vf>(zeta + k) * inverse);
}

// zeta_ik from sigma(V) and the spread, and A from zeta. A quiet atom has none of its own.
inline void renew_atoms(Atomic &d) {
  for (int64_t i = 0; i < d.T; ++i) {
    float *zeta = d.zeta + i * d.width, words = 0;
    for (int64_t v = 0; v < d.n; ++v) words += d.S[v * d.lanes + i];
    d.quiet[i] = words < QUIET;
    if (d.quiet[i]) {
      for (int64_t v = 0; v < d.n; ++v) d.A[v * d.lanes + i] = d.home[v];
      continue;
    }
    words * d.depth < FAINT ? renew_faint(d, i) : renew_atom(d, i);
    for (int64_t v = 0; v < d.n; ++v) d.A[v * d.lanes + i] = dot(zeta, d.L + v * d.width, d.width);
  }
}

inline const float *zeta_of(const Atomic &d, int64_t i) { return d.quiet[i] ? d.batch.sigma : d.zeta + i * d.width; }

// theta_k = sum_i E[sigma_i(pi)] zeta_ik with the sticks of the last m; usage_k = sum_i zeta_ik.
inline void mix(Atomic &d, float *theta, float *usage) {
  renew_sticks(d);
  for (int64_t k = 0; k < d.K; ++k) theta[k] = usage[k] = 0;
  float rest = 1, alone = 0, prior = 0;  // what the quiet ones have together
  for (int64_t i = 0; i < d.T; ++i) {
    const float stick = i + 1 < d.T ? d.gamma1[i] / (d.gamma1[i] + d.gamma2[i]) : 1.0f, here = rest * stick;
    rest -= here;
    if (d.quiet[i]) {
      alone += here, prior += 1;
      continue;
    }
    const float *zeta = d.zeta + i * d.width;
    for (int64_t k = 0; k < d.K; ++k) theta[k] += here * zeta[k], usage[k] += zeta[k];
  }
  for (int64_t k = 0; k < d.K; ++k) theta[k] += alone * d.batch.sigma[k], usage[k] += prior * d.batch.sigma[k];
}

// s_vk = sum_i zeta_ik S_iv.
inline void report_atoms(const Atomic &d, Stats &stats) {
  stats.n_columns = d.K;
  for (int64_t v = 0; v < d.n; ++v) {
    float *to = stats.values + v * d.K;
    for (int64_t k = 0; k < d.K; ++k) to[k] = 0;
    for (int64_t i = 0; i < d.T; ++i) {
      const float s = d.S[v * d.lanes + i], *zeta = zeta_of(d, i);
      if (s <= 0) continue;
      for (int64_t k = 0; k < d.K; ++k) to[k] += s * zeta[k];
    }
  }
}

// The fit with the shifts undone, and sum_ik zeta_ik (log sigma_k - log zeta_ik).
inline double whole_fit(const Atomic &d) {
  double fit = d.fit;
  for (int64_t v = 0; v < d.n; ++v) {
    double words = 0;
    for (int64_t i = 0; i < d.T; ++i) words += d.S[v * d.lanes + i];
    fit += words * (d.top[v] + d.batch.shifts[d.labels[v]]);
  }
  for (int64_t i = 0; i < d.T; ++i)
    for (int64_t k = 0; !d.quiet[i] && k < d.K; ++k) {
      const float z = d.zeta[i * d.width + k];
      if (z > 0) fit += z * (double)(d.batch.log_sigma[k] - logf(z));
    }
  for (int64_t i = 0; i < d.T; ++i) fit += d.quiet[i] ? d.batch.log_sigma_sum : 0.0;
  return fit;
}

inline void no_atoms(const Batch &b, const Result &r) {
  for (int64_t k = 0; k < b.K; ++k) r.gamma[k] = b.sigma[k], r.usage[k] = 0;
  for (int64_t i = 0; i < b.T; ++i) r.sticks[i] = 1, r.sticks[b.T + i] = b.stick_alpha;
  for (int64_t i = 0; r.occupancy && i < b.T; ++i) r.occupancy[i] = 0;
  if (r.fit) *r.fit = 0;
  if (r.stats) r.stats->n_columns = 0;
  *r.iterations = 0;
}

inline void take_shares(Atomic &d, const Result &r) {
  memset(d.m, 0, sizeof(float) * d.lanes);
  memset(d.S, 0, sizeof(float) * d.n * d.lanes);
  memcpy(d.m, r.occupancy, sizeof(float) * d.T);
  for (int64_t v = 0; v < d.n; ++v) {
    memcpy(d.S + v * d.lanes, r.spread + v * d.T, sizeof(float) * d.T);
    for (int64_t i = d.T; i < d.lanes; ++i) d.A[v * d.lanes + i] = -INFINITY;
  }
}

inline void keep_shares(const Atomic &d, const Result &r) {
  memcpy(r.occupancy, d.m, sizeof(float) * d.T);
  for (int64_t v = 0; v < d.n; ++v) memcpy(r.spread + v * d.T, d.S + v * d.lanes, sizeof(float) * d.T);
}

inline float change(const Atomic &d) {
  float total = 0;
  for (int64_t i = 0; i < d.T; ++i) total += fabsf(d.m[i] - d.last[i]);
  return total;
}

inline void atoms(const Batch &b, int64_t doc, const Result &r, float *work) {
  Atomic d = open_atoms(b, doc, r.fit != nullptr, work);
  if (d.n == 0 || d.mass <= 0) {
    for (int64_t v = 0; r.spread && v < d.n * b.T; ++v) r.spread[v] = 0;
    return no_atoms(b, r);
  }
  fill_logs(d);
  for (int64_t v = 0; v < d.n; ++v) d.home[v] = dot(b.sigma, d.L + v * d.width, d.width);
  if (b.fresh) {
    begin_atoms(d);
    spread(d);
  } else {
    take_shares(d, r);
  }
  for (*r.iterations = 0; *r.iterations < b.max_iter;) {
    memcpy(d.last, d.m, sizeof(float) * d.lanes);
    renew_atoms(d);
    renew_sticks(d);
    memcpy(r.sticks, d.gamma1, sizeof(float) * d.T);
    memcpy(r.sticks + d.T, d.gamma2, sizeof(float) * d.T);
    weigh_sticks(d);
    spread(d);
    ++*r.iterations;
    if (change(d) < b.tol * d.T) break;
  }
  if (r.occupancy) keep_shares(d, r);
  if (r.stats) report_atoms(d, *r.stats);
  if (r.fit) *r.fit = whole_fit(d);
  mix(d, r.gamma, r.usage);
}

}  // namespace BITERMS_NS
}  // namespace biterms
