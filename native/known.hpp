// Distinct pieces of a text, numbered in order of appearance.
#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

#include "hash.hpp"

namespace biterms {

// Distinct tokens by open addressing; their bytes lie one after the other in `room`.
class Known {
 public:
  Known(char *room, uint64_t seed) : room_(room), seed_(seed | 1), places_(std::size_t{1} << 12, Place{0, -1}) {}

  // The token lies at end(), written there by the caller; it stays there if it is new.
  int32_t find(int64_t n) {
    const uint64_t h = hash(room_ + end_, n, seed_);
    std::size_t at = h & (places_.size() - 1);
    for (; places_[at].id >= 0; at = (at + 1) & (places_.size() - 1))
      if (places_[at].tag == (uint32_t)(h >> 32) && same(places_[at].id, n)) return places_[at].id;
    return add(at, h, n);
  }
  char *end() const { return room_ + end_; }
  int64_t bytes() const { return end_; }

 private:
  struct Place {
    uint32_t tag;
    int32_t id;
  };
  struct Token {
    int64_t start;
    uint64_t hash;
  };

  bool same(int32_t id, int64_t n) const {
    const int64_t start = tokens_[id].start;
    const int64_t stop = id + 1 < (int32_t)tokens_.size() ? tokens_[id + 1].start : end_;
    return stop - start - 1 == n && !std::memcmp(room_ + start, room_ + end_, (std::size_t)n);
  }
  int32_t add(std::size_t at, uint64_t h, int64_t n) {
    const int32_t id = (int32_t)tokens_.size();
    places_[at] = {(uint32_t)(h >> 32), id};
    tokens_.push_back({end_, h});
    end_ += n;
    room_[end_++] = '\n';
    if (2 * tokens_.size() > places_.size()) widen();
    return id;
  }
  void widen() {
    places_.assign(4 * places_.size(), Place{0, -1});
    for (std::size_t id = 0; id < tokens_.size(); ++id) {
      std::size_t at = tokens_[id].hash & (places_.size() - 1);
      while (places_[at].id >= 0) at = (at + 1) & (places_.size() - 1);
      places_[at] = {(uint32_t)(tokens_[id].hash >> 32), (int32_t)id};
    }
  }

  char *room_;
  int64_t end_ = 0;
  uint64_t seed_;
  std::vector<Place> places_;
  std::vector<Token> tokens_;
};

}  // namespace biterms
