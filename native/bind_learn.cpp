// Blocks of minibatches: checks what is given, releases the GIL, calls.
#include <nanobind/stl/optional.h>

#include <cmath>

#include "bind_rows.hpp"
#include "isa.hpp"
#include "learn.hpp"

using namespace biterms;

namespace {

void require_steps(const Doubles &decay, const Doubles &gain, const Doubles &more, int64_t n) {
  require(length(decay) == n && length(gain) == n && length(more) == n, "steps: expected one for each minibatch");
  for (int64_t i = 0; i < n; ++i) {
    require(decay.data()[i] > 0 && std::isfinite(decay.data()[i]), "steps: expected decays above 0");
    require(std::isfinite(gain.data()[i]) && std::isfinite(more.data()[i]), "steps: expected finite numbers");
  }
}

// With `room` null: how many bytes of it are needed.
int64_t run_learn(const Longs &indptr, const Ints &indices, const Floats &counts, int64_t n_words, const Longs &docs,
                  const Longs &cuts, const Out<double, 2> &M, const In<double, 2> &eta, double prior, double scale,
                  const Out<double, 1> &m, const In<double, 2> &eta_sums, const Doubles &decay, const Doubles &gain,
                  const Doubles &more, const Floats &alpha, float weight, float cap, float word_weight, int max_iter, float tol, bool drop,
                  bool exact, bool at_prior, bool vb, const std::optional<Ints> &rounds, double strength, double smooth,
                  const std::optional<Out<uint8_t, 1>> &room, int n_threads, const Out<int64_t, 1> &done) {
  const int64_t n = length(cuts) - 1, n_docs = length(docs), K = length(M, 1);
  Lessons x{n, corpus(indptr, indices, counts, n_words), docs.data(), cuts.data(), lazy(M, eta, prior, scale),
            M.data(), m.data(), eta_sums.data(), decay.data(), gain.data(), more.data(), {}, data(rounds),
            {strength, smooth}};
  require(n >= 0, "cuts: found no bounds, expected one more than minibatches");
  require(n_words <= length(M), "n_words: expected a row of M for each word");
  require_ids(cuts.data(), n + 1, n_docs + 1, "cuts");
  for (int64_t i = 0; i < n; ++i) require(x.cuts[i] <= x.cuts[i + 1], "cuts: expected bounds that never fall");
  require(length(m) == K && length(alpha) == K, "m and alpha: expected K numbers");
  require(length(eta_sums) == n && length(eta_sums, 1) == K, "eta_sums: expected minibatches x K");
  require_steps(decay, gain, more, n);
  require(length(done) == 1, "done: expected one number");
  require_documents(x.corpus, docs.data(), n_docs);
  require(!rounds || length(*rounds) == n, "rounds: expected a number for each minibatch");
  for (int64_t i = 0; rounds && i < n; ++i) require(rounds->data()[i] >= 0, "rounds: expected numbers of at least 0");
  require(std::isfinite(strength) && smooth > 0 && std::isfinite(smooth), "prevalence: expected finite numbers");
  Batch &b = x.local;
  b.K = K, b.alpha = alpha.data(), b.weight = weight, b.cap = cap, b.word_weight = word_weight;
  b.max_iter = max_iter, b.tol = tol;
  b.vb = vb, b.drop = drop, b.exact = exact, b.at_prior = at_prior, b.fresh = true;
  for (int64_t k = 0; k < K; ++k) b.alpha_sum += b.alpha[k];
  if (!room) return learn_room(x);
  require_words(x.corpus, docs.data() + x.cuts[0], x.cuts[n] - x.cuts[0]);
  require(length(*room) >= learn_room(x), "room: expected the bytes that are needed");
  run_long([&] { learn(chosen().table, x, (char *)room->data(), threads(n_threads), done.data()); });
  return 0;
}

void run_prevalent_alpha(const Doubles &m, double scale, double strength, double smooth, const Out<float, 1> &alpha) {
  require(length(alpha) == length(m), "alpha: expected K numbers");
  prevalent_alpha({strength, smooth}, m.data(), scale, length(m), alpha.data());
}

}  // namespace

void bind_learn(nb::module_ &m) {
  m.def("prevalent_alpha", &run_prevalent_alpha, array("m"), nb::arg("scale"), nb::arg("strength"), nb::arg("smooth"),
        array("alpha"));
  m.def("learn", &run_learn, array("indptr"), array("indices"), array("counts"), nb::arg("n_words"), array("docs"),
        array("cuts"), array("M"), array("eta"), nb::arg("prior"), nb::arg("scale"), array("m"), array("eta_sums"),
        array("decay"), array("gain"), array("more"), array("alpha"), nb::arg("weight"), nb::arg("cap"),
        nb::arg("word_weight"), nb::arg("max_iter"), nb::arg("tol"), nb::arg("drop"), nb::arg("exact"),
        nb::arg("at_prior"), nb::arg("vb"), optional_array("rounds"), nb::arg("strength"), nb::arg("smooth"),
        optional_array("room"),
        nb::arg("n_threads"), array("done"));
}
