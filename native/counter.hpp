// What counting of all pairs, of words side by side and of words near each other share.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "team.hpp"

namespace biterms {

// work(begin, end, state) for pieces of 0..n, with a state for each thread.
template <class State, class F> void in_pieces(int64_t n, int64_t piece, int n_threads, State fresh, F work) {
  std::atomic<int64_t> next{0};
  const int64_t pieces = (n + piece - 1) / piece;
  in_parallel((int)std::max<int64_t>(1, std::min<int64_t>(n_threads, pieces)), [&](int, int) {
    auto state = fresh();
    for (int64_t i; (i = next.fetch_add(1)) < pieces;) work(i * piece, std::min(n, (i + 1) * piece), state);
  });
}

// How often each word is seen with the one at hand.
template <class Count> class CounterOf {
 public:
  explicit CounterOf(int64_t n_words) : counts_(n_words), marks_((n_words + 63) / 64) {}
  void see(int32_t v) {
    if (counts_[v]++ == 0) found_.push_back(v);
  }
  // emit(v, count) in order of v; all is as at the start then.
  template <class F> void empty(F emit) {
    in_order();
    for (const int32_t v : found_) emit(v, counts_[v]), counts_[v] = 0;
    found_.clear();
  }

 private:
  // Few are sorted; many are marked, and the marks read.
  void in_order() {
    if (found_.size() < marks_.size() / 4 + 32) return std::sort(found_.begin(), found_.end());
    for (const int32_t v : found_) marks_[v / 64] |= uint64_t{1} << (v % 64);
    found_.clear();
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      for (uint64_t left = marks_[i]; left; left &= left - 1) found_.push_back((int32_t)(64 * i) + __builtin_ctzll(left));
      marks_[i] = 0;
    }
  }
  std::vector<Count> counts_;
  std::vector<int32_t> found_;
  std::vector<uint64_t> marks_;
};

using Counter = CounterOf<int32_t>;

}  // namespace biterms
