#include "bigrams.hpp"

#include <algorithm>
#include <vector>

#include "counter.hpp"
#include "interrupt.hpp"

namespace biterms {
namespace {

// Work is taken in pieces of so many words or documents.
constexpr int64_t SOME_WORDS = 256, SOME_DOCUMENTS = 64;

// The word after the i-th; -1 where there is none.
int32_t after(const Sequences &x, int64_t doc, int64_t i) { return i + 1 < x.ptr[doc + 1] ? x.words[i + 1] : -1; }

// What follows each word, document by document.
struct Followers {
  struct Entry {
    int32_t word, doc;
  };
  std::vector<int64_t> ptr;
  std::vector<Entry> entries;
  explicit Followers(const Sequences &x) : ptr(x.n_words + 1) {
    each(x, [&](int32_t u, int32_t, int64_t) { ++ptr[u + 1]; });
    for (int64_t u = 0; u < x.n_words; ++u) ptr[u + 1] += ptr[u];
    std::vector<int64_t> next(ptr.begin(), ptr.end() - 1);
    entries.resize(ptr[x.n_words]);
    each(x, [&](int32_t u, int32_t v, int64_t doc) { entries[next[u]++] = {v, (int32_t)doc}; });
  }

 private:
  template <class F> static void each(const Sequences &x, F take) {
    for (int64_t doc = 0; doc < x.n_docs; ++doc)
      for (int64_t i = x.ptr[doc]; i < x.ptr[doc + 1]; ++i)
        if (const int32_t u = x.words[i], v = after(x, doc, i); u >= 0 && v >= 0) take(u, v, doc);
  }
};

// A counter that takes a word once per document.
struct Once {
  explicit Once(int64_t n_words) : counter(n_words), last(n_words, -1) {}
  Counter counter;
  std::vector<int32_t> last;
  void see(Followers::Entry entry) {
    if (last[entry.word] == entry.doc) return;
    last[entry.word] = entry.doc;
    counter.see(entry.word);
  }
};

// Row i has been written from begin(i) on, its size to ptr[i + 1]: the rows move together.
template <class T, class F> void close_up(int64_t n, const Sparse<T> &out, F begin) {
  out.ptr[0] = 0;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t from = begin(i), size = out.ptr[i + 1], to = out.ptr[i];
    std::copy(out.indices + from, out.indices + from + size, out.indices + to);
    std::copy(out.data + from, out.data + from + size, out.data + to);
    out.ptr[i + 1] = to + size;
  }
}

// A place of a document is a key: its word, then what follows it plus 1. In order they give the terms in order, and the
// bigrams, too.
using Keys = std::vector<uint64_t>;

void read(const Sequences &x, int64_t doc, Keys &keys) {
  keys.clear();
  for (int64_t i = x.ptr[doc]; i < x.ptr[doc + 1]; ++i)
    if (const int32_t u = x.words[i]; u >= 0) keys.push_back((uint64_t)u << 32 | (uint32_t)(after(x, doc, i) + 1));
  std::sort(keys.begin(), keys.end());
}

// take(key, how often) for keys that are equal above the lowest bits.
template <class F> void each_run(const Keys &keys, int bits, F take) {
  for (std::size_t begin = 0, end; begin < keys.size(); begin = end) {
    for (end = begin + 1; end < keys.size() && keys[end] >> bits == keys[begin] >> bits;) ++end;
    take(keys[begin] >> bits, (int64_t)(end - begin));
  }
}

// emit(feature, count) in order.
template <class F> void features(const Sequences &x, const Keys &keys, const PairRows &bigrams, bool terms, F emit) {
  if (terms) each_run(keys, 32, [&](uint64_t u, int64_t count) { emit((int64_t)u, count); });
  each_run(keys, 0, [&](uint64_t key, int64_t count) {
    const int64_t u = key >> 32, v = (int64_t)(uint32_t)key - 1;
    const int32_t *end = bigrams.second + bigrams.ptr[u + 1];
    const int32_t *at = v < 0 ? end : std::lower_bound(bigrams.second + bigrams.ptr[u], end, (int32_t)v);
    if (at < end && *at == v) emit((terms ? x.n_words : 0) + (at - bigrams.second), count);
  });
}

}  // namespace

void bigram_counts(const Sequences &x, int64_t least, const Sparse<int32_t> &out, int n_threads) {
  const Followers followers(x);
  auto fresh = [&] { return Once(x.n_words); };
  in_pieces(x.n_words, SOME_WORDS, n_threads, fresh, [&](int64_t u, int64_t end, Once &seen) {
    for (; u < end; ++u) {
      int64_t at = followers.ptr[u];
      spend(followers.ptr[u + 1] - at);
      for (int64_t i = at; i < followers.ptr[u + 1]; ++i) seen.see(followers.entries[i]);
      seen.counter.empty([&](int32_t v, int32_t count) {
        seen.last[v] = -1;
        if (count >= least) out.indices[at] = v, out.data[at++] = count;
      });
      out.ptr[u + 1] = at - followers.ptr[u];
    }
  });
  close_up(x.n_words, out, [&](int64_t u) { return followers.ptr[u]; });
}

void bigram_bags(const Sequences &x, const PairRows &bigrams, bool terms, const Sparse<double> &out, int n_threads) {
  auto begin = [&](int64_t doc) { return 2 * x.ptr[doc]; };
  auto fresh = [] { return Keys(); };
  in_pieces(x.n_docs, SOME_DOCUMENTS, n_threads, fresh, [&](int64_t doc, int64_t end, Keys &keys) {
    for (; doc < end; ++doc) {
      int64_t at = begin(doc);
      spend(16 * (x.ptr[doc + 1] - x.ptr[doc]));
      read(x, doc, keys);
      features(x, keys, bigrams, terms, [&](int64_t feature, int64_t count) {
        out.indices[at] = (int32_t)feature, out.data[at++] = (double)count;
      });
      out.ptr[doc + 1] = at - begin(doc);
    }
  });
  close_up(x.n_docs, out, begin);
}

}  // namespace biterms
