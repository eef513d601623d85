// The hot loops, compiled once per instruction set into its own namespace.
#include "kernels.hpp"

#include "document.hpp"
#include "expect.hpp"
#include "topics.hpp"

namespace biterms {
namespace BITERMS_NS {

Table table() { return {workspace, document, gather, expect}; }

}  // namespace BITERMS_NS
}  // namespace biterms
