#include "members.hpp"

#include <algorithm>
#include <vector>

#include "interrupt.hpp"
#include "word_set.hpp"

namespace biterms {
namespace {

constexpr int64_t SOME = 1 << 12;

// take(word, place) for all words of the documents.
template <class F> void each_word(const Selected &x, F take) {
  int64_t met = 0;  // since the last look at the clock, which is dearer than a word
  for (int64_t i = 0; i < x.n_rows; ++i) {
    const int64_t doc = x.rows ? x.rows[i] : i;
    for (int64_t at = x.ptr[doc]; at < x.ptr[doc + 1]; ++at) {
      if (x.words[at] >= 0) take(x.words[at], i);
      if (++met == SOME) spend(met), met = 0;
    }
  }
}

// What the words of one document say for groups, of which it mentions few.
class Said {
 public:
  void add(int32_t group, double value) {
    for (One &one : found_)
      if (one.group == group) return void(one.sum += value);
    found_.push_back({group, value});
  }
  template <class F> void empty(double least, F emit) {
    for (const One &one : found_)
      if (one.sum >= least) emit(one.group);
    found_.clear();
  }

 private:
  struct One {
    int32_t group;
    double sum;
  };
  std::vector<One> found_;
};

}  // namespace

int64_t tally(const Selected &x, int64_t end, int32_t *words, int64_t *counts) {
  WordSet met;
  met.reserve(end);
  each_word(x, [&](int32_t word, int64_t) { met.add(word); });
  const int64_t n = met.list(words);
  std::fill(counts, counts + n, 0);
  each_word(x, [&](int32_t word, int64_t) { ++counts[met.rank(word)]; });
  return n;
}

void word_counts(const Selected &x, int64_t end, const int32_t *words, int64_t n, int64_t *counts) {
  WordSet wanted;
  wanted.reserve(end);
  for (int64_t i = 0; i < n; ++i) wanted.add(words[i]);
  std::vector<int32_t> sorted(n);
  std::vector<int64_t> found(wanted.list(sorted.data()));
  each_word(x, [&](int32_t word, int64_t) {
    if (wanted.has(word)) ++found[wanted.rank(word)];
  });
  for (int64_t i = 0; i < n; ++i) counts[i] = found[wanted.rank(words[i])];
}

int64_t members(const Selected &x, const Owned &by, double least, int64_t *places, int32_t *groups) {
  Said said;
  int64_t n = 0, row = 0;
  const auto finish = [&] {
    said.empty(least, [&](int32_t group) { places[n] = row, groups[n++] = group; });
  };
  each_word(x, [&](int32_t word, int64_t at) {
    if (word >= by.n_owners || by.owners[word] == 0) return;
    if (at != row) finish(), row = at;
    said.add(by.owners[word], by.values[word]);
  });
  finish();
  return n;
}

}  // namespace biterms
