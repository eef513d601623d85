"""Imported first: without the peers the benchmarks say what to install and end with code 2."""

from __future__ import annotations

import sys
from importlib.util import find_spec

PACKAGES = ("biterms", "bitermplus", "gensim", "matplotlib", "river", "tomotopy", "topica")

if missing := [name for name in PACKAGES if find_spec(name) is None]:
    print(
        f"The benchmarks need {', '.join(missing)}: pip install '.[bench]' in the project's folder",
        file=sys.stderr,
    )
    raise SystemExit(2)
