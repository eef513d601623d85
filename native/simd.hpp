// Vectors of floats by the compiler's vector extensions, as wide as the instruction set allows.
//
// Everything here and in the headers that include it lives in a namespace named after the
// instruction set and uses nothing inline from the standard library: the same sources are compiled
// once per set, and a function shared between the objects could end up with the wrong instructions.
#pragma once
#include <cstdint>
#include <cstring>

namespace biterms {
namespace BITERMS_NS {

#if defined(__AVX512F__)
constexpr int LANES = 16;
#elif defined(__AVX2__)
constexpr int LANES = 8;
#else
constexpr int LANES = 4;
#endif

typedef float vf __attribute__((vector_size(LANES * 4)));
typedef int32_t vi __attribute__((vector_size(LANES * 4)));

inline int64_t padded(int64_t n) { return (n + LANES - 1) / LANES * LANES; }

template <class V, class T> inline V load(const T *p) {
  V v;
  memcpy(&v, p, sizeof v);
  return v;
}
template <class V, class T> inline void store(T *p, V v) { memcpy(p, &v, sizeof v); }
template <class V, class T> inline V splat(T x) { return V{} + x; }

typedef float v4 __attribute__((vector_size(16)));
typedef int32_t v4i __attribute__((vector_size(16)));

#if defined(__clang__) || __GNUC__ >= 12
#define BITERMS_PICK(p, q, ...) __builtin_shufflevector(p, q, __VA_ARGS__)
#else
#define BITERMS_PICK(p, q, ...) __builtin_shuffle(p, q, v4i{__VA_ARGS__})
#endif

inline v4 quarter(vf a) {  // fold to four lanes
  v4 part[LANES / 4];
  memcpy(part, &a, sizeof a);
  for (int half = LANES / 8; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) part[i] += part[i + half];
  return part[0];
}
inline v4 sums(const vf *a) {  // the four sums of four vectors
  const v4 p = quarter(a[0]), q = quarter(a[1]), r = quarter(a[2]), s = quarter(a[3]);
  const v4 pq = BITERMS_PICK(p, q, 0, 4, 1, 5) + BITERMS_PICK(p, q, 2, 6, 3, 7);
  const v4 rs = BITERMS_PICK(r, s, 0, 4, 1, 5) + BITERMS_PICK(r, s, 2, 6, 3, 7);
  return BITERMS_PICK(pq, rs, 0, 1, 4, 5) + BITERMS_PICK(pq, rs, 2, 3, 6, 7);
}
inline float sum(vf a) {
  const v4 q = quarter(a);
  return (q[0] + q[1]) + (q[2] + q[3]);
}
inline float largest(vf m) {
  float best = m[0];
  for (int i = 1; i < LANES; ++i) best = m[i] > best ? m[i] : best;
  return best;
}
inline float largest(const float *p, int64_t n) {  // n a multiple of LANES
  vf m = load<vf>(p);
  for (int64_t i = LANES; i < n; i += LANES) {
    const vf x = load<vf>(p + i);
    m = x > m ? x : m;
  }
  return largest(m);
}
inline vf at_least(vf a, float floor) { return a > floor ? a : splat<vf>(floor); }

// exp(x) for x <= 0, relative error 2e-7; 0 below -87.
inline vf exp_negative(vf x) {
  const vi alive = x > -87.0f;
  x = alive ? x : splat<vf>(-87.0f);
  const vi n = __builtin_convertvector(x * 1.44269504089f - 0.5f, vi);
  const vf k = __builtin_convertvector(n, vf);
  const vf r = (x - k * 0.693359375f) + k * 2.12194440e-4f;
  vf p = splat<vf>(1.9875691500e-4f);
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r + 1.0f;
  const vi bits = (n + 127) << 23;
  const vf scaled = p * (vf)bits;
  return alive ? scaled : splat<vf>(0.0f);
}

// log(x) for normal x > 0, absolute error 1e-7 relative to max(1, |log x|).
inline vf log_positive(vf x) {
  vi bits = (vi)x;
  vi exponent = (bits >> 23) - 127;
  vf m = (vf)((bits & 0x007fffff) | 0x3f800000);
  const vi high = m > 1.41421356f;
  m = high ? m * 0.5f : m;
  const vf e = __builtin_convertvector(exponent - high, vf);  // a true lane is -1
  const vf s = (m - 1.0f) / (m + 1.0f), s2 = s * s;
  vf p = splat<vf>(1.0f / 9);
  p = p * s2 + 1.0f / 7;
  p = p * s2 + 1.0f / 5;
  p = p * s2 + 1.0f / 3;
  return e * 0.69314718f + (2.0f * s + 2.0f * s * s2 * p);
}

}  // namespace BITERMS_NS
}  // namespace biterms
