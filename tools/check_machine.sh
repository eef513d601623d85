#!/bin/sh
# Says what a build needs and this machine lacks, with the command that installs it.
# Reads PYTHON (default python3) and CXX.

python=${PYTHON:-python3}
missing=0

lack() { # what, Debian, Fedora, macOS
    missing=$((missing + 1))
    printf 'missing: %s\n  Debian  %s\n  Fedora  %s\n  macOS   %s\n' "$1" "$2" "$3" "$4" >&2
}

version_of() { "$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }

check_python() {
    version=$(version_of)
    if [ -z "$version" ]; then
        lack "Python 3.11 or newer ($python does not run)" \
            "sudo apt-get install python3 python3-venv python3-dev" \
            "sudo dnf install python3 python3-devel" "brew install python"
        return 1
    fi
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' && return 0
    lack "Python 3.11 or newer ($python is $version; PYTHON=/path/to/python make demo takes another)" \
        "sudo apt-get install python3.11 python3.11-venv python3.11-dev" \
        "sudo dnf install python3.11 python3.11-devel" "brew install python"
    return 1
}

check_venv() {
    "$python" -c 'import venv, ensurepip' 2>/dev/null ||
        lack "the venv module of Python $version" "sudo apt-get install python$version-venv" \
            "sudo dnf install python3" "brew install python"
}

check_headers() {
    header=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h
    [ -f "$header" ] ||
        lack "the headers of Python $version (Python.h)" "sudo apt-get install python$version-dev" \
            "sudo dnf install python3-devel" "brew install python"
}

program='#include <optional>
#include <thread>
int main() { std::optional<int> n{0}; std::thread([&] { *n = 0; }).join(); return *n; }'

compiles() {
    printf '%s\n' "$program" | $1 -std=c++17 -pthread -x c++ - -o "$scratch/a.out" 2>/dev/null
}

check_compiler() {
    scratch=$(mktemp -d) || exit 1
    trap 'rm -rf "$scratch"' EXIT
    for compiler in "${CXX:-c++}" "${CXX:-g++}" "${CXX:-clang++}"; do
        compiles "$compiler" && return 0
    done
    lack "a C++17 compiler (tried ${CXX:-c++, g++, clang++})" "sudo apt-get install g++" \
        "sudo dnf install gcc-c++" "xcode-select --install"
}

if check_python; then
    check_venv
    check_headers
fi
check_compiler
if [ "$missing" -gt 0 ]; then
    echo "Install what is missing, then run make again." >&2
    exit 1
fi
