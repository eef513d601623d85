#include "bags.hpp"

#include <algorithm>
#include <vector>

#include "checks.hpp"
#include "counter.hpp"
#include "interrupt.hpp"

namespace biterms {
namespace {

// Work is taken in pieces of so many words or documents.
constexpr int64_t SOME_WORDS = 32, SOME_DOCUMENTS = 1024;

constexpr const char *NO_ROOM = "room for pairs: expected the sizes that were counted before";

// Where each word stands in the documents.
struct Places {
  std::vector<int64_t> ptr, at, end;
  explicit Places(const Words &x) : ptr(x.n_words + 1), at(x.indptr[x.n_docs]), end(x.indptr[x.n_docs]) {
    for (int64_t d = 0; d < x.n_docs; ++d) {
      spend(4 * (x.indptr[d + 1] - x.indptr[d]));
      for (int64_t i = x.indptr[d]; i < x.indptr[d + 1]; ++i) ++ptr[x.indices[i] + 1];
    }
    for (int64_t v = 0; v < x.n_words; ++v) ptr[v + 1] += ptr[v];
    std::vector<int64_t> next(ptr.begin(), ptr.end() - 1);
    for (int64_t d = 0; d < x.n_docs; ++d) {
      spend(16 * (x.indptr[d + 1] - x.indptr[d]));
      for (int64_t i = x.indptr[d]; i < x.indptr[d + 1]; ++i) {
        const int64_t to = next[x.indices[i]]++;
        at[to] = i, end[to] = x.indptr[d + 1];
      }
    }
  }
};

// take(u, n-th pair of u, v, count), then finish(u, pairs of u)
template <class F, class G> void count_pairs(const Words &x, int64_t least, int n_threads, F take, G finish) {
  const Places places(x);
  auto fresh = [&] { return Counter(x.n_words); };
  in_pieces(x.n_words, SOME_WORDS, n_threads, fresh, [&](int64_t u, int64_t end, Counter &seen) {
    for (; u < end; ++u) {
      for (int64_t i = places.ptr[u]; i < places.ptr[u + 1]; ++i) {
        for (int64_t j = places.at[i] + 1; j < places.end[i]; ++j) seen.see(x.indices[j]);
        spend(places.end[i] - places.at[i]);
      }
      int64_t n = 0;
      seen.empty([&](int32_t v, int32_t count) {
        if (count >= least) take(u, n++, v, count);
      });
      finish(u, n);
    }
  });
}

struct Entry {
  int32_t word, doc;
  int64_t at;
};

// emit(doc, pair number, entry of u, entry of v) for the given pairs of some documents; those of a document in order.
// Word by word: the pairs of u are laid out once and serve all documents that have it. number is 0 for words without.
template <class F>
void pairs_of(const Words &x, int64_t begin, int64_t end, const PairRows &pairs, std::vector<int32_t> &number, F emit) {
  std::vector<Entry> entries;
  entries.reserve(x.indptr[end] - x.indptr[begin]);
  for (int64_t doc = begin; doc < end; ++doc)
    for (int64_t i = x.indptr[doc]; i < x.indptr[doc + 1]; ++i) entries.push_back({x.indices[i], (int32_t)(doc - begin), i});
  std::sort(entries.begin(), entries.end(),
            [](const Entry &a, const Entry &b) { return a.word != b.word ? a.word < b.word : a.doc < b.doc; });
  for (std::size_t e = 0; e < entries.size();) {
    const int64_t u = entries[e].word, first = pairs.ptr[u], last = pairs.ptr[u + 1];
    for (int64_t p = first; p < last; ++p) number[pairs.second[p]] = (int32_t)(p - first) + 1;
    for (; e < entries.size() && entries[e].word == u; ++e) {
      const int64_t doc = begin + entries[e].doc, i = entries[e].at;
      spend(x.indptr[doc + 1] - i);
      for (int64_t j = i + 1; first < last && j < x.indptr[doc + 1]; ++j)
        if (const int32_t n = number[x.indices[j]]) emit(doc, first + n - 1, i, j);
    }
    for (int64_t p = first; p < last; ++p) number[pairs.second[p]] = 0;
  }
}

template <class F> void each_pair(const Words &x, const PairRows &pairs, int n_threads, F emit) {
  auto fresh = [&] { return std::vector<int32_t>(x.n_words); };
  in_pieces(x.n_docs, SOME_DOCUMENTS, n_threads, fresh, [&](int64_t begin, int64_t end, std::vector<int32_t> &number) {
    pairs_of(x, begin, end, pairs, number, emit);
  });
}

}  // namespace

void pair_sizes(const Words &x, int64_t least, int64_t *sizes, int n_threads) {
  const auto ignore = [](int64_t, int64_t, int32_t, int32_t) {};
  count_pairs(x, least, n_threads, ignore, [=](int64_t u, int64_t n) { sizes[u] = n; });
}

void pair_counts(const Words &x, int64_t least, const int64_t *ptr, int32_t *second, int32_t *counts, int n_threads) {
  const auto write = [=](int64_t u, int64_t n, int32_t v, int32_t count) {
    require(n < ptr[u + 1] - ptr[u], NO_ROOM);
    second[ptr[u] + n] = v, counts[ptr[u] + n] = count;
  };
  count_pairs(x, least, n_threads, write, [=](int64_t u, int64_t n) { require(n == ptr[u + 1] - ptr[u], NO_ROOM); });
}

void bag_sizes(const Words &x, const PairRows &pairs, int64_t *sizes, int n_threads) {
  for (int64_t doc = 0; doc < x.n_docs; ++doc) sizes[doc] = x.indptr[doc + 1] - x.indptr[doc];
  each_pair(x, pairs, n_threads, [=](int64_t doc, int64_t, int64_t, int64_t) { ++sizes[doc]; });
}

void bags(const Words &x, const double *weights, const PairRows &pairs, const Bags &out, int n_threads) {
  std::vector<int64_t> next(out.indptr, out.indptr + x.n_docs);
  for (int64_t doc = 0; doc < x.n_docs; ++doc) {
    spend(4 * (x.indptr[doc + 1] - x.indptr[doc]));
    for (int64_t i = x.indptr[doc]; i < x.indptr[doc + 1]; ++i) {
      require(next[doc] < out.indptr[doc + 1], NO_ROOM);
      out.indices[next[doc]] = x.indices[i];
      out.data[next[doc]++] = weights[i];
    }
  }
  each_pair(x, pairs, n_threads, [&](int64_t doc, int64_t number, int64_t i, int64_t j) {
    require(next[doc] < out.indptr[doc + 1], NO_ROOM);
    out.indices[next[doc]] = (int32_t)(x.n_words + number);
    out.data[next[doc]++] = std::min(weights[i], weights[j]);
  });
  for (int64_t doc = 0; doc < x.n_docs; ++doc) require(next[doc] == out.indptr[doc + 1], NO_ROOM);
}

}  // namespace biterms
