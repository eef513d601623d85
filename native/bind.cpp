// What topics and texts need of the core; checks shapes, releases the GIL, calls.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bind.hpp"
#include "bind_pairs.hpp"
#include "checks.hpp"
#include "kernels.hpp"
#include "pack.hpp"
#include "pool.hpp"
#include "tokens.hpp"

using namespace biterms;

namespace {

struct Choice {
  std::string name;
  Table table;
};

std::vector<Choice> available() {
  std::vector<Choice> sets{{"baseline", baseline::table()}};
#ifdef BITERMS_HAS_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    sets.push_back({"avx2", avx2::table()});
#endif
#ifdef BITERMS_HAS_AVX512
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    sets.push_back({"avx512", avx512::table()});
#endif
  return sets;
}

Choice choose() {
  const std::vector<Choice> sets = available();
  const char *wanted = std::getenv("BITERMS_ISA");
  if (!wanted || !*wanted) return sets.back();
  std::string names;
  for (const Choice &set : sets) {
    if (set.name == wanted) return set;
    names += (names.empty() ? "" : ", ") + set.name;
  }
  throw std::runtime_error("BITERMS_ISA=" + std::string(wanted) + ": this machine and build have " +
                           names + "; set one of them or unset it");
}

const Choice &chosen() {
  static const Choice choice = choose();
  return choice;
}

template <class A> auto data(const std::optional<A> &a) { return a ? a->data() : nullptr; }

void run_documents(const Longs &ptr, const Ints &labels, const Floats &counts, const In<float, 2> &rows,
                   const std::optional<In<float, 2>> &logs, const std::optional<In<double, 1>> &shifts,
                   const Floats &alpha, const std::optional<Longs> &pair_ptr, const std::optional<Ints> &left,
                   const std::optional<Ints> &right, const std::optional<Floats> &weights, float weight, float cap, int max_iter, float tol,
                   bool drop, bool fresh, const Out<float, 2> &gamma, const std::optional<Out<double, 2>> &stats,
                   const std::optional<Out<double, 1>> &fit, const Out<int32_t, 1> &iterations,
                   int n_threads) {
  Batch b;
  b.n_docs = (int64_t)ptr.shape(0) - 1;
  b.n_rows = (int64_t)rows.shape(0), b.K = (int64_t)rows.shape(1);
  need(b.n_docs >= 0 && (int64_t)gamma.shape(0) == b.n_docs && (int64_t)iterations.shape(0) == b.n_docs,
       "gamma and iterations must have one row per document");
  need((int64_t)gamma.shape(1) == b.K && (int64_t)alpha.shape(0) == b.K, "gamma and alpha must have K columns");
  need(!logs || (logs->shape(0) == rows.shape(0) && logs->shape(1) == rows.shape(1)), "logs must match rows");
  need(!shifts || shifts->shape(0) == rows.shape(0), "shifts must match rows");
  need(!stats || (stats->shape(0) == rows.shape(0) && stats->shape(1) == rows.shape(1)), "stats must match rows");
  need(!fit || (shifts && (int64_t)fit->shape(0) == b.n_docs), "fit needs shifts and one number per document");
  need(labels.shape(0) == counts.shape(0), "labels and counts must have one number per entry");
  b.ptr = ptr.data(), b.labels = labels.data(), b.counts = counts.data();
  b.rows = rows.data(), b.logs = data(logs), b.shifts = data(shifts), b.alpha = alpha.data();
  for (int64_t k = 0; k < b.K; ++k) b.alpha_sum += b.alpha[k];
  give_pairs(b, pair_ptr, left, right, weights);
  b.weight = weight, b.cap = cap, b.max_iter = max_iter, b.tol = tol;
  b.vb = logs.has_value(), b.drop = drop, b.fresh = fresh;
  const Output out{gamma.data(), data(stats), data(fit), iterations.data()};
  nb::gil_scoped_release release;
  documents(chosen().table, b, out, n_threads);
}

constexpr int64_t WIDEST = 16;  // numbers of the widest vector: per-topic arrays are padded to it

void run_atoms(const Longs &ptr, const Ints &labels, const Floats &counts, const In<float, 2> &rows,
               const std::optional<In<float, 2>> &logs, const In<double, 1> &shifts, const Floats &log_sigma,
               const Floats &sigma, double log_sigma_sum, float alpha, int64_t T, bool vb,
               const std::optional<Longs> &pair_ptr, const std::optional<Ints> &left, const std::optional<Ints> &right,
               const std::optional<Floats> &weights, float weight, float cap, int max_iter, float tol, bool fresh,
               const Out<float, 2> &theta, const Out<float, 2> &usage, const Out<float, 3> &gamma,
               const std::optional<Out<double, 2>> &stats, const std::optional<Out<double, 1>> &fit,
               const std::optional<Out<float, 2>> &occupancy, const std::optional<Out<float, 2>> &spread,
               const Out<int32_t, 1> &iterations, int n_threads) {
  Batch b;
  b.n_docs = (int64_t)ptr.shape(0) - 1;
  b.n_rows = (int64_t)rows.shape(0), b.K = (int64_t)rows.shape(1), b.T = T;
  const auto shaped = [&b](const auto &a, int64_t n) { return (int64_t)a.shape(0) == b.n_docs && (int64_t)a.shape(1) == n; };
  need(b.n_docs >= 0 && T >= 1 && max_iter >= 1, "atoms and rounds must be at least 1");
  need(shaped(theta, b.K) && shaped(usage, b.K) && shaped(gamma, 2) && (int64_t)gamma.shape(2) == T,
       "theta and usage must be documents x K, gamma documents x 2 x T");
  need((int64_t)iterations.shape(0) == b.n_docs && (!fit || (int64_t)fit->shape(0) == b.n_docs),
       "iterations and fit must have one number per document");
  need((int64_t)log_sigma.shape(0) >= b.K + WIDEST && (int64_t)sigma.shape(0) >= b.K + WIDEST, "sigma must be padded");
  need(!logs || (logs->shape(0) == rows.shape(0) && logs->shape(1) == rows.shape(1)), "logs must match rows");
  need(shifts.shape(0) == rows.shape(0), "shifts must match rows");
  need(!stats || (stats->shape(0) == rows.shape(0) && stats->shape(1) == rows.shape(1)), "stats must match rows");
  need(labels.shape(0) == counts.shape(0), "labels and counts must have one number per entry");
  need(occupancy.has_value() == spread.has_value() && (fresh || occupancy), "going on needs occupancy and spread");
  need(!occupancy || (shaped(*occupancy, T) && spread->shape(0) == labels.shape(0) && (int64_t)spread->shape(1) == T),
       "occupancy must be documents x T, spread entries x T");
  b.ptr = ptr.data(), b.labels = labels.data(), b.counts = counts.data();
  b.rows = rows.data(), b.logs = data(logs), b.shifts = shifts.data();
  b.log_sigma = log_sigma.data(), b.sigma = sigma.data(), b.log_sigma_sum = log_sigma_sum;
  give_pairs(b, pair_ptr, left, right, weights);
  b.stick_alpha = alpha, b.vb = vb, b.fresh = fresh;
  for (int64_t k = 0; k < b.K; ++k) b.living += std::isfinite(b.log_sigma[k]);
  b.weight = weight, b.cap = cap, b.max_iter = max_iter, b.tol = tol;
  const Output out{theta.data(), data(stats), data(fit), iterations.data(), usage.data(), gamma.data(),
                   data(occupancy), data(spread)};
  nb::gil_scoped_release release;
  documents(chosen().table, b, out, n_threads);
}

Corpus corpus(const Longs &indptr, const Ints &indices, const Floats &counts, int64_t n_words) {
  require(indptr.shape(0) >= 1, "indptr: found no pointers, expected one more than documents");
  require(indices.shape(0) == counts.shape(0), "indices and data: expected equal lengths");
  require(n_words >= 0 && n_words <= INT32_MAX, "n_words: expected 0 to 2^31 - 1");
  return {(int64_t)indptr.shape(0) - 1, n_words, (int64_t)indices.shape(0), indptr.data(), indices.data(), counts.data()};
}

Lazy lazy(const In<double, 2> &M, const In<double, 2> &eta, double prior, double scale) {
  need(eta.shape(0) == 1 || eta.shape(0) >= M.shape(0), "eta must have 1 or V rows");
  need(eta.shape(1) == 1 || eta.shape(1) == M.shape(1), "eta must have 1 or K columns");
  return {M.data(), eta.data(), (int64_t)M.shape(1), eta.shape(0) == 1 ? 0 : (int64_t)eta.shape(1),
          eta.shape(1) == 1 ? 0 : 1, prior, scale};
}

void finish_expect(Expect x, const Floats &sums, const Out<float, 2> &rows,
                   const std::optional<Out<float, 2>> &logs, const Out<double, 1> &shifts, int n_threads) {
  need((int64_t)sums.shape(0) == x.K, "sums must have K numbers");
  need((int64_t)rows.shape(0) == x.n && (int64_t)rows.shape(1) == x.K, "rows must be words x K");
  need(!logs || ((int64_t)logs->shape(0) == x.n && (int64_t)logs->shape(1) == x.K), "logs must match rows");
  need((int64_t)shifts.shape(0) == x.n, "shifts must have one number per row");
  x.sums = sums.data(), x.rows = rows.data(), x.logs = data(logs), x.shifts = shifts.data();
  nb::gil_scoped_release release;
  expect(chosen().table, x, n_threads);
}

void run_expect(const In<double, 2> &lam, const Floats &sums, const Out<float, 2> &rows,
                const std::optional<Out<float, 2>> &logs, const Out<double, 1> &shifts, int n_threads) {
  Expect x{(int64_t)lam.shape(0), (int64_t)lam.shape(1)};
  x.lam = lam.data();
  finish_expect(x, sums, rows, logs, shifts, n_threads);
}

void run_expect_words(const In<double, 2> &M, const In<double, 2> &eta, double prior, double scale,
                      const Ints &words, const Floats &sums, const Out<float, 2> &rows,
                      const std::optional<Out<float, 2>> &logs, const Out<double, 1> &shifts,
                      int n_threads) {
  const Lazy posterior = lazy(M, eta, prior, scale);
  Expect x{(int64_t)words.shape(0), posterior.K};
  x.lazy = &posterior, x.words = words.data();
  finish_expect(x, sums, rows, logs, shifts, n_threads);
}

void run_gather(const In<double, 2> &M, const In<double, 2> &eta, double prior, double scale,
                const Ints &words, const Out<double, 2> &out) {
  need(out.shape(0) == words.shape(0) && out.shape(1) == M.shape(1), "out must be words x K");
  const Lazy posterior = lazy(M, eta, prior, scale);
  nb::gil_scoped_release release;
  chosen().table.gather(posterior, words.data(), (int64_t)words.shape(0), out.data());
}

void run_add_rows(const Out<double, 2> &M, const Out<double, 1> &m, const Ints &words,
                  const In<double, 2> &stats, double factor, int n_threads) {
  need(stats.shape(0) == words.shape(0) && stats.shape(1) == M.shape(1), "stats must be words x K");
  need(m.shape(0) == M.shape(1), "m must have K numbers");
  const Increment x{M.data(), m.data(), (int64_t)M.shape(1), words.data(), (int64_t)words.shape(0),
                    stats.data(), factor};
  nb::gil_scoped_release release;
  add_rows(chosen().table, x, n_threads);
}

void run_pack(const Longs &indptr, const Ints &indices, const Floats &counts, int64_t n_words, const Longs &docs,
              const Longs &docs_at, const Longs &entries, const Out<int64_t, 1> &ptr, const Out<int32_t, 1> &labels,
              const Out<float, 1> &f, const Out<int32_t, 1> &words, const Out<int64_t, 1> &found, int n_threads) {
  const int64_t n = (int64_t)found.shape(0), n_docs = (int64_t)docs.shape(0), room = (int64_t)labels.shape(0);
  const Corpus x = corpus(indptr, indices, counts, n_words);
  require((int64_t)docs_at.shape(0) == n + 1 && (int64_t)entries.shape(0) == n + 1,
          "minibatches: expected one bound more than minibatches");
  require_spans(docs_at.data(), n + 1, n_docs, "bounds of the minibatches");
  require_spans(entries.data(), n + 1, room, "entries of the minibatches");
  require((int64_t)ptr.shape(0) == n_docs + n, "ptr: expected one number more than documents for each minibatch");
  require(labels.shape(0) == f.shape(0) && labels.shape(0) == words.shape(0),
          "labels, counts and words: expected equal lengths");
  require_documents(x, docs.data(), n_docs);
  const Batches b{n, docs.data(), docs_at.data(), entries.data()};
  const Parcel out{ptr.data(), labels.data(), f.data(), words.data()};
  nb::gil_scoped_release release;
  pack(x, b, out, found.data(), n_threads);
}

nb::tuple run_split(const nb::bytes &text, bool tags, bool urls, bool numbers, uint64_t seed,
                    const Out<int64_t, 1> &ptr, const Out<int32_t, 1> &ids, const Out<uint8_t, 1> &distinct) {
  const int64_t size = (int64_t)text.size(), lines = (int64_t)ptr.shape(0) - 1;
  need(lines >= 1, "ptr must have a number more than lines, of which there is one at least");
  need((int64_t)ids.shape(0) >= (size + 1) / 2, "ids must have room for a token in every second byte");
  need((int64_t)distinct.shape(0) >= size + 9, "distinct must have room for the text");
  const char *from = text.c_str();
  const Split out{ptr.data(), ids.data(), (char *)distinct.data()};
  Sizes found{};
  {
    nb::gil_scoped_release release;
    found = split(from, size, {tags, urls, numbers}, seed, out, lines);
  }
  need(found.lines == lines, "text must have as many lines as ptr says");
  return nb::make_tuple(found.tokens, found.bytes);
}

int64_t run_count(const Longs &ptr, const Ints &ids, const Ints &columns, const Out<int64_t, 1> &indptr,
                  const Out<int32_t, 1> &indices, const Out<float, 1> &counts) {
  const Tokens x{(int64_t)ptr.shape(0) - 1, ptr.data(), ids.data(), columns.data(), (int64_t)columns.shape(0)};
  need(x.n_docs >= 0 && indptr.shape(0) == ptr.shape(0), "indptr must be as long as ptr");
  need(indices.shape(0) == ids.shape(0) && counts.shape(0) == ids.shape(0), "outputs must be as long as ids");
  need(x.ptr[0] == 0 && x.ptr[x.n_docs] == (int64_t)ids.shape(0), "ptr must span the ids");
  for (int64_t d = 0; d < x.n_docs; ++d) need(x.ptr[d] <= x.ptr[d + 1], "ptr must not fall");
  int64_t n = 0;
  {
    nb::gil_scoped_release release;
    n = count(x, {indptr.data(), indices.data(), counts.data()});
  }
  need(n >= 0, "ids must be below the number of columns");
  return n;
}

}  // namespace

void bind_bags(nb::module_ &m);
void bind_btm(nb::module_ &m);

NB_MODULE(_native, m) {
  chosen();  // a wrong BITERMS_ISA is an error at import
  m.def("isa", [] { return chosen().name; });
  m.def("documents", &run_documents, nb::arg("ptr"), nb::arg("labels"), nb::arg("counts"), nb::arg("rows"),
        nb::arg("logs").none(), nb::arg("shifts").none(), nb::arg("alpha"), nb::arg("pair_ptr").none(),
        nb::arg("left").none(), nb::arg("right").none(), nb::arg("weights").none(), nb::arg("weight"),
        nb::arg("cap"), nb::arg("max_iter"), nb::arg("tol"), nb::arg("drop"), nb::arg("fresh"), nb::arg("gamma"),
        nb::arg("stats").none(), nb::arg("fit").none(), nb::arg("iterations"), nb::arg("n_threads"));
  m.def("atoms", &run_atoms, nb::arg("ptr"), nb::arg("labels"), nb::arg("counts"), nb::arg("rows"),
        nb::arg("logs").none(), nb::arg("shifts"), nb::arg("log_sigma"), nb::arg("sigma"), nb::arg("log_sigma_sum"),
        nb::arg("alpha"), nb::arg("T"), nb::arg("vb"), nb::arg("pair_ptr").none(), nb::arg("left").none(),
        nb::arg("right").none(), nb::arg("weights").none(), nb::arg("weight"), nb::arg("cap"), nb::arg("max_iter"),
        nb::arg("tol"), nb::arg("fresh"), nb::arg("theta"), nb::arg("usage"), nb::arg("gamma"),
        nb::arg("stats").none(), nb::arg("fit").none(), nb::arg("occupancy").none(), nb::arg("spread").none(),
        nb::arg("iterations"), nb::arg("n_threads"));
  m.def("expect", &run_expect, nb::arg("lam"), nb::arg("sums"), nb::arg("rows"), nb::arg("logs").none(),
        nb::arg("shifts"), nb::arg("n_threads"));
  m.def("expect_words", &run_expect_words, nb::arg("M"), nb::arg("eta"), nb::arg("prior"), nb::arg("scale"),
        nb::arg("words"), nb::arg("sums"), nb::arg("rows"), nb::arg("logs").none(), nb::arg("shifts"),
        nb::arg("n_threads"));
  m.def("gather", &run_gather);
  // a copy made for the call would take what is added with it
  m.def("add_rows", &run_add_rows, nb::arg("M").noconvert(), nb::arg("m").noconvert(), nb::arg("words"),
        nb::arg("stats"), nb::arg("factor"), nb::arg("n_threads"));
  m.def("pack", &run_pack, nb::arg("indptr"), nb::arg("indices"), nb::arg("counts"), nb::arg("n_words"), nb::arg("docs"),
        nb::arg("docs_at"), nb::arg("entries"), nb::arg("ptr").noconvert(), nb::arg("labels").noconvert(),
        nb::arg("f").noconvert(), nb::arg("words").noconvert(), nb::arg("found").noconvert(), nb::arg("n_threads"));
  m.def("split", &run_split);
  m.def("count", &run_count);
  bind_bags(m);
  bind_btm(m);
}
