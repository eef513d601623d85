// Strings of JSON objects: checks what is given, releases the GIL, calls, and makes strings of Python.
#include "bind.hpp"
#include "json_lines.hpp"

using namespace biterms;

namespace {

PyObject *string(const Letters &found) {
  if (!found.at) return Py_NewRef(Py_None);
  PyObject *made = PyUnicode_DecodeUTF8(found.at, (Py_ssize_t)found.size, "surrogatepass");
  if (!made) throw nb::python_error();
  return made;
}

// The values of a key, line by line.
nb::object column(const JsonStrings &found, int64_t key, int64_t n_keys) {
  nb::object made = nb::steal(PyList_New((Py_ssize_t)found.lines));
  if (!made) throw nb::python_error();
  for (int64_t i = 0; i < found.lines; ++i)
    PyList_SetItem(made.ptr(), (Py_ssize_t)i, string(found.values[(std::size_t)(i * n_keys + key)]));
  return made;
}

nb::tuple run_json_strings(const nb::bytes &text, const In<uint8_t, 1> &letters, const Longs &ends) {
  const Spelled keys{length(ends), length(letters), (const char *)letters.data(), ends.data()};
  for (int64_t i = 0; i < keys.n; ++i) Word(keys, i);
  const char *from = text.c_str();
  const int64_t size = (int64_t)text.size();
  JsonStrings found{};
  run_long([&] { found = json_strings(from, size, keys); });
  for (const int64_t line : found.others)
    std::fill_n(found.values.begin() + line * keys.n, keys.n, Letters{nullptr, 0});
  nb::list columns, others;
  for (int64_t key = 0; key < keys.n; ++key) columns.append(column(found, key, keys.n));
  for (const int64_t line : found.others) others.append(line);
  return nb::make_tuple(columns, others);
}

}  // namespace

void bind_json_lines(nb::module_ &m) {
  m.def("json_strings", &run_json_strings, nb::arg("text"), array("letters"), array("ends"));
}
