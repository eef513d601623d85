// The biterm topic model: checks shapes and ranges, releases the GIL, calls.
#include "bind.hpp"
#include "btm.hpp"

using namespace biterms;

namespace {

// Of the biterms that are visited, not of all: a sweep may be many calls.
bool possible(const BitermTopics &x, int64_t V, int64_t n, int64_t n_visits, const int32_t *visits) {
  const auto below = [](int64_t value, int64_t end) { return value >= 0 && value < end; };
  for (int64_t i = 0; i < n_visits; ++i) {
    const int64_t b = visits[i];
    if (!below(b, n) || !below(x.left[b], V) || !below(x.right[b], V)) return false;
    if (x.topic[b] < -1 || x.topic[b] >= x.K) return false;
  }
  return true;
}

void run_draw_topics(const Ints &left, const Ints &right, const Out<int32_t, 1> &topic, const Ints &visits,
                     const In<double, 1> &uniforms, const Out<int32_t, 2> &words, const Out<int32_t, 1> &biterms,
                     const In<float, 2> &prior, const In<double, 1> &alpha, const In<double, 1> &prior_sums) {
  const int64_t n = (int64_t)left.shape(0), V = (int64_t)words.shape(0), K = (int64_t)words.shape(1);
  const auto each = [K](const auto &a) { return (int64_t)a.shape(0) == K; };
  require((int64_t)right.shape(0) == n && (int64_t)topic.shape(0) == n, "left, right and topic: expected equal lengths");
  require(uniforms.shape(0) == visits.shape(0), "uniforms: expected one number per visit");
  require(K >= 1 && each(biterms) && each(alpha) && each(prior_sums), "biterms, alpha and prior_sums: expected K numbers");
  const int64_t rows = (int64_t)prior.shape(0);
  require((rows == 1 || rows == V) && (int64_t)prior.shape(1) == K, "prior: expected 1 or V rows and K columns");
  const BitermTopics x{K, left.data(), right.data(), topic.data(), words.data(), biterms.data(),
                       prior.data(), rows == 1 ? 0 : K, alpha.data(), prior_sums.data()};
  require(possible(x, V, n, length(visits), visits.data()),
       "visits: expected biterms whose words and topics are there");
  run_long([&] { draw_topics(x, length(visits), visits.data(), uniforms.data()); });
}

}  // namespace

void bind_btm(nb::module_ &m) {
  m.def("draw_topics", &run_draw_topics, array("left"), array("right"), array("topic"),
        array("visits"), array("uniforms"), array("words"), array("biterms"),
        array("prior"), array("alpha"), array("prior_sums"));
}
