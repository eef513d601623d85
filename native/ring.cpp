#include "ring.hpp"

#include <algorithm>

#include "interrupt.hpp"
#include "team.hpp"

namespace biterms {
namespace {

constexpr int64_t BLOCK = 1 << 13;  // floats of statistics in one block of documents: near memory
constexpr int64_t AHEAD = 3;        // entries between asking for a row and adding to it
constexpr int64_t MOST_AHEAD = 256; // rows of the next document that are asked for: more would push out the first

// Bounds of blocks of documents whose statistics fit in BLOCK floats, at least one document each.
void cut(const Batch &b, std::vector<int64_t> &bounds) {
  bounds.assign(1, 0);
  for (int64_t d = 1; d < b.n_docs; ++d)
    if ((b.ptr[d + 1] - b.ptr[bounds.back()] + d - bounds.back()) * b.K > BLOCK) bounds.push_back(d);
  if (b.n_docs) bounds.push_back(b.n_docs);
}

// Asks for the rows of a document that comes later: they lie anywhere, so the caches cannot guess.
void prefetch(const Batch &b, int64_t doc) {
  if (doc >= b.n_docs) return;
  const int64_t begin = b.ptr[doc], end = std::min(b.ptr[doc + 1], begin + MOST_AHEAD);
  for (int64_t i = begin; i < end; ++i)
    for (int64_t k = 0; k < b.K; k += 16) __builtin_prefetch(b.rows + b.labels[i] * b.K + k);
}

template <class T> void grow(std::unique_ptr<T[]> &array, int64_t &size, int64_t needed) {
  if (size < needed) array.reset(new T[needed]), size = needed;
}

}  // namespace

void Page::reserve(int64_t entries, int64_t docs, int64_t K) {
  grow(values_, values_size_, entries * K);
  grow(columns_, columns_size_, docs * K);
  if ((int64_t)stats_.size() < docs) stats_.resize(docs);
}

Stats *Page::open(const Batch &b, int64_t doc, int64_t begin) {
  Stats *stats = &stats_[doc - begin];
  *stats = {0, columns_.get() + (doc - begin) * b.K, values_.get() + (b.ptr[doc] - b.ptr[begin]) * b.K};
  return stats;
}

void Page::add(const Table &table, const Batch &b, int64_t begin, int64_t end, double *stats,
               std::vector<bool> &met) const {
  for (int64_t d = begin; d < end; ++d)
    for (int64_t i = b.ptr[d]; i < b.ptr[d + 1]; ++i) {
      if (i + AHEAD < b.ptr[end])
        for (int64_t k = 0; k < b.K; k += 8) __builtin_prefetch(stats + b.labels[i + AHEAD] * b.K + k, 1);
      if (i % 64 == 0) spend(64 * b.K);
      double *row = stats + b.labels[i] * b.K;
      if (!met[b.labels[i]]) {
        std::fill(row, row + b.K, 0.0);
        met[b.labels[i]] = true;
      }
      table.add(row, stats_[d - begin], i - b.ptr[d], b.K);
    }
}

Ring::Ring(const Table &table, int n_threads)
    : table_(table), n_pages_(n_threads > 1 ? 2 * n_threads + 2 : 1), full_(new std::atomic<bool>[n_pages_]) {
  for (int64_t i = 0; i < n_pages_; ++i) full_[i] = false;
}

void Ring::open(const Batch &b, const Output &out) {
  b_ = &b, out_ = out;
  cut(b, bounds_);
  added_ = 0;
  paged_ = out.stats || out.fit;
  if (!paged_) return;
  int64_t entries = 0, docs = 0;
  for (int64_t i = 0; i < size(); ++i) {
    entries = std::max(entries, b.ptr[bounds_[i + 1]] - b.ptr[bounds_[i]]);
    docs = std::max(docs, bounds_[i + 1] - bounds_[i]);
  }
  pages_.resize(std::max((int64_t)pages_.size(), std::min(size(), n_pages_)));
  for (Page &page : pages_) page.reserve(entries, docs, b.K);
  met_.assign(out.stats ? b.n_rows : 0, false);
}

void Ring::block(int64_t block, float *workspace) {
  if (!paged_) return step(block, workspace);
  for (Patience patience; block >= added_.load() + (int64_t)pages_.size(); patience.wait()) {
    add_up();
    attend();
    stop_if_asked();
  }
  step(block, workspace);
  full_[block % pages_.size()] = true;
  add_up();
}

void Ring::close() {
  for (std::size_t row = 0; row < met_.size(); ++row)
    if (!met_[row]) std::fill_n(out_.stats + row * b_->K, b_->K, 0.0);
}

Result Ring::result(int64_t d, Stats *stats) const {
  const Batch &b = *b_;
  Result r{out_.gamma + d * b.K, stats, out_.fit ? out_.fit + d : nullptr, out_.iterations + d};
  if (!b.T) return r;
  r.usage = out_.usage + d * b.K, r.sticks = out_.sticks + d * 2 * b.T;
  if (out_.occupancy) r.occupancy = out_.occupancy + d * b.T, r.spread = out_.spread + b.ptr[d] * b.T;
  return r;
}

void Ring::step(int64_t block, float *workspace) {
  const Batch &b = *b_;
  const int64_t begin = bounds_[block], end = bounds_[block + 1];
  Page *page = paged_ ? &pages_[block % pages_.size()] : nullptr;
  for (int64_t d = begin; d < end; ++d) {
    prefetch(b, d + 1);
    (b.T ? table_.atoms : table_.document)(b, d, result(d, page ? page->open(b, d, begin) : nullptr), workspace);
  }
}

bool Ring::due() const {
  const int64_t block = added_.load();
  return block < size() && full_[block % pages_.size()].load();
}

// Takes all blocks whose turn it is. Whoever is turned away leaves its block to the one inside, who looks again after
// leaving.
void Ring::add_up() {
  while (due() && !adding_.exchange(true)) {
    while (due()) {
      const int64_t block = added_.load(), at = block % (int64_t)pages_.size();
      if (out_.stats) pages_[at].add(table_, *b_, bounds_[block], bounds_[block + 1], out_.stats, met_);
      full_[at] = false;
      added_ = block + 1;
    }
    adding_ = false;
  }
}

}  // namespace biterms
