"""What is worth knowing while a stream is followed: how much, how fast, how far behind."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from biterms.streams.cutting import Cutter, Gathered
from biterms.streams.live import Live
from biterms.streams.log import report
from biterms.streams.observed import newest_time
from biterms.streams.source import Broken, Source
from biterms.version import __version__

#: seconds between two reports of how much came
MINUTE = 60.0


class Watch:
    """Reports on one stream to its log, and knows how long it has worked.

    Parameters
    ----------
    stopping : callable
        Says whether to stop.
    """

    def __init__(self, stopping: Callable[[], bool]) -> None:
        self._stopping = stopping
        self.documents, self._idle, self._begin = 0, 0.0, time.monotonic()
        self._idle_since: float | None = None
        self._caught_up = False
        self._live: Live | None = None
        self._last: Gathered | None = None
        self._reported = (self._begin, 0, 0.0)

    @property
    def seconds(self) -> float:
        """Seconds of work so far: without those in which nothing had come."""
        end = time.monotonic() if self._idle_since is None else self._idle_since
        return end - self._begin - self._idle

    def stopping(self) -> bool:
        """Whether to stop; it is asked at least twice a second, also while nothing comes."""
        if time.monotonic() - self._reported[0] >= MINUTE:
            self._summary()
        return self._stopping()

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Report how the block ends."""
        try:
            yield
        except BaseException as error:
            self._stopped("an error" if isinstance(error, Exception) else "interrupted")
            raise
        self._stopped("asked to stop" if self._stopping() else "the sources have ended")

    def started(self, live: Live, sources: Sequence[Source]) -> None:
        """Report that following begins; what was recorded before has been learnt."""
        self._live = live
        report(
            "started",
            "started after step {step}",
            step=live.step,
            sources=[source.name for source in sources],
            process=os.getpid(),
            version=__version__,
        )

    def gathered(self, cutter: Cutter, *, idle: bool) -> Gathered | None:
        """Ask for the next cut.

        Parameters
        ----------
        cutter : Cutter
            Gathers the documents of the sources.
        idle : bool
            Whether nothing else is to be done meanwhile: then it waits, and all that came before
            has been learnt.

        Returns
        -------
        Gathered or None
            The cut, if there is one.
        """
        if idle and self.documents and not self._caught_up:
            self._caught_up = True
            message = "caught up with the sources after {documents} documents"
            report("caught up", message, documents=self.documents)
        self._idle_since = begin = time.monotonic() if idle else None
        gathered = cutter.next(wait=idle)
        if begin is not None:
            self._idle += time.monotonic() - begin
            self._idle_since = None
        if gathered is not None:
            self._last = gathered
            for source, broken in gathered.broken.items():
                if broken:
                    self._report_dead(source, broken)
        return gathered

    def _report_dead(self, source: str, broken: Sequence[Broken]) -> None:
        """Say where records are that could not be used; their text is in the journal alone."""
        report(
            "dead letter",
            "{n} records of {source} could not be used, the first at {position}: {reason}",
            logging.WARNING,
            n=len(broken),
            source=source,
            position=broken[0].position,
            reason=broken[0].reason,
        )

    def _summary(self) -> None:
        """Say how much came since the last time."""
        if self._live is None:
            return
        since, documents, worked = self._reported
        self._reported = now, n, seconds = time.monotonic(), self.documents, self.seconds
        came, lag, model = n - documents, self._lag(), self._live.model
        rate = came / max(seconds - worked, 1e-9) if came else 0.0
        report(
            "followed",
            "{documents} documents in {seconds} s",
            seconds=round(now - since, 1),
            documents=came,
            documents_per_second=round(rate, 1),
            step=self._live.step,
            lag=None if lag is None else round(lag, 1),
            words=model.model_.n_features_in_ if model.__sklearn_is_fitted__() else 0,
            memory=memory_of(os.getpid()),
        )

    def _lag(self) -> float | None:
        """How old the newest document of the last cut is."""
        if self._last is None or not self._last.records:
            return None
        since = time.monotonic() - (self._last.since or 0.0)
        return time.time() - newest_time(self._last.records, time.time() - since)

    def _stopped(self, why: str) -> None:
        message = "stopped after {documents} documents: {why}"
        report("stopped", message, why=why, documents=self.documents)


def memory_of(process: int) -> int | None:
    """Bytes of memory that a process of this machine holds; None where that cannot be told."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
