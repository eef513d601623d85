// The documents of a minibatch in blocks: any thread does one, and their statistics are added up in order.
#pragma once
#include <atomic>
#include <memory>
#include <vector>

#include "kernels.hpp"
#include "pool.hpp"

namespace biterms {

// What the documents of one block have given, until it is added up. Its memory serves one block after the other.
class Page {
 public:
  void reserve(int64_t entries, int64_t docs, int64_t K);
  Stats *open(const Batch &, int64_t doc, int64_t begin);
  // Adds the block to the statistics of the minibatch; a row starts at 0 when its word is met first.
  void add(const Table &, const Batch &, int64_t begin, int64_t end, double *stats, std::vector<bool> &met) const;

 private:
  std::vector<Stats> stats_;
  int64_t values_size_ = 0, columns_size_ = 0;
  std::unique_ptr<float[]> values_;
  std::unique_ptr<int32_t[]> columns_;
};

// Every sum over documents has one order, and nobody waits for it: a block is added up by whoever is at hand when its
// turn comes. A ring of pages bounds the memory; a thread waits only when all pages are full. Blocks must be begun in
// order.
class Ring {
 public:
  Ring(const Table &, int n_threads);

  // The next minibatch, which must live until it is closed; the one before is done.
  void open(const Batch &, const Output &);
  int64_t size() const { return (int64_t)bounds_.size() - 1; }
  void block(int64_t block, float *workspace);
  // When all blocks are done: zeros for words that no document has.
  void close();

 private:
  Result result(int64_t doc, Stats *) const;
  void step(int64_t block, float *workspace);
  bool due() const;
  void add_up();

  const Table &table_;
  const int64_t n_pages_;
  const Batch *b_ = nullptr;
  Output out_{};
  bool paged_ = false;  // the fit needs the statistics of a document, too
  std::vector<int64_t> bounds_;
  std::vector<Page> pages_;
  std::unique_ptr<std::atomic<bool>[]> full_;
  std::atomic<int64_t> added_{0};
  std::atomic<bool> adding_{false};
  std::vector<bool> met_;  // rows that have a sum; belongs to whoever is adding
};

}  // namespace biterms
