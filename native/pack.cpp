#include "pack.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "team.hpp"

namespace biterms {
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

int64_t pack_one(const Corpus &x, const int64_t *docs, int64_t n_docs, const Parcel &out) {
  out.ptr[0] = 0;
  for (int64_t i = 0; i < n_docs; ++i) {  // in random order: ask for what comes
    if (i + 16 < n_docs) __builtin_prefetch(x.indptr + docs[i + 16]);
    out.ptr[i + 1] = out.ptr[i] + x.indptr[docs[i] + 1] - x.indptr[docs[i]];
  }
  Labels known(out.ptr[n_docs]);
  int32_t n_words = 0;
  int64_t at = 0;
  for (int64_t i = 0; i < n_docs; ++i) {
    if (i + 8 < n_docs) {
      __builtin_prefetch(x.indices + x.indptr[docs[i + 8]]);
      __builtin_prefetch(x.data + x.indptr[docs[i + 8]]);
    }
    for (int64_t j = x.indptr[docs[i]]; j < x.indptr[docs[i] + 1]; ++j, ++at) {
      out.labels[at] = known.find(x.indices[j], n_words);
      if (out.labels[at] == n_words) out.words[n_words++] = x.indices[j];
      out.counts[at] = x.data[j];
    }
  }
  return n_words;
}

}  // namespace

void pack(const Corpus &x, const Batches &b, const Parcel &out, int64_t *n_words, int n_threads) {
  std::atomic<int64_t> next{0};
  in_parallel((int)std::max<int64_t>(1, std::min<int64_t>(n_threads, b.n)), [&](int, int) {
    for (int64_t i; (i = next.fetch_add(1)) < b.n;) {
      const int64_t at = b.entries[i];
      const Parcel own{out.ptr + b.docs_at[i] + i, out.labels + at, out.counts + at, out.words + at};
      n_words[i] = pack_one(x, b.docs + b.docs_at[i], b.docs_at[i + 1] - b.docs_at[i], own);
    }
  });
}

}  // namespace biterms
