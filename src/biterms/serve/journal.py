"""The journal of a live model, read shortly, and no more often than it changes."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from biterms.errors import InputError
from biterms.serve.periods import KnownPeriods, Periods
from biterms.serve.refused import Refused
from biterms.store import JOURNAL
from biterms.streams.edits import Overlay, overlay_of
from biterms.streams.reader import opened

#: a view takes at most this part of the time
PART = 20
#: views that are kept, and bytes of them
MOST, MOST_BYTES = 64, 1 << 26
#: how far the clock may be behind the newest text, as in a digest
AHEAD = 86_400.0
_WORDS = """
SELECT topic, begin, label, words FROM topic_words WHERE length = ? AND begin >= ? ORDER BY begin
"""


class Worded(NamedTuple):
    """What the stream wrote last of the words of a topic."""

    begin: int
    label: str
    words: list[str]


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
    words : dict of int to Worded
        Words of topics.
    names : mapping of int to str
        Labels of topics by the newest snapshot.
    """

    db: sqlite3.Connection
    step: int
    periods: Periods
    overlay: Overlay
    words: Mapping[int, Worded]
    names: Mapping[int, str]

    def label(self, topic: int) -> str:
        """The name of a topic: what people say, or the model, or else its words."""
        if (given := self.overlay.labels.get(topic)) is not None:
            return given
        if (name := self.names.get(topic)) is not None:
            return name
        return self.words[topic].label if topic in self.words else f"topic {topic}"

    def has(self, topic: int) -> bool:
        """Whether there is, or was, such a topic."""
        return topic in self.names or topic in self.words or bool((self.periods.ids == topic).any())

    @property
    def until(self) -> float:
        """The end of all windows: the newest text, but no more than a day ahead of the clock."""
        ends = self.periods.ends
        if not len(ends):
            return time.time()
        last = float(ends.max())
        return min(last, max(time.time(), last - AHEAD))


@dataclass
class _View:
    """A view that was computed."""

    value: bytes = b""
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
    names : callable
        Returns the labels of topics by the newest snapshot.
    """

    def __init__(self, folder: Path, names: Callable[[], Mapping[int, str]]) -> None:
        self.folder, self._names = folder, names
        self._periods, self._lock = KnownPeriods(), threading.Lock()
        self._words: dict[int, Worded] = {}
        self._views: dict[Hashable, _View] = {}
        self._file: tuple[int, int] | None = None

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """All tables at one moment, for a short time.

        Raises
        ------
        Refused
            If the stream has not begun.
        """
        try:
            self._look()
            with opened(self.folder) as db:
                db.execute("BEGIN")
                yield self._read(db)
        except InputError as error:
            if isinstance(error, Refused):
                raise
            raise not_begun(self.folder) from error

    def _look(self) -> None:
        """Remember nothing of a journal in whose place another one is: texts may be forgotten."""
        with suppress(OSError):
            found = (self.folder / JOURNAL).stat()
            file = (found.st_dev, found.st_ino)
            with self._lock:
                if self._file not in (None, file):
                    self._periods, self._words = KnownPeriods(), {}
                    self._views.clear()
                self._file = file

    def _read(self, db: sqlite3.Connection) -> Reading:
        if not db.execute("PRAGMA user_version").fetchone()[0]:
            raise not_begun(self.folder)
        (step,) = db.execute("SELECT coalesce(max(step), 0) FROM cut").fetchone()
        periods, overlay = self._periods.read(db), overlay_of(db)
        return Reading(db, step, periods, overlay, self._worded(db), self._names())

    def _worded(self, db: sqlite3.Connection) -> Mapping[int, Worded]:
        """Words of topics; only rows that are not older than the newest known are read."""
        with self._lock:
            last = max((one.begin for one in self._words.values()), default=0)
            rows = [row for length in (86_400, 3600) for row in db.execute(_WORDS, (length, last))]
            if rows:
                known = dict(self._words)
                for topic, begin, label, words in rows:
                    if topic not in known or begin >= known[topic].begin:
                        names = [word for word, *_ in json.loads(words)]
                        known[topic] = Worded(begin, label, names)
                self._words = known
            return self._words

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
        with view.lock:
            begin = time.monotonic()
            if view.version != version and begin - view.made >= PART * view.cost:
                with self.reading() as reading:
                    view.value = compute(reading)
                view.version, view.made = version, time.monotonic()
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


def not_begun(folder: Path) -> Refused:
    """The answer while there is no journal."""
    return Refused(
        503,
        f"{folder.name}: no stream has been followed there yet",
        "a live model",
        "start biterms stream with this folder, and ask again",
    )
