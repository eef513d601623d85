#include "pack.hpp"

#include <algorithm>
#include <atomic>

#include "checks.hpp"
#include "interrupt.hpp"
#include "team.hpp"
#include "word_set.hpp"

namespace biterms {
namespace {

// Pointers of the documents, which come in random order: those that follow are asked for ahead of time.
void lay_out(const Corpus &x, const int64_t *docs, int64_t n, int64_t n_entries, int64_t *ptr) {
  ptr[0] = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (i + 16 < n) __builtin_prefetch(x.indptr + docs[i + 16]);
    ptr[i + 1] = ptr[i] + x.indptr[docs[i] + 1] - x.indptr[docs[i]];
  }
  require(ptr[n] == n_entries, "documents: their entries are not as many as there is room for");
}

void copy_entries(const Corpus &x, const int64_t *docs, int64_t n, const Parcel &out) {
  for (int64_t i = 0; i < n; ++i) {
    if (i + 8 < n) {
      __builtin_prefetch(x.indices + x.indptr[docs[i + 8]]);
      __builtin_prefetch(x.data + x.indptr[docs[i + 8]]);
    }
    const int64_t from = x.indptr[docs[i]], to = out.ptr[i], size = out.ptr[i + 1] - to;
    spend(size);
    for (int64_t j = 0; j < size; ++j) out.labels[to + j] = x.indices[from + j];
    for (int64_t j = 0; j < size; ++j) out.counts[to + j] = x.data[from + j];
  }
}

// Looks for an interrupt now and then in a loop over entries, each of which costs as much as a few multiplications.
inline void spend_at(int64_t i) {
  if (i % 4096 == 0) spend(4 * 4096);
}

// The words of the entries, numbered in ascending order.
int64_t number(int32_t *labels, int64_t n, WordSet &known, int32_t *words) {
  for (int64_t i = 0; i < n; ++i) spend_at(i), known.add(labels[i]);
  const int64_t n_words = known.list(words);
  for (int64_t i = 0; i < n; ++i) spend_at(i), labels[i] = known.rank(labels[i]);
  return n_words;
}

// The set serves the next call, also after an interrupt.
struct Cleared {
  WordSet &set;
  ~Cleared() { set.clear(); }
};

}  // namespace

void require_documents(const Corpus &x, const int64_t *docs, int64_t n) {
  require_ids(docs, n, x.n_docs, "documents of the minibatches");
  bool wrong = false;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t begin = x.indptr[docs[i]], end = x.indptr[docs[i] + 1];
    wrong |= begin < 0 || begin > end || end > x.n_entries;
  }
  require(!wrong, "indptr: found pointers outside of the entries or falling, expected 0 <= begin <= end <= entries");
}

void require_words(const Corpus &x, const int64_t *docs, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    if (i + 8 < n) __builtin_prefetch(x.indices + x.indptr[docs[i + 8]]);
    const int64_t begin = x.indptr[docs[i]];
    require_ids(x.indices + begin, x.indptr[docs[i] + 1] - begin, x.n_words, "word ids of the documents");
  }
}

int64_t pack_one(const Corpus &x, const int64_t *docs, int64_t n, int64_t n_entries, const Parcel &out) {
  thread_local WordSet known;  // stays for the next call: only touched words cost anything then
  lay_out(x, docs, n, n_entries, out.ptr);
  copy_entries(x, docs, n, out);
  require_ids(out.labels, n_entries, x.n_words, "word ids of the documents");
  int32_t largest = 0;
  for (int64_t i = 0; i < n_entries; ++i) largest = out.labels[i] > largest ? out.labels[i] : largest;
  known.reserve(largest);  // not for all words, of which a caller may claim two billion
  const Cleared cleared{known};
  return number(out.labels, n_entries, known, out.words);
}

void pack(const Corpus &x, const Batches &b, const Parcel &out, int64_t *n_words, int n_threads) {
  std::atomic<int64_t> next{0};
  in_parallel((int)std::max<int64_t>(1, std::min<int64_t>(n_threads, b.n)), [&](int, int) {
    for (int64_t i; (i = next.fetch_add(1)) < b.n;) {
      const int64_t at = b.entries[i], *docs = b.docs + b.docs_at[i], n = b.docs_at[i + 1] - b.docs_at[i];
      const Parcel own{out.ptr + b.docs_at[i] + i, out.labels + at, out.counts + at, out.words + at};
      n_words[i] = pack_one(x, docs, n, b.entries[i + 1] - at, own);
    }
  });
}

}  // namespace biterms
