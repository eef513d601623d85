"""A year of headlines as a stream: they come in their order, at a chosen speed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from biterms.streams.source import Batch, Source
from biterms.text.readers import Record

#: seconds of a day
DAY = 86_400.0
#: seconds that `poll` sleeps at most, so that the stream can be stopped
NAP = 0.05


class Replay(Source):
    """Texts with days, which come as the days pass.

    The texts of a day are spread evenly over it, for all that is known of them is their day.

    Parameters
    ----------
    records : sequence of Record
        The texts, in the order of their days.
    speed : float
        Seconds of the texts that pass in a second.
    head : float
        Seconds of the texts that have passed when the replay begins.
    clock : callable
        Tells the seconds that have passed, by any beginning.
    """

    def __init__(
        self,
        records: Sequence[Record],
        speed: float,
        head: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name, self.ended = "replay", False
        self._records, self._times = spread(records)
        self._speed, self._head, self._clock = speed, head, clock
        self._taken, self._begin = 0, 0.0

    def open(self, positions: Mapping[str, Any]) -> None:
        """Go on after the text that was recorded last."""
        self._taken = int(positions.get("taken", 0))
        passed = self._times[self._taken] - self._times[0] if self._taken < len(self) else 0.0
        self._begin = self._clock() - max(passed, self._head) / self._speed

    def __len__(self) -> int:
        return len(self._times)

    def poll(self, max_documents: int, timeout: float) -> Batch:
        """The texts whose time has come."""
        end = self._clock() + timeout
        while not (due := self._due(max_documents)) and self._clock() < end:
            time.sleep(NAP)
        given = self._records[self._taken : self._taken + due]
        self._taken += due
        self.ended = self._taken == len(self)
        return Batch(given, {"taken": self._taken} if given else {})

    def _due(self, most: int) -> int:
        now = self._times[0] + (self._clock() - self._begin) * self._speed
        end, due = min(len(self), self._taken + most), self._taken
        while due < end and self._times[due] <= now:
            due += 1
        return due - self._taken

    def commit(self, positions: Mapping[str, Any]) -> None:
        """Nobody has to be told."""

    def close(self) -> None:
        """Nothing is open."""


def spread(records: Sequence[Record]) -> tuple[list[Record], list[float]]:
    """The texts of each day evenly over it.

    Parameters
    ----------
    records : sequence of Record
        Texts with a day, in the order of their days.

    Returns
    -------
    list of Record, list of float
        The texts with their times, and those times in seconds since 1970.
    """
    spread_out, times = [], []
    for day, some in groupby(records, lambda record: record.time):
        same = [*some]
        begin = datetime.fromisoformat(str(day)).replace(tzinfo=UTC).timestamp()
        for place, record in enumerate(same):
            at = begin + DAY * place / len(same)
            times.append(at)
            spread_out.append(record._replace(time=str(round(at))))
    return spread_out, times
