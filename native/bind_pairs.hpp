// Given biterms at the door: each is looked at, since a wrong one would reach outside of its document.
#pragma once
#include <cmath>
#include <optional>

#include "bind.hpp"
#include "kernels.hpp"

inline void need_pairs_of(const biterms::Batch &b, int64_t doc) {
  const int64_t n = b.ptr[doc + 1] - b.ptr[doc], begin = b.pair_ptr[doc];
  for (int64_t p = begin; p < b.pair_ptr[doc + 1]; ++p) {
    const int32_t u = b.pair_left[p], v = b.pair_right[p];
    need(u >= 0 && u < v && v < n, "pairs must be two entries of their document, left < right");
    need(p == begin || b.pair_left[p - 1] < u || (b.pair_left[p - 1] == u && b.pair_right[p - 1] < v),
         "pairs of a document must be sorted, each once");
    need(b.pair_weight[p] >= 0 && std::isfinite(b.pair_weight[p]), "weights of pairs must be numbers from 0 on");
  }
}

inline void give_pairs(biterms::Batch &b, const std::optional<Longs> &ptr, const std::optional<Ints> &left,
                       const std::optional<Ints> &right, const std::optional<Floats> &weights) {
  if (!ptr) return;
  need(left && right && weights && left->shape(0) == right->shape(0) && left->shape(0) == weights->shape(0),
       "pairs must have left, right, weight of equal length");
  need((int64_t)ptr->shape(0) == b.n_docs + 1, "pairs must have a pointer more than documents");
  b.pair_ptr = ptr->data();
  need(b.pair_ptr[0] == 0 && b.pair_ptr[b.n_docs] == (int64_t)left->shape(0), "ptr of pairs must span them");
  for (int64_t d = 0; d < b.n_docs; ++d) need(b.pair_ptr[d] <= b.pair_ptr[d + 1], "ptr of pairs must not fall");
  b.pair_left = left->data(), b.pair_right = right->data(), b.pair_weight = weights->data();
  for (int64_t d = 0; d < b.n_docs; ++d) need_pairs_of(b, d);
}
