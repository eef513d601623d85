#include "members.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "checks.hpp"
#include "hash.hpp"
#include "interrupt.hpp"
#include "word_set.hpp"

namespace biterms {
namespace {

constexpr int64_t SOME = 1 << 12, BLOCK = 1 << 8;
constexpr const char *TOO_LARGE = "words of the documents: expected smaller numbers";

// document(place, begin, end) for each of the documents, which has the words from begin to end - 1.
template <class F> void each_document(const Selected &x, F document) {
  int64_t met = 0;  // since the last look at the clock, which is dearer than a word
  for (int64_t i = 0, last = 0; i < x.n_rows; ++i) {
    const int64_t doc = x.rows ? x.rows[i] : i, begin = x.ptr[doc], end = x.ptr[doc + 1];
    require(begin >= last && end >= begin && end <= x.n_words,
            "documents: expected ascending rows, each once, whose pointers rise within the words");
    document(i, begin, end);
    last = end, met += end - begin;
    if (met >= SOME) spend(met), met = 0;
  }
}

// take(word) for all words of the documents.
template <class F> void each_word(const Selected &x, F take) {
  each_document(x, [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; ++at) {
      if ((uint64_t)(uint32_t)x.words[at] < (uint64_t)x.end)
        take(x.words[at]);
      else
        require(x.words[at] < 0, TOO_LARGE);
    }
  });
}

// The same for documents with the same words, in any order.
uint64_t mark_of(const int32_t *words, int64_t n) {
  uint64_t mark = 0;
  for (int64_t i = 0; i < n; ++i) mark += mix((uint32_t)words[i] + 0x9E3779B97F4A7C15ull, 0xD6E8FEB86659FD93ull);
  return mark;
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

int64_t tally(const Selected &x, int32_t *words, int64_t *counts) {
  WordSet met;
  met.reserve(x.end);
  each_word(x, [&](int32_t word) { met.add(word); });
  const int64_t n = met.list(words);
  std::fill(counts, counts + n, 0);
  each_word(x, [&](int32_t word) { ++counts[met.rank(word)]; });
  return n;
}

// A byte for each word says which one it is, so that the loop has no branch; there are few.
void word_counts(const Selected &x, const int32_t *words, int64_t n, int64_t *counts) {
  std::vector<uint8_t> number(x.end);
  for (int64_t begin = 0; begin < n; begin += 255) {
    const int64_t some = std::min<int64_t>(255, n - begin);
    int64_t found[2][256] = {};
    for (int64_t i = 0; i < some; ++i) number[words[begin + i]] = (uint8_t)(i + 1);
    each_document(x, [&](int64_t, int64_t from, int64_t to) {
      for (int64_t at = from; at < to; ++at) {
        const int32_t word = x.words[at];
        require(word < x.end, TOO_LARGE);
        ++found[at & 1][word < 0 ? 0 : number[word]];
      }
    });
    for (int64_t i = 0; i < some; ++i) {
      const int64_t as = number[words[begin + i]];  // of the last one, if a word is there twice
      counts[begin + i] = found[0][as] + found[1][as];
    }
    for (int64_t i = 0; i < some; ++i) number[words[begin + i]] = 0;
  }
}

int64_t different(const Selected &x, int64_t *rows) {
  std::unordered_set<uint64_t> met;
  int64_t n = 0;
  each_document(x, [&](int64_t i, int64_t begin, int64_t end) {
    if (met.insert(mark_of(x.words + begin, end - begin)).second) rows[n++] = x.rows ? x.rows[i] : i;
  });
  return n;
}

int64_t holding(const Selected &x, const double *times, int32_t word, double since, int64_t *rows) {
  int64_t n = 0, doc = 0;
  for (int64_t begin = 0; begin < x.n_words; begin += BLOCK) {
    const int64_t end = std::min(x.n_words, begin + BLOCK);
    int32_t there = 0;  // a loop without a branch, of which the compiler makes vectors
    for (int64_t at = begin; at < end; ++at) there |= x.words[at] == word;
    if (begin % SOME == 0) spend(SOME);
    for (int64_t at = begin; there && at < end; ++at) {
      if (x.words[at] != word) continue;
      doc = std::upper_bound(x.ptr + doc, x.ptr + x.n_rows + 1, at) - x.ptr;  // the end of its document
      if (times[doc - 1] >= since) rows[n++] = doc - 1;
    }
  }
  return n;
}

void sums_of(const Selected &x, const int32_t *words, const double *values, int64_t n, double *sums) {
  WordSet wanted;
  wanted.reserve(x.end);
  for (int64_t i = 0; i < n; ++i) wanted.add(words[i]);
  std::vector<int32_t> sorted(n);
  std::vector<double> value(wanted.list(sorted.data()));
  for (int64_t i = 0; i < n; ++i) value[wanted.rank(words[i])] = values[i];
  each_document(x, [&](int64_t i, int64_t begin, int64_t end) {
    sums[i] = 0;
    for (int64_t at = begin; at < end; ++at) {
      require(x.words[at] < x.end, TOO_LARGE);
      if (x.words[at] >= 0 && wanted.has(x.words[at])) sums[i] += value[wanted.rank(x.words[at])];
    }
  });
}

int64_t members(const Selected &x, const Owned &by, double least, int64_t *rows, int32_t *groups) {
  Said said;
  int64_t n = 0;
  each_document(x, [&](int64_t i, int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; ++at) {
      const int32_t word = x.words[at];
      if (word >= 0 && word < by.n_owners && by.owners[word]) said.add(by.owners[word], by.values[word]);
    }
    said.empty(least, [&](int32_t group) { rows[n] = x.rows ? x.rows[i] : i, groups[n++] = group; });
  });
  return n;
}

}  // namespace biterms
