// Given biterms at the door: each is looked at, since a wrong one would reach outside of its document.
#pragma once
#include <cmath>

#include "bind.hpp"
#include "kernels.hpp"

inline void require_pairs_of(const biterms::Batch &b, int64_t doc) {
  using biterms::require;
  const int64_t n = b.ptr[doc + 1] - b.ptr[doc], begin = b.pair_ptr[doc];
  for (int64_t p = begin; p < b.pair_ptr[doc + 1]; ++p) {
    const int32_t u = b.pair_left[p], v = b.pair_right[p];
    require(u >= 0 && u < v && v < n, "pairs: expected two entries of their document, left < right");
    require(p == begin || b.pair_left[p - 1] < u || (b.pair_left[p - 1] == u && b.pair_right[p - 1] < v),
            "pairs: expected those of a document sorted, each once");
    require(b.pair_weight[p] >= 0 && std::isfinite(b.pair_weight[p]), "pairs: expected weights from 0 on");
  }
}

inline void give_pairs(biterms::Batch &b, const std::optional<Longs> &ptr, const std::optional<Ints> &left,
                       const std::optional<Ints> &right, const std::optional<Floats> &weights) {
  if (!ptr) return;
  biterms::require(left && right && weights && length(*left) == length(*right) && length(*left) == length(*weights),
                   "pairs: expected left, right and weight of equal length");
  biterms::require(length(*ptr) == b.n_docs + 1, "pairs: expected one pointer more than documents");
  biterms::require_spans(ptr->data(), b.n_docs + 1, length(*left), "pointers of the pairs");
  b.pair_ptr = ptr->data(), b.pair_left = left->data(), b.pair_right = right->data(), b.pair_weight = weights->data();
  for (int64_t d = 0; d < b.n_docs; ++d) require_pairs_of(b, d);
}
