// Only files called bind*.cpp know Python. Arrays that are no C arrays of the right type are refused at the door.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <stdexcept>

namespace nb = nanobind;

template <class T, int D> using In = nb::ndarray<const T, nb::ndim<D>, nb::c_contig, nb::device::cpu>;
template <class T, int D> using Out = nb::ndarray<T, nb::ndim<D>, nb::c_contig, nb::device::cpu>;
using Ints = In<int32_t, 1>;
using Longs = In<int64_t, 1>;
using Floats = In<float, 1>;

inline void need(bool ok, const char *what) {
  if (!ok) throw std::invalid_argument(what);
}
