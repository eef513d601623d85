// Words by their bytes in tables with open addressing.
#pragma once
#include <cstdint>
#include <cstring>

namespace biterms {

inline uint64_t mix(uint64_t a, uint64_t b) {
  __extension__ typedef unsigned __int128 Wide;
  const Wide product = (Wide)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// Bytes of a word; eight may be read from its last one on if `roomy`. The lowest byte comes first.
inline uint64_t hash(const char *s, int64_t n, uint64_t seed, bool roomy = true) {
  uint64_t h = seed ^ (uint64_t)n;
  for (; n > 0; s += 8, n -= 8) {
    uint64_t part = 0;
    std::memcpy(&part, s, roomy || n >= 8 ? 8 : (std::size_t)n);
    if (n < 8) part &= (uint64_t{1} << (8 * n)) - 1;
    h = mix(h ^ part, 0x9E3779B97F4A7C15ull ^ seed);
  }
  return mix(h, 0xD6E8FEB86659FD93ull);
}

}  // namespace biterms
