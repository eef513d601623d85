#include "tokens.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "hash.hpp"
#include "interrupt.hpp"
#include "known.hpp"

namespace biterms {
namespace {

constexpr int64_t kLongest = 64, kLongestUrl = 512;  // characters

enum Kind : uint8_t { kNothing, kSpace, kDigit, kLetter, kForeign };

struct Letters {
  uint8_t kind[256], lower[256];
  Letters() {
    for (int c = 0; c < 256; ++c) {
      lower[c] = (uint8_t)(c >= 'A' && c <= 'Z' ? c + 32 : c);
      kind[c] = c >= 128 ? kForeign : c <= ' ' || c == 127 ? kSpace : kNothing;
      if (lower[c] >= 'a' && lower[c] <= 'z') kind[c] = kLetter;
      if (c >= '0' && c <= '9') kind[c] = kDigit;
    }
  }
};

const Letters kLetters;

bool of_word(char c) { return kLetters.kind[(uint8_t)c] >= kDigit; }
bool is_digit(char c) { return kLetters.kind[(uint8_t)c] == kDigit; }
bool is_space(char c) { return kLetters.kind[(uint8_t)c] == kSpace; }
char lower(char c) { return (char)kLetters.lower[(uint8_t)c]; }

bool starts(const char *at, const char *stop, const char *with) {
  for (; *with; ++at, ++with)
    if (at == stop || lower(*at) != *with) return false;
  return true;
}

bool starts_url(const char *at, const char *stop) {
  const char c = lower(*at);
  return (c == 'h' && (starts(at, stop, "http://") || starts(at, stop, "https://"))) ||
         (c == 'w' && starts(at, stop, "www."));
}

constexpr int64_t PAYMENT = 1 << 12;  // bytes or tokens between two calls of `spend`, which cost more than a token

bool closes(char c) { return std::strchr(".,;:!?'\")]}>", c) != nullptr; }

// One line; each way to cut a token moves at_ behind it and writes it in lower case at known_.end().
class Line {
 public:
  Line(const char *begin, const char *stop, Rules rules, Known &known)
      : begin_(begin), at_(begin), paid_(begin), stop_(stop), rules_(rules), known_(known) {}

  // Number of the next token, or -1 at the end.
  int32_t next() {
    while (at_ < stop_) {
      int64_t n = 0;
      if (of_word(*at_))
        n = starts_url(at_, stop_) ? url() : word();
      else if (rules_.tags && (*at_ == '#' || *at_ == '@') && starts_tag())
        n = tag();
      else
        ++at_;
      if (at_ - paid_ >= PAYMENT) pay();
      if (n > 0) return known_.find(n);
    }
    pay();
    return -1;
  }

 private:
  void pay() {
    spend(at_ - paid_);
    paid_ = at_;
  }
  bool starts_tag() const {
    if (at_ > begin_ && of_word(at_[-1])) return false;
    const char *a = at_ + 1;
    while (a < stop_ && (is_digit(*a) || *a == '_')) ++a;
    return a < stop_ && of_word(*a);
  }

  // Writes the bytes from `from` up to here; 0 if they are too many characters.
  int64_t take(const char *from, int64_t longest) {
    const int64_t n = at_ - from;
    if (n > longest && characters(from) > longest) return 0;
    char *out = known_.end();
    for (int64_t i = 0; i < n; ++i) out[i] = lower(from[i]);
    return n;
  }
  int64_t characters(const char *from) const {
    return std::count_if(from, at_, [](char c) { return ((uint8_t)c & 0xC0) != 0x80; });
  }

  int64_t word() {
    const char *from = at_;
    uint8_t highest = kDigit;
    while (at_ < stop_) {
      const bool inner = *at_ == '\'' && at_ + 1 < stop_ && of_word(at_[1]);
      if (!inner && !of_word(*at_)) break;
      highest = std::max(highest, kLetters.kind[(uint8_t)*at_++]);
    }
    if (highest == kDigit) return rules_.numbers ? take(from, kLongest) : 0;
    if (at_ - from < 3 && characters(from) == 1) return 0;  // a word in one sign takes three bytes
    return take(from, kLongest);
  }

  int64_t tag() {
    const char *from = at_++;
    while (at_ < stop_ && (of_word(*at_) || *at_ == '_')) ++at_;
    return take(from, kLongest);
  }

  int64_t url() {
    const char *from = at_;
    while (at_ < stop_ && !is_space(*at_)) ++at_;
    int64_t n = rules_.urls ? take(from, kLongestUrl) : 0;
    while (n > 0 && closes(from[n - 1])) --n;
    return n;
  }

  const char *begin_, *at_, *paid_, *stop_;
  Rules rules_;
  Known &known_;
};

// Bytes of a sign at `at` that is no letter although it is not ASCII: U+0080 to 00BF, U+2000 to 206F
// (quotes, dashes, spaces, marks of direction), U+3000 to 303F, U+FE00 to FE0F; 0 if it is one.
int64_t foreign_sign(const char *at, const char *stop) {
  const int64_t left = stop - at;
  const auto byte = [&](int64_t i) { return i < left ? (uint8_t)at[i] : uint8_t{0}; };
  if (byte(0) == 0xC2) return left >= 2 ? 2 : 0;
  if (left < 3) return 0;
  const bool sign = (byte(0) == 0xE2 && (byte(1) == 0x80 || (byte(1) == 0x81 && byte(2) <= 0xAF))) ||
                    (byte(0) == 0xE3 && byte(1) == 0x80) || (byte(0) == 0xEF && byte(1) == 0xB8 && byte(2) <= 0x8F);
  return sign ? 3 : 0;
}

// Letters and digits of a line without URLs, in lower case; `out` has room for the line.
int64_t bare_line(const char *at, const char *stop, char *out) {
  int64_t n = 0;
  bool inside = false;  // of a word, to which an underscore belongs
  while (at < stop) {
    if (!inside && starts_url(at, stop)) {
      while (at < stop && !is_space(*at)) ++at;
      continue;
    }
    const int64_t sign = kLetters.kind[(uint8_t)*at] == kForeign ? foreign_sign(at, stop) : 0;
    if (sign) {
      inside = false;
      at += sign;
      continue;
    }
    if (of_word(*at)) out[n++] = lower(*at);
    inside = of_word(*at) || *at == '_';
    ++at;
  }
  return n;
}

constexpr uint64_t kFixed = 0x5851F42D4C957F2Dull;  // files remember these numbers

}  // namespace

int64_t fingerprints(const char *text, int64_t size, bool bare, int64_t *out, int64_t most_lines) {
  std::vector<char> room;
  const char *at = text, *stop = text + size;
  int64_t lines = 0;
  while (lines < most_lines) {
    const char *found = (const char *)std::memchr(at, '\n', (std::size_t)(stop - at));
    const char *end = found ? found : stop;
    room.resize((std::size_t)(end - at) + 8);  // `hash` reads on for eight bytes
    int64_t n = end - at;
    if (bare)
      n = bare_line(at, end, room.data());
    else if (n)
      std::memcpy(room.data(), at, (std::size_t)n);
    const uint64_t number = n ? hash(room.data(), n, kFixed) : 0;
    out[lines++] = (int64_t)(n && !number ? 1 : number);
    spend(end - at);
    if (!found) return lines;
    at = found + 1;
  }
  return lines + 1;
}

Sizes split(const char *text, int64_t size, Rules rules, uint64_t seed, const Split &out, int64_t most_lines) {
  Known known(out.distinct, seed);
  const char *at = text, *stop = text + size;
  int64_t lines = 0, tokens = 0;
  out.ptr[0] = 0;
  while (lines < most_lines) {
    const char *end = (const char *)std::memchr(at, '\n', (std::size_t)(stop - at));
    Line line(at, end ? end : stop, rules, known);
    for (int32_t id; (id = line.next()) >= 0;) out.ids[tokens++] = id;
    out.ptr[++lines] = tokens;
    if (!end) return {lines, tokens, known.bytes()};
    at = end + 1;
  }
  return {lines + 1, tokens, known.bytes()};
}

int64_t count(const Tokens &x, const Counted &out) {
  std::vector<int32_t> row;
  int64_t n = 0, unpaid = 0;
  out.indptr[0] = 0;
  for (int64_t d = 0; d < x.n_docs; ++d) {
    row.clear();
    if ((unpaid += 16 * (x.ptr[d + 1] - x.ptr[d])) >= PAYMENT) spend(unpaid), unpaid = 0;
    for (int64_t i = x.ptr[d]; i < x.ptr[d + 1]; ++i) {
      if (x.ids[i] >= 0 && x.columns[x.ids[i]] >= 0) row.push_back(x.columns[x.ids[i]]);
    }
    std::sort(row.begin(), row.end());
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i && row[i] == row[i - 1]) {
        out.data[n - 1] += 1.0f;
      } else {
        out.indices[n] = row[i];
        out.data[n++] = 1.0f;
      }
    }
    out.indptr[d + 1] = n;
  }
  return n;
}

}  // namespace biterms
