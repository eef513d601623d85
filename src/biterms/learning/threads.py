"""Who is at work on a model: one call learns, and other threads may read at the same time."""

from __future__ import annotations

import sys
import threading
from typing import Any


class Call:
    """The call of a function that makes this, for as long as it runs.

    A call that an exception has ended is over, even if its thread lives on: what it has left
    unfinished is for whoever looks next.

    Parameters
    ----------
    outer : int
        0 for the function that makes this, 1 for the one that called it, and so on.
    """

    def __init__(self, outer: int = 0) -> None:
        self._thread, self._frame = threading.get_ident(), sys._getframe(1 + outer)

    def running(self) -> bool:
        """Whether it has not ended yet."""
        frame = sys._current_frames().get(self._thread)
        while frame is not None and frame is not self._frame:
            frame = frame.f_back
        return frame is not None

    def running_elsewhere(self) -> bool:
        """Whether it runs in another thread: what it has begun it will finish."""
        return self._thread != threading.get_ident() and self.running()

    def __reduce__(self) -> Any:
        """Nobody is at work on a copy."""
        return _ended, ()


def _ended() -> Call:
    return Call()
