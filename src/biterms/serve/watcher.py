"""Notices what the stream commits, once for all clients."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from biterms.errors import BitermsError
from biterms.kernels import Array
from biterms.serve.arrivals import Arrivals
from biterms.serve.journal import PART, Journal, Reading
from biterms.serve.refused import Refused
from biterms.serve.shapes import Change
from biterms.serve.version import Version

log = logging.getLogger(__name__)
#: seconds between two looks at the journal
LOOK = 0.2
#: states and alarms that are remembered, for those who come again
MOST = 256
_ALARMS = "SELECT number, step FROM alarm WHERE number > ? ORDER BY number DESC LIMIT ?"
_EDITS = "SELECT coalesce(max(number), 0) + count(undone) FROM edits"


class Mark(NamedTuple):
    """Up to where a client has been told.

    Parameters
    ----------
    step, documents, edits, snapshot : int
        The last cut, texts in all, changes of edits, and the step of the snapshot.
    """

    step: int
    documents: int
    edits: int
    snapshot: int

    def __str__(self) -> str:
        return ".".join(map(str, self))


class Now(NamedTuple):
    """What the stream had committed at one moment.

    Parameters
    ----------
    step : int
        The last cut.
    documents : int
        Texts in all.
    arrived, until : float or None
        When the last cut came, and the newest time of texts.
    edits : int
        Changes whenever something is said or taken back.
    labels : dict of int to str
        Names of topics.
    ids, totals : array
        Topics, and how many texts each leads.
    """

    step: int
    documents: int
    arrived: float | None
    until: float | None
    edits: int
    labels: dict[int, str]
    ids: Array
    totals: Array

    @classmethod
    def of(cls, reading: Reading) -> Now:
        """What the tables say."""
        arrived = reading.db.execute(
            "SELECT arrived FROM cut ORDER BY step DESC LIMIT 1"
        ).fetchone()
        (edits,) = reading.db.execute(_EDITS).fetchone()
        periods = reading.periods
        return cls(
            reading.step,
            int(periods.documents.sum()),
            None if arrived is None else float(arrived[0]),
            reading.until if len(periods.table) else None,
            edits,
            reading.labels,
            periods.ids,
            periods.led.sum(axis=0),
        )

    def since(self, before: Now) -> list[tuple[int, int]]:
        """Topics and the texts that each has led since then; only those with any."""
        totals = self.totals.copy()
        totals[np.searchsorted(self.ids, before.ids)] -= before.totals
        some = np.flatnonzero(totals > 0)
        return list(zip(self.ids[some].tolist(), totals[some].astype(int).tolist(), strict=True))


NOTHING = Now(0, 0, None, None, 0, {}, np.empty(0, dtype=np.int64), np.empty(0))


class Watcher:
    """Looks at the journal in a thread of its own, and tells listeners of what is new.

    Parameters
    ----------
    journal : Journal
        The journal.
    snapshot : callable
        Returns the step of the newest snapshot, or None.
    """

    def __init__(self, journal: Journal, snapshot: Callable[[], int | None]) -> None:
        self._journal, self._snapshot = journal, snapshot
        self._version = Version(journal.folder)
        self._seen: tuple[tuple[object, ...], int | None] | None = None
        self.now, self.arrivals, self._begun = NOTHING, Arrivals(), False
        self._known: deque[Now] = deque(maxlen=MOST)
        self._alarms: deque[tuple[int, int]] = deque(maxlen=MOST)
        self._listeners: list[Callable[[], None]] = []
        self._asked, self._lock = threading.Event(), threading.Lock()
        self.stopped = False
        self._thread = threading.Thread(target=self._watch, name="watcher", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self.look()
        self._thread.start()

    def stop(self) -> None:
        """Look no more; listeners are told."""
        self.stopped = True
        self._asked.set()
        self._tell()

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a function whenever there is something new; what is returned ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def ask(self) -> None:
        """Look now: something was said here."""
        self._asked.set()

    def _watch(self) -> None:
        while not self.stopped:
            begin = time.monotonic()
            self.look()
            self._asked.wait(max(LOOK, PART * (time.monotonic() - begin)))
            self._asked.clear()

    def look(self) -> None:
        """Read what is new, if there is anything."""
        version = (self._version.now(), self._snapshot())
        if version == self._seen:
            return
        if self._seen is not None and version[0][:1] != self._seen[0][:1]:
            self._forget()
        try:
            with self._lock, self._journal.reading() as reading:
                now = Now.of(reading)
                if now.labels == self.now.labels:  # what was written with them need not be again
                    now = now._replace(labels=self.now.labels)
                last = self._alarms[-1][0] if self._alarms else 0
                rows = reading.db.execute(_ALARMS, (last, MOST)).fetchall()
                self._note(reading, now)
        except Refused:
            self._miss(version)
            return
        except BitermsError as error:
            log.warning("%s", error)
            return
        self._alarms.extend(reversed(rows))
        self._seen, self.now = version, now
        self._known.append(now)
        self._tell()

    def _miss(self, version: tuple[tuple[object, ...], int | None]) -> None:
        """The stream has not begun; or it is gone, which clients are told once."""
        if self.now is not NOTHING:
            self._seen, self.now = version, NOTHING
            self._forget()
            self._tell()

    def _forget(self) -> None:
        """Another journal has the name: its numbers have nothing to do with those before."""
        self._known.clear()
        self._alarms.clear()
        self.arrivals, self._begun = Arrivals(), False

    def _note(self, reading: Reading, now: Now) -> None:
        """Remember when texts came."""
        if now.arrived is None or not now.documents:
            return
        if not self._begun:
            self._begun = True
            self.arrivals.begin(reading.db, now.arrived, now.documents)
        self.arrivals.note(now.arrived, now.documents)

    def _tell(self) -> None:
        for listener in [*self._listeners]:
            listener()

    @property
    def mark(self) -> Mark:
        """What there is now."""
        now = self.now
        return Mark(now.step, now.documents, now.edits, self._snapshot() or 0)

    def change(self, told: Mark | None) -> Change:
        """What is new for a client.

        Parameters
        ----------
        told : Mark or None
            Up to where it has been told; None: nothing yet.
        """
        now, step = self.now, None if told is None else told.step
        before = self._at(told)
        return {
            "step": now.step,
            "from": step,
            "snapshot": self._snapshot(),
            "documents": now.documents,
            "added": 0 if before is None else now.documents - before.documents,
            "arrived": now.arrived,
            "until": now.until,
            "topics": None if before is None else now.since(before),
            "alarms": [] if step is None else [n for n, at in [*self._alarms] if at > step],
            "edits": now.edits,
        }

    def _at(self, told: Mark | None) -> Now | None:
        """What was known when a client was told, if that is remembered."""
        if told is None:
            return None
        same = (one for one in [*self._known] if (one.step, one.documents) == told[:2])
        return next(same, None)
