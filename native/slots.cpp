#include "slots.hpp"

#include <algorithm>
#include <cstring>

#include "hash.hpp"
#include "interrupt.hpp"

namespace biterms {
namespace {

constexpr int64_t SOME = 1 << 10, AT_ONCE = 32;

int64_t first_place(const Word &word, const SlotTable &table) {
  return (int64_t)(hash(word.letters, word.size, table.seed | 1, false) & (uint64_t)(table.n_places - 1));
}

int32_t found(const Word &word, const Spelled &known, const SlotTable &table, int64_t at) {
  for (int64_t tried = 0; tried < table.n_places; ++tried, at = (at + 1) & (table.n_places - 1))
    if (table.places[at] < 0 || Word(known, table.places[at]) == word) return table.places[at];
  return -1;
}

}  // namespace

void place_words(const Spelled &known, const SlotTable &table, int64_t first) {
  for (int64_t i = first; i < known.n; ++i) {
    if (i % SOME == 0) spend(SOME * 64);
    int64_t at = first_place(Word(known, i), table), tried = 0;
    while (table.places[at] >= 0 && ++tried < table.n_places) at = (at + 1) & (table.n_places - 1);
    table.places[at] = (int32_t)i;
  }
}

// Some words at a time, so that the memory that they need comes while others are looked at.
void find_words(const Spelled &words, const Spelled &known, const SlotTable &table, int32_t *slots) {
  int64_t first[AT_ONCE];
  for (int64_t begin = 0; begin < words.n; begin += AT_ONCE) {
    const int64_t n = std::min(AT_ONCE, words.n - begin);
    spend(n * 64);
    for (int64_t i = 0; i < n; ++i) {
      first[i] = first_place(Word(words, begin + i), table);
      __builtin_prefetch(table.places + first[i]);
    }
    for (int64_t i = 0; i < n; ++i) __builtin_prefetch(known.ends + std::max(table.places[first[i]], 0));
    for (int64_t i = 0; i < n; ++i) known.prefetch(table.places[first[i]]);
    for (int64_t i = 0; i < n; ++i) slots[begin + i] = found(Word(words, begin + i), known, table, first[i]);
  }
}

int64_t spell(const Spelled &words, const int32_t *numbers, int64_t n, char *out, int64_t room) {
  int64_t written = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (i % SOME == 0) spend(SOME * 16);
    const Word word(words, numbers[i]);
    require(word.size <= room - written, "out: expected room for all words");
    std::memcpy(out + written, word.letters, (std::size_t)word.size);
    written += word.size;
  }
  return written;
}

}  // namespace biterms
