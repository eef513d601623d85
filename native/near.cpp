#include "near.hpp"

#include <algorithm>
#include <vector>

#include "checks.hpp"
#include "counter.hpp"
#include "interrupt.hpp"

namespace biterms {
namespace {

// Work is taken in pieces of so many documents: one alone can be long.
constexpr int64_t SOME_DOCUMENTS = 8;

constexpr const char *NO_ROOM = "room for pairs: expected the sizes that were counted before";

int64_t largest(const Placed &x) { return x.n_docs ? *std::max_element(x.sizes, x.sizes + x.n_docs) : 0; }

// Where each place of a document stands in its text.
struct Stands {
  std::vector<int64_t> begin, next, at;
  void read(const Placed &x, int64_t doc) {
    const int64_t n = x.sizes[doc], first = x.ptr[doc], last = x.ptr[doc + 1];
    begin.assign(n + 1, 0);
    for (int64_t i = first; i < last; ++i)
      if (x.places[i] >= 0) ++begin[x.places[i] + 1];
    for (int64_t u = 0; u < n; ++u) begin[u + 1] += begin[u];
    next.assign(begin.begin(), begin.end() - 1);
    at.resize(begin[n]);
    for (int64_t i = first; i < last; ++i)
      if (x.places[i] >= 0) at[next[x.places[i]]++] = i;
  }
  // take(v) each time that a place v > u stands near u; gaps are below all.
  template <class F> void near(const Placed &x, int64_t doc, int32_t u, F take) const {
    for (int64_t k = begin[u]; k < begin[u + 1]; ++k) {
      spend(std::min(x.ptr[doc + 1] - x.ptr[doc], x.window));
      const int64_t i = at[k], end = i + std::min(x.ptr[doc + 1] - i, x.window);
      for (int64_t j = i - std::min(i - x.ptr[doc], x.window - 1); j < end; ++j)
        if (x.places[j] > u) take(x.places[j]);
    }
  }
};

struct Sizes {
  explicit Sizes(int64_t n) : last(n) {}
  Stands stands;
  std::vector<int32_t> last;  // the u that each v was seen with
  int64_t of(const Placed &x, int64_t doc) {
    int64_t size = 0;
    stands.read(x, doc);
    std::fill(last.begin(), last.begin() + x.sizes[doc], -1);
    for (int32_t u = 0; u < x.sizes[doc]; ++u)
      stands.near(x, doc, u, [&](int32_t v) { size += last[v] != u, last[v] = u; });
    return size;
  }
};

struct Weights {
  explicit Weights(int64_t n) : seen(n) {}
  Stands stands;
  CounterOf<int64_t> seen;
  void write(const Placed &x, int64_t doc, const NearPairs &out) {
    int64_t p = out.ptr[doc];
    stands.read(x, doc);
    for (int32_t u = 0; u < x.sizes[doc]; ++u) {
      stands.near(x, doc, u, [&](int32_t v) { seen.see(v); });
      seen.empty([&](int32_t v, int64_t count) {
        require(p < out.ptr[doc + 1], NO_ROOM);
        out.left[p] = u, out.right[p] = v, out.weight[p++] = (float)count;
      });
    }
    require(p == out.ptr[doc + 1], NO_ROOM);
  }
};

}  // namespace

void near_sizes(const Placed &x, int64_t *out, int n_threads) {
  auto fresh = [n = largest(x)] { return Sizes(n); };
  in_pieces(x.n_docs, SOME_DOCUMENTS, n_threads, fresh, [&](int64_t doc, int64_t end, Sizes &sizes) {
    for (; doc < end; ++doc) out[doc] = sizes.of(x, doc);
  });
}

void near_pairs(const Placed &x, const NearPairs &out, int n_threads) {
  auto fresh = [n = largest(x)] { return Weights(n); };
  in_pieces(x.n_docs, SOME_DOCUMENTS, n_threads, fresh, [&](int64_t doc, int64_t end, Weights &weights) {
    for (; doc < end; ++doc) weights.write(x, doc, out);
  });
}

}  // namespace biterms
