// The document steps of LDA and HDP: checks what is given, releases the GIL, calls.
#include <nanobind/stl/optional.h>

#include <cmath>

#include "bind.hpp"
#include "bind_pairs.hpp"
#include "isa.hpp"
#include "pool.hpp"

using namespace biterms;

namespace {

using Rows = In<float, 2>;
using MaybeRows = std::optional<In<float, 2>>;
using MaybeStats = std::optional<Out<double, 2>>;

template <class A> bool shaped(const A &a, int64_t rows, int64_t columns) {
  return length(a) == rows && length(a, 1) == columns;
}

// Documents whose entries have rows.
Batch batch(const Longs &ptr, const Ints &labels, const Floats &counts, const Rows &rows, const MaybeRows &logs,
            const MaybeStats &stats) {
  Batch b;
  b.n_docs = length(ptr) - 1, b.n_rows = length(rows), b.K = length(rows, 1);
  require(b.K >= 1, "rows: expected one topic or more");
  require(length(labels) == length(counts), "labels and counts: expected one number per entry");
  require_spans(ptr.data(), length(ptr), length(labels), "pointers of the documents");
  require_ids(labels.data(), length(labels), b.n_rows, "labels of the entries");
  require(!logs || shaped(*logs, b.n_rows, b.K), "logs: expected the shape of rows");
  require(!stats || shaped(*stats, b.n_rows, b.K), "stats: expected the shape of rows");
  b.ptr = ptr.data(), b.labels = labels.data(), b.counts = counts.data();
  b.rows = rows.data(), b.logs = data(logs);
  return b;
}

void run_documents(const Longs &ptr, const Ints &labels, const Floats &counts, const Rows &rows, const MaybeRows &logs,
                   const std::optional<Doubles> &shifts, const Floats &alpha, const std::optional<Longs> &pair_ptr,
                   const std::optional<Ints> &left, const std::optional<Ints> &right,
                   const std::optional<Floats> &weights, float weight, float cap, float word_weight, int max_iter,
                   int more_rounds, float tol, bool drop, bool exact, bool at_prior, bool fresh, const Out<float, 2> &gamma, const MaybeStats &stats,
                   const std::optional<Out<double, 1>> &fit, const Out<int32_t, 1> &iterations, int n_threads) {
  Batch b = batch(ptr, labels, counts, rows, logs, stats);
  require(shaped(gamma, b.n_docs, b.K), "gamma: expected documents x K");
  require(length(alpha) == b.K, "alpha: expected K numbers");
  require(length(iterations) == b.n_docs, "iterations: expected one number per document");
  require(!shifts || length(*shifts) == b.n_rows, "shifts: expected one number per row");
  require(!fit || (shifts && length(*fit) == b.n_docs), "fit: expected shifts and one number per document");
  b.shifts = data(shifts), b.alpha = alpha.data();
  for (int64_t k = 0; k < b.K; ++k) b.alpha_sum += b.alpha[k];
  give_pairs(b, pair_ptr, left, right, weights);
  b.weight = weight, b.cap = cap, b.word_weight = word_weight, b.max_iter = max_iter, b.tol = tol;
  b.more_rounds = more_rounds;
  b.vb = logs.has_value(), b.drop = drop, b.exact = exact, b.at_prior = at_prior, b.fresh = fresh;
  const Output out{gamma.data(), data(stats), data(fit), iterations.data()};
  run_long([&] { documents(chosen().table, b, out, threads(n_threads)); });
}

constexpr int64_t WIDEST = 16;  // numbers of the widest vector: per-topic arrays are padded to it

void run_atoms(const Longs &ptr, const Ints &labels, const Floats &counts, const Rows &rows, const MaybeRows &logs,
               const Doubles &shifts, const Floats &log_sigma, const Floats &sigma, double log_sigma_sum, float alpha,
               int64_t T, bool vb, const std::optional<Longs> &pair_ptr, const std::optional<Ints> &left,
               const std::optional<Ints> &right, const std::optional<Floats> &weights, float weight, float cap,
               int max_iter, float tol, bool exact, bool fresh, const Out<float, 2> &theta, const Out<float, 2> &usage,
               const Out<float, 3> &gamma, const MaybeStats &stats, const std::optional<Out<double, 1>> &fit,
               const std::optional<Out<float, 2>> &occupancy, const std::optional<Out<float, 2>> &spread,
               const Out<int32_t, 1> &iterations, int n_threads) {
  Batch b = batch(ptr, labels, counts, rows, logs, stats);
  require(T >= 1 && max_iter >= 1, "atoms and iterations: expected 1 or more");
  require(shaped(theta, b.n_docs, b.K) && shaped(usage, b.n_docs, b.K), "theta and usage: expected documents x K");
  require(shaped(gamma, b.n_docs, 2) && length(gamma, 2) == T, "gamma: expected documents x 2 x atoms");
  require(length(iterations) == b.n_docs && (!fit || length(*fit) == b.n_docs),
          "iterations and fit: expected one number per document");
  require(length(log_sigma) >= b.K + WIDEST && length(sigma) >= b.K + WIDEST, "sigma: expected K numbers and padding");
  require(length(shifts) == b.n_rows, "shifts: expected one number per row");
  require(occupancy.has_value() == spread.has_value() && (fresh || occupancy),
          "occupancy and spread: expected both where an earlier call goes on");
  require(!occupancy || (shaped(*occupancy, b.n_docs, T) && shaped(*spread, length(labels), T)),
          "occupancy and spread: expected documents x atoms and entries x atoms");
  b.T = T, b.shifts = shifts.data();
  b.log_sigma = log_sigma.data(), b.sigma = sigma.data(), b.log_sigma_sum = log_sigma_sum;
  give_pairs(b, pair_ptr, left, right, weights);
  b.stick_alpha = alpha, b.vb = vb, b.exact = exact, b.fresh = fresh;
  for (int64_t k = 0; k < b.K; ++k) b.living += std::isfinite(b.log_sigma[k]);
  b.weight = weight, b.cap = cap, b.max_iter = max_iter, b.tol = tol;
  const Output out{theta.data(), data(stats),  data(fit),       iterations.data(),
                   usage.data(), gamma.data(), data(occupancy), data(spread)};
  run_long([&] { documents(chosen().table, b, out, threads(n_threads)); });
}

}  // namespace

void bind_documents(nb::module_ &m) {
  m.def("documents", &run_documents, array("ptr"), array("labels"), array("counts"), array("rows"),
        optional_array("logs"), optional_array("shifts"), array("alpha"), optional_array("pair_ptr"),
        optional_array("left"), optional_array("right"), optional_array("weights"), nb::arg("weight"), nb::arg("cap"),
        nb::arg("word_weight"), nb::arg("max_iter"), nb::arg("more_rounds"), nb::arg("tol"), nb::arg("drop"), nb::arg("exact"),
        nb::arg("at_prior"), nb::arg("fresh"), array("gamma"),
        optional_array("stats"), optional_array("fit"), array("iterations"), nb::arg("n_threads"));
  m.def("atoms", &run_atoms, array("ptr"), array("labels"), array("counts"), array("rows"), optional_array("logs"),
        array("shifts"), array("log_sigma"), array("sigma"), nb::arg("log_sigma_sum"), nb::arg("alpha"), nb::arg("T"),
        nb::arg("vb"), optional_array("pair_ptr"), optional_array("left"), optional_array("right"),
        optional_array("weights"), nb::arg("weight"), nb::arg("cap"), nb::arg("max_iter"), nb::arg("tol"),
        nb::arg("exact"), nb::arg("fresh"), array("theta"), array("usage"), array("gamma"), optional_array("stats"),
        optional_array("fit"), optional_array("occupancy"), optional_array("spread"), array("iterations"),
        nb::arg("n_threads"));
}
