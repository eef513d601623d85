// The hot loops, compiled once per instruction set into its own namespace.
#include "kernels.hpp"

#include "atom_rounds.hpp"
#include "document.hpp"
#include "draws.hpp"
#include "expect.hpp"
#include "sums.hpp"
#include "topics.hpp"

namespace biterms {
namespace BITERMS_NS {

Table table() {
  return {workspace, document, atoms_workspace, atoms, add, add_rows, gather, expect, draw_workspace, begin_draws, draw};
}

}  // namespace BITERMS_NS
}  // namespace biterms
