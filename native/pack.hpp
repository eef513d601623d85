// Minibatches taken out of a corpus, their words relabelled 0, 1, ... in ascending order of their ids.
#pragma once
#include <cstdint>

namespace biterms {

struct Corpus {
  int64_t n_docs, n_words, n_entries;
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

// One minibatch of n documents, whose entries must be `n_entries`; returns the number of its words.
int64_t pack_one(const Corpus &, const int64_t *docs, int64_t n, int64_t n_entries, const Parcel &out);

void pack(const Corpus &, const Batches &, const Parcel &, int64_t *n_words, int n_threads);

// These documents are in the corpus, and their pointers among its entries.
void require_documents(const Corpus &, const int64_t *docs, int64_t n);
// Their words are in the vocabulary.
void require_words(const Corpus &, const int64_t *docs, int64_t n);

}  // namespace biterms
