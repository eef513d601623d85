// Arrays from outside are looked at once, in one pass over each, before any loop trusts them.
#pragma once
#include <cstdint>
#include <string>

namespace biterms {

// Throws std::invalid_argument, a ValueError in Python.
[[noreturn]] void refuse(const std::string &message);

inline void require(bool ok, const char *message) {
  if (!ok) refuse(message);
}

// Every id is at least `least` and below `end`.
void require_ids(const int32_t *ids, int64_t n, int64_t end, const char *what, int64_t least = 0);
void require_ids(const int64_t *ids, int64_t n, int64_t end, const char *what, int64_t least = 0);

// A number of words whose ids fit in 32 bits.
void require_n_words(int64_t n);

// The n pointers start at 0, end at `size` and never fall.
void require_spans(const int64_t *ptr, int64_t n, int64_t size, const char *what);

}  // namespace biterms
