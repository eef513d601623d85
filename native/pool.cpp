#include "pool.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "interrupt.hpp"
#include "ring.hpp"
#include "team.hpp"

namespace biterms {

int64_t workspace_of(const Table &table, const Batch &b) {
  int64_t longest = 0;
  for (int64_t d = 0; d < b.n_docs; ++d) longest = std::max(longest, b.ptr[d + 1] - b.ptr[d]);
  return b.T ? table.atoms_workspace(longest, b.K, b.T) : table.workspace(longest, b.K);
}

void documents(const Table &table, const Batch &b, const Output &out, int n_threads) {
  Ring ring(table, n_threads);
  ring.open(b, out);
  n_threads = (int)std::max<int64_t>(1, std::min<int64_t>(n_threads, ring.size()));
  const int64_t room = workspace_of(table, b);
  std::unique_ptr<float[]> workspaces(new float[room * n_threads]);
  std::atomic<int64_t> next{0};
  in_parallel(n_threads, [&](int me, int) {
    for (int64_t block; (block = next.fetch_add(1)) < ring.size();) ring.block(block, workspaces.get() + room * me);
  });
  ring.close();
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
  const int64_t each = expect_workspace(x.K);
  std::vector<double> work(each * std::max(1, n_threads));
  spans(x.n, x.K, n_threads, [&](int64_t begin, int64_t end, int me) {
    spend((end - begin) * x.K);
    table.expect(x, begin, end, work.data() + me * each);
  });
}

void gather(const Table &table, const Lazy &posterior, const int32_t *words, int64_t n, double *lam) {
  for (int64_t at = 0; at < n; at += SPAN) {
    const int64_t some = std::min(n - at, SPAN);
    spend(some * posterior.K);
    table.gather(posterior, words + at, some, lam + at * posterior.K);
  }
}

void add_sums(const Increment &x, const double *sums) {
  for (int64_t at = 0; at < x.n; at += SPAN, sums += x.K)
    for (int64_t k = 0; k < x.K; ++k) x.m[k] += sums[k];
}

void add_rows(const Table &table, const Increment &x, int n_threads) {
  std::vector<double> sums((x.n + SPAN - 1) / SPAN * x.K);
  spans(x.n, x.K, n_threads, [&](int64_t begin, int64_t end, int) {
    table.add_rows(x, begin, end, sums.data() + begin / SPAN * x.K);
  });
  add_sums(x, sums.data());
}

}  // namespace biterms
