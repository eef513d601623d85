#include "foreign.hpp"

#include <cstring>

#include "checks.hpp"
#include "interrupt.hpp"
#include "known.hpp"

namespace biterms {
namespace {

bool foreign(char c) { return (uint8_t)c >= 128; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

const char *end_of_run(const char *at, const char *stop) {
  while (at < stop && foreign(*at)) ++at;
  return at;
}
const char *end_of_line(const char *at, const char *stop) {
  const void *found = std::memchr(at, '\n', (std::size_t)(stop - at));
  return found ? (const char *)found : stop;
}

// Where a text is written to.
class Writer {
 public:
  Writer(char *out, int64_t room) : begin_(out), at_(out), stop_(out + room) {}
  void put(const char *from, int64_t n) {
    need(n);
    if (n) std::memcpy(at_, from, (std::size_t)n);
    at_ += n;
  }
  void put_lower(const char *from, int64_t n) {
    need(n);
    for (int64_t i = 0; i < n; ++i) at_[i] = lower(from[i]);
    at_ += n;
  }
  int64_t written() const { return at_ - begin_; }

 private:
  void need(int64_t n) const { require(n <= stop_ - at_, "out: expected room for all that is written"); }
  char *begin_, *at_, *stop_;
};

void exchange(const char *at, const char *stop, const int32_t *id, const int32_t *last, const Spelled &words,
              Writer &out) {
  while (at < stop) {
    const char *from = at;
    while (at < stop && !foreign(*at)) ++at;
    out.put_lower(from, at - from);
    if (at == stop) break;
    require(id < last && *id >= 0, "text: expected the runs that were found in it");
    const Word word(words, *id++);
    out.put(word.letters, word.size);
    at = end_of_run(at, stop);
  }
  require(id == last, "text: expected the runs that were found in it");
}

}  // namespace

Sizes foreign_runs(const char *text, int64_t size, uint64_t seed, const Split &out, int64_t most_lines) {
  Known known(out.distinct, seed);
  const char *at = text, *stop = text + size;
  int64_t lines = 0, runs = 0;
  out.ptr[0] = 0;
  while (lines < most_lines) {
    const char *begin = at, *end = end_of_line(at, stop);
    while (at < end) {
      if (!foreign(*at)) {
        ++at;
        continue;
      }
      const char *from = at;
      at = end_of_run(at, end);
      std::memcpy(known.end(), from, (std::size_t)(at - from));
      out.ids[runs++] = known.find(at - from);
    }
    spend(end - begin + 1);
    out.ptr[++lines] = runs;
    if (end == stop) return {lines, runs, known.bytes()};
    at = end + 1;
  }
  return {lines + 1, runs, known.bytes()};
}

int64_t with_runs(const char *text, int64_t size, const Runs &runs, const Spelled &words, char *out, int64_t room) {
  Writer writer(out, room);
  const char *at = text, *stop = text + size;
  for (int64_t line = 0; line < runs.lines; ++line) {
    const char *end = end_of_line(at, stop);
    const int64_t first = runs.ptr[line], last = runs.ptr[line + 1];
    if (first == last)
      writer.put(at, end - at);
    else
      exchange(at, end, runs.ids + first, runs.ids + last, words, writer);
    spend(end - at + 1);
    require((end == stop) == (line + 1 == runs.lines), "text: expected as many lines as there are pointers for");
    if (end < stop) writer.put(end, 1);
    at = end < stop ? end + 1 : stop;
  }
  return writer.written();
}

}  // namespace biterms
