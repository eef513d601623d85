// What the instruction-set objects and the rest share: plain data and one table of functions.
#pragma once
#include <cstdint>

namespace biterms {

struct BitermTopics;  // btm.hpp

constexpr double LEAST_LAM = 1e-31;  // below this lam counts as this

// Documents of more distinct words have a sample of their pairs (pairs.hpp).
constexpr int64_t LONGEST_PAIRED = 1024;

// A packed minibatch and everything a document step reads (names as in docs/how_it_works.md).
constexpr int64_t WORDS_OF_ROUND = 8;

struct Batch {
  int64_t n_docs = 0, n_rows = 0, K = 0;
  const int64_t *ptr = nullptr;      // n_docs + 1: where each document's entries start
  const int32_t *labels = nullptr;   // row of each entry's word
  const float *counts = nullptr;     // f
  const float *rows = nullptr;       // rows x K: b scaled to max 1
  const float *logs = nullptr;       // the same in the log domain (vb), or null
  const double *shifts = nullptr;    // log of what each row was divided by, or null
  const float *alpha = nullptr;      // K
  float alpha_sum = 0;
  const int64_t *pair_ptr = nullptr; // null: all pairs, weight min(f_u, f_v)
  const int32_t *pair_left = nullptr, *pair_right = nullptr;  // entries of the document, left < right
  const float *pair_weight = nullptr;                         // C_uv, one order
  float weight = 0, cap = 0;  // C <- C * weight * min(1, cap * N / sum_{i<j} C)
  float word_weight = 1;      // f <- f * word_weight, beside pairs by f itself (LDA)
  int32_t max_iter = 0;
  int32_t more_rounds = 0;  // beside max_iter: one for each WORDS_OF_ROUND words, at most so many (LDA)
  float tol = 0;
  bool vb = false, drop = true;
  bool exact = false;  // statistics of a document are multiples of 2^-20: sums of them do not round
  bool fresh = false;  // gamma starts at 1 (HDP: atoms at the best topics) instead of what is given
  bool at_prior = false;  // a fresh gamma starts at alpha instead (LDA)
  int64_t T = 0;       // atoms of a document: HDP, if there are any
  int64_t living = 0;  // topics whose log_sigma is not -inf
  float stick_alpha = 0;
  const float *log_sigma = nullptr, *sigma = nullptr;  // K, padded with -inf and 0: sticks of the corpus
  double log_sigma_sum = 0;  // sum_k sigma_k (log_sigma_k - log sigma_k)
};

// The expected counts of one document in the topics it has: columns[i] is the topic of column i,
// unless there are all K.
struct Stats {
  int64_t n_columns;
  int32_t *columns;  // room for K
  float *values;     // n x n_columns, room for n x K
};

// Where one document's results go; a null pointer means "not wanted".
struct Result {
  float *gamma;  // K: the start, then the answer (HDP: theta)
  Stats *stats;
  double *fit;   // sum f log z + sum C log Z
  int32_t *iterations;
  float *usage = nullptr, *sticks = nullptr;       // HDP: K; gamma1 and gamma2, 2 x T
  float *occupancy = nullptr, *spread = nullptr;   // HDP, where to go on: T; n x T
};

// The posterior lam = prior * eta + scale * M of some words; eta is (1 or V) x (1 or K).
struct Lazy {
  const double *M, *eta;
  int64_t K, eta_row, eta_col;  // steps of eta, 0 where it does not vary
  double prior, scale;
};
// From lam to rows: lam is given (n x K), or taken from the posterior row by row.
struct Expect {
  int64_t n, K;
  const double *lam;     // n x K, or null
  const Lazy *lazy;      // or null
  const int32_t *words;  // of the posterior
  const float *sums;     // K: psi(sum_v lam_vk) (vb), or 1 / sum_v lam_vk scaled to max 1 (mean)
  float *rows, *logs;    // n x K; logs null for the mean
  double *shifts;        // n
};

// M[words] += factor * stats; m, the sums of M over words, follows.
struct Increment {
  double *M, *m;
  int64_t K;
  const int32_t *words;
  int64_t n;
  const double *stats;
  double factor;
};

struct Table {
  int64_t (*workspace)(int64_t n, int64_t K);  // floats a document of n entries needs
  void (*document)(const Batch &, int64_t doc, const Result &, float *workspace);
  int64_t (*atoms_workspace)(int64_t n, int64_t K, int64_t T);
  void (*atoms)(const Batch &, int64_t doc, const Result &, float *workspace);
  void (*add)(double *row, const Stats &, int64_t entry, int64_t K);  // row += its expected counts
  void (*add_rows)(const Increment &, int64_t begin, int64_t end, double *m);
  void (*gather)(const Lazy &, const int32_t *words, int64_t n, double *lam);
  void (*expect)(const Expect &, int64_t begin, int64_t end, double *workspace);  // of 3K + 64
  int64_t (*draw_workspace)(int64_t K);  // floats that draws need
  void (*begin_draws)(const BitermTopics &, float *workspace);
  void (*draw)(const BitermTopics &, int64_t n, const int32_t *visits, const double *uniforms, float *workspace);
};

#define BITERMS_TABLE(NS) \
  namespace NS {          \
  Table table();          \
  }
BITERMS_TABLE(baseline)
BITERMS_TABLE(avx2)
BITERMS_TABLE(avx512)

}  // namespace biterms
