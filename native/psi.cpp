#include "psi.hpp"

#include <cmath>
#include <initializer_list>

namespace biterms {

// psi(x) = psi(x + 1) - 1/x up to x >= 10, then log x - 1/(2x) - sum_n B_2n / (2n x^2n).
double psi(double x) {
  double shift = 0;
  for (; x < 10; x += 1) shift += 1 / x;
  const double w = 1 / x, w2 = w * w;
  double series = 1.0 / 12;
  for (const double c : {-691.0 / 32760, 1.0 / 132, -1.0 / 240, 1.0 / 252, -1.0 / 120, 1.0 / 12})
    series = c + w2 * series;
  return std::log(x) - 0.5 * w - w2 * series - shift;
}

}  // namespace biterms
