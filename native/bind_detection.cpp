// Words that become frequent and the documents that have them: checks what is given, releases the GIL, calls.
#include <nanobind/stl/optional.h>

#include "bind.hpp"
#include "evidence.hpp"
#include "members.hpp"
#include "slots.hpp"

using namespace biterms;

namespace {

constexpr double LARGEST_SHAPE = 1024;

// Only what is looked at is checked: a few of many documents cost what they are.
Selected selected(const Longs &ptr, const Ints &words, const std::optional<Longs> &rows, int64_t end) {
  const int64_t n = length(ptr) - 1;
  require(n >= 0, "ptr: expected one number more than documents");
  require_n_words(end);
  if (rows) require_ids(rows->data(), length(*rows), n, "rows");
  if (!rows) require_spans(ptr.data(), n + 1, length(words), "pointers of the documents");
  return {rows ? length(*rows) : n, length(words), end, ptr.data(), words.data(), data(rows)};
}

// Words that are looked at, as far as is known without looking.
int64_t steps(const Selected &x) { return x.rows ? 64 * x.n_rows : x.n_words; }

int64_t run_tally(const Longs &ptr, const Ints &words, const std::optional<Longs> &rows, int64_t end,
                  const Out<int32_t, 1> &found, const Out<int64_t, 1> &counts) {
  const Selected x = selected(ptr, words, rows, end);
  require(length(found) >= std::min(length(words), end) && length(counts) == length(found),
          "found and counts: expected room for the words of the documents");
  int64_t n = 0;
  run(steps(x), [&] { n = tally(x, found.data(), counts.data()); });
  return n;
}

void run_word_counts(const Longs &ptr, const Ints &words, const std::optional<Longs> &rows, int64_t end,
                     const Ints &wanted, const Out<int64_t, 1> &counts) {
  const Selected x = selected(ptr, words, rows, end);
  require_ids(wanted.data(), length(wanted), end, "words that are counted");
  require(length(counts) == length(wanted), "counts: expected one for each word");
  run(steps(x) + length(wanted), [&] { word_counts(x, wanted.data(), length(wanted), counts.data()); });
}

int64_t run_different(const Longs &ptr, const Ints &words, const std::optional<Longs> &rows,
                      const Out<int64_t, 1> &found) {
  const Selected x = selected(ptr, words, rows, INT32_MAX);
  require(length(found) >= x.n_rows, "found: expected room for the documents");
  int64_t n = 0;
  run(steps(x), [&] { n = different(x, found.data()); });
  return n;
}

int64_t run_holding(const Longs &ptr, const Ints &words, const Doubles &times, int32_t word, double since,
                    const Out<int64_t, 1> &found) {
  const Selected x = selected(ptr, words, std::nullopt, INT32_MAX);
  require(length(times) == x.n_rows, "times: expected one for each document");
  require(length(found) >= x.n_words, "found: expected room for the words");
  int64_t n = 0;
  run(steps(x), [&] { n = holding(x, times.data(), word, since, found.data()); });
  return n;
}

void run_sums_of(const Longs &ptr, const Ints &words, const std::optional<Longs> &rows, int64_t end, const Ints &wanted,
                 const Doubles &values, const Out<double, 1> &sums) {
  const Selected x = selected(ptr, words, rows, end);
  require_ids(wanted.data(), length(wanted), end, "words that have values");
  require(length(values) == length(wanted), "values: expected one for each word");
  require(length(sums) == x.n_rows, "sums: expected one for each document");
  run(steps(x) + length(wanted), [&] { sums_of(x, wanted.data(), values.data(), length(wanted), sums.data()); });
}

int64_t run_members(const Longs &ptr, const Ints &words, const std::optional<Longs> &rows, const Ints &owners,
                    const Doubles &values, double least, const Out<int64_t, 1> &found, const Out<int32_t, 1> &groups) {
  const Selected x = selected(ptr, words, rows, INT32_MAX);
  require(length(values) == length(owners), "values: expected the length of owners");
  require(length(found) >= length(words) && length(groups) == length(found),
          "found and groups: expected room for the words of the documents");
  const Owned by{length(owners), owners.data(), values.data()};
  int64_t n = 0;
  run(steps(x), [&] { n = members(x, by, least, found.data(), groups.data()); });
  return n;
}

double run_update_evidence(const Out<double, 1> &count, const Out<double, 1> &faded, const Out<double, 1> &at,
                           const Out<double, 1> &since, const Out<float, 2> &evidence, double share, double shape,
                           double prior, double rare, double least, double most, double now_faded, double documents,
                           double exposure, double begin, int64_t n_docs, const Ints &words, const Longs &x,
                           const Out<double, 1> &strength) {
  const int64_t n = length(words), all = length(count);
  require(length(evidence, 1) == SHARES, "evidence: expected words x 6");
  require(length(faded) == all && length(at) == all && length(since) == all && length(evidence) == all,
          "columns of the words: expected equal lengths");
  require(shape >= 1 && shape <= LARGEST_SHAPE && shape == (double)(int64_t)shape, "shape: expected a whole number up to 1024");
  require_ids(words.data(), n, all, "words");
  require(length(x) == n && length(strength) == n, "x and strength: expected one number for each word");
  require_ids(x.data(), n, INT64_MAX, "documents with the words", 1);
  const WordPast past{count.data(), faded.data(), at.data(), since.data(), evidence.data()};
  const SequentialTest test{share, shape, prior, rare, least, most};
  const Arrived now{now_faded, documents, exposure, begin, n_docs};
  double started = 0;
  run_long([&] { started = update_evidence(past, test, now, words.data(), x.data(), n, strength.data()); });
  return started;
}

Spelled spelled(const In<uint8_t, 1> &letters, const Longs &ends) {
  return {length(ends), length(letters), (const char *)letters.data(), ends.data()};
}

// A table that is only read from is not written to.
template <class Places> SlotTable table_of(const Places &places, int64_t known, uint64_t seed) {
  const int64_t n = length(places);
  require(n > known && (n & (n - 1)) == 0, "table: expected a power of two above the number of words");
  return {n, const_cast<int32_t *>(places.data()), seed};
}

void run_place_words(const In<uint8_t, 1> &letters, const Longs &ends, const Out<int32_t, 1> &table, uint64_t seed,
                     int64_t first) {
  const Spelled known = spelled(letters, ends);
  require(first >= 0 && first <= known.n, "first: expected the number of a word, or of the next one");
  const SlotTable places = table_of(table, known.n, seed);
  run(16 * (known.n - first), [&] { place_words(known, places, first); });
}

void run_find_words(const In<uint8_t, 1> &letters, const Longs &ends, const In<uint8_t, 1> &known_letters,
                    const Longs &known_ends, const Ints &table, uint64_t seed, const Out<int32_t, 1> &slots) {
  const Spelled words = spelled(letters, ends), known = spelled(known_letters, known_ends);
  require(length(slots) == words.n, "slots: expected one for each word");
  const SlotTable places = table_of(table, known.n, seed);
  run(16 * words.n, [&] { find_words(words, known, places, slots.data()); });
}

int64_t run_spell(const In<uint8_t, 1> &letters, const Longs &ends, const Ints &numbers,
                  const Out<uint8_t, 1> &out) {
  const Spelled words = spelled(letters, ends);
  require_ids(numbers.data(), length(numbers), words.n, "numbers of the words");
  int64_t written = 0;
  run_long([&] { written = spell(words, numbers.data(), length(numbers), (char *)out.data(), length(out)); });
  return written;
}

}  // namespace

void bind_detection(nb::module_ &m) {
  m.def("tally", &run_tally, array("ptr"), array("words"), optional_array("rows"), nb::arg("end"), array("found"),
        array("counts"));
  m.def("word_counts", &run_word_counts, array("ptr"), array("words"), optional_array("rows"), nb::arg("end"),
        array("wanted"), array("counts"));
  m.def("members", &run_members, array("ptr"), array("words"), optional_array("rows"), array("owners"),
        array("values"), nb::arg("least"), array("found"), array("groups"));
  m.def("different", &run_different, array("ptr"), array("words"), optional_array("rows"), array("found"));
  m.def("holding", &run_holding, array("ptr"), array("words"), array("times"), nb::arg("word"), nb::arg("since"),
        array("found"));
  m.def("sums_of", &run_sums_of, array("ptr"), array("words"), optional_array("rows"), nb::arg("end"), array("wanted"),
        array("values"), array("sums"));
  m.def("update_evidence", &run_update_evidence, array("count"), array("faded"), array("at"), array("since"),
        array("evidence"), nb::arg("share"), nb::arg("shape"), nb::arg("prior"), nb::arg("rare"), nb::arg("least"),
        nb::arg("most"), nb::arg("now_faded"), nb::arg("documents"), nb::arg("exposure"), nb::arg("begin"),
        nb::arg("n_docs"), array("words"), array("x"), array("strength"));
  m.def("place_words", &run_place_words, array("letters"), array("ends"), array("table"), nb::arg("seed"),
        nb::arg("first"));
  m.def("find_words", &run_find_words, array("letters"), array("ends"), array("known_letters"), array("known_ends"),
        array("table"), nb::arg("seed"), array("slots"));
  m.def("spell", &run_spell, array("letters"), array("ends"), array("numbers"), array("out"));
}
