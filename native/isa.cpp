#include "isa.hpp"

#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace biterms {
namespace {

std::vector<Choice> available() {
  std::vector<Choice> sets{{"baseline", baseline::table()}};
#ifdef BITERMS_HAS_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    sets.push_back({"avx2", avx2::table()});
#endif
#ifdef BITERMS_HAS_AVX512
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    sets.push_back({"avx512", avx512::table()});
#endif
  return sets;
}

Choice choose() {
  const std::vector<Choice> sets = available();
  const char *wanted = std::getenv("BITERMS_ISA");
  if (!wanted || !*wanted) return sets.back();
  std::string names;
  for (const Choice &set : sets) {
    if (set.name == wanted) return set;
    names += (names.empty() ? "" : ", ") + set.name;
  }
  throw std::runtime_error("BITERMS_ISA=" + std::string(wanted) + ": this machine and build have " +
                           names + "; set one of them or unset it");
}

}  // namespace

const Choice &chosen() {
  static const Choice choice = choose();
  return choice;
}

}  // namespace biterms
