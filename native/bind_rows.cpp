// Minibatches, and rows of the posterior: checks what is given, releases the GIL, calls.
#include <nanobind/stl/optional.h>

#include "bind_rows.hpp"

#include "isa.hpp"
#include "pool.hpp"
#include "psi.hpp"

using namespace biterms;

namespace {

void finish_expect(Expect x, const Floats &sums, const Out<float, 2> &rows, const std::optional<Out<float, 2>> &logs,
                   const Out<double, 1> &shifts, int n_threads) {
  require(length(sums) == x.K, "sums: expected K numbers");
  require(length(rows) == x.n && length(rows, 1) == x.K, "rows: expected words x K");
  require(!logs || (length(*logs) == x.n && length(*logs, 1) == x.K), "logs: expected the shape of rows");
  require(length(shifts) == x.n, "shifts: expected one number per row");
  x.sums = sums.data(), x.rows = rows.data(), x.logs = data(logs), x.shifts = shifts.data();
  run_long([&] { expect(chosen().table, x, threads(n_threads)); });
}

void run_expect(const In<double, 2> &lam, const Floats &sums, const Out<float, 2> &rows,
                const std::optional<Out<float, 2>> &logs, const Out<double, 1> &shifts, int n_threads) {
  require(length(lam, 1) >= 1, "lam: expected one topic or more");
  Expect x{length(lam), length(lam, 1)};
  x.lam = lam.data();
  finish_expect(x, sums, rows, logs, shifts, n_threads);
}

void run_expect_words(const In<double, 2> &M, const In<double, 2> &eta, double prior, double scale, const Ints &words,
                      const Floats &sums, const Out<float, 2> &rows, const std::optional<Out<float, 2>> &logs,
                      const Out<double, 1> &shifts, int n_threads) {
  const Lazy posterior = lazy(M, eta, prior, scale);
  require_ids(words.data(), length(words), length(M), "word ids");
  Expect x{length(words), posterior.K};
  x.lazy = &posterior, x.words = words.data();
  finish_expect(x, sums, rows, logs, shifts, n_threads);
}

void run_gather(const In<double, 2> &M, const In<double, 2> &eta, double prior, double scale, const Ints &words,
                const Out<double, 2> &out) {
  const Lazy posterior = lazy(M, eta, prior, scale);
  require(length(out) == length(words) && length(out, 1) == posterior.K, "out: expected words x K");
  require_ids(words.data(), length(words), length(M), "word ids");
  run_long([&] { gather(chosen().table, posterior, words.data(), length(words), out.data()); });
}

void run_add_rows(const Out<double, 2> &M, const Out<double, 1> &m, const Ints &words, const In<double, 2> &stats,
                  double factor, int n_threads, const std::optional<Out<int64_t, 1>> &done) {
  require(!done || length(*done) == 1, "done: expected one number");
  require(length(stats) == length(words) && length(stats, 1) == length(M, 1), "stats: expected words x K");
  require(length(m) == length(M, 1), "m: expected K numbers");
  require_ids(words.data(), length(words), length(M), "word ids");
  const Increment x{M.data(), m.data(), length(M, 1), words.data(), length(words), stats.data(), factor};
  nb::gil_scoped_release release;
  add_rows(chosen().table, x, threads(n_threads));
  if (done) ++*done->data();
}

void run_pack(const Longs &indptr, const Ints &indices, const Floats &counts, int64_t n_words, const Longs &docs,
              const Longs &docs_at, const Longs &entries, const Out<int64_t, 1> &ptr, const Out<int32_t, 1> &labels,
              const Out<float, 1> &f, const Out<int32_t, 1> &words, const Out<int64_t, 1> &found, int n_threads) {
  const int64_t n = length(found), n_docs = length(docs);
  const Corpus x = corpus(indptr, indices, counts, n_words);
  require(length(docs_at) == n + 1 && length(entries) == n + 1, "minibatches: expected one bound more");
  require_spans(docs_at.data(), n + 1, n_docs, "bounds of the minibatches");
  require_spans(entries.data(), n + 1, length(labels), "entries of the minibatches");
  require(length(ptr) == n_docs + n, "ptr: expected one number more than documents for each minibatch");
  require(length(labels) == length(f) && length(labels) == length(words),
          "labels, counts and words: expected equal lengths");
  require_documents(x, docs.data(), n_docs);
  const Batches b{n, docs.data(), docs_at.data(), entries.data()};
  const Parcel out{ptr.data(), labels.data(), f.data(), words.data()};
  run_long([&] { pack(x, b, out, found.data(), threads(n_threads)); });
}

// Entries of each of these documents.
void run_sizes(const Longs &indptr, int64_t n_entries, const Longs &docs, const Out<int64_t, 1> &out) {
  require(length(indptr) >= 1, "indptr: found no pointers, expected one more than documents");
  require(length(out) == length(docs), "out: expected one number per document");
  require_documents({length(indptr) - 1, 0, n_entries, indptr.data(), nullptr, nullptr}, docs.data(), length(docs));
  for (int64_t i = 0; i < length(docs); ++i) {
    const int64_t *at = indptr.data() + docs.data()[i];
    out.data()[i] = at[1] - at[0];
  }
}

void run_digamma(const Doubles &x, const Out<double, 1> &out) {
  require(length(x) == length(out), "out: expected the length of x");
  run_long([&] {
    for (int64_t i = 0; i < length(x); ++i) {
      if (i % 64 == 0) spend(64 * 16);
      out.data()[i] = psi(x.data()[i]);
    }
  });
}

}  // namespace

void bind_rows(nb::module_ &m) {
  m.def("expect", &run_expect, array("lam"), array("sums"), array("rows"), optional_array("logs"), array("shifts"),
        nb::arg("n_threads"));
  m.def("expect_words", &run_expect_words, array("M"), array("eta"), nb::arg("prior"), nb::arg("scale"),
        array("words"), array("sums"), array("rows"), optional_array("logs"), array("shifts"), nb::arg("n_threads"));
  m.def("gather", &run_gather, array("M"), array("eta"), nb::arg("prior"), nb::arg("scale"), array("words"),
        array("out"));
  m.def("add_rows", &run_add_rows, array("M"), array("m"), array("words"), array("stats"), nb::arg("factor"),
        nb::arg("n_threads"), optional_array("done"));
  m.def("pack", &run_pack, array("indptr"), array("indices"), array("counts"), nb::arg("n_words"), array("docs"),
        array("docs_at"), array("entries"), array("ptr"), array("labels"), array("f"), array("words"), array("found"),
        nb::arg("n_threads"));
  m.def("sizes", &run_sizes, array("indptr"), nb::arg("n_entries"), array("docs"), array("out"));
  m.def("digamma", &run_digamma, array("x"), array("out"));
}
