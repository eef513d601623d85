#include "checks.hpp"

#include <stdexcept>

namespace biterms {

void refuse(const std::string &message) { throw std::invalid_argument(message); }

namespace {

// The least and the largest without a branch, so that the compiler makes vectors of it.
template <class T> void check_range(const T *ids, int64_t n, int64_t end, const char *what, int64_t least) {
  T low = n ? ids[0] : 0, high = low;
  for (int64_t i = 0; i < n; ++i) {
    low = ids[i] < low ? ids[i] : low;
    high = ids[i] > high ? ids[i] : high;
  }
  if (n == 0 || (low >= least && high < end)) return;
  const int64_t wrong = low < least ? low : high;
  std::string possible = "none";
  if (least == INT32_MIN)
    possible = "numbers below " + std::to_string(end);
  else if (end > least)
    possible = std::to_string(least) + " to " + std::to_string(end - 1);
  refuse(std::string(what) + ": found " + std::to_string(wrong) + ", expected " + possible);
}

}  // namespace

void require_ids(const int32_t *ids, int64_t n, int64_t end, const char *what, int64_t least) {
  check_range(ids, n, end, what, least);
}

void require_ids(const int64_t *ids, int64_t n, int64_t end, const char *what, int64_t least) {
  check_range(ids, n, end, what, least);
}

void require_n_words(int64_t n) {
  if (n < 0 || n > INT32_MAX) refuse("n_words: found " + std::to_string(n) + ", expected 0 to 2147483647");
}

void require_spans(const int64_t *ptr, int64_t n, int64_t size, const char *what) {
  const std::string name = what;
  if (n < 1) refuse(name + ": found no pointers, expected one more than rows");
  if (ptr[0] != 0) refuse(name + ": found a first pointer of " + std::to_string(ptr[0]) + ", expected 0");
  if (ptr[n - 1] != size)
    refuse(name + ": found a last pointer of " + std::to_string(ptr[n - 1]) + ", expected the number of entries, " +
           std::to_string(size));
  bool falls = false;
  for (int64_t i = 1; i < n; ++i) falls |= ptr[i] < ptr[i - 1];
  if (falls) refuse(name + ": found a pointer below the one before it, expected pointers that never fall");
}

}  // namespace biterms
