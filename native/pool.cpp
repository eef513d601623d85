#include "pool.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "team.hpp"

namespace biterms {
namespace {

constexpr int64_t CHUNK = 1 << 20;  // floats of per-document statistics alive at a time
constexpr int64_t AHEAD = 3;        // entries between asking for a row and adding to it

// Bounds of chunks whose statistics fit in CHUNK floats, at least one document each.
std::vector<int64_t> chunks(const Batch &b) {
  std::vector<int64_t> bounds{0};
  for (int64_t d = 0; d < b.n_docs; ++d)
    if ((b.ptr[d + 1] - b.ptr[bounds.back()]) * b.K > CHUNK && d > bounds.back()) bounds.push_back(d);
  bounds.push_back(b.n_docs);
  return bounds;
}

// Asks for the rows of a document that comes later: they lie anywhere, so the caches cannot guess.
void prefetch(const Batch &b, int64_t doc) {
  if (doc >= b.n_docs) return;
  for (int64_t i = b.ptr[doc]; i < b.ptr[doc + 1]; ++i)
    for (int64_t k = 0; k < b.K; k += 16) __builtin_prefetch(b.rows + b.labels[i] * b.K + k);
}

// The statistics of the documents of a chunk, side by side.
class Local {
 public:
  Local(const Batch &b, const std::vector<int64_t> &bounds) : b_(b) {
    int64_t entries = 0, docs = 0;
    for (size_t c = 0; c + 1 < bounds.size(); ++c) {
      entries = std::max(entries, b.ptr[bounds[c + 1]] - b.ptr[bounds[c]]);
      docs = std::max(docs, bounds[c + 1] - bounds[c]);
    }
    values_.reset(new float[entries * b.K]);
    columns_.reset(new int32_t[docs * b.K]);
    stats_.resize(docs);
  }
  Stats *open(int64_t doc, int64_t begin) {
    Stats *stats = &stats_[doc - begin];
    *stats = {0, columns_.get() + (doc - begin) * b_.K, values_.get() + (b_.ptr[doc] - b_.ptr[begin]) * b_.K};
    return stats;
  }
  const Stats &at(int64_t i) const { return stats_[i]; }

 private:
  const Batch &b_;
  std::unique_ptr<float[]> values_;
  std::unique_ptr<int32_t[]> columns_;
  std::vector<Stats> stats_;
};

}  // namespace

void documents(const Table &table, const Batch &b, const Output &out, int n_threads) {
  const std::vector<int64_t> bounds = chunks(b);
  const bool report = out.stats || out.fit;
  int64_t longest = 0;
  for (int64_t d = 0; d < b.n_docs; ++d) longest = std::max(longest, b.ptr[d + 1] - b.ptr[d]);
  n_threads = (int)std::max<int64_t>(1, std::min<int64_t>(n_threads, b.n_docs));
  const int64_t per_thread = table.workspace(longest, b.K);
  std::unique_ptr<float[]> work(new float[per_thread * n_threads]);
  std::unique_ptr<Local> local(report ? new Local(b, bounds) : nullptr);
  std::atomic<int64_t> next{0};
  std::once_flag once;
  std::unique_ptr<Barrier> barrier;
  in_parallel(n_threads, [&](int me, int team) {
    std::call_once(once, [&] { barrier.reset(new Barrier(team)); });
    const int64_t low = b.K * me / team, high = b.K * (me + 1) / team;  // topics this thread adds up
    int64_t fresh = 0;
    for (size_t c = 0; c + 1 < bounds.size(); ++c) {
      const int64_t begin = bounds[c], end = bounds[c + 1];
      for (int64_t d = begin + next.fetch_add(1), then; d < end; d = then) {
        const Result r{out.gamma + d * b.K, report ? local->open(d, begin) : nullptr,
                       out.fit ? out.fit + d : nullptr, out.iterations + d};
        then = begin + next.fetch_add(1);
        prefetch(b, then);
        table.document(b, d, r, work.get() + me * per_thread);
      }
      barrier->wait();
      if (me == 0) next = 0;
      for (int64_t d = begin; out.stats && d < end; ++d)
        for (int64_t i = b.ptr[d]; i < b.ptr[d + 1]; ++i) {
          double *row = out.stats + b.labels[i] * b.K;
          if (i + AHEAD < b.ptr[end])
            for (int64_t k = low; k < high; k += 8)
              __builtin_prefetch(out.stats + b.labels[i + AHEAD] * b.K + k, 1);
          if (b.labels[i] == fresh) {  // labels count up in order of appearance
            std::fill(row + low, row + high, 0.0);
            ++fresh;
          }
          table.add(row, local->at(d - begin), i - b.ptr[d], b.K, low, high);
        }
      barrier->wait();
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
