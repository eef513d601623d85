// The posterior and a corpus as they come from Python.
#pragma once
#include "bind.hpp"
#include "kernels.hpp"
#include "pack.hpp"

inline biterms::Corpus corpus(const Longs &indptr, const Ints &indices, const Floats &counts, int64_t n_words) {
  biterms::require(length(indptr) >= 1, "indptr: found no pointers, expected one more than documents");
  biterms::require(length(indices) == length(counts), "indices and data: expected equal lengths");
  biterms::require_n_words(n_words);
  return {length(indptr) - 1, n_words, length(indices), indptr.data(), indices.data(), counts.data()};
}

template <class Matrix>
biterms::Lazy lazy(const Matrix &M, const In<double, 2> &eta, double prior, double scale) {
  biterms::require(length(M, 1) >= 1, "M: expected one topic or more");
  biterms::require(length(eta) == 1 || length(eta) >= length(M), "eta: expected 1 row, or one for each word");
  biterms::require(length(eta, 1) == 1 || length(eta, 1) == length(M, 1), "eta: expected 1 or K columns");
  return {M.data(),  eta.data(), length(M, 1), length(eta) == 1 ? 0 : length(eta, 1), length(eta, 1) == 1 ? 0 : 1,
          prior, scale};
}
