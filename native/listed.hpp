// Which words of a list are together in documents.
#pragma once
#include <cstdint>

namespace biterms {

// Words of documents in their order, -1 is none; a word counts where its weight is above 0. No weights: all are 1.
struct Weighted {
  int64_t n_docs;
  const int64_t *ptr;
  const int32_t *words;
  const double *weights;
};

// Word w is in the lists[begins[w] .. begins[w + 1] - 1], each time at its place among the `width` of that list.
struct WordLists {
  int64_t n_lists, width;
  const int64_t *begins;
  const int32_t *lists, *places;
};

// out[list, place, place']: the smaller weight of any two words of a document, the first before the second, added up.
void listed_pairs(const Weighted &, const WordLists &, double *out);

}  // namespace biterms
