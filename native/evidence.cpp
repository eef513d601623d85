#include "evidence.hpp"

#include <algorithm>
#include <cmath>

#include "interrupt.hpp"

namespace biterms {
namespace {

constexpr int64_t SOME = 256, AHEAD = 8;
constexpr double LOST = 0x1p-54;  // what is smaller than this part of a number leaves it as it is, when added

// One number for each share; loops over them become vectors.
struct Shares {
  double at[SHARES];
};

// to *= base^n.
inline void times_power(Shares &to, Shares base, int64_t n) {
  for (;; n >>= 1) {
    if (n & 1)
      for (int j = 0; j < SHARES; ++j) to.at[j] *= base.at[j];
    if (n <= 1) return;
    for (int j = 0; j < SHARES; ++j) base.at[j] *= base.at[j];
  }
}

// factor_j L_j, with L = (u / w)^x w^-shape, u = 1 + s n / mean and w = 1 + s n / (shape + mean). x is whole, and so is
// the shape of most words. For others a logarithm is taken, but not where L, which is at most the part with x, would be
// lost beside `beside`.
Shares ratios(const SequentialTest &test, const Shares &more, double mean, double counts, int64_t x, const Shares &factor,
              const Shares &beside) {
  const double shape = std::min(counts, test.shape), by_mean = 1 / mean, by_both = 1 / (shape + mean);
  Shares rise, narrower, found{};
  for (int j = 0; j < SHARES; ++j) narrower.at[j] = 1 / (1 + more.at[j] * by_both);
  for (int j = 0; j < SHARES; ++j) rise.at[j] = (1 + more.at[j] * by_mean) * narrower.at[j], found.at[j] = 1;
  times_power(found, rise, x);
  if (shape == test.shape) {
    times_power(found, narrower, (int64_t)shape);
  } else {
    for (int j = 0; j < SHARES; ++j)
      if (!(factor.at[j] * found.at[j] < beside.at[j] * LOST)) found.at[j] *= std::exp(shape * std::log(narrower.at[j]));
  }
  for (int j = 0; j < SHARES; ++j) found.at[j] = factor.at[j] * std::min(found.at[j], test.most);
  return found;
}

}  // namespace

double update_evidence(const WordPast &past, const SequentialTest &test, const Arrived &now, const int32_t *words,
                       const int64_t *x, int64_t n, double *strength) {
  const double docs = (double)now.n;
  Shares shares, more, none;
  for (int j = 0; j < SHARES; ++j) shares.at[j] = j ? 4 * shares.at[j - 1] : test.share;
  for (int j = 0; j < SHARES; ++j) more.at[j] = shares.at[j] * docs, none.at[j] = std::exp(-more.at[j]);
  double started = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (i % SOME == 0) spend(SOME * SHARES * 32);
    if (i + AHEAD < n) past.prefetch(words[i + AHEAD]);
    const int64_t word = words[i];
    float *const evidence = past.evidence + word * SHARES;
    const double counts = past.count[word] * std::exp(past.faded[word] - now.faded) + test.prior;
    const double mean = counts * (docs / now.exposure);
    const double weight = 1 / (1 + counts / now.exposure / test.rare);
    // What starts here: L'(x - 1), or the least that it can be where the word is not above its mean.
    Shares found, kept;
    for (int j = 0; j < SHARES; ++j) found.at[j] = weight / SHARES;
    if ((double)x[i] > 1 + mean) {
      found = ratios(test, more, (counts + 1) * (docs / now.exposure), counts + 1, x[i] - 1, found, {});
    } else {
      for (int j = 0; j < SHARES; ++j) found.at[j] *= none.at[j];
    }
    // What started before. exp(-s gap) of a share is the fourth power of that of the share before.
    const double left = std::exp(-(now.documents - past.at[word]) * test.share);
    double before = 0, rest = left;
    for (int j = 0; j < SHARES; ++j) before += evidence[j];
    if (before > test.least) {
      for (int j = 0; j < SHARES; ++j, rest *= rest, rest *= rest) kept.at[j] = evidence[j] * rest;
      kept = ratios(test, more, mean, counts, x[i], kept, found);
      for (int j = 0; j < SHARES; ++j) found.at[j] += kept.at[j];
    }
    strength[i] = 0;
    for (int j = 0; j < SHARES; ++j) {
      found.at[j] = std::min(found.at[j], test.most);
      strength[i] += found.at[j], evidence[j] = (float)found.at[j];
    }
    if (before * left < weight) past.since[word] = now.begin;
    past.count[word] = counts - test.prior + (double)x[i];
    past.faded[word] = now.faded;
    past.at[word] = now.documents + docs;
    started += weight * (double)x[i];
  }
  return started;
}

}  // namespace biterms
