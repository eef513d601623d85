// The hot loops, compiled once per instruction set into its own namespace.
#include "kernels.hpp"

#include "atom_rounds.hpp"
#include "document.hpp"
#include "expect.hpp"
#include "sums.hpp"
#include "topics.hpp"

namespace biterms {
namespace BITERMS_NS {

Table table() { return {workspace, document, atoms_workspace, atoms, add, add_rows, gather, expect}; }

}  // namespace BITERMS_NS
}  // namespace biterms
