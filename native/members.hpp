// Some documents of many: the words that they have, and the groups of words that they are part of.
#pragma once
#include <cstdint>

namespace biterms {

// Words of documents, all below `end`; below 0 is none. Only the documents in `rows`, which rise, are looked at, all of
// them without it; what is looked at is checked.
struct Selected {
  int64_t n_rows, n_words, end;
  const int64_t *ptr;
  const int32_t *words;
  const int64_t *rows;  // or null
};

// The different words in ascending order, and how often each is there. Returns their number.
int64_t tally(const Selected &, int32_t *words, int64_t *counts);

// How often each of `n` words is there.
void word_counts(const Selected &, const int32_t *words, int64_t n, int64_t *counts);

// The documents that have other words than each one before them. Returns their number.
int64_t different(const Selected &, int64_t *rows);

// Of all documents, those that have a word and were written since a moment, once for each time that it is there.
// Returns their number.
int64_t holding(const Selected &, const double *times, int32_t word, double since, int64_t *rows);

// For each document the sum of the values of its words; those that are not among the `n` have none.
void sums_of(const Selected &, const int32_t *words, const double *values, int64_t n, double *sums);

// Word w says values[w] for the group owners[w]; 0 is no group, nor has a word from n_owners on one.
struct Owned {
  int64_t n_owners;
  const int32_t *owners;
  const double *values;
};

// The groups for which the words of a document say `least` or more together, in the order in which it mentions them:
// the document and the group. Returns the number of such pairs, which is at most that of words.
int64_t members(const Selected &, const Owned &, double least, int64_t *rows, int32_t *groups);

}  // namespace biterms
