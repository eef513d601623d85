"""An exception at any line of the package, as an interrupt from the keyboard would raise it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import biterms

PACKAGE = str(Path(biterms.__file__).parent)


class Interrupt(BaseException):
    """Not an `Exception`, so that nothing in the package takes it for an error of its own."""


def run(action: Callable[[], Any], at: int | None = None) -> int:
    """Calls, lines and returns in files of the package; the one with number ``at`` raises."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        count += 1
        if count == at:
            raise Interrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


def interrupted(action: Callable[[], Any], at: int) -> bool:
    """Whether the action came so far as to be interrupted."""
    try:
        run(action, at)
    except Interrupt:
        return True
    return False


def spread(n: int, points: int) -> Iterator[int]:
    """So many different numbers from 1 to n, all parts alike, no simple period."""
    step = max(1.0, n / points)
    yield from sorted(
        {min(n, 1 + int(step * i + (i * 7919 % 101) / 101 * step)) for i in range(points)}
    )
