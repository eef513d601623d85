// Words that are spelled out, and the numbers that they have: 0, 1, ... in the order in which they were added.
#pragma once
#include <cstdint>
#include <cstring>

#include "checks.hpp"

namespace biterms {

// Word i is the letters from ends[i - 1] + 1 (0 for the first) to ends[i] - 1: one letter lies between two words.
struct Spelled {
  int64_t n, n_letters;
  const char *letters;
  const int64_t *ends;
  void prefetch(int64_t i) const {
    if (i > 0 && i < n) __builtin_prefetch(letters + ends[i - 1]);
  }
};

// One of them; what says where it is is checked here.
struct Word {
  const char *letters;
  int64_t size;
  Word(const Spelled &x, int64_t i) {
    require(i < x.n, "table: expected numbers of words");
    const int64_t before = i ? x.ends[i - 1] : -1;
    require(before >= -1 && before < x.ends[i] && x.ends[i] <= x.n_letters,
            "ends of the words: expected numbers that rise within the letters");
    letters = x.letters + before + 1, size = x.ends[i] - before - 1;
  }
  bool operator==(const Word &other) const {
    return size == other.size && !std::memcmp(letters, other.letters, (std::size_t)size);
  }
};

// A table of words by their letters: places of a power of two in number, -1 where there is none; one at least is free.
// `seed` keeps hostile texts from choosing words that meet in one place; it changes no result.
struct SlotTable {
  int64_t n_places;
  int32_t *places;
  uint64_t seed;
};

// Adds the words from number `first` on, which are not there yet. Here and below, only what is looked at is checked:
// looking up a few words costs nothing for the many that are known.
void place_words(const Spelled &known, const SlotTable &, int64_t first);

// The number of each of `words` among the known ones, -1 if it is not there.
void find_words(const Spelled &words, const Spelled &known, const SlotTable &, int32_t *slots);

// Writes words one after the other, by their numbers, with nothing between them; the number of letters. `out` has room
// for `room` letters, and more are refused.
int64_t spell(const Spelled &words, const int32_t *numbers, int64_t n, char *out, int64_t room);

}  // namespace biterms
