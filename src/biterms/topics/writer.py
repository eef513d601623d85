"""One call at a time changes a model."""

from __future__ import annotations

from biterms.errors import BusyError
from biterms.learning.threads import Call


class Writer:
    """Held by the call that learns; another one is refused.

    What is held is the running call itself, not a lock: an interrupt may come at the moment when
    it is to be given back, and a call that has ended does not hold it any more.
    """

    def __init__(self) -> None:
        self._held: dict[str, Call] = {}

    def __enter__(self) -> None:
        call = Call(outer=1)
        while (held := self._held.setdefault("by", call)) is not call:
            if held.running():
                raise BusyError(
                    "another thread is learning with this model: wait for it, or give each thread "
                    "a model of its own"
                )
            self._held.pop("by", None)

    def __exit__(self, *error: object) -> None:
        self._held.pop("by", None)
