#include "btm.hpp"

#include <initializer_list>
#include <vector>

#include "interrupt.hpp"

namespace biterms {
namespace {

constexpr int64_t BLOCK = 8;

// Arrays over topics, and over blocks of them; weights end with zeros.
struct Room {
  std::vector<float> share, weight, ends;
  explicit Room(int64_t K) : share(K), weight((K + BLOCK - 1) / BLOCK * BLOCK), ends(weight.size() / BLOCK) {}
};

// (n_k + alpha_k) / ((2 n_k + B_k) (2 n_k + 1 + B_k))
inline float share_of(const BitermTopics &x, int64_t k) {
  const double n = x.biterms[k], size = 2.0 * n + x.prior_sums[k];
  return (float)((n + x.alpha[k]) / (size * (size + 1.0)));
}

inline void count(const BitermTopics &x, float *share, int64_t u, int64_t v, int64_t k, int32_t by) {
  for (int32_t *n : {x.words + u * x.K + k, x.words + v * x.K + k, x.biterms + k})
    *n = (int32_t)((uint32_t)*n + (uint32_t)by);  // counts that are no counts may wrap
  share[k] = share_of(x, k);
}

// share_k (n_u|k + beta_u|k) (n_v|k + beta_v|k); the second of two equal words comes after the first.
inline void weigh(const BitermTopics &x, const float *__restrict share, int64_t u, int64_t v, float *__restrict weight) {
  const int32_t *n = x.words + u * x.K, *m = x.words + v * x.K;
  const float *p = x.prior + u * x.prior_stride, *q = x.prior + v * x.prior_stride;
  const float again = u == v ? 1.0f : 0.0f;
  for (int64_t k = 0; k < x.K; ++k)
    weight[k] = (((float)n[k] + p[k]) * (((float)m[k] + q[k]) + again)) * share[k];
}

inline float block_sum(const float *w) {
  const float a = w[0] + w[4], b = w[1] + w[5], c = w[2] + w[6], d = w[3] + w[7];
  return (a + c) + (b + d);
}

// The topic at whose part of the sum of all weights `uniform` points: first its block, then the topic.
inline int64_t draw(Room &room, int64_t K, double uniform) {
  const float *weight = room.weight.data();
  float *ends = room.ends.data(), total = 0.0f;
  const int64_t blocks = (int64_t)room.ends.size();
  for (int64_t b = 0; b < blocks; ++b) ends[b] = total += block_sum(weight + b * BLOCK);
  const float target = (float)(uniform * total);
  int64_t b = 0;
  while (b < blocks - 1 && ends[b] <= target) ++b;
  const int64_t first = b * BLOCK, last = (first + BLOCK < K ? first + BLOCK : K) - 1;
  const float rest = target - (b ? ends[b - 1] : 0.0f);
  float end = 0.0f;
  int64_t k = first;
  while (k < last && (end += weight[k]) <= rest) ++k;
  return k;
}

}  // namespace

void draw_topics(const BitermTopics &x, int64_t n, const int32_t *visits, const double *uniforms) {
  Room room(x.K);
  float *share = room.share.data();
  for (int64_t k = 0; k < x.K; ++k) share[k] = share_of(x, k);
  for (int64_t i = 0; i < n; ++i) {
    if (i % 64 == 0) spend(64 * x.K);  // between two draws: topics and counts agree wherever this ends
    const int64_t b = visits[i], u = x.left[b], v = x.right[b];
    if (x.topic[b] >= 0) count(x, share, u, v, x.topic[b], -1);
    weigh(x, share, u, v, room.weight.data());
    const int64_t k = draw(room, x.K, uniforms[i]);
    count(x, share, u, v, k, 1);
    x.topic[b] = (int32_t)k;
  }
}

}  // namespace biterms
