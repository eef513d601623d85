// The biterms of a document and how much they weigh: all pairs of its words by the min rule, a sample of them where
// there are too many words, or the given ones.
#pragma once
#include "interrupt.hpp"
#include "kernels.hpp"

namespace biterms {
namespace BITERMS_NS {

// Of n > LONGEST_PAIRED words each is paired with those w strides behind it, in a circle: s_j = 1 + j h / w for
// j = 0..w - 1 with h = (n - 1) / 2 and w = max(4, 523776 / n), all rounded down. No pair comes twice, and n w of them
// are hardly more than LONGEST_PAIRED words have. Each stands for (n - 1) / (2 w) pairs.
class Strides {
 public:
  explicit Strides(int64_t n) : n_(n), w_(523776 / n > 4 ? 523776 / n : 4) {
    for (int64_t j = 0; j < w_; ++j) strides_[j] = (int32_t)(1 + j * ((n - 1) / 2) / w_);
  }
  int64_t size() const { return w_; }
  double factor() const { return (double)(n_ - 1) / (double)(2 * w_); }
  int32_t partner(int64_t u, int64_t j) const {
    const int64_t v = u + strides_[j];
    return (int32_t)(v < n_ ? v : v - n_);
  }

 private:
  int64_t n_, w_;
  int32_t strides_[512];
};

template <class D> inline bool sampled(const D &d) { return !d.batch.pair_ptr && d.n > LONGEST_PAIRED; }

// Sum of min(f_u, f_v) over the sample.
template <class D> inline double sample_sum(const D &d, const Strides &strides) {
  double total = 0;
  for (int64_t u = 0; u < d.n; ++u) {
    float part = 0;
    for (int64_t j = 0; j < strides.size(); ++j) {
      const float f = d.f[strides.partner(u, j)];
      part += d.f[u] < f ? d.f[u] : f;
    }
    total += part;
    spend(strides.size());
  }
  return total;
}

template <class D> inline double pair_sum(const D &d) {  // sum over u < v of C_uv
  double total = 0;
  for (int64_t p = d.pair_begin; p < d.pair_end; ++p) total += d.batch.pair_weight[p];
  for (int64_t u = 0; !d.batch.pair_ptr && u < d.n; ++u) {
    float part = 0;
    for (int64_t v = u + 1; v < d.n; ++v) part += d.f[u] < d.f[v] ? d.f[u] : d.f[v];
    total += part;
  }
  return total;
}

// The mean change of gamma or of m at which a document is done. Above LONGEST_PAIRED words it grows with them: gamma
// does, too, and floats of its size could not come nearer than that.
template <class D> inline float tolerance(const D &d) {
  return d.n > LONGEST_PAIRED ? d.batch.tol * ((float)d.n / LONGEST_PAIRED) : d.batch.tol;
}

// Weight of the pair in both orders, by the min rule.
template <class D> inline float both(const D &d, int64_t u, int64_t v) {
  return 2 * d.w * (d.f[u] < d.f[v] ? d.f[u] : d.f[v]);
}

// C <- w C with w = weight * min(1, cap * N / sum_{u<v} C), and N + M. Without words there is nothing.
template <class D> inline void weigh_pairs(D &d) {
  double N = 0;
  for (int64_t v = 0; v < d.n; ++v) N += d.f[v];
  d.w = 0;
  d.mass = (float)(d.batch.word_weight * N);
  if (d.batch.weight <= 0 || N <= 0) return;
  double half = 0, factor = 1;
  if (sampled(d)) {
    const Strides strides(d.n);
    factor = strides.factor();
    half = factor * sample_sum(d, strides);
  } else {
    half = pair_sum(d);
  }
  if (half <= 0) return;
  const double limit = d.batch.cap * N / half;
  d.w = d.batch.weight * (float)(limit < 1 ? limit : 1);
  d.mass = (float)(d.batch.word_weight * N + 2 * d.w * half);
  if (factor != 1) d.w *= (float)factor;
}

}  // namespace BITERMS_NS
}  // namespace biterms
