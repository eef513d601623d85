// Some documents of many: the words that they have, and the groups of words that they are part of.
#pragma once
#include <cstdint>

namespace biterms {

// Words of documents, below 0 is none; only the documents in `rows`, which rise, are looked at, all of them without it.
struct Selected {
  int64_t n_rows;
  const int64_t *ptr;
  const int32_t *words;
  const int64_t *rows;  // or null
};

// The different words in ascending order, and how often each is there; all are below `end`. Returns their number.
int64_t tally(const Selected &, int64_t end, int32_t *words, int64_t *counts);

// How often each of `n` words is there; all words are below `end`.
void word_counts(const Selected &, int64_t end, const int32_t *words, int64_t n, int64_t *counts);

// Word w says values[w] for the group owners[w]; 0 is no group, nor has a word from n_owners on one.
struct Owned {
  int64_t n_owners;
  const int32_t *owners;
  const double *values;
};

// The groups for which the words of a document say `least` or more together, in the order in which it mentions them:
// the place of the document in `rows`, and the group. Returns the number of such pairs, which is at most that of words.
int64_t members(const Selected &, const Owned &, double least, int64_t *places, int32_t *groups);

}  // namespace biterms
