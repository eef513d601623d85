// Which words stand side by side, and documents as bags of terms and bigrams.
#pragma once
#include <cstdint>

#include "bags.hpp"

namespace biterms {

// Words of documents in their order; -1 is a word without a number.
struct Sequences {
  int64_t n_docs, n_words;
  const int64_t *ptr;
  const int32_t *words;
};

// Rows of unknown size: their ends are written to ptr; there is room for all that could be.
template <class T> struct Sparse {
  int64_t *ptr;
  int32_t *indices;
  T *data;
};

// For each u the v of the bigrams (u, v) that `least` documents or more have, and how many have it. Room: one per word.
void bigram_counts(const Sequences &, int64_t least, const Sparse<int32_t> &, int n_threads);

// How often each document has its terms, if they are wanted, and those of its bigrams that are among the given ones;
// bigram number p comes after the terms. Room: two per word.
void bigram_bags(const Sequences &, const PairRows &, bool terms, const Sparse<double> &, int n_threads);

}  // namespace biterms
