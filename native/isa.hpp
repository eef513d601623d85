// Which of the compiled instruction sets is used: the best of this processor, or the one that BITERMS_ISA names.
#pragma once
#include <string>

#include "kernels.hpp"

namespace biterms {

struct Choice {
  std::string name;
  Table table;
};

// Throws std::runtime_error if BITERMS_ISA names none that is there.
const Choice &chosen();

}  // namespace biterms
