// Runs of letters that are not ASCII: found and numbered, so that others can say what becomes of them; then exchanged.
#pragma once
#include <cstdint>

#include "slots.hpp"
#include "tokens.hpp"

namespace biterms {

// The runs of each line as its tokens. `text` is UTF-8, one document per line; room as for `split`.
Sizes foreign_runs(const char *text, int64_t size, uint64_t seed, const Split &out, int64_t most_lines);

// Runs of the lines, as `foreign_runs` found them.
struct Runs {
  int64_t lines;
  const int64_t *ptr;
  const int32_t *ids;
};

// The text with a word in the place of each run; lines that have any are in lower case. `out` has room for `room`
// bytes, and more are refused; so is a text with other runs. Returns the number of bytes.
int64_t with_runs(const char *text, int64_t size, const Runs &, const Spelled &words, char *out, int64_t room);

}  // namespace biterms
