// Evidence that words have become more frequent: kernels/reference_evidence.py says what it is.
#pragma once
#include <cstdint>
#include <initializer_list>

namespace biterms {

constexpr int SHARES = 6;  // the alternatives

// What is known of all words.
struct WordPast {
  double *count, *faded, *at, *since;
  float *evidence;  // words x shares
  void prefetch(int64_t word) const {
    for (const double *column : {count, faded, at, since}) __builtin_prefetch(column + word, 1);
    __builtin_prefetch(evidence + word * SHARES, 1);
  }
};

struct SequentialTest {
  double share;  // the smallest of the shares, each of which is 4 times the one before
  double shape, prior, rare, least, most;  // the shape is a whole number
};

// The documents that come, and the stream until then.
struct Arrived {
  double faded, documents, exposure, begin;
  int64_t n;
};

// Brings the past of the words to the end of these documents, x[i] of which have words[i], each of these words once;
// writes the evidence of each word and returns the weights that were started.
double update_evidence(const WordPast &, const SequentialTest &, const Arrived &, const int32_t *words,
                       const int64_t *x, int64_t n, double *strength);

}  // namespace biterms
