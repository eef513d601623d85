// Words of texts: cut, made lower case and numbered; then counted per document.
#pragma once
#include <cstdint>

namespace biterms {

struct Rules {
  bool tags, urls, numbers;
};

// Room for the outcome: tokens are at most (size + 1) / 2, distinct ones at most size + 1 bytes
// and eight more that may be read.
struct Split {
  int64_t *ptr;    // one more than lines
  int32_t *ids;    // of each token, 0, 1, ... in order of appearance
  char *distinct;  // the distinct tokens, each ended by a line break
};

struct Sizes {
  int64_t lines, tokens, bytes;
};

// `text` is UTF-8, one document per line; what is not ASCII in it belongs to words.
// `seed` keeps hostile texts from choosing words that meet in one place; it changes no result.
Sizes split(const char *text, int64_t size, Rules, uint64_t seed, const Split &out, int64_t most_lines);

struct Tokens {
  int64_t n_docs;
  const int64_t *ptr;
  const int32_t *ids;      // negative: no word
  const int32_t *columns;  // of each id; negative: not counted
  int64_t n_ids;
};

struct Counted {
  int64_t *indptr;
  int32_t *indices;
  float *data;
};

// A number for each line: of its letters and digits without URLs, in lower case, if `bare`, else of
// all its bytes; 0 for none. Returns the number of lines, of which at most `most_lines` are written.
int64_t fingerprints(const char *text, int64_t size, bool bare, int64_t *out, int64_t most_lines);

// Rows with sorted columns; returns the number of entries.
int64_t count(const Tokens &, const Counted &out);

}  // namespace biterms
