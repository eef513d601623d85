// A document from start to answer: iterate to convergence, drop topics that have died, report.
#pragma once
#include "document.hpp"
#include "sums.hpp"

namespace biterms {
namespace BITERMS_NS {

// Rows of a document of n words: all pairs, if that is little, else the words.
inline int64_t most_rows(int64_t n, int64_t width) {
  const int64_t limit = EXPAND / width;
  return n > limit ? n : limit;
}

inline int64_t workspace(int64_t n, int64_t K) {
  const int64_t width = padded(K), rows = most_rows(n, width);
  return 2 * rows * width + 10 * width + 5 * rows + 6 * LANES;
}

// Whether the pairs become rows; sets their words and weights.
inline void list_rows(Document &d, int64_t limit) {
  d.rows = d.n;
  for (int64_t v = 0; v < d.n; ++v) d.c[v] = d.batch.word_weight * d.f[v];
  const Batch &b = d.batch;
  const int64_t pairs = b.pair_ptr ? d.pair_end - d.pair_begin : d.n * (d.n - 1) / 2;
  if (d.w > 0 && pairs <= limit - d.n) {
    for (int64_t p = d.pair_begin; p < d.pair_end; ++p) {
      d.left[d.rows - d.n] = b.pair_left[p];
      d.right[d.rows - d.n] = b.pair_right[p];
      d.c[d.rows++] = 2 * d.w * b.pair_weight[p];
    }
    for (int64_t u = 0; !b.pair_ptr && u < d.n; ++u)
      for (int64_t v = u + 1; v < d.n; ++v) {
        d.left[d.rows - d.n] = (int32_t)u;
        d.right[d.rows - d.n] = (int32_t)v;
        d.c[d.rows++] = both(d, u, v);
      }
  }
  for (int64_t v = 0; v < d.rows; ++v) d.order[v] = (int32_t)v;
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
  const int64_t rows = most_rows(d.n, width);
  work += (64 - (uintptr_t)work % 64) % 64 / sizeof(float);  // vectors then never straddle a line
  float **arrays[] = {&d.t, &d.gamma, &d.alpha, &d.acc, &d.total, &d.carrier, &d.log_t, &d.extra, &d.e};
  for (float **array : arrays) *array = work, work += width;
  d.topic = (int32_t *)work;
  d.B = work + width;
  d.S = d.B + rows * width;
  d.c = d.S + rows * width;
  d.g = d.c + rows + LANES;
  d.order = (int32_t *)(d.g + rows);
  d.left = d.order + rows;
  d.right = d.left + rows;
  d.out = r.stats ? r.stats->values : nullptr;
  d.want_fit = r.fit != nullptr;
  weigh_pairs(d);
  list_rows(d, rows);
  return d;
}

// Rows b_u * b_v of the pairs beside those of the words.
inline void expand(Document &d) {
  for (int64_t p = d.n; p < d.rows; ++p) {
    const float *u = d.B + d.left[p - d.n] * d.stride, *v = d.B + d.right[p - d.n] * d.stride;
    float *to = d.B + p * d.stride;
    for (int64_t k = 0; k < d.stride; k += LANES) store(to + k, load<vf>(u + k) * load<vf>(v + k));
  }
}

// S of an expanded document: what a pair has counts for both its words.
inline void collect(Document &d) {
  in_spans(d.n, d.stride, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v)
      for (int64_t k = 0; k < d.stride; k += LANES)
        store(d.S + v * d.stride + k, d.g[v] * load<vf>(d.B + v * d.stride + k));
  });
  for (int64_t p = d.n; p < d.rows; ++p) {
    float *u = d.S + d.left[p - d.n] * d.stride, *v = d.S + d.right[p - d.n] * d.stride;
    const float *row = d.B + p * d.stride, g = d.g[p];
    for (int64_t k = 0; k < d.stride; k += LANES) {
      const vf x = g * load<vf>(row + k);
      store(u + k, load<vf>(u + k) + x);
      store(v + k, load<vf>(v + k) + x);
    }
  }
  in_spans(d.n, d.stride, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v)
      for (int64_t k = 0; k < d.stride; k += LANES) {
        float *s = d.S + v * d.stride + k;
        store(s, load<vf>(s) * load<vf>(d.t + k));
      }
  });
}

// All topics in play. Padding has rows of 0 and stands at some alpha, so that it never moves.
inline void start(Document &d, const float *gamma) {
  d.active = d.K;
  d.stride = padded(d.K);
  memcpy(d.alpha, d.batch.alpha, sizeof(float) * d.K);
  const bool at_prior = d.batch.fresh && d.batch.at_prior;
  for (int64_t k = 0; k < d.K; ++k) d.gamma[k] = at_prior ? d.alpha[k] : d.batch.fresh ? 1.0f : gamma[k];
  for (int64_t k = d.K; k < d.stride; ++k) d.gamma[k] = d.alpha[k] = d.alpha[0];
  for (int64_t k = 0; k < d.stride; ++k) d.topic[k] = (int32_t)k;
  in_spans(d.n, d.stride, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {
      float *row = d.B + v * d.stride;
      memcpy(row, d.batch.rows + d.labels[v] * d.K, sizeof(float) * d.K);
      memset(row + d.K, 0, sizeof(float) * (d.stride - d.K));
    }
  });
  expand(d);
  vf total = {};
  for (int64_t k = 0; k < d.stride; k += LANES) total += load<vf>(d.gamma + k);
  d.top = d.batch.vb ? largest(d.gamma, d.stride) : sum(total);
  memset(d.extra, 0, sizeof(float) * d.K);
  d.extra_used = d.log_t_ready = false;
}

// gamma = alpha + acc; returns the summed change.
inline float renew(Document &d) {
  if (d.extra_used)
    for (int64_t a = 0; a < d.active; ++a) d.acc[a] += d.extra[d.topic[a]];
  vf change = {}, top = {};
  for (int64_t k = 0; k < d.stride; k += LANES) {
    const vf next = load<vf>(d.alpha + k) + load<vf>(d.acc + k);
    const vf diff = next - load<vf>(d.gamma + k);
    change += diff < 0.0f ? -diff : diff;
    top = next > top ? next : top;
    store(d.gamma + k, next);
  }
  d.top = d.batch.vb ? largest(top) : d.mass + d.batch.alpha_sum;
  return sum(change);
}

// A topic may be dropped when even t at alpha times the largest possible weight of an entry that is
// not done in the log domain cannot lift it by `least`: then leaving it out cannot be noticed.
inline float droppable(const Document &d) {
  const Batch &b = d.batch;
  const float least = 0.25f * tolerance(d);
  if (!b.drop || !b.vb || least <= 0 || d.mass < 10 * least * d.K) return 0;
  float largest_alpha = b.alpha[0];
  for (int64_t k = 1; k < d.K; ++k) largest_alpha = b.alpha[k] > largest_alpha ? b.alpha[k] : largest_alpha;
  const float share = d.mass / d.K;  // gamma's maximum is never below this
  const float log_t = digamma(splat<vf>(largest_alpha + least))[0] - digamma(splat<vf>(share))[0];
  return log_t + logf(d.mass / FLOOR_VB) < logf(least) ? least : 0;
}

// Keep the columns of topics with gamma - alpha >= least, if that halves the rows.
inline void compact(Document &d, float least) {
  vi alive = {};  // a true lane is -1; padding has acc = 0 and is never alive
  for (int64_t a = 0; a < d.stride; a += LANES) alive += load<vf>(d.acc + a) >= least;
  int64_t kept = 0;
  for (int i = 0; i < LANES; ++i) kept -= alive[i];
  const int64_t width = padded(kept);
  if (kept == 0 || 2 * width > d.stride) return;
  int32_t *column = (int32_t *)d.e;
  for (int64_t a = 0, i = 0; a < d.active; ++a) {
    column[i] = (int32_t)a;
    i += d.acc[a] >= least;
  }
  for (int64_t i = kept; i < width; ++i) column[i] = column[0];
  for (int64_t i = 0; i < width; ++i) {
    d.topic[i] = d.topic[column[i]];
    d.alpha[i] = d.alpha[column[i]];
    d.gamma[i] = i < kept ? d.gamma[column[i]] : d.alpha[i];
  }
  in_spans(d.n, d.stride, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {
      const float *from = d.B + v * d.stride;
      float *to = d.B + v * width;
      for (int64_t i = 0; i < kept; ++i) to[i] = from[column[i]];
      for (int64_t i = kept; i < width; ++i) to[i] = 0;
    }
  });
  d.active = kept;
  d.stride = width;
  expand(d);
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
  const int64_t more = std::min<int64_t>(d.batch.more_rounds, d.n / WORDS_OF_ROUND);
  for (*iterations = 0; *iterations < d.batch.max_iter + more;) {
    weigh(d);
    sweep<LEARN>(d);
    if (missed(d, least)) return false;
    const float change = renew(d);
    ++*iterations;
    if (!(change >= tolerance(d) * d.K)) break;  // also where numbers are no longer numbers
    if (least > 0) compact(d, least);
  }
  return true;
}

// S without its padding; with what the log domain left in `out`, in the columns of all topics.
inline void write(const Document &d, Stats &stats) {
  const int64_t width = d.out_used ? d.K : d.active;
  stats.n_columns = width;
  if (width < d.K) memcpy(stats.columns, d.topic, sizeof(int32_t) * width);
  in_spans(d.n, width, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {
      float *to = stats.values + v * width;
      const float *from = d.S + v * d.stride;
      if (d.out_used)  // `values` is `out`
        for (int64_t a = 0; a < d.active; ++a) to[d.topic[a]] += from[a];
      else
        memcpy(to, from, sizeof(float) * width);
    }
  });
}

// One more z, Z from the last gamma, then s (docs/how_it_works.md); false as above.
inline bool report(Document &d, float least, Stats *stats) {
  if (!stats) return true;
  weigh(d);
  d.out_used = false;
  if (d.rows > d.n || d.w <= 0) {
    sweep<KEEP>(d);
    collect(d);
  } else {
    clear(d.S, d.n, d.stride);
    sweep<SCATTER>(d);
  }
  if (missed(d, least)) return false;
  write(d, *stats);
  return true;
}

// Undo the scaling of rows and t in sum f log z + sum C log Z.
inline double unshifted(const Document &d, const Stats &stats) {
  double fit = d.fit + (d.batch.vb ? digamma(splat<vf>(d.top))[0] * d.mass : 0.0);
  in_spans(d.n, stats.n_columns, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {  // sum_k s_kv = f_v + 2 sum_u C_uv
      double mass = 0;
      for (int64_t k = 0; k < stats.n_columns; ++k) mass += stats.values[v * stats.n_columns + k];
      fit += mass * d.batch.shifts[d.labels[v]];
    }
  });
  return fit;
}

inline void document(const Batch &b, int64_t doc, const Result &r, float *work) {
  Document d = open(b, doc, r, work);
  if (d.n == 0 || d.mass <= 0) {
    for (int64_t k = 0; k < d.K; ++k) r.gamma[k] = b.alpha[k];
    if (r.fit) *r.fit = 0;
    if (r.stats) r.stats->n_columns = 0;
    *r.iterations = 0;
    return;
  }
  float least = droppable(d);
  for (;; least = 0) {
    start(d, r.gamma);
    if (converge(d, least, r.iterations) && report(d, least, r.stats)) break;
  }
  memcpy(r.gamma, d.active == d.K ? d.gamma : b.alpha, sizeof(float) * d.K);
  for (int64_t a = 0; d.active < d.K && a < d.active; ++a) r.gamma[d.topic[a]] = d.gamma[a];
  if (r.fit) *r.fit = unshifted(d, *r.stats);
  if (b.exact && r.stats) round_exact(r.stats->values, d.n, r.stats->n_columns);
}

}  // namespace BITERMS_NS
}  // namespace biterms
