// Bags of biterms and bigrams, words near each other and in one list: checks shapes, releases the GIL, calls.
#include <nanobind/stl/optional.h>

#include <algorithm>

#include "bags.hpp"
#include "bigrams.hpp"
#include "bind.hpp"
#include "listed.hpp"
#include "near.hpp"

using namespace biterms;

namespace {

Words words_of(const Longs &indptr, const Ints &indices, int64_t n_words) {
  require_n_words(n_words);
  const Words x{length(indptr) - 1, n_words, indptr.data(), indices.data()};
  require_spans(indptr.data(), length(indptr), length(indices), "pointers of the documents");
  require_ids(indices.data(), length(indices), n_words, "word ids of the documents");
  for (int64_t d = 0; d < x.n_docs; ++d)
    for (int64_t i = x.indptr[d] + 1; i < x.indptr[d + 1]; ++i)
      require(x.indices[i - 1] < x.indices[i], "words of a document: expected ascending ids, each once");
  return x;
}

PairRows rows_of(const Longs &ptr, const Ints &second, int64_t n_words) {
  require(length(ptr) == n_words + 1, "ptr: expected one number per word and one more");
  require_spans(ptr.data(), length(ptr), length(second), "pointers of the pairs");
  require_ids(second.data(), length(second), n_words, "words of pairs");
  return {ptr.data(), second.data()};
}

void run_pair_sizes(const Longs &indptr, const Ints &indices, int64_t n_words, int64_t least,
                    const Out<int64_t, 1> &sizes, int n_threads) {
  const Words x = words_of(indptr, indices, n_words);
  require(length(sizes) == n_words, "sizes: expected one number per word");
  run_long([&] { pair_sizes(x, least, sizes.data(), threads(n_threads)); });
}

void run_pair_counts(const Longs &indptr, const Ints &indices, int64_t n_words, int64_t least, const Longs &ptr,
                     const Out<int32_t, 1> &second, const Out<int32_t, 1> &counts, int n_threads) {
  const Words x = words_of(indptr, indices, n_words);
  require(length(ptr) == n_words + 1, "ptr: expected one number per word and one more");
  require_spans(ptr.data(), length(ptr), length(second), "room for the pairs");
  require(length(counts) == length(second), "counts: expected the length of second");
  run_long([&] { pair_counts(x, least, ptr.data(), second.data(), counts.data(), threads(n_threads)); });
}

void run_bag_sizes(const Longs &indptr, const Ints &indices, int64_t n_words, const Longs &ptr, const Ints &second,
                   const Out<int64_t, 1> &sizes, int n_threads) {
  const Words x = words_of(indptr, indices, n_words);
  const PairRows pairs = rows_of(ptr, second, n_words);
  require(length(sizes) == x.n_docs, "sizes: expected one number per document");
  run_long([&] { bag_sizes(x, pairs, sizes.data(), threads(n_threads)); });
}

void run_bags(const Longs &indptr, const Ints &indices, const In<double, 1> &weights, int64_t n_words, const Longs &ptr,
              const Ints &second, const Longs &out_ptr, const Out<int32_t, 1> &out_indices,
              const Out<double, 1> &out_data, int n_threads) {
  const Words x = words_of(indptr, indices, n_words);
  const PairRows pairs = rows_of(ptr, second, n_words);
  require(n_words + length(second) <= INT32_MAX, "features: expected fewer than 2^31 words and pairs");
  require(length(weights) == length(indices), "weights: expected the length of indices");
  require(length(out_ptr) == length(indptr), "bags: expected one for each document");
  require_spans(out_ptr.data(), length(out_ptr), length(out_indices), "room for the features of the bags");
  require(length(out_data) == length(out_indices), "indices and data of the bags: expected equal lengths");
  run_long([&] { bags(x, weights.data(), pairs, {out_ptr.data(), out_indices.data(), out_data.data()}, threads(n_threads)); });
}

Sequences sequences_of(const Longs &ptr, const Ints &words, int64_t n_words) {
  require_n_words(n_words);
  const Sequences x{length(ptr) - 1, n_words, ptr.data(), words.data()};
  require_spans(ptr.data(), length(ptr), length(words), "pointers of the documents");
  require(x.n_docs <= INT32_MAX, "documents: expected fewer than 2^31");
  require_ids(words.data(), length(words), n_words, "word ids of the documents", -1);
  return x;
}

PairRows bigrams_of(const Longs &ptr, const Ints &second, int64_t n_words) {
  const PairRows bigrams = rows_of(ptr, second, n_words);
  require(n_words + length(second) <= INT32_MAX, "words and bigrams: expected fewer than 2^31");
  for (int64_t u = 0; u < n_words; ++u)
    for (int64_t p = bigrams.ptr[u] + 1; p < bigrams.ptr[u + 1]; ++p)
      require(bigrams.second[p - 1] < bigrams.second[p], "bigrams of a word: expected ascending ids, each once");
  return bigrams;
}

template <class T>
Sparse<T> room_of(const Out<int64_t, 1> &ptr, const Out<int32_t, 1> &indices, const Out<T, 1> &data, int64_t rows,
                  int64_t room) {
  require(length(ptr) == rows + 1, "ptr: expected one number per row and one more");
  require(length(indices) >= room && length(data) >= room, "room: expected enough for all that could be there");
  return {ptr.data(), indices.data(), data.data()};
}

void run_bigram_counts(const Longs &ptr, const Ints &words, int64_t n_words, int64_t least,
                       const Out<int64_t, 1> &out_ptr, const Out<int32_t, 1> &second, const Out<int32_t, 1> &counts,
                       int n_threads) {
  const Sequences x = sequences_of(ptr, words, n_words);
  const auto out = room_of(out_ptr, second, counts, n_words, length(words));
  run_long([&] { bigram_counts(x, least, out, threads(n_threads)); });
}

void run_bigram_bags(const Longs &ptr, const Ints &words, const Longs &rows, const Ints &second, bool terms,
                     const Out<int64_t, 1> &out_ptr, const Out<int32_t, 1> &indices, const Out<double, 1> &data,
                     int n_threads) {
  const int64_t n_words = length(rows) - 1;
  const Sequences x = sequences_of(ptr, words, n_words);
  const PairRows bigrams = bigrams_of(rows, second, n_words);
  const auto out = room_of(out_ptr, indices, data, x.n_docs, 2 * length(words));
  run_long([&] { bigram_bags(x, bigrams, terms, out, threads(n_threads)); });
}

Placed placed_of(const Longs &ptr, const Ints &places, const Longs &sizes, int64_t window) {
  const Placed x{length(ptr) - 1, ptr.data(), places.data(), sizes.data(), window};
  require_spans(ptr.data(), length(ptr), length(places), "pointers of the documents");
  require(length(sizes) + 1 == length(ptr), "sizes: expected one number per document");
  require(window >= 2, "window: expected two words or more");
  for (int64_t d = 0; d < x.n_docs; ++d) {
    require(x.sizes[d] >= 0 && x.sizes[d] <= x.ptr[d + 1] - x.ptr[d], "sizes: expected no more entries of a document than words");
    for (int64_t i = x.ptr[d]; i < x.ptr[d + 1]; ++i)
      require(x.places[i] >= -1 && x.places[i] < x.sizes[d], "places: expected -1, or a number below the size of the document");
  }
  return x;
}

void run_near_sizes(const Longs &ptr, const Ints &places, const Longs &sizes, int64_t window,
                    const Out<int64_t, 1> &out, int n_threads) {
  const Placed x = placed_of(ptr, places, sizes, window);
  require(length(out) == x.n_docs, "out: expected one number per document");
  run_long([&] { near_sizes(x, out.data(), threads(n_threads)); });
}

void run_near_pairs(const Longs &ptr, const Ints &places, const Longs &sizes, int64_t window, const Longs &out_ptr,
                    const Out<int32_t, 1> &left, const Out<int32_t, 1> &right, const Out<float, 1> &weight,
                    int n_threads) {
  const Placed x = placed_of(ptr, places, sizes, window);
  require(length(out_ptr) == length(ptr), "pairs: expected one pointer more than documents");
  require_spans(out_ptr.data(), length(out_ptr), length(left), "room for the pairs");
  require(length(right) == length(left) && length(weight) == length(left), "right and weight: expected the length of left");
  run_long([&] { near_pairs(x, {out_ptr.data(), left.data(), right.data(), weight.data()}, threads(n_threads)); });
}

void run_listed_pairs(const Longs &ptr, const Ints &words, const std::optional<Doubles> &weights, const Longs &begins,
                      const Ints &lists, const Ints &places, const Out<double, 3> &out) {
  const int64_t n_words = length(begins) - 1, width = length(out, 1);
  require(n_words >= 0, "begins: expected one number per word and one more");
  require_spans(ptr.data(), length(ptr), length(words), "pointers of the documents");
  require_ids(words.data(), length(words), n_words, "words of the documents", INT32_MIN);
  require(!weights || length(*weights) == length(words), "weights: expected one for each word");
  require_spans(begins.data(), length(begins), length(lists), "pointers of the words");
  require(length(places) == length(lists), "places: expected one for each list of a word");
  require(length(out, 2) == width, "out: expected as many rows as columns for each list");
  require_ids(lists.data(), length(lists), length(out), "lists of the words");
  require_ids(places.data(), length(places), width, "places of the words");
  const Weighted x{length(ptr) - 1, ptr.data(), words.data(), data(weights)};
  const WordLists of{length(out), width, begins.data(), lists.data(), places.data()};
  run_long([&] { listed_pairs(x, of, out.data()); });
}

}  // namespace

void bind_bags(nb::module_ &m) {
  m.def("pair_sizes", &run_pair_sizes, array("indptr"), array("indices"), nb::arg("n_words"), nb::arg("least"),
        array("sizes"), nb::arg("n_threads"));
  m.def("pair_counts", &run_pair_counts, array("indptr"), array("indices"), nb::arg("n_words"), nb::arg("least"),
        array("ptr"), array("second"), array("counts"), nb::arg("n_threads"));
  m.def("bag_sizes", &run_bag_sizes, array("indptr"), array("indices"), nb::arg("n_words"), array("ptr"),
        array("second"), array("sizes"), nb::arg("n_threads"));
  m.def("bags", &run_bags, array("indptr"), array("indices"), array("weights"), nb::arg("n_words"), array("ptr"),
        array("second"), array("out_ptr"), array("out_indices"), array("out_data"),
        nb::arg("n_threads"));
  m.def("bigram_counts", &run_bigram_counts, array("ptr"), array("words"), nb::arg("n_words"), nb::arg("least"),
        array("out_ptr"), array("second"), array("counts"),
        nb::arg("n_threads"));
  m.def("bigram_bags", &run_bigram_bags, array("ptr"), array("words"), array("rows"), array("second"),
        nb::arg("terms"), array("out_ptr"), array("indices"), array("data"),
        nb::arg("n_threads"));
  m.def("near_sizes", &run_near_sizes, array("ptr"), array("places"), array("sizes"), nb::arg("window"),
        array("out"), nb::arg("n_threads"));
  m.def("near_pairs", &run_near_pairs, array("ptr"), array("places"), array("sizes"), nb::arg("window"),
        array("out_ptr"), array("left"), array("right"), array("weight"),
        nb::arg("n_threads"));
  m.def("listed_pairs", &run_listed_pairs, array("ptr"), array("words"), optional_array("weights"), array("begins"),
        array("lists"), array("places"), array("out"));
}
