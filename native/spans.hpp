// Long loops in spans of a millisecond or less, so that an interrupt is answered inside of one long document too.
#pragma once
#include <cstring>

#include "interrupt.hpp"

namespace biterms {
namespace BITERMS_NS {

// piece(begin, end) for all of 0..n, each of which takes about `each` multiplications. A span is a multiple of 64: short
// documents are one span, and blocks of rows never end inside of one.
template <class Piece> inline void in_spans(int64_t n, int64_t each, const Piece &piece) {
  const int64_t size = (PORTION / (each > 0 ? each : 1) / 64 + 1) * 64;
  for (int64_t begin = 0; begin < n; begin += size) {
    const int64_t end = n - begin < size ? n : begin + size;
    spend((end - begin) * each);
    piece(begin, end);
  }
}

// Zeros in n rows of `width`.
inline void clear(float *rows, int64_t n, int64_t width) {
  in_spans(n, width, [=](int64_t begin, int64_t end) {
    memset(rows + begin * width, 0, sizeof(float) * (end - begin) * width);
  });
}

}  // namespace BITERMS_NS
}  // namespace biterms
