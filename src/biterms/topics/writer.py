"""One call at a time changes a model."""

from __future__ import annotations

import sys
import threading
from types import FrameType

from biterms.errors import BusyError


class Writer:
    """Held by the call that learns; another one is refused.

    What is held is the running call itself, not a lock: an interrupt may come at the moment when
    it is to be given back, and a call that has ended does not hold it any more.
    """

    def __init__(self) -> None:
        self._held: dict[str, tuple[int, FrameType]] = {}

    def __enter__(self) -> None:
        call = threading.get_ident(), sys._getframe(1)
        while (held := self._held.setdefault("by", call)) is not call:
            if _running(*held):
                raise BusyError(
                    "another thread is learning with this model: wait for it, or give each thread "
                    "a model of its own"
                )
            self._held.pop("by", None)

    def __exit__(self, *error: object) -> None:
        self._held.pop("by", None)


def _running(thread: int, call: FrameType) -> bool:
    """Whether a call of a function has not ended yet."""
    frame = sys._current_frames().get(thread)
    while frame is not None and frame is not call:
        frame = frame.f_back
    return frame is call
