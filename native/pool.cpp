#include "pool.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace biterms {
namespace {

constexpr int64_t CHUNK = 1 << 18;  // floats of per-document statistics alive at a time
constexpr int64_t GRAIN = 4;        // documents a thread takes at a time

class Barrier {
 public:
  explicit Barrier(int n) : n_(n) {}
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    const int64_t round = round_;
    if (++arrived_ == n_) {
      arrived_ = 0;
      ++round_;
      all_.notify_all();
    } else {
      all_.wait(lock, [&] { return round != round_; });
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_;
  int n_, arrived_ = 0;
  int64_t round_ = 0;
};

// Runs work(me, team) on up to n threads, the caller being the first; where the system gives fewer
// threads the team is smaller.
template <class Work> void in_parallel(int n, const Work &work) {
  std::vector<std::thread> others;
  others.reserve(n);
  std::atomic<int> team{0};
  try {
    for (int i = 1; i < n; ++i)
      others.emplace_back([&work, &team, i] {
        while (!team) std::this_thread::yield();
        work(i, team);
      });
  } catch (const std::system_error &) {
  }
  team = (int)others.size() + 1;
  work(0, team);
  for (auto &thread : others) thread.join();
}

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
  n_threads = (int)std::max<int64_t>(1, std::min<int64_t>(n_threads, (b.n_docs + GRAIN - 1) / GRAIN));
  const int64_t per_thread = table.workspace(longest, b.K);
  std::unique_ptr<float[]> work(new float[per_thread * n_threads]);
  std::unique_ptr<Local> local(report ? new Local(b, bounds) : nullptr);
  std::atomic<int64_t> next{0};
  std::once_flag once;
  std::unique_ptr<Barrier> barrier;
  in_parallel(n_threads, [&](int me, int team) {
    std::call_once(once, [&] { barrier.reset(new Barrier(team)); });
    int64_t fresh = 0;
    for (size_t c = 0; c + 1 < bounds.size(); ++c) {
      const int64_t begin = bounds[c], end = bounds[c + 1];
      for (int64_t from; (from = begin + next.fetch_add(GRAIN)) < end;)
        for (int64_t d = from; d < std::min(from + GRAIN, end); ++d) {
          const Result r{out.gamma + d * b.K, report ? local->open(d, begin) : nullptr,
                         out.fit ? out.fit + d : nullptr, out.iterations + d};
          prefetch(b, d + 1);
          table.document(b, d, r, work.get() + me * per_thread);
        }
      barrier->wait();
      if (me == 0) next = 0;
      for (int64_t d = begin; out.stats && d < end; ++d)
        for (int64_t i = b.ptr[d]; i < b.ptr[d + 1]; ++i) {
          const int64_t label = b.labels[i];
          const bool first = label == fresh;  // labels count up in order of appearance
          fresh += first;
          if (label % team != me) continue;
          double *row = out.stats + label * b.K;
          if (first) std::fill(row, row + b.K, 0.0);
          table.add(row, local->at(d - begin), i - b.ptr[d], b.K);
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

int64_t pack(const Corpus &x, const int64_t *docs, int64_t n_docs, int64_t *ptr, int32_t *labels,
             float *counts, int32_t *words) {
  ptr[0] = 0;
  for (int64_t i = 0; i < n_docs; ++i) ptr[i + 1] = ptr[i] + x.indptr[docs[i] + 1] - x.indptr[docs[i]];
  int bits = 4;
  while ((int64_t{1} << bits) < 2 * ptr[n_docs]) ++bits;
  const uint64_t mask = (uint64_t{1} << bits) - 1;
  std::vector<int32_t> slots(mask + 1, -1);  // open addressing: label of the word found there
  int64_t n_words = 0, at = 0;
  for (int64_t i = 0; i < n_docs; ++i)
    for (int64_t j = x.indptr[docs[i]]; j < x.indptr[docs[i] + 1]; ++j, ++at) {
      const int32_t word = x.indices[j];
      uint64_t slot = (static_cast<uint64_t>(word) * 0x9E3779B97F4A7C15ull) >> (64 - bits);
      while (slots[slot] >= 0 && words[slots[slot]] != word) slot = (slot + 1) & mask;
      if (slots[slot] < 0) {
        slots[slot] = (int32_t)n_words;
        words[n_words++] = word;
      }
      labels[at] = slots[slot];
      counts[at] = x.data[j];
    }
  return n_words;
}

}  // namespace biterms
