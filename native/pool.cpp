#include "pool.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "team.hpp"

namespace biterms {
namespace {

constexpr int64_t BLOCK = 1 << 13;  // floats of statistics in one block of documents: near memory
constexpr int64_t SPAN = 64;        // words whose sums are added up together
constexpr int64_t AHEAD = 3;        // entries between asking for a row and adding to it

// Bounds of blocks of documents whose statistics fit in BLOCK floats, at least one document each.
std::vector<int64_t> blocks(const Batch &b) {
  std::vector<int64_t> bounds{0};
  for (int64_t d = 1; d < b.n_docs; ++d)
    if ((b.ptr[d + 1] - b.ptr[bounds.back()] + d - bounds.back()) * b.K > BLOCK) bounds.push_back(d);
  if (b.n_docs) bounds.push_back(b.n_docs);
  return bounds;
}

// Asks for the rows of a document that comes later: they lie anywhere, so the caches cannot guess.
void prefetch(const Batch &b, int64_t doc) {
  if (doc >= b.n_docs) return;
  for (int64_t i = b.ptr[doc]; i < b.ptr[doc + 1]; ++i)
    for (int64_t k = 0; k < b.K; k += 16) __builtin_prefetch(b.rows + b.labels[i] * b.K + k);
}

// What the documents of one block have found, until it is added up.
class Page {
 public:
  Page(const Batch &b, int64_t entries, int64_t docs)
      : b_(b), values_(new float[entries * b.K]), columns_(new int32_t[docs * b.K]), stats_(docs) {}

  Stats *open(int64_t doc, int64_t begin) {
    Stats *stats = &stats_[doc - begin];
    *stats = {0, columns_.get() + (doc - begin) * b_.K, values_.get() + (b_.ptr[doc] - b_.ptr[begin]) * b_.K};
    return stats;
  }

  // Adds the block to the statistics of the minibatch; a row starts at 0 when its word is met first.
  void add(const Table &table, double *stats, int64_t begin, int64_t end, std::vector<bool> &met) const {
    for (int64_t d = begin; d < end; ++d)
      for (int64_t i = b_.ptr[d]; i < b_.ptr[d + 1]; ++i) {
        if (i + AHEAD < b_.ptr[end])
          for (int64_t k = 0; k < b_.K; k += 8)
            __builtin_prefetch(stats + b_.labels[i + AHEAD] * b_.K + k, 1);
        double *row = stats + b_.labels[i] * b_.K;
        if (!met[b_.labels[i]]) {
          std::fill(row, row + b_.K, 0.0);
          met[b_.labels[i]] = true;
        }
        table.add(row, stats_[d - begin], i - b_.ptr[d], b_.K);
      }
  }

 private:
  const Batch &b_;
  std::unique_ptr<float[]> values_;
  std::unique_ptr<int32_t[]> columns_;
  std::vector<Stats> stats_;
};

// The blocks of a minibatch, learnt by any thread and added up in their order by whoever is at hand,
// so that every sum over documents has one order and nobody waits for it. A ring of pages bounds
// the memory: a thread waits only when all pages are full.
class Ring {
 public:
  Ring(const Table &table, const Batch &b, const Output &out, int n_threads)
      : table_(table), b_(b), out_(out), bounds_(blocks(b)) {
    int64_t entries = 0, docs = 0;
    for (std::size_t i = 0; i + 1 < bounds_.size(); ++i) {
      entries = std::max(entries, b.ptr[bounds_[i + 1]] - b.ptr[bounds_[i]]);
      docs = std::max(docs, bounds_[i + 1] - bounds_[i]);
    }
    if (!out.stats && !out.fit) return;
    const int64_t n = std::min(size(), (int64_t)(n_threads > 1 ? 2 * n_threads + 2 : 1));
    for (int64_t i = 0; i < n; ++i) pages_.emplace_back(b, entries, docs);
    full_ = std::vector<std::atomic<bool>>(n);
    if (out.stats) met_.resize(b.n_rows);
  }

  // Rows of words that no document has.
  void finish() const {
    for (std::size_t row = 0; row < met_.size(); ++row)
      if (!met_[row]) std::fill_n(out_.stats + row * b_.K, b_.K, 0.0);
  }

  int64_t size() const { return (int64_t)bounds_.size() - 1; }

  void work(float *workspace) {
    for (int64_t block; (block = next_.fetch_add(1)) < size();) {
      if (!out_.stats) {
        learn(block, workspace);
        continue;
      }
      for (Patience patience; block >= added_.load() + (int64_t)pages_.size(); patience.wait()) add_up();
      learn(block, workspace);
      full_[block % pages_.size()] = true;
      add_up();
    }
  }

 private:
  Result result(int64_t d, Stats *stats) const {
    Result r{out_.gamma + d * b_.K, stats, out_.fit ? out_.fit + d : nullptr, out_.iterations + d};
    if (!b_.T) return r;
    r.usage = out_.usage + d * b_.K, r.sticks = out_.sticks + d * 2 * b_.T;
    if (out_.occupancy) r.occupancy = out_.occupancy + d * b_.T, r.spread = out_.spread + b_.ptr[d] * b_.T;
    return r;
  }

  void learn(int64_t block, float *workspace) {
    const int64_t begin = bounds_[block], end = bounds_[block + 1];
    Page *page = pages_.empty() ? nullptr : &pages_[block % pages_.size()];
    for (int64_t d = begin; d < end; ++d) {
      prefetch(b_, d + 1);
      (b_.T ? table_.atoms : table_.document)(b_, d, result(d, page ? page->open(d, begin) : nullptr), workspace);
    }
  }

  bool due() const {
    const int64_t block = added_.load();
    return block < size() && full_[block % pages_.size()].load();
  }

  // Takes all blocks whose turn it is. Whoever is turned away leaves its block to the one inside,
  // who looks again after leaving.
  void add_up() {
    while (due() && !adding_.exchange(true)) {
      while (due()) {
        const int64_t block = added_.load(), at = block % (int64_t)pages_.size();
        pages_[at].add(table_, out_.stats, bounds_[block], bounds_[block + 1], met_);
        full_[at] = false;
        added_ = block + 1;
      }
      adding_ = false;
    }
  }

  const Table &table_;
  const Batch &b_;
  const Output &out_;
  const std::vector<int64_t> bounds_;
  std::vector<Page> pages_;
  std::vector<std::atomic<bool>> full_;
  std::atomic<int64_t> next_{0}, added_{0};
  std::atomic<bool> adding_{false};
  std::vector<bool> met_;  // rows that have a sum; belongs to whoever is adding
};

int64_t longest(const Batch &b) {
  int64_t most = 0;
  for (int64_t d = 0; d < b.n_docs; ++d) most = std::max(most, b.ptr[d + 1] - b.ptr[d]);
  return most;
}

}  // namespace

void documents(const Table &table, const Batch &b, const Output &out, int n_threads) {
  Ring ring(table, b, out, n_threads);
  n_threads = (int)std::max<int64_t>(1, std::min<int64_t>(n_threads, ring.size()));
  const int64_t n = longest(b), room = b.T ? table.atoms_workspace(n, b.K, b.T) : table.workspace(n, b.K);
  std::unique_ptr<float[]> workspaces(new float[room * n_threads]);
  in_parallel(n_threads, [&](int me, int) { ring.work(workspaces.get() + room * me); });
  ring.finish();
}

namespace {

// Calls piece(begin, end, me) for spans of words taken by whoever is free.
template <class Piece> void spans(int64_t n, int64_t K, int n_threads, const Piece &piece) {
  n_threads = (int)std::max<int64_t>(1, std::min<int64_t>(n_threads, n * K / (1 << 15)));
  std::atomic<int64_t> next{0};
  in_parallel(n_threads, [&](int me, int) {
    for (int64_t at; (at = next.fetch_add(SPAN)) < n;) piece(at, std::min(n, at + SPAN), me);
  });
}

}  // namespace

void expect(const Table &table, const Expect &x, int n_threads) {
  const int64_t each = 3 * x.K + 64;
  std::vector<double> work(each * std::max(1, n_threads));
  spans(x.n, x.K, n_threads, [&](int64_t begin, int64_t end, int me) {
    table.expect(x, begin, end, work.data() + me * each);
  });
}

// Each span of words adds up its own m, and the spans are added in order: one order of sums for any
// number of threads.
void add_rows(const Table &table, const Increment &x, int n_threads) {
  std::vector<double> sums((x.n + SPAN - 1) / SPAN * x.K);
  spans(x.n, x.K, n_threads, [&](int64_t begin, int64_t end, int) {
    table.add_rows(x, begin, end, sums.data() + begin / SPAN * x.K);
  });
  for (std::size_t at = 0; at < sums.size(); at += x.K)
    for (int64_t k = 0; k < x.K; ++k) x.m[k] += sums[at + k];
}

}  // namespace biterms
