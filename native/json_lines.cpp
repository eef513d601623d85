#include "json_lines.hpp"

#include <algorithm>
#include <cstring>

#include "interrupt.hpp"

namespace biterms {
namespace {

struct NotRead {};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_surrogate(uint32_t c, uint32_t first) { return c >= first && c < first + 0x400; }

// A string of the text; whether half a surrogate pair is in it.
struct String {
  Letters letters;
  bool halved = false;
};

class Unescaped {
 public:
  explicit Unescaped(char *at) : at_(at) {}
  char *at() const { return at_; }
  void put(const char *from, int64_t n) {
    std::memcpy(at_, from, (std::size_t)n);
    at_ += n;
  }
  void put(uint32_t c) {
    if (c < 0x80) {
      *at_++ = (char)c;
      return;
    }
    static constexpr uint32_t lead[] = {0, 0xC0, 0xE0, 0xF0};
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    *at_++ = (char)(lead[more] | c >> 6 * more);
    for (int i = more - 1; i >= 0; --i) *at_++ = (char)(0x80 | (c >> 6 * i & 0x3F));
  }

 private:
  char *at_;
};

// Reads lines; throws NotRead where one is not what is expected.
class Reader {
 public:
  Reader(const Spelled &keys, char *unescaped) : keys_(keys), out_(unescaped), bad_((std::size_t)keys.n) {}

  void read(const char *at, const char *stop, Letters *values) {
    at_ = at, stop_ = stop, values_ = values;
    std::fill(bad_.begin(), bad_.end(), false);
    space();
    members([&] { member(); });
    space();
    for (const char bad : bad_) expect(!bad);
    expect(at_ == stop_);
  }

 private:
  static void expect(bool ok) {
    if (!ok) throw NotRead{};
  }
  bool next(char c) { return at_ < stop_ && *at_ == c ? (++at_, true) : false; }
  void space() {
    while (at_ < stop_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }

  // What comes between the braces of an object, or between brackets.
  template <class One> void members(const One &one, char begin = '{', char end = '}') {
    expect(next(begin));
    space();
    if (next(end)) return;
    do {
      space();
      one();
      space();
    } while (next(','));
    expect(next(end));
  }
  String name() {
    const String found = string();
    space();
    expect(next(':'));
    space();
    return found;
  }

  // A member of the outermost object; of those with the same name the last one counts.
  void member() {
    const Letters key = name().letters;
    bool wanted = false;
    for (int64_t i = 0; i < keys_.n; ++i) wanted |= same(key, i);
    if (!wanted) return value(1);
    String text{{nullptr, 0}};
    bool bad = false;
    if (at_ < stop_ && *at_ == '"') {
      text = string();
      bad = text.halved;
    } else {
      bad = at_ == stop_ || *at_ != 'n';
      value(1);
    }
    for (int64_t i = 0; i < keys_.n; ++i)
      if (same(key, i)) values_[i] = text.letters, bad_[(std::size_t)i] = bad;
  }
  bool same(const Letters &found, int64_t key) const {
    const Word word(keys_, key);
    return word.size == found.size && !std::memcmp(word.letters, found.at, (std::size_t)word.size);
  }

  // Any value, inside of so many others.
  void value(int depth) {
    expect(at_ < stop_);
    switch (*at_) {
      case '"':
        string();
        return;
      case '{':
        expect(depth < MOST_DEPTH);
        return members([&] { name(), value(depth + 1); });
      case '[':
        expect(depth < MOST_DEPTH);
        return members([&] { value(depth + 1); }, '[', ']');
      case 't':
        return word("true", 4);
      case 'f':
        return word("false", 5);
      case 'n':
        return word("null", 4);
      default:
        number();
    }
  }
  void word(const char *letters, int64_t n) {
    expect(stop_ - at_ >= n && !std::memcmp(at_, letters, (std::size_t)n));
    at_ += n;
  }
  void digits() {
    expect(at_ < stop_ && is_digit(*at_));
    while (at_ < stop_ && is_digit(*at_)) ++at_;
  }
  void number() {
    const char *begin = at_;
    next('-');
    if (!next('0')) digits();
    if (next('.')) digits();
    if (next('e') || next('E')) {
      if (!next('+')) next('-');
      digits();
    }
    expect(at_ - begin <= MOST_DIGITS);
  }

  // Letters between quotes; those without escapes stay where they are.
  String string() {
    expect(next('"'));
    const char *begin = at_, *quote = find('"', stop_), *escape = find('\\', quote);
    if (escape == quote) {
      at_ = quote + 1;
      return {{begin, quote - begin}};
    }
    String found{{out_.at(), 0}};
    for (at_ = begin; !next('"');) {
      escape = at_;
      while (escape < stop_ && *escape != '"' && *escape != '\\') ++escape;
      out_.put(at_, escape - at_);
      at_ = escape;
      if (next('\\')) found.halved |= escaped();
      expect(at_ < stop_);
    }
    found.letters.size = out_.at() - found.letters.at;
    return found;
  }
  const char *find(char c, const char *stop) const {
    const void *found = std::memchr(at_, c, (std::size_t)(stop - at_));
    expect(found || stop < stop_);
    return found ? (const char *)found : stop;
  }

  // What an escape stands for; whether it is half a pair.
  bool escaped() {
    static constexpr char signs[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    expect(at_ < stop_);
    if (next('u')) return pair();
    const char *sign = (const char *)std::memchr(signs, *at_++, 8);
    expect(sign);
    out_.put((uint32_t)meant[sign - signs]);
    return false;
  }
  bool pair() {
    uint32_t c = hex();
    if (is_surrogate(c, 0xD800) && stop_ - at_ >= 6 && at_[0] == '\\' && at_[1] == 'u') {
      const char *before = at_;
      at_ += 2;
      const uint32_t low = hex();
      if (is_surrogate(low, 0xDC00))
        c = 0x10000 + ((c - 0xD800) << 10 | (low - 0xDC00));
      else
        at_ = before;
    }
    out_.put(c);
    return is_surrogate(c, 0xD800) || is_surrogate(c, 0xDC00);
  }
  uint32_t hex() {
    expect(stop_ - at_ >= 4);
    uint32_t c = 0;
    for (int i = 0; i < 4; ++i) {
      const char h = *at_++, lower = (char)(h | 32);
      expect(is_digit(h) || (lower >= 'a' && lower <= 'f'));
      c = c << 4 | (uint32_t)(is_digit(h) ? h - '0' : lower - 'a' + 10);
    }
    return c;
  }

  const char *at_ = nullptr, *stop_ = nullptr;
  const Spelled &keys_;
  Letters *values_ = nullptr;
  Unescaped out_;
  std::vector<char> bad_;  // of each key: whether its value is of another kind
};

}  // namespace

JsonStrings json_strings(const char *text, int64_t size, const Spelled &keys) {
  JsonStrings found{0, {}, {}, std::unique_ptr<char[]>(new char[(std::size_t)size + 1])};
  Reader reader(keys, found.unescaped.get());
  const char *at = text, *stop = text + size;
  for (bool more = true; more; ++found.lines) {
    const void *line_break = std::memchr(at, '\n', (std::size_t)(stop - at));
    const char *end = line_break ? (const char *)line_break : stop;
    found.values.resize(found.values.size() + (std::size_t)keys.n, Letters{nullptr, 0});
    try {
      reader.read(at, end, found.values.data() + found.lines * keys.n);
    } catch (const NotRead &) {
      found.others.push_back(found.lines);
    }
    spend(4 * (end - at + 1));
    more = end < stop;
    at = end + more;
  }
  return found;
}

}  // namespace biterms
