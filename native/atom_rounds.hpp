// A document of HDP from start to answer: atoms, sticks and topics in turn, then report.
#pragma once
#include "atoms.hpp"
#include "sums.hpp"

namespace biterms {
namespace BITERMS_NS {

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

// x_k += sum_v S_iv E_vk over some words, for N vectors of topics.
template <int N> inline void add_evidence(const Atomic &d, int64_t i, int64_t begin, int64_t end, int64_t k, float *x) {
  vf sum[N];
  for (int j = 0; j < N; ++j) sum[j] = begin ? load<vf>(x + j * LANES) : vf{};
  for (int64_t v = begin; v < end; ++v) {
    const vf s = splat<vf>(d.S[v * d.lanes + i]);
    const float *row = d.L + v * d.width + k;
    for (int j = 0; j < N; ++j) sum[j] += s * load<vf>(row + j * LANES);
  }
  for (int j = 0; j < N; ++j) store(x + j * LANES, sum[j]);
}

// zeta_ik = sum_v S_iv E_vk, span by span of words, so that these are near memory for all atoms.
inline void gather_evidence(Atomic &d) {
  in_spans(d.n, d.T * d.width, [&](int64_t begin, int64_t end) {
    for (int64_t i = 0; i < d.T; ++i) {
      if (d.quiet[i]) continue;
      float *zeta = d.zeta + i * d.width;
      int64_t k = 0;
      for (; k + 4 * LANES <= d.width; k += 4 * LANES) add_evidence<4>(d, i, begin, end, k, zeta + k);
      for (; k < d.width; k += LANES) add_evidence<1>(d, i, begin, end, k, zeta + k);
    }
  });
}

// zeta from its evidence.
inline void renew_atom(Atomic &d, float *zeta) {
  for (int64_t k = 0; k < d.width; k += LANES) store(zeta + k, load<vf>(d.batch.log_sigma + k) + load<vf>(zeta + k));
  softmax(zeta, d.width);
}

// The same for an atom with few words: exp(x) = 1 + x + ... + x^4 / 24 for |x| below FAINT, to 3e-7.
inline void renew_faint(Atomic &d, float *zeta) {
  vf total = {};
  for (int64_t k = 0; k < d.width; k += LANES) {
    const vf x = load<vf>(zeta + k);
    const vf e = ((x * (1.0f / 24) + 1.0f / 6) * x + 0.5f) * x * x + x + 1.0f;
    const vf y = load<vf>(d.batch.sigma + k) * e;
    store(zeta + k, y);
    total += y;
  }
  const float inverse = 1.0f / sum(total);
  for (int64_t k = 0; k < d.width; k += LANES) store(zeta + k, load<vf>(zeta + k) * inverse);
}

// A from zeta; a quiet atom has none of its own.
inline void place_words(Atomic &d) {
  in_spans(d.n, d.T * d.width, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v)
      for (int64_t i = 0; i < d.T; ++i)
        d.A[v * d.lanes + i] = d.quiet[i] ? d.home[v] : dot(d.zeta + i * d.width, d.L + v * d.width, d.width);
  });
}

// zeta_ik from sigma(V) and the spread, and A from zeta.
inline void renew_atoms(Atomic &d) {
  float *words = d.part;  // of each atom
  memset(words, 0, sizeof(float) * d.lanes);
  in_spans(d.n, d.lanes, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) add_to(words, d.S + v * d.lanes, d.lanes);
  });
  for (int64_t i = 0; i < d.T; ++i) d.quiet[i] = words[i] < QUIET;
  gather_evidence(d);
  for (int64_t i = 0; i < d.T; ++i) {
    if (d.quiet[i]) continue;
    float *zeta = d.zeta + i * d.width;
    words[i] * d.depth < FAINT ? renew_faint(d, zeta) : renew_atom(d, zeta);
  }
  place_words(d);
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
  in_spans(d.n, d.T * d.K, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {
      float *to = stats.values + v * d.K;
      for (int64_t k = 0; k < d.K; ++k) to[k] = 0;
      for (int64_t i = 0; i < d.T; ++i) {
        const float s = d.S[v * d.lanes + i], *zeta = zeta_of(d, i);
        if (s <= 0) continue;
        for (int64_t k = 0; k < d.K; ++k) to[k] += s * zeta[k];
      }
    }
  });
}

// The fit with the shifts undone, and sum_ik zeta_ik (log sigma_k - log zeta_ik).
inline double whole_fit(const Atomic &d) {
  double fit = d.fit;
  in_spans(d.n, d.T, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {
      double words = 0;
      for (int64_t i = 0; i < d.T; ++i) words += d.S[v * d.lanes + i];
      fit += words * (d.top[v] + d.batch.shifts[d.labels[v]]);
    }
  });
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
  memcpy(d.m, r.occupancy, sizeof(float) * d.T);
  clear(d.S, d.n, d.lanes);
  in_spans(d.n, d.lanes, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {
      memcpy(d.S + v * d.lanes, r.spread + v * d.T, sizeof(float) * d.T);
      for (int64_t i = d.T; i < d.lanes; ++i) d.A[v * d.lanes + i] = -INFINITY;
    }
  });
}

inline void keep_shares(const Atomic &d, const Result &r) {
  memcpy(r.occupancy, d.m, sizeof(float) * d.T);
  in_spans(d.n, d.lanes, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) memcpy(r.spread + v * d.T, d.S + v * d.lanes, sizeof(float) * d.T);
  });
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
    if (!(change(d) >= tolerance(d) * d.T)) break;
  }
  if (r.occupancy) keep_shares(d, r);
  if (r.stats) report_atoms(d, *r.stats);
  if (r.fit) *r.fit = whole_fit(d);
  mix(d, r.gamma, r.usage);
  if (!b.exact) return;
  if (r.stats) round_exact(r.stats->values, d.n, d.K);
  round_exact(r.usage, 1, d.K);
}

}  // namespace BITERMS_NS
}  // namespace biterms
