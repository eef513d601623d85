#!/bin/sh
# Builds the extension with sanitizers and runs the tests of the kernels under them.
# usage: sanitize.sh PYTHON [address|thread]    PYTHON has the test dependencies, CMake, Ninja and nanobind
# The optimised build is left alone: everything is below build/sanitize-*.
set -eu
python=$1
kinds=${2:-address thread}
bin=$(dirname "$python")
cd "$(dirname "$0")/.."

# Tests that ask for other instruction sets than the one that is built, for peak memory, or for a process of its own.
UNFIT="not instruction_set and not best_set and not table_of_pairs and not test_the_twins_alone"

# Code that is ten times slower answers a signal later.
export BITERMS_ANSWER_SECONDS=20

library() { "${CXX:-c++}" -print-file-name="$1"; }

build() { # kind, flags
    echo "building with -fsanitize=$2"
    "$bin/cmake" -S . -B "build/sanitize-$1" -G Ninja -DCMAKE_MAKE_PROGRAM="$bin/ninja" -DCMAKE_BUILD_TYPE=Debug \
        -DBITERMS_SANITIZE="$2" -DPython_EXECUTABLE="$python" \
        -Dnanobind_DIR="$("$python" -m nanobind --cmake_dir)" > "build/sanitize-$1.log"
    "$bin/cmake" --build "build/sanitize-$1" -j "${JOBS:-2}" >> "build/sanitize-$1.log" || { tail -40 "build/sanitize-$1.log"; exit 1; }
    rm -rf "build/sanitize-$1/src"
    mkdir -p "build/sanitize-$1/src"
    cp -R src/biterms "build/sanitize-$1/src/"
    rm -f "build/sanitize-$1"/src/biterms/kernels/_native*.so
    cp "build/sanitize-$1"/_native*.so "build/sanitize-$1/src/biterms/kernels/"
}

run() { # kind, preloaded library, tests and options
    kind=$1 preload=$2
    shift 2
    LD_PRELOAD="$preload $(library libstdc++.so)" PYTHONPATH="build/sanitize-$kind/src" PYTHONMALLOC=malloc \
        "$python" -m pytest -q -x -p no:cacheprovider --capture sys --timeout 900 "$@"
}

mkdir -p build
for kind in $kinds; do
    case $kind in
    address)
        build address address,undefined
        # Python leaves memory to the end of the process; a request for too much of it is an exception of Python's.
        export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
        export UBSAN_OPTIONS=print_stacktrace=1
        run address "$(library libasan.so)" tests/kernels -k "$UNFIT"
        ;;
    thread)
        build thread thread
        export TSAN_OPTIONS="halt_on_error=1:suppressions=$PWD/tools/thread_sanitizer.txt"
        run thread "$(library libtsan.so)" tests/kernels/test_learn.py tests/kernels/test_same_bits.py \
            tests/kernels/test_interrupts.py tests/kernels/test_exact.py tests/kernels/test_bags.py \
            tests/kernels/test_bigrams.py tests/kernels/test_near_pairs.py -k "$UNFIT"
        ;;
    *)
        echo "sanitize.sh: $kind: expected address or thread" >&2
        exit 2
        ;;
    esac
done
echo "sanitizers: clean"
