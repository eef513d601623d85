// Bags of biterms and bigrams, and words near each other: checks shapes, releases the GIL, calls.
#include <algorithm>

#include "bags.hpp"
#include "bigrams.hpp"
#include "bind.hpp"
#include "near.hpp"

using namespace biterms;

namespace {

// 0 <= ... <= size, never falling.
void need_spans(const Longs &ptr, std::size_t size, const char *what) {
  need(ptr.shape(0) > 0 && ptr.data()[0] == 0 && ptr.data()[ptr.shape(0) - 1] == (int64_t)size, what);
  for (std::size_t i = 1; i < ptr.shape(0); ++i) need(ptr.data()[i - 1] <= ptr.data()[i], what);
}

Words words_of(const Longs &indptr, const Ints &indices, int64_t n_words) {
  const Words x{(int64_t)indptr.shape(0) - 1, n_words, indptr.data(), indices.data()};
  need_spans(indptr, indices.shape(0), "indptr must span indices and not fall");
  for (int64_t d = 0; d < x.n_docs; ++d) {
    for (int64_t i = x.indptr[d]; i < x.indptr[d + 1]; ++i) {
      need(x.indices[i] >= 0 && x.indices[i] < n_words, "indices must be below the number of words");
      need(i == x.indptr[d] || x.indices[i - 1] < x.indices[i], "words of a document must be in order, each once");
    }
  }
  return x;
}

PairRows rows_of(const Longs &ptr, const Ints &second, int64_t n_words) {
  need((int64_t)ptr.shape(0) == n_words + 1, "ptr must have one number per word and one more");
  need_spans(ptr, second.shape(0), "ptr must span the pairs and not fall");
  for (int64_t p = 0; p < (int64_t)second.shape(0); ++p)
    need(second.data()[p] >= 0 && second.data()[p] < n_words, "words of pairs must be below the number of words");
  return {ptr.data(), second.data()};
}

void run_pair_sizes(const Longs &indptr, const Ints &indices, int64_t n_words, int64_t least,
                    const Out<int64_t, 1> &sizes, int n_threads) {
  const Words x = words_of(indptr, indices, n_words);
  need((int64_t)sizes.shape(0) == n_words, "sizes must have one number per word");
  nb::gil_scoped_release release;
  pair_sizes(x, least, sizes.data(), n_threads);
}

void run_pair_counts(const Longs &indptr, const Ints &indices, int64_t n_words, int64_t least, const Longs &ptr,
                     const Out<int32_t, 1> &second, const Out<int32_t, 1> &counts, int n_threads) {
  const Words x = words_of(indptr, indices, n_words);
  need((int64_t)ptr.shape(0) == n_words + 1, "ptr must have one number per word and one more");
  need_spans(ptr, second.shape(0), "second must have room for all pairs");
  need(counts.shape(0) == second.shape(0), "counts must be as long as second");
  nb::gil_scoped_release release;
  pair_counts(x, least, ptr.data(), second.data(), counts.data(), n_threads);
}

void run_bag_sizes(const Longs &indptr, const Ints &indices, int64_t n_words, const Longs &ptr, const Ints &second,
                   const Out<int64_t, 1> &sizes, int n_threads) {
  const Words x = words_of(indptr, indices, n_words);
  const PairRows pairs = rows_of(ptr, second, n_words);
  need((int64_t)sizes.shape(0) == x.n_docs, "sizes must have one number per document");
  nb::gil_scoped_release release;
  bag_sizes(x, pairs, sizes.data(), n_threads);
}

void run_bags(const Longs &indptr, const Ints &indices, const In<double, 1> &weights, int64_t n_words, const Longs &ptr,
              const Ints &second, const Longs &out_ptr, const Out<int32_t, 1> &out_indices,
              const Out<double, 1> &out_data, int n_threads) {
  const Words x = words_of(indptr, indices, n_words);
  const PairRows pairs = rows_of(ptr, second, n_words);
  need(weights.shape(0) == indices.shape(0), "weights must be as long as indices");
  need(out_ptr.shape(0) == indptr.shape(0), "the bags must be as many as the documents");
  need_spans(out_ptr, out_indices.shape(0), "the bags must have room for all features");
  need(out_data.shape(0) == out_indices.shape(0), "indices and data of the bags must be equally long");
  nb::gil_scoped_release release;
  bags(x, weights.data(), pairs, {out_ptr.data(), out_indices.data(), out_data.data()}, n_threads);
}

Sequences sequences_of(const Longs &ptr, const Ints &words, int64_t n_words) {
  const Sequences x{(int64_t)ptr.shape(0) - 1, n_words, ptr.data(), words.data()};
  need_spans(ptr, words.shape(0), "ptr must span the words and not fall");
  need(x.n_docs <= INT32_MAX, "documents must be fewer than 2^31");
  for (std::size_t i = 0; i < words.shape(0); ++i)
    need(x.words[i] >= -1 && x.words[i] < n_words, "words must be -1 or below the number of words");
  return x;
}

PairRows bigrams_of(const Longs &ptr, const Ints &second, int64_t n_words) {
  const PairRows bigrams = rows_of(ptr, second, n_words);
  need(n_words + (int64_t)second.shape(0) <= INT32_MAX, "words and bigrams must be fewer than 2^31");
  for (int64_t u = 0; u < n_words; ++u)
    for (int64_t p = bigrams.ptr[u] + 1; p < bigrams.ptr[u + 1]; ++p)
      need(bigrams.second[p - 1] < bigrams.second[p], "bigrams of a word must be in order, each once");
  return bigrams;
}

template <class T>
Sparse<T> room_of(const Out<int64_t, 1> &ptr, const Out<int32_t, 1> &indices, const Out<T, 1> &data, int64_t rows,
                  int64_t room) {
  need((int64_t)ptr.shape(0) == rows + 1, "ptr must have one number per row and one more");
  need((int64_t)indices.shape(0) >= room && (int64_t)data.shape(0) >= room, "all that could be must have room");
  return {ptr.data(), indices.data(), data.data()};
}

void run_bigram_counts(const Longs &ptr, const Ints &words, int64_t n_words, int64_t least,
                       const Out<int64_t, 1> &out_ptr, const Out<int32_t, 1> &second, const Out<int32_t, 1> &counts,
                       int n_threads) {
  const Sequences x = sequences_of(ptr, words, n_words);
  const auto out = room_of(out_ptr, second, counts, n_words, words.shape(0));
  nb::gil_scoped_release release;
  bigram_counts(x, least, out, n_threads);
}

void run_bigram_bags(const Longs &ptr, const Ints &words, const Longs &rows, const Ints &second, bool terms,
                     const Out<int64_t, 1> &out_ptr, const Out<int32_t, 1> &indices, const Out<double, 1> &data,
                     int n_threads) {
  const int64_t n_words = (int64_t)rows.shape(0) - 1;
  const Sequences x = sequences_of(ptr, words, n_words);
  const PairRows bigrams = bigrams_of(rows, second, n_words);
  const auto out = room_of(out_ptr, indices, data, x.n_docs, 2 * words.shape(0));
  nb::gil_scoped_release release;
  bigram_bags(x, bigrams, terms, out, n_threads);
}

Placed placed_of(const Longs &ptr, const Ints &places, const Longs &sizes, int64_t window) {
  const Placed x{(int64_t)ptr.shape(0) - 1, ptr.data(), places.data(), sizes.data(), window};
  need_spans(ptr, places.shape(0), "ptr must span the places and not fall");
  need(sizes.shape(0) + 1 == ptr.shape(0), "sizes must have one number per document");
  need(window >= 2, "a window must have two words or more");
  for (int64_t d = 0; d < x.n_docs; ++d) {
    need(x.sizes[d] >= 0 && x.sizes[d] <= x.ptr[d + 1] - x.ptr[d], "a document must not have more entries than words");
    for (int64_t i = x.ptr[d]; i < x.ptr[d + 1]; ++i)
      need(x.places[i] >= -1 && x.places[i] < x.sizes[d], "places must be -1 or below the size of their document");
  }
  return x;
}

void run_near_sizes(const Longs &ptr, const Ints &places, const Longs &sizes, int64_t window,
                    const Out<int64_t, 1> &out, int n_threads) {
  const Placed x = placed_of(ptr, places, sizes, window);
  need((int64_t)out.shape(0) == x.n_docs, "there must be one number per document");
  nb::gil_scoped_release release;
  near_sizes(x, out.data(), n_threads);
}

void run_near_pairs(const Longs &ptr, const Ints &places, const Longs &sizes, int64_t window, const Longs &out_ptr,
                    const Out<int32_t, 1> &left, const Out<int32_t, 1> &right, const Out<float, 1> &weight,
                    int n_threads) {
  const Placed x = placed_of(ptr, places, sizes, window);
  need(out_ptr.shape(0) == ptr.shape(0), "the pairs must be of as many documents");
  need_spans(out_ptr, left.shape(0), "left must have room for all pairs");
  need(right.shape(0) == left.shape(0) && weight.shape(0) == left.shape(0), "right and weight must be as long as left");
  nb::gil_scoped_release release;
  near_pairs(x, {out_ptr.data(), left.data(), right.data(), weight.data()}, n_threads);
}

}  // namespace

void bind_bags(nb::module_ &m) {
  // a copy made for the call would take what is written with it
  m.def("pair_sizes", &run_pair_sizes, nb::arg("indptr"), nb::arg("indices"), nb::arg("n_words"), nb::arg("least"),
        nb::arg("sizes").noconvert(), nb::arg("n_threads"));
  m.def("pair_counts", &run_pair_counts, nb::arg("indptr"), nb::arg("indices"), nb::arg("n_words"), nb::arg("least"),
        nb::arg("ptr"), nb::arg("second").noconvert(), nb::arg("counts").noconvert(), nb::arg("n_threads"));
  m.def("bag_sizes", &run_bag_sizes, nb::arg("indptr"), nb::arg("indices"), nb::arg("n_words"), nb::arg("ptr"),
        nb::arg("second"), nb::arg("sizes").noconvert(), nb::arg("n_threads"));
  m.def("bags", &run_bags, nb::arg("indptr"), nb::arg("indices"), nb::arg("weights"), nb::arg("n_words"), nb::arg("ptr"),
        nb::arg("second"), nb::arg("out_ptr"), nb::arg("out_indices").noconvert(), nb::arg("out_data").noconvert(),
        nb::arg("n_threads"));
  m.def("bigram_counts", &run_bigram_counts, nb::arg("ptr"), nb::arg("words"), nb::arg("n_words"), nb::arg("least"),
        nb::arg("out_ptr").noconvert(), nb::arg("second").noconvert(), nb::arg("counts").noconvert(),
        nb::arg("n_threads"));
  m.def("bigram_bags", &run_bigram_bags, nb::arg("ptr"), nb::arg("words"), nb::arg("rows"), nb::arg("second"),
        nb::arg("terms"), nb::arg("out_ptr").noconvert(), nb::arg("indices").noconvert(), nb::arg("data").noconvert(),
        nb::arg("n_threads"));
  m.def("near_sizes", &run_near_sizes, nb::arg("ptr"), nb::arg("places"), nb::arg("sizes"), nb::arg("window"),
        nb::arg("out").noconvert(), nb::arg("n_threads"));
  m.def("near_pairs", &run_near_pairs, nb::arg("ptr"), nb::arg("places"), nb::arg("sizes"), nb::arg("window"),
        nb::arg("out_ptr"), nb::arg("left").noconvert(), nb::arg("right").noconvert(), nb::arg("weight").noconvert(),
        nb::arg("n_threads"));
}
