#include "btm.hpp"

#include <algorithm>
#include <vector>

#include "interrupt.hpp"
#include "isa.hpp"

namespace biterms {

constexpr int64_t TOGETHER = 64;  // draws between two questions whether to stop

void draw_topics(const BitermTopics &x, int64_t n, const int32_t *visits, const double *uniforms) {
  const Table &table = chosen().table;
  std::vector<float> workspace(table.draw_workspace(x.K));
  table.begin_draws(x, workspace.data());
  for (int64_t i = 0; i < n; i += TOGETHER) {
    spend(TOGETHER * x.K);  // between two draws: topics and counts agree wherever this ends
    table.draw(x, std::min(TOGETHER, n - i), visits + i, uniforms + i, workspace.data());
  }
}

}  // namespace biterms
