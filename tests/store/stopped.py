"""Stops a writer at its n-th line of code, whatever that line is."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from biterms.store import folder, locking, place

#: the files that change a folder; the others prepare what is written, or read
WRITERS = tuple(module.__file__ for module in (folder, locking, place))


@contextmanager
def stopped_at(n: int, stop: Callable[[], Any]) -> Iterator[list[int]]:
    """Calls ``stop`` before the n-th line that writes; the list counts the lines.

    A line counts the first two times it is reached: the same lines write the two files of a
    model, and other repetitions change nothing more.
    """
    lines, reached = [0], Counter[tuple[CodeType, int]]()

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        if frame.f_code.co_filename not in WRITERS:
            return None
        line = (frame.f_code, frame.f_lineno)
        reached[line] += event == "line"
        if event == "line" and reached[line] <= 2:
            lines[0] += 1
            if lines[0] == n:
                sys.settrace(None)
                stop()
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield lines
    finally:
        sys.settrace(before)
