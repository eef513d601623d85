// psi(x) and exp(psi(x)) by recurrence to y = x + 6 and the asymptotic series (DESIGN 2.5).
#pragma once
#include "simd.hpp"

namespace biterms {
namespace BITERMS_NS {

// Sum of 1/(x+i), i = 0..5, with one division: with q = x(x+5) the factors pair up to q, q+4, q+6.
template <class V> inline V harmonic(V x) {
  const V q = x * (x + 5);
  return (2 * x + 5) * ((3 * q + 20) * q + 24) / (q * (q + 4) * (q + 6));
}

// Above this the series needs no recurrence (and the products above would overflow a float).
constexpr int ASYMPTOTIC = 64;

// psi(x) in double, absolute error 2e-12 relative to its terms.
inline vd digamma(vd x) {
  const vl small = x < (double)ASYMPTOTIC;
  const vd near = small ? x : splat<vd>((double)ASYMPTOTIC);
  const vd y = small ? x + 6.0 : x;
  const vd shift = small ? harmonic(near) : splat<vd>(0.0);
  const vd w = 1.0 / y, w2 = w * w;
  vd p = splat<vd>(1.0 / 12);
  p = 691.0 / 32760 - p * w2;
  p = 1.0 / 132 - p * w2;
  p = 1.0 / 240 - p * w2;
  p = 1.0 / 252 - p * w2;
  p = 1.0 / 120 - p * w2;
  p = 1.0 / 12 - p * w2;
  return log_positive(y) - 0.5 * w - p * w2 - shift;
}

// exp(psi(x)) = y exp(r): the two parts in float.
struct Parts {
  vf y, r;
};
inline Parts exp_digamma_parts(vf x) {
  const vi small = x < (float)ASYMPTOTIC;
  const vf near = small ? x : splat<vf>((float)ASYMPTOTIC);
  const vf y = small ? x + 6.0f : x;
  const vf shift = small ? harmonic(near) : splat<vf>(0.0f);
  const vf w = 1.0f / y, w2 = w * w;
  return {y, ((w2 * (1.0f / 120) - 1.0f / 12) * w2 - 0.5f * w) - shift};
}

}  // namespace BITERMS_NS
}  // namespace biterms
