// The extension module: every binding file adds its functions.
#include <nanobind/stl/string.h>

#include "bind.hpp"
#include "isa.hpp"
#include "process.hpp"

void bind_documents(nb::module_ &m);
void bind_rows(nb::module_ &m);
void bind_learn(nb::module_ &m);
void bind_tokens(nb::module_ &m);
void bind_json_lines(nb::module_ &m);
void bind_bags(nb::module_ &m);
void bind_btm(nb::module_ &m);
void bind_detection(nb::module_ &m);

namespace {

bool signal_raised() {
  nb::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}

// In a forked process the thread that forked is the main one.
unsigned long main_thread() {
  static long process = 0;
  static unsigned long ident = 0;
  if (process != biterms::process_id()) {
    ident = nb::cast<unsigned long>(nb::module_::import_("threading").attr("main_thread")().attr("ident"));
    process = biterms::process_id();
  }
  return ident;
}

}  // namespace

biterms::Watch::Ask question() { return PyThread_get_thread_ident() == main_thread() ? signal_raised : nullptr; }

NB_MODULE(_native, m) {
  biterms::chosen();  // a wrong BITERMS_ISA is an error at import
  m.def("isa", [] { return biterms::chosen().name; });
  m.def("looks", &biterms::looks);
  bind_documents(m);
  bind_rows(m);
  bind_learn(m);
  bind_tokens(m);
  bind_json_lines(m);
  bind_bags(m);
  bind_btm(m);
  bind_detection(m);
}
