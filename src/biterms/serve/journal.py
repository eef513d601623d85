"""The journal of a live model, read shortly, and no more often than it changes."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from biterms.errors import InputError
from biterms.serve.names import Named
from biterms.serve.periods import Periods
from biterms.serve.refused import Refused
from biterms.serve.remembered import Remembered
from biterms.store import JOURNAL
from biterms.streams.edits import Overlay, overlay_of
from biterms.streams.periods import end_of
from biterms.streams.reader import opened

#: a view takes at most this part of the time
PART = 20
#: views that are kept, and bytes of them
MOST, MOST_BYTES = 64, 1 << 26


@dataclass(frozen=True)
class Reading:
    """All tables at one moment.

    Parameters
    ----------
    db : Connection
        The journal, in a transaction.
    step : int
        The last cut.
    periods : Periods
        Topics over time.
    overlay : Overlay
        What people say.
    named : Named
        Names and words of topics, apart from what people say.
    """

    db: sqlite3.Connection
    step: int
    periods: Periods
    overlay: Overlay
    named: Named

    @property
    def labels(self) -> dict[int, str]:
        """The names of all topics: what people say, or else their words."""
        return {**self.named.labels, **self.overlay.labels}

    def label(self, topic: int) -> str:
        """The name of a topic."""
        if (given := self.overlay.labels.get(topic)) is not None:
            return given
        return self.named.labels.get(topic, f"topic {topic}")

    def has(self, topic: int) -> bool:
        """Whether there is, or was, such a topic."""
        return topic in self.named.labels or bool((self.periods.ids == topic).any())

    @property
    def until(self) -> float:
        """The end of all windows."""
        lengths, begins = self.periods.table[:, :2].T
        now = time.time()
        return end_of(begins, lengths, now) if len(begins) else now


@dataclass
class _View:
    """A view that was computed."""

    value: bytes = b""
    file: tuple[int, int] | None = None
    version: Any = None
    made: float = 0.0
    cost: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)


class Journal:
    """The journal of a live model; any thread may ask.

    Parameters
    ----------
    folder : Path
        The live model.
    snapshot : callable
        Returns names and words of topics by the newest snapshot.
    """

    def __init__(self, folder: Path, snapshot: Callable[[], Named]) -> None:
        self.folder, self._snapshot = folder, snapshot
        self._remembered, self._lock = Remembered(None), threading.Lock()
        self._had = False
        self._views: dict[Hashable, _View] = {}

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """All tables at one moment, for a short time.

        Raises
        ------
        Refused
            If the stream has not begun, or its folder is gone.
        """
        file = _file(self.folder)
        try:
            with opened(self.folder) as db:
                db.execute("BEGIN")
                found = self._read(db, file)
                self._had = True
                yield found
        except InputError as error:
            if isinstance(error, Refused):
                raise
            self._remembered = Remembered(None)
            raise (gone if self._had else not_begun)(self.folder) from error

    def _read(self, db: sqlite3.Connection, file: tuple[int, int] | None) -> Reading:
        if not db.execute("PRAGMA user_version").fetchone()[0]:
            raise not_begun(self.folder)
        (step,) = db.execute("SELECT coalesce(max(step), 0) FROM cut").fetchone()
        known = self._of(file)
        periods, overlay = known.periods.read(db), overlay_of(db)
        named = known.named(self._snapshot(), known.worded(db, step))
        if new := {*periods.ids.tolist()} - named.labels.keys():
            named = named._replace(labels={**known.guessed(db, new), **named.labels})
        return Reading(db, step, periods, overlay, named)

    def _of(self, file: tuple[int, int] | None) -> Remembered:
        """What is remembered of a file; nothing of one that had its name before."""
        if file is None or file != _file(self.folder):
            return Remembered(None)  # it is being replaced
        if self._remembered.file != file:
            self._remembered = Remembered(file)
        return self._remembered

    def view(self, key: Hashable, version: Any, compute: Callable[[Reading], bytes]) -> bytes:
        """A view of the tables, computed when they have changed, but not all the time.

        Parameters
        ----------
        key : hashable
            Which view.
        version : object
            Changes with the tables.
        compute : callable
            Computes it.
        """
        with self._lock:
            view = self._views.pop(key, None) or _View()
            self._views[key] = view  # the last ones stay
            self._tidy()
        file = _file(self.folder)
        with view.lock:
            begin = time.monotonic()
            waited = begin - view.made >= PART * view.cost
            # of a journal in whose place another one is, nothing is shown: texts may be forgotten
            if view.file != file or (view.version != version and waited):
                with self.reading() as reading:
                    view.value = compute(reading)
                view.file, view.version, view.made = file, version, time.monotonic()
                view.cost = view.made - begin
            return view.value

    def _tidy(self) -> None:
        """Let views go that were asked for long ago, if there are many or large ones."""
        sizes = [len(view.value) if view.value else 0 for view in self._views.values()]
        while len(self._views) > MOST or (len(self._views) > 1 and sum(sizes) > MOST_BYTES):
            del self._views[next(iter(self._views))]
            del sizes[0]

    def forget(self) -> None:
        """Compute all views again when they are asked for: something was said here."""
        with self._lock:
            self._views.clear()


def _file(folder: Path) -> tuple[int, int] | None:
    """Which file the journal is; None if there is none."""
    try:
        found = (folder / JOURNAL).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def not_begun(folder: Path) -> Refused:
    """The answer while there is no journal."""
    return Refused(
        503,
        f"{folder.name}: no stream has been followed there yet",
        "a live model",
        f"start biterms stream FILE --follow --model {folder.name}, and ask again",
        {"Retry-After": "5"},
    )


def gone(folder: Path) -> Refused:
    """The answer when there is no journal any more."""
    return Refused(
        503,
        f"{folder.name} is gone: the folder was deleted or moved",
        "a live model",
        f"put it back, or start biterms stream FILE --follow --model {folder.name}; this server "
        "goes on by itself",
        {"Retry-After": "5"},
    )
