#include "listed.hpp"

#include <algorithm>
#include <vector>

#include "interrupt.hpp"

namespace biterms {
namespace {

constexpr int64_t SOME = 1 << 12;

// The words of a document that are in lists, those of one list in a chain: the last one first.
class Chains {
 public:
  explicit Chains(int64_t n_lists) : last_(n_lists, -1) {}

  // take(place, weight) for each word before in the same list; this one is added to them.
  template <class F> void meet(int32_t list, int32_t place, double weight, F take) {
    for (int64_t i = last_[list]; i >= 0; i = links_[i].before) take(links_[i].place, links_[i].weight);
    links_.push_back({last_[list], weight, list, place});
    last_[list] = (int64_t)links_.size() - 1;
  }
  void clear() {
    for (const Link &link : links_) last_[link.list] = -1;
    links_.clear();
  }

 private:
  struct Link {
    int64_t before;
    double weight;
    int32_t list, place;
  };
  std::vector<int64_t> last_;
  std::vector<Link> links_;
};

}  // namespace

void listed_pairs(const Weighted &x, const WordLists &of, double *out) {
  Chains chains(of.n_lists);
  int64_t met = 0;  // since the last look at the clock, which is dearer than a word
  for (int64_t doc = 0; doc < x.n_docs; ++doc) {
    for (int64_t i = x.ptr[doc]; i < x.ptr[doc + 1]; ++i) {
      const int32_t word = x.words[i];
      const double weight = x.weights ? x.weights[i] : 1;
      if (word < 0 || !(weight > 0)) continue;
      for (int64_t k = of.begins[word]; k < of.begins[word + 1]; ++k) {
        double *const to = out + of.lists[k] * of.width * of.width + of.places[k];
        chains.meet(of.lists[k], of.places[k], weight, [&](int32_t place, double other) {
          to[place * of.width] += std::min(weight, other);
          ++met;
        });
        if (met >= SOME) spend(met), met = 0;
      }
    }
    chains.clear();
  }
}

}  // namespace biterms
