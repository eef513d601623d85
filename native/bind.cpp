// The extension module: every binding file adds its functions.
#include <nanobind/stl/string.h>

#include "bind.hpp"
#include "isa.hpp"

void bind_documents(nb::module_ &m);
void bind_rows(nb::module_ &m);
void bind_learn(nb::module_ &m);
void bind_tokens(nb::module_ &m);
void bind_bags(nb::module_ &m);
void bind_btm(nb::module_ &m);

NB_MODULE(_native, m) {
  biterms::chosen();  // a wrong BITERMS_ISA is an error at import
  m.def("isa", [] { return biterms::chosen().name; });
  bind_documents(m);
  bind_rows(m);
  bind_learn(m);
  bind_tokens(m);
  bind_bags(m);
  bind_btm(m);
}
