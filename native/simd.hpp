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
typedef double vd __attribute__((vector_size(LANES * 4)));
typedef int64_t vl __attribute__((vector_size(LANES * 4)));
constexpr int LANES_D = LANES / 2;

template <class V, class T> inline V load(const T *p) {
  V v;
  memcpy(&v, p, sizeof v);
  return v;
}
template <class V, class T> inline void store(T *p, V v) { memcpy(p, &v, sizeof v); }
template <class V, class T> inline V splat(T x) { return V{} + x; }

inline float sum(vf v) {
  float parts[LANES];
  store(parts, v);
  for (int width = LANES / 2; width > 0; width /= 2)
    for (int i = 0; i < width; ++i) parts[i] += parts[i + width];
  return parts[0];
}
inline float largest(const float *p, int64_t n) {
  float m = p[0];
  for (int64_t i = 1; i < n; ++i) m = p[i] > m ? p[i] : m;
  return m;
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

// log(x) for normal x > 0, absolute error 1e-15.
inline vd log_positive(vd x) {
  vl bits = (vl)x;
  vl exponent = (bits >> 52) & 0x7ff;
  vd m = (vd)((bits & 0x000fffffffffffffLL) | 0x3ff0000000000000LL);
  const vl high = m > 1.4142135623730951;
  m = high ? m * 0.5 : m;
  exponent = exponent - high;  // a true lane is -1
  const vd e = (vd)(exponent | 0x4330000000000000LL) - (4503599627370496.0 + 1023.0);
  const vd s = (m - 1.0) / (m + 1.0), s2 = s * s;
  vd p = splat<vd>(1.0 / 21);
  for (int odd = 19; odd > 0; odd -= 2) p = p * s2 + 1.0 / odd;
  return e * 0.6931471805599453 + 2.0 * s * p;
}

}  // namespace BITERMS_NS
}  // namespace biterms
