"""Clocks that tell the time by the texts that have come, so that it is the same in every run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any

import pytest

from biterms.streams import Texts
from biterms.streams import live as live_module
from biterms.streams.source import Batch

#: a full day begins
BEGIN = 1_700_006_400


class Clock:
    """Takes the place of the module ``time`` where streams are recorded.

    Parameters
    ----------
    apart : float
        Seconds between two texts.
    """

    def __init__(self, apart: float) -> None:
        self.apart, self.taken, self._asked = apart, 0, count()
        #: how wrong it is, in seconds, when so many texts have come
        self.wrong: Callable[[int], float] = lambda _: 0.0

    def time(self) -> float:
        return BEGIN + self.taken * self.apart + self.wrong(self.taken)

    def monotonic(self) -> float:
        return self.taken * self.apart + 1e-6 * next(self._asked)

    @classmethod
    def patched(cls, patch: pytest.MonkeyPatch, apart: float) -> Clock:
        """A clock for streams that take a snapshot after each cut."""
        clock = cls(apart)
        patch.setattr(live_module, "time", clock)
        patch.setattr(live_module, "SECONDS", 0.0)
        patch.setattr(live_module, "TIMES", 0.0)
        return clock


class Ticking(Texts):
    """Texts that move a clock."""

    def __init__(self, texts: Iterable[Any], clock: Clock) -> None:
        super().__init__(texts)
        self._clock = clock

    def open(self, positions: Mapping[str, Any]) -> None:
        super().open(positions)
        self._clock.taken = self._taken

    def poll(self, max_documents: int, timeout: float) -> Batch:
        batch = super().poll(max_documents, timeout)
        self._clock.taken = self._taken
        return batch
