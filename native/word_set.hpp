// The distinct words of a minibatch in ascending order, and the rank of each among them.
#pragma once
#include <cstdint>
#include <vector>

namespace biterms {

// A bit per word, and above it a bit per 64 words that says whether any of them is set: reading and clearing cost the
// words that are there plus V / 4096.
class WordSet {
 public:
  // For words up to this one.
  void reserve(int64_t largest) {
    marks_ = largest / 4096 + 1;
    if ((int64_t)upper_.size() >= marks_) return;
    upper_.resize(marks_), blocks_.resize(64 * marks_);
  }

  void add(int32_t word) {
    blocks_[word >> 6].words |= uint64_t{1} << (word & 63);
    upper_[word >> 12] |= uint64_t{1} << (word >> 6 & 63);
  }

  bool has(int32_t word) const { return blocks_[word >> 6].words >> (word & 63) & 1; }

  // Writes the words in order and returns their number; ranks may be asked for from now on.
  int64_t list(int32_t *words) {
    int64_t n = 0;
    touch();
    for (const int64_t at : touched_) {
      blocks_[at].before = n;
      for (uint64_t left = blocks_[at].words; left; left &= left - 1)
        words[n++] = (int32_t)(64 * at) + __builtin_ctzll(left);
    }
    return n;
  }

  int32_t rank(int32_t word) const {
    const Block &block = blocks_[word >> 6];
    return (int32_t)block.before + ones(block.words & ((uint64_t{1} << (word & 63)) - 1));
  }

  // Forgets all words, also those of work that was stopped before they were listed.
  void clear() {
    touch();
    for (const int64_t at : touched_) blocks_[at].words = 0;
    touched_.clear();
  }

 private:
  // Moves the marks of blocks with words to a list of them.
  void touch() {
    for (int64_t i = 0; i < marks_; ++i) {
      for (uint64_t left = upper_[i]; left; left &= left - 1) touched_.push_back(64 * i + __builtin_ctzll(left));
      upper_[i] = 0;
    }
  }

  struct Block {
    uint64_t words;
    int64_t before;  // words of the set in earlier blocks
  };

  // Without the instruction of newer processors, which this file must not assume, the builtin is a slow call.
  static int32_t ones(uint64_t x) {
    x -= x >> 1 & 0x5555555555555555ull;
    x = (x & 0x3333333333333333ull) + (x >> 2 & 0x3333333333333333ull);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Full;
    return (int32_t)((x * 0x0101010101010101ull) >> 56);
  }

  int64_t marks_ = 0;
  std::vector<uint64_t> upper_;
  std::vector<Block> blocks_;
  std::vector<int64_t> touched_;
};

}  // namespace biterms
