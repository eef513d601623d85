"""How many examples hypothesis makes for a test: `make test-slow` makes ten times as many."""

from __future__ import annotations

import os

from hypothesis import settings

TIMES = int(os.environ.get("BITERMS_EXAMPLES") or 1)


def examples(n: int) -> settings:
    """The settings of the suite, with another number of examples."""
    return settings(max_examples=n * TIMES)
