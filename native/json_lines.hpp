// Strings of JSON objects, one object per line, by their keys.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "slots.hpp"

namespace biterms {

// Letters of the text, or of what its escapes stand for; null where an object has no such key, or null.
struct Letters {
  const char *at;
  int64_t size;
};

struct JsonStrings {
  int64_t lines;
  std::vector<Letters> values;        // lines x keys; those of `others` say nothing
  std::vector<int64_t> others;        // lines that are not objects with strings at these keys, or that are unusual
  std::unique_ptr<char[]> unescaped;  // what letters may point into, beside the text
};

// `text` is UTF-8. Unusual are numbers of more than MOST_DIGITS signs, NaN and Infinity, objects in more than MOST_DEPTH
// others, half a surrogate pair in a value, and spaces of other scripts around an object.
constexpr int64_t MOST_DIGITS = 100;
constexpr int MOST_DEPTH = 50;
JsonStrings json_strings(const char *text, int64_t size, const Spelled &keys);

}  // namespace biterms
