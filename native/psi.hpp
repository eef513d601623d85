// The digamma function in double precision.
#pragma once
#include <cstdint>

namespace biterms {

// psi(x) for x > 0; the relative error is below 1e-14 away from its root at 1.4616.
double psi(double x);

}  // namespace biterms
