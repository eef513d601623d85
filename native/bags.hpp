// Which words share documents, and documents as bags of terms and pairs.
#pragma once
#include <cstdint>

namespace biterms {

// Words of documents, in order and each once.
struct Words {
  int64_t n_docs, n_words;
  const int64_t *indptr;
  const int32_t *indices;
};

// Pairs u < v: those of u are second[ptr[u]..ptr[u + 1]), in order.
struct PairRows {
  const int64_t *ptr;
  const int32_t *second;
};

// sizes[u]: with how many v > u word u shares `least` documents or more.
void pair_sizes(const Words &, int64_t least, int64_t *sizes, int n_threads);

// These pairs, and how many documents each has.
void pair_counts(const Words &, int64_t least, const int64_t *ptr, int32_t *second, int32_t *counts, int n_threads);

// sizes[d]: terms of document d and its pairs that are among the given ones.
void bag_sizes(const Words &, const PairRows &, int64_t *sizes, int n_threads);

// Features of each document from indptr[d] on: terms are 0, 1, ..., pair number p is n_words + p and weighs the
// lesser of its two words.
struct Bags {
  const int64_t *indptr;
  int32_t *indices;
  double *data;
};
void bags(const Words &, const double *weights, const PairRows &, const Bags &, int n_threads);

}  // namespace biterms
