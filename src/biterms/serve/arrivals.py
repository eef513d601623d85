"""How fast texts come, by the clock: right for texts of today and in a replay of old ones."""

from __future__ import annotations

import sqlite3
from collections import deque
from typing import NamedTuple

#: seconds that a rate is about
SPAN = 60.0
#: samples that are kept
MOST = 1000
_CUTS = "SELECT arrived, n FROM cut WHERE arrived > ? ORDER BY step DESC"


class Sample(NamedTuple):
    """How many texts there were when some of them came."""

    at: float
    documents: int


class Arrivals:
    """Remembers how many texts there were in the last minute.

    The stream writes down when each cut came, but forgets cuts that it has learnt from. What a
    server notices as it goes on is enough; when it begins, it looks at the cuts that are left.
    """

    def __init__(self) -> None:
        self._samples: deque[Sample] = deque(maxlen=MOST)

    def begin(self, db: sqlite3.Connection, at: float, documents: int) -> None:
        """Take what the journal still knows of the time before the server.

        Parameters
        ----------
        db : Connection
            The journal.
        at : float
            When the last cut came, in seconds since 1970.
        documents : int
            Texts in all.
        """
        for arrived, n in db.execute(_CUTS, (at - SPAN,)):
            self._samples.appendleft(Sample(float(arrived), documents))
            documents -= int(n)

    def note(self, at: float, documents: int) -> None:
        """Remember how many texts there are now.

        Parameters
        ----------
        at : float
            When the last of them came, in seconds since 1970.
        documents : int
            Texts in all.
        """
        samples = self._samples
        if samples and (documents < samples[-1].documents or at < samples[-1].at):
            samples.clear()  # another stream, or a clock that was set
        if not samples or documents > samples[-1].documents:
            samples.append(Sample(at, documents))
        while len(samples) > 1 and samples[1].at <= at - SPAN:
            samples.popleft()  # the last one before the minute stays: what came after it counts

    def rate(self, now: float) -> float | None:
        """Texts per second of the last minute; None if that cannot be told yet.

        Parameters
        ----------
        now : float
            The present, in seconds since 1970.
        """
        samples = [*self._samples]
        if not samples:
            return None
        before = [one for one in samples if one.at <= now - SPAN]
        first, seconds = (before[-1], SPAN) if before else (samples[0], now - samples[0].at)
        if not before and (len(samples) == 1 or seconds < 1):
            return None
        return (samples[-1].documents - first.documents) / seconds
