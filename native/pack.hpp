// Minibatches taken out of a corpus, their words relabelled 0, 1, ... in order of appearance.
#pragma once
#include <cstdint>

namespace biterms {

struct Corpus {
  const int64_t *indptr;
  const int32_t *indices;
  const float *data;
};

// n minibatches: i has the documents docs[docs_at[i]..docs_at[i + 1]) and writes from entries[i] on.
struct Batches {
  int64_t n;
  const int64_t *docs, *docs_at, *entries;
};

// Room for all minibatches one after the other; each has one ptr more than documents.
struct Parcel {
  int64_t *ptr;
  int32_t *labels;
  float *counts;
  int32_t *words;
};

void pack(const Corpus &, const Batches &, const Parcel &, int64_t *n_words, int n_threads);

}  // namespace biterms
