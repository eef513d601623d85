#include "pool.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "team.hpp"

namespace biterms {
namespace {

constexpr int64_t BLOCK = 1 << 15;  // floats of statistics in one block of documents: near memory
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

// One thread's memory: what a document step works in, and the statistics of a block of documents.
class Bench {
 public:
  Bench(const Table &table, const Batch &b, const std::vector<int64_t> &bounds, bool report) : b_(b) {
    int64_t longest = 0, entries = 0, docs = 0;
    for (int64_t d = 0; d < b.n_docs; ++d) longest = std::max(longest, b.ptr[d + 1] - b.ptr[d]);
    for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
      entries = std::max(entries, b.ptr[bounds[i + 1]] - b.ptr[bounds[i]]);
      docs = std::max(docs, bounds[i + 1] - bounds[i]);
    }
    work_.reset(new float[table.workspace(longest, b.K)]);
    if (!report) return;
    values_.reset(new float[entries * b.K]);
    columns_.reset(new int32_t[docs * b.K]);
    stats_.resize(docs);
  }

  void learn(const Table &table, const Output &out, int64_t begin, int64_t end) {
    for (int64_t d = begin; d < end; ++d) {
      const Result r{out.gamma + d * b_.K, stats_.empty() ? nullptr : open(d, begin),
                     out.fit ? out.fit + d : nullptr, out.iterations + d};
      prefetch(b_, d + 1);
      table.document(b_, d, r, work_.get());
    }
  }

  // Adds the block to the statistics of the minibatch; `fresh` labels have been met before.
  void commit(const Table &table, double *stats, int64_t begin, int64_t end, int64_t &fresh) {
    for (int64_t d = begin; d < end; ++d)
      for (int64_t i = b_.ptr[d]; i < b_.ptr[d + 1]; ++i) {
        if (i + AHEAD < b_.ptr[end])
          for (int64_t k = 0; k < b_.K; k += 8)
            __builtin_prefetch(stats + b_.labels[i + AHEAD] * b_.K + k, 1);
        double *row = stats + b_.labels[i] * b_.K;
        if (b_.labels[i] == fresh) {  // labels count up in order of appearance
          std::fill(row, row + b_.K, 0.0);
          ++fresh;
        }
        table.add(row, stats_[d - begin], i - b_.ptr[d], b_.K);
      }
  }

 private:
  Stats *open(int64_t doc, int64_t begin) {
    Stats *stats = &stats_[doc - begin];
    *stats = {0, columns_.get() + (doc - begin) * b_.K, values_.get() + (b_.ptr[doc] - b_.ptr[begin]) * b_.K};
    return stats;
  }

  const Batch &b_;
  std::unique_ptr<float[]> work_, values_;
  std::unique_ptr<int32_t[]> columns_;
  std::vector<Stats> stats_;
};

}  // namespace

// Threads take blocks of documents as they come and hand in their statistics in turn, so that every
// sum over documents has one order.
void documents(const Table &table, const Batch &b, const Output &out, int n_threads) {
  const std::vector<int64_t> bounds = blocks(b);
  const int64_t n_blocks = (int64_t)bounds.size() - 1;
  n_threads = (int)std::max<int64_t>(1, std::min<int64_t>(n_threads, n_blocks));
  std::vector<Bench> benches;
  for (int i = 0; i < n_threads; ++i) benches.emplace_back(table, b, bounds, out.stats || out.fit);
  std::atomic<int64_t> next{0}, turn{0};
  int64_t fresh = 0;  // belongs to whose turn it is
  in_parallel(n_threads, [&](int me, int) {
    for (int64_t block; (block = next.fetch_add(1)) < n_blocks;) {
      const int64_t begin = bounds[block], end = bounds[block + 1];
      benches[me].learn(table, out, begin, end);
      if (!out.stats) continue;
      for (Patience patience; turn.load() != block; patience.wait()) {
      }
      benches[me].commit(table, out.stats, begin, end, fresh);
      turn = block + 1;
    }
  });
}

void expect(const Table &table, const Expect &x, int n_threads) {
  n_threads = (int)std::max<int64_t>(1, std::min<int64_t>(n_threads, x.n * x.K / (1 << 15)));
  const int64_t per_thread = 3 * x.K + 64;
  std::vector<double> work(per_thread * n_threads);
  in_parallel(n_threads, [&](int me, int team) {
    table.expect(x, x.n * me / team, x.n * (me + 1) / team, work.data() + me * per_thread);
  });
}

namespace {

// Labels of words, by open addressing.
class Labels {
 public:
  explicit Labels(int64_t most) {
    while ((int64_t{1} << bits_) < 2 * most) ++bits_;
    slots_.assign(std::size_t{1} << bits_, Slot{-1, 0});
  }
  // The label of a word; `next` if it is new.
  int32_t find(int32_t word, int32_t next) {
    std::size_t at = ((uint64_t)word * 0x9E3779B97F4A7C15ull) >> (64 - bits_);
    while (slots_[at].word >= 0 && slots_[at].word != word) at = (at + 1) & (slots_.size() - 1);
    if (slots_[at].word < 0) slots_[at] = {word, next};
    return slots_[at].label;
  }

 private:
  struct Slot {
    int32_t word, label;
  };
  int bits_ = 4;
  std::vector<Slot> slots_;
};

}  // namespace

int64_t pack(const Corpus &x, const int64_t *docs, int64_t n_docs, int64_t *ptr, int32_t *labels,
             float *counts, int32_t *words) {
  ptr[0] = 0;
  for (int64_t i = 0; i < n_docs; ++i) {  // in random order: ask for what comes
    if (i + 16 < n_docs) __builtin_prefetch(x.indptr + docs[i + 16]);
    ptr[i + 1] = ptr[i] + x.indptr[docs[i] + 1] - x.indptr[docs[i]];
  }
  Labels known(ptr[n_docs]);
  int32_t n_words = 0;
  int64_t at = 0;
  for (int64_t i = 0; i < n_docs; ++i) {
    if (i + 8 < n_docs) {
      __builtin_prefetch(x.indices + x.indptr[docs[i + 8]]);
      __builtin_prefetch(x.data + x.indptr[docs[i + 8]]);
    }
    for (int64_t j = x.indptr[docs[i]]; j < x.indptr[docs[i] + 1]; ++j, ++at) {
      labels[at] = known.find(x.indices[j], n_words);
      if (labels[at] == n_words) words[n_words++] = x.indices[j];
      counts[at] = x.data[j];
    }
  }
  return n_words;
}

}  // namespace biterms
