// Words of texts: checks what is given, releases the GIL, calls.
#include "bind.hpp"
#include "foreign.hpp"
#include "tokens.hpp"

using namespace biterms;

namespace {

nb::tuple run_split(const nb::bytes &text, bool tags, bool urls, bool numbers, uint64_t seed,
                    const Out<int64_t, 1> &ptr, const Out<int32_t, 1> &ids, const Out<uint8_t, 1> &distinct) {
  const int64_t size = (int64_t)text.size(), lines = length(ptr) - 1;
  require(lines >= 1, "ptr: expected one number more than lines, of which there is one at least");
  require(length(ids) >= (size + 1) / 2, "ids: expected room for a token in every second byte");
  require(length(distinct) >= size + 9, "distinct: expected room for the text");
  const char *from = text.c_str();
  const Split out{ptr.data(), ids.data(), (char *)distinct.data()};
  Sizes found{};
  run_long([&] { found = split(from, size, {tags, urls, numbers}, seed, out, lines); });
  require(found.lines == lines, "text: expected as many lines as ptr says");
  return nb::make_tuple(found.tokens, found.bytes);
}

void run_fingerprints(const nb::bytes &text, bool bare, const Out<int64_t, 1> &numbers) {
  const int64_t size = (int64_t)text.size(), lines = length(numbers);
  require(lines >= 1, "numbers: expected one for each line, of which there is one at least");
  const char *from = text.c_str();
  int64_t found = 0;
  run_long([&] { found = fingerprints(from, size, bare, numbers.data(), lines); });
  require(found == lines, "text: expected as many lines as numbers");
}

nb::tuple run_foreign_runs(const nb::bytes &text, uint64_t seed, const Out<int64_t, 1> &ptr,
                           const Out<int32_t, 1> &ids, const Out<uint8_t, 1> &distinct) {
  const int64_t size = (int64_t)text.size(), lines = length(ptr) - 1;
  require(lines >= 1, "ptr: expected one number more than lines, of which there is one at least");
  require(length(ids) >= (size + 1) / 2, "ids: expected room for a run in every second byte");
  require(length(distinct) >= size + 9, "distinct: expected room for the text");
  const char *from = text.c_str();
  const Split out{ptr.data(), ids.data(), (char *)distinct.data()};
  Sizes found{};
  run_long([&] { found = foreign_runs(from, size, seed, out, lines); });
  require(found.lines == lines, "text: expected as many lines as ptr says");
  return nb::make_tuple(found.tokens, found.bytes);
}

int64_t run_with_runs(const nb::bytes &text, const Longs &ptr, const Ints &ids, const In<uint8_t, 1> &letters,
                      const Longs &ends, const Out<uint8_t, 1> &out) {
  require(length(ptr) >= 2, "ptr: expected one number more than lines, of which there is one at least");
  require_spans(ptr.data(), length(ptr), length(ids), "pointers of the lines");
  const Runs runs{length(ptr) - 1, ptr.data(), ids.data()};
  const Spelled words{length(ends), length(letters), (const char *)letters.data(), ends.data()};
  const char *from = text.c_str();
  const int64_t size = (int64_t)text.size();
  int64_t written = 0;
  run_long([&] { written = with_runs(from, size, runs, words, (char *)out.data(), length(out)); });
  return written;
}

int64_t run_count(const Longs &ptr, const Ints &ids, const Ints &columns, const Out<int64_t, 1> &indptr,
                  const Out<int32_t, 1> &indices, const Out<float, 1> &counts) {
  const Tokens x{length(ptr) - 1, ptr.data(), ids.data(), columns.data(), length(columns)};
  require_spans(ptr.data(), length(ptr), length(ids), "pointers of the documents");
  require_ids(ids.data(), length(ids), x.n_ids, "ids of the tokens", INT32_MIN);
  require(length(indptr) == length(ptr), "indptr: expected the length of ptr");
  require(length(indices) == length(ids) && length(counts) == length(ids),
          "indices and counts: expected the length of ids");
  int64_t n = 0;
  run_long([&] { n = count(x, {indptr.data(), indices.data(), counts.data()}); });
  return n;
}

}  // namespace

void bind_tokens(nb::module_ &m) {
  m.def("split", &run_split, nb::arg("text"), nb::arg("tags"), nb::arg("urls"), nb::arg("numbers"), nb::arg("seed"),
        array("ptr"), array("ids"), array("distinct"));
  m.def("fingerprints", &run_fingerprints, nb::arg("text"), nb::arg("bare"), array("numbers"));
  m.def("foreign_runs", &run_foreign_runs, nb::arg("text"), nb::arg("seed"), array("ptr"), array("ids"),
        array("distinct"));
  m.def("with_runs", &run_with_runs, nb::arg("text"), array("ptr"), array("ids"), array("letters"), array("ends"),
        array("out"));
  m.def("count", &run_count, array("ptr"), array("ids"), array("columns"), array("indptr"), array("indices"),
        array("counts"));
}
