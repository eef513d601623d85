// Only files called bind*.cpp know Python. Arrays of another type or layout are refused at the door: a copy made for
// the call would lose what is written, and a cast would wrap ids that are too large.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <thread>

#include "checks.hpp"
#include "interrupt.hpp"

namespace nb = nanobind;

template <class T, int D> using In = nb::ndarray<const T, nb::ndim<D>, nb::c_contig, nb::device::cpu>;
template <class T, int D> using Out = nb::ndarray<T, nb::ndim<D>, nb::c_contig, nb::device::cpu>;
using Ints = In<int32_t, 1>;
using Longs = In<int64_t, 1>;
using Floats = In<float, 1>;
using Doubles = In<double, 1>;

inline auto array(const char *name) { return nb::arg(name).noconvert(); }
inline auto optional_array(const char *name) { return nb::arg(name).noconvert().none(); }

template <class A> int64_t length(const A &a, int axis = 0) { return (int64_t)a.shape(axis); }
template <class A> auto data(const std::optional<A> &a) { return a ? a->data() : nullptr; }

// At most twice as many threads as the machine has cores: more would only stand in each other's way.
inline int threads(int n) {
  // Asked once: the answer is read from a file of the system, which takes longer than adding up a small minibatch.
  static const int most = std::max(8, 2 * (int)std::thread::hardware_concurrency());
  return std::max(1, std::min(n, most));
}

// What a call asks now and then: whether the handler of a signal has raised. Null where this is not Python's main
// thread, the only one that runs handlers: others would wait for the GIL in vain.
biterms::Watch::Ask question();

// Steps that take less time than a thread waits for the GIL where another one has it: some 50 microseconds.
constexpr int64_t BRIEF = 1 << 17;

// Runs without the GIL; ends early with the exception of a signal's handler.
template <class F> void run_long(const F &work) {
  biterms::Watch watch(question());
  {
    nb::gil_scoped_release release;
    try {
      work();
    } catch (const biterms::Interrupted &) {
    }
  }
  if (watch.stopped()) throw nb::python_error();
}

// Runs with the GIL what takes but a few steps: who gives it up may wait for it longer than that.
template <class F> void run(int64_t steps, const F &work) {
  if (steps < BRIEF) return work();
  run_long(work);
}
