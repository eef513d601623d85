#include "learn.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "interrupt.hpp"
#include "pool.hpp"
#include "psi.hpp"
#include "ring.hpp"
#include "stages.hpp"
#include "team.hpp"

namespace biterms {
namespace {

int64_t entries_of(const Lessons &x, int64_t i) {
  int64_t n = 0;
  for (int64_t d = x.cuts[i]; d < x.cuts[i + 1]; ++d) n += x.corpus.indptr[x.docs[d] + 1] - x.corpus.indptr[x.docs[d]];
  return n;
}

// The largest minibatch of a block.
struct Largest {
  int64_t docs = 0, entries = 0, words, document = 0;
  explicit Largest(const Lessons &x) {
    for (int64_t i = 0; i < x.n; ++i) {
      docs = std::max(docs, x.cuts[i + 1] - x.cuts[i]);
      entries = std::max(entries, entries_of(x, i));
    }
    for (int64_t d = x.cuts[0]; d < x.cuts[x.n]; ++d)
      document = std::max(document, x.corpus.indptr[x.docs[d] + 1] - x.corpus.indptr[x.docs[d]]);
    words = std::min(entries, x.corpus.n_words);
  }
};

// Hands out arrays one after the other, each at the start of a cache line; from null it only counts.
class Room {
 public:
  explicit Room(char *begin) : begin_(begin) {}
  template <class T> T *take(int64_t n) {
    T *here = begin_ ? (T *)(begin_ + size_) : nullptr;
    size_ += (n * (int64_t)sizeof(T) + 63) / 64 * 64;
    return here;
  }
  int64_t size() const { return size_; }

 private:
  char *begin_;
  int64_t size_ = 0;
};

char *aligned(char *p) { return p + (64 - (uintptr_t)p % 64) % 64; }

// Memory of one minibatch after the other.
struct Arrays {
  Parcel parcels[2];  // the minibatch at hand, and the next one
  float *rows, *logs, *gamma, *of_topic, *alpha;
  double *shifts, *stats, *sums, *span_sums;
  int32_t *iterations;
  Arrays(const Lessons &x, const Largest &most, Room &room) {
    const int64_t K = x.posterior.K, spans = most.words / SPAN + 1;
    for (Parcel &p : parcels)
      p = {room.take<int64_t>(most.docs + 1), room.take<int32_t>(most.entries), room.take<float>(most.entries),
           room.take<int32_t>(most.entries)};
    rows = room.take<float>(most.words * K);
    logs = room.take<float>(x.local.vb ? most.words * K : 0);
    gamma = room.take<float>(most.docs * K), of_topic = room.take<float>(K), alpha = room.take<float>(K);
    shifts = room.take<double>(most.words), stats = room.take<double>(most.words * K);
    sums = room.take<double>(K), span_sums = room.take<double>(spans * K);
    iterations = room.take<int32_t>(most.docs);
  }
};

class Learner {
 public:
  Learner(const Table &table, const Lessons &x, char *memory, int n_threads, int64_t *done)
      : table_(table), x_(x), most_(x), room_(aligned(memory)), a_(x, most_, room_), posterior_(x.posterior),
        ring_(table, n_threads), done_(done), workspace_(table.workspace(most_.document, x.posterior.K)),
        workspaces_(new float[workspace_ * n_threads]), rows_workspaces_(expect_workspace(x.posterior.K) * n_threads) {}

  // On the calling thread.
  void lead() {
    pack(0);
    for (int64_t i = 0; i < x_.n; ++i) {
      const int64_t n_words = n_words_[i % 2];
      stop_if_asked();
      expect(i, n_words);
      infer(i, n_words);
      stop_if_asked();  // from here on the minibatch goes in as one
      commit(i, n_words);
    }
  }
  void help(int me) { stages_.help(me); }
  void close() { stages_.close(); }

 private:
  void pack(int64_t i) {
    if (i >= x_.n) return;
    const int64_t *docs = x_.docs + x_.cuts[i], n = x_.cuts[i + 1] - x_.cuts[i];
    n_words_[i % 2] = pack_one(x_.corpus, docs, n, entries_of(x_, i), a_.parcels[i % 2]);
  }

  template <class Piece> void each_span(int64_t n, const Piece &piece) {
    const auto span = [&](int64_t at, int me) { piece(at * SPAN, std::min(n, (at + 1) * SPAN), me); };
    stages_.run((n + SPAN - 1) / SPAN, span);
  }

  void expect(int64_t i, int64_t n) {
    const int64_t K = posterior_.K;
    const double *eta = x_.eta_sums + i * K;
    for (int64_t k = 0; k < K; ++k)
      a_.sums[k] = std::max(LEAST_LAM, posterior_.prior * eta[k] + posterior_.scale * x_.m[k]);
    of_topics(a_.sums, K, x_.local.vb, a_.of_topic);
    const Expect e{n, K, nullptr, &posterior_, a_.parcels[i % 2].words, a_.of_topic, a_.rows,
                   x_.local.vb ? a_.logs : nullptr, a_.shifts};
    each_span(n, [&](int64_t begin, int64_t end, int me) {
      spend((end - begin) * K);
      table_.expect(e, begin, end, rows_workspaces_.data() + me * expect_workspace(K));
    });
  }

  // The documents; the first piece is to pack the next minibatch, which waits for nothing.
  void infer(int64_t i, int64_t n_words) {
    const Parcel &p = a_.parcels[i % 2];
    Batch b = x_.local;
    if (x_.rounds) b.max_iter = x_.rounds[i];
    if (x_.prevalence.strength > 0) set_alpha(b);
    b.n_docs = x_.cuts[i + 1] - x_.cuts[i], b.n_rows = n_words;
    b.ptr = p.ptr, b.labels = p.labels, b.counts = p.counts;
    b.rows = a_.rows, b.logs = b.vb ? a_.logs : nullptr, b.shifts = a_.shifts;
    ring_.open(b, {a_.gamma, a_.stats, nullptr, a_.iterations});
    const auto piece = [&](int64_t at, int me) {
      if (at == 0) return pack(i + 1);
      ring_.block(at - 1, workspaces_.get() + me * workspace_);
    };
    stages_.run(ring_.size() + 1, piece);
    ring_.close();
  }

  void set_alpha(Batch &b) {
    prevalent_alpha(x_.prevalence, x_.m, posterior_.scale, b.K, a_.alpha);
    b.alpha = a_.alpha, b.alpha_sum = 0;
    for (int64_t k = 0; k < b.K; ++k) b.alpha_sum += b.alpha[k];
  }

  void commit(int64_t i, int64_t n) {
    const double scale = posterior_.scale * x_.decay[i];
    const Increment more{x_.M, x_.m, posterior_.K, a_.parcels[i % 2].words, n, a_.stats, x_.gain[i] / scale};
    std::fill_n(a_.span_sums, (n + SPAN - 1) / SPAN * more.K, 0.0);
    each_span(n, [&](int64_t begin, int64_t end, int) {
      table_.add_rows(more, begin, end, a_.span_sums + begin / SPAN * more.K);
    });
    add_sums(more, a_.span_sums);
    posterior_.scale = scale;
    posterior_.prior += x_.more[i];
    ++*done_;
  }

  const Table &table_;
  const Lessons &x_;
  const Largest most_;
  Room room_;
  Arrays a_;
  Lazy posterior_;
  Ring ring_;
  Stages stages_;
  int64_t *done_;
  int64_t n_words_[2] = {0, 0};
  const int64_t workspace_;
  std::unique_ptr<float[]> workspaces_;
  std::vector<double> rows_workspaces_;
};

}  // namespace

void of_topics(const double *sums, int64_t K, bool vb, float *out) {
  const double least = K ? *std::min_element(sums, sums + K) : 1.0;
  for (int64_t k = 0; k < K; ++k) out[k] = (float)(vb ? psi(sums[k]) : least / sums[k]);
}

void prevalent_alpha(const Prevalence &p, const double *m, double scale, int64_t K, float *alpha) {
  // A start at random may be below its prior: less than nothing is nothing.
  const auto biterms = [&](int64_t k) { return std::max(0.0, scale * m[k] / 2) + p.smooth; };
  double total = 0;
  for (int64_t k = 0; k < K; ++k) total += biterms(k);
  for (int64_t k = 0; k < K; ++k) alpha[k] = (float)(p.strength * (biterms(k) / total));
}

int64_t learn_room(const Lessons &x) {
  Room room(nullptr);
  const Largest most(x);
  const Arrays counted(x, most, room);
  return room.size() + 64;
}

void learn(const Table &table, const Lessons &x, char *room, int n_threads, int64_t *done) {
  const int64_t work = Largest(x).entries * x.posterior.K;  // a thread more for every few microseconds of it
  n_threads = (int)std::max<int64_t>(1, std::min<int64_t>(n_threads, work / (1 << 12)));
  Learner learner(table, x, room, n_threads, done);
  in_parallel(n_threads, [&](int me, int) {
    if (me > 0) return learner.help(me);
    try {
      learner.lead();
    } catch (...) {
      learner.close();
      throw;
    }
    learner.close();
  });
}

}  // namespace biterms
