// A document from start to answer: iterate to convergence, drop topics that have died, report.
#pragma once
#include "document.hpp"

namespace biterms {
namespace BITERMS_NS {

inline int64_t workspace(int64_t n, int64_t K) {
  const int64_t width = padded(K);
  return 2 * n * width + 9 * width + n + 4 * LANES;
}

inline float pair_sum(const Document &d) {  // sum over u < v of C_uv
  double total = 0;
  if (d.batch.pair_ptr) {
    for (int64_t p = d.pair_begin; p < d.pair_end; ++p) total += d.batch.pair_weight[p];
    return (float)total;
  }
  for (int64_t u = 0; u < d.n; ++u) {
    float part = 0;
    for (int64_t v = u + 1; v < d.n; ++v) part += d.f[u] < d.f[v] ? d.f[u] : d.f[v];
    total += part;
  }
  return (float)total;
}

inline void weigh_pairs(Document &d) {
  double N = 0;
  for (int64_t v = 0; v < d.n; ++v) N += d.f[v];
  d.w = 0;
  d.mass = (float)N;
  if (d.batch.weight <= 0) return;
  const double half = pair_sum(d);
  if (half <= 0) return;
  const double limit = d.batch.cap * N / half;
  d.w = d.batch.weight * (float)(limit < 1 ? limit : 1);
  d.mass = (float)(N + 2 * d.w * half);
}

inline Document open(const Batch &b, int64_t doc, const Result &r, float *work) {
  Document d{b};
  const int64_t begin = b.ptr[doc], width = padded(b.K);
  d.n = b.ptr[doc + 1] - begin;
  d.K = b.K;
  d.labels = b.labels + begin;
  d.f = b.counts + begin;
  if (b.pair_ptr) d.pair_begin = b.pair_ptr[doc], d.pair_end = b.pair_ptr[doc + 1];
  d.floor = b.vb ? FLOOR_VB : FLOOR_MEAN;
  float **arrays[] = {&d.t, &d.gamma, &d.alpha, &d.acc, &d.carrier, &d.log_t, &d.extra, &d.e};
  for (float **array : arrays) *array = work, work += width;
  d.topic = (int32_t *)work;
  d.B = work + width;
  d.S = d.B + d.n * width;
  d.ones = (int32_t *)(d.S + d.n * width);
  for (int64_t v = 0; v < d.n; ++v) d.ones[v] = (int32_t)v;
  d.out = r.stats;
  d.want_fit = r.fit != nullptr;
  weigh_pairs(d);
  return d;
}

// All topics in play. Padding has rows of 0 and stands at some alpha, so that it never moves.
inline void start(Document &d, const float *gamma) {
  d.active = d.K;
  d.stride = padded(d.K);
  for (int64_t k = 0; k < d.stride; ++k) {
    const int64_t topic = k < d.K ? k : 0;
    d.topic[k] = (int32_t)topic;
    d.alpha[k] = d.batch.alpha[topic];
    d.gamma[k] = k < d.K ? gamma[k] : d.alpha[k];
  }
  for (int64_t v = 0; v < d.n; ++v) {
    float *row = d.B + v * d.stride;
    memcpy(row, d.batch.rows + d.labels[v] * d.K, sizeof(float) * d.K);
    memset(row + d.K, 0, sizeof(float) * (d.stride - d.K));
  }
  memset(d.extra, 0, sizeof(float) * d.K);
  d.extra_used = d.log_t_ready = false;
}

// gamma = alpha + acc; returns the summed change.
inline float renew(Document &d) {
  if (d.extra_used)
    for (int64_t a = 0; a < d.active; ++a) d.acc[a] += d.extra[d.topic[a]];
  vf change = {};
  for (int64_t k = 0; k < d.stride; k += LANES) {
    const vf next = load<vf>(d.alpha + k) + load<vf>(d.acc + k);
    const vf diff = next - load<vf>(d.gamma + k);
    change += diff < 0.0f ? -diff : diff;
    store(d.gamma + k, next);
  }
  return sum(change);
}

// A topic may be dropped when even t at alpha times the largest possible weight of an entry that is
// not done in the log domain cannot lift it by `least`: then leaving it out cannot be noticed.
inline float droppable(const Document &d) {
  const Batch &b = d.batch;
  const float least = 0.01f * b.tol;
  if (!b.drop || !b.vb || least <= 0 || d.mass < 10 * least * d.K) return 0;
  float largest_alpha = largest(b.alpha, d.K);
  const float share = d.mass / d.K;  // gamma's maximum is never below this
  const Parts low = exp_digamma_parts(splat<vf>(largest_alpha + least));
  const Parts high = exp_digamma_parts(splat<vf>(share));
  const float log_t = low.r[0] - high.r[0] + logf(low.y[0] / high.y[0]);
  return log_t + logf(d.mass / FLOOR_VB) < logf(least) ? least : 0;
}

// Keep the columns of topics with gamma - alpha >= least, if that makes the rows clearly narrower.
inline void compact(Document &d, float least) {
  int64_t kept = 0;
  for (int64_t a = 0; a < d.active; ++a) kept += d.acc[a] >= least;
  const int64_t width = padded(kept);
  if (kept == 0 || 4 * width > 3 * d.stride) return;
  int32_t *column = (int32_t *)d.e;
  for (int64_t a = 0, i = 0; a < d.active; ++a)
    if (d.acc[a] >= least) column[i++] = (int32_t)a;
  for (int64_t i = kept; i < width; ++i) column[i] = column[0];
  for (int64_t i = 0; i < width; ++i) {
    d.topic[i] = d.topic[column[i]];
    d.alpha[i] = d.alpha[column[i]];
    d.gamma[i] = i < kept ? d.gamma[column[i]] : d.alpha[i];
  }
  for (int64_t v = 0; v < d.n; ++v) {
    const float *from = d.B + v * d.stride;
    float *to = d.B + v * width;
    for (int64_t i = 0; i < kept; ++i) to[i] = from[column[i]];
    for (int64_t i = kept; i < width; ++i) to[i] = 0;
  }
  d.active = kept;
  d.stride = width;
}

// True when the log domain gave a dropped topic something that would have kept it alive.
inline bool missed(const Document &d, float least) {
  if (!d.extra_used || d.active == d.K) return false;
  float in_play = 0, total = 0;
  for (int64_t a = 0; a < d.active; ++a) in_play += d.extra[d.topic[a]];
  for (int64_t k = 0; k < d.K; ++k) total += d.extra[k];
  return total - in_play > least;
}

// Iterate gamma; false when a topic was dropped too early.
inline bool converge(Document &d, float least, int32_t *iterations) {
  for (*iterations = 0; *iterations < d.batch.max_iter;) {
    weigh(d);
    sweep<false>(d);
    if (missed(d, least)) return false;
    const float change = renew(d);
    ++*iterations;
    if (change < d.batch.tol * d.K) break;
    if (least > 0) compact(d, least);
  }
  return true;
}

// One more z, Z from the last gamma, then s (DESIGN 2.3); false as above.
inline bool report(Document &d, float least) {
  if (!d.out) return true;
  weigh(d);
  memset(d.S, 0, sizeof(float) * d.n * d.stride);
  memset(d.out, 0, sizeof(float) * d.n * d.K);
  d.fit = 0;
  sweep<true>(d);
  if (missed(d, least)) return false;
  for (int64_t v = 0; v < d.n; ++v)
    for (int64_t a = 0; a < d.active; ++a) d.out[v * d.K + d.topic[a]] += d.S[v * d.stride + a];
  return true;
}

// Undo the scaling of rows and t in sum f log z + sum C log Z.
inline double unshifted(const Document &d, const float *gamma) {
  double total = 0, fit = d.fit;
  for (int64_t k = 0; k < d.K; ++k) total += gamma[k];
  double top;
  if (d.batch.vb) {
    const Parts m = exp_digamma_parts(splat<vf>(d.top));
    top = log((double)m.y[0]) + m.r[0];
  } else {
    top = log((double)d.top / total);
  }
  for (int64_t v = 0; v < d.n; ++v) {  // sum_k s_kv = f_v + 2 sum_u C_uv
    double mass = 0;
    for (int64_t k = 0; k < d.K; ++k) mass += d.out[v * d.K + k];
    fit += mass * d.batch.shifts[d.labels[v]];
  }
  return fit + top * d.mass;
}

inline void document(const Batch &b, int64_t doc, const Result &r, float *work) {
  Document d = open(b, doc, r, work);
  if (d.n == 0 || d.mass <= 0) {
    for (int64_t k = 0; k < d.K; ++k) r.gamma[k] = b.alpha[k];
    if (r.fit) *r.fit = 0;
    *r.iterations = 0;
    return;
  }
  float least = droppable(d);
  for (;; least = 0) {
    start(d, r.gamma);
    if (converge(d, least, r.iterations) && report(d, least)) break;
  }
  for (int64_t k = 0; k < d.K; ++k) r.gamma[k] = b.alpha[k];
  for (int64_t a = 0; a < d.active; ++a) r.gamma[d.topic[a]] = d.gamma[a];
  if (r.fit) *r.fit = unshifted(d, r.gamma);
}

}  // namespace BITERMS_NS
}  // namespace biterms
