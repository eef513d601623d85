"""The stream that is disturbed: 20 cuts, some snapshots, and a clock that depends on the texts.

Old states are kept, and thinned out. The topic of each text goes to a file and to a folder.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

from biterms import LDA, Record, TopicModel, Vectoriser
from biterms.store.kept import KEPT
from biterms.streams import Progress, Texts, follow
from biterms.streams import live as live_module
from biterms.streams.chapters import words as words_module
from biterms.streams.journal import Journal
from biterms.streams.periods import DAY, FINE, HOUR
from biterms.streams.source import Batch
from tests.streams.models import assert_same, loaded, timeline
from tests.streams.sinks.written import exactly_once, file_sinks
from tests.topics.newsroom import news

CUTS, EVERY = 20, 10
#: pages of the WAL that are copied into the file of the journal; SQLite waits for 1,000 otherwise
PAGES = 40
#: seconds between two texts: minutes become hours on the way
APART = (FINE + 20 * HOUR) // (CUTS * EVERY)
BEGIN = 1_700_000_000 // DAY * DAY
#: states of the last hour, and of the one before
STATES = "1h"
DISK, FOLDER, ACKNOWLEDGED = "disk", "disk/live", "acknowledged"


def texts() -> list[Any]:
    """Texts with and without times, and a few things that are no texts."""
    given: list[Any] = [*news(CUTS * EVERY)[0]]
    for i in range(0, len(given), 3):
        given[i] = Record(given[i], f"n{i}", f"2011-03-{1 + i // 50:02}T{i % 24:02}:00:00", None)
    for place in (7, 90, 91, 160):
        given[place] = place
    return given


class Lost(AssertionError):
    """What a source was told to be safe is not there."""


class Clock:
    """Tells the time by the texts that have been given, so that it is the same in every run."""

    def __init__(self) -> None:
        self.taken, self.behind, self._looks = 0, True, 0

    def time(self) -> float:
        """Seconds since 1970."""
        return BEGIN + float(self.taken * APART)

    def monotonic(self) -> float:
        """One snapshot at the beginning, three on the way; every few cuts while it catches up."""
        self._looks += self.behind
        texts = self.taken * 3.5 / (CUTS * EVERY)
        return live_module.SECONDS * (texts + self._looks * 0.4)


class OftenCopied(Journal):
    """A journal whose WAL is copied into its file several times, also while the stream runs."""

    def _begin(self) -> None:
        self._db.execute(f"PRAGMA wal_autocheckpoint = {PAGES}")
        super()._begin()


class Once(Texts):
    """A source that has nothing any more of what it was told to be safe.

    Parameters
    ----------
    place : Path
        Where it remembers what it was told.
    clock : Clock
        The clock that it moves.
    """

    def __init__(self, place: Path, clock: Clock) -> None:
        super().__init__(texts())
        self._told, self._clock = place / ACKNOWLEDGED, clock

    def open(self, positions: Mapping[str, Any]) -> None:
        """Go on, if that is possible."""
        super().open(positions)
        told = int(self._told.read_text() or 0) if self._told.exists() else 0
        if told > self._taken:
            raise Lost(f"{told} texts were said to be safe, the journal has {self._taken}")
        self._clock.taken, self._clock.behind = self._taken, False

    def poll(self, max_documents: int, timeout: float) -> Batch:
        """The next texts."""
        batch = super().poll(max_documents, timeout)
        self._clock.taken = self._taken
        return batch

    def commit(self, positions: Mapping[str, Any]) -> None:
        """Forget the texts."""
        if positions:
            self._told.write_text(str(positions["taken"]))


def followed(place: Path, progress: Callable[[Progress], None] | None = None) -> TopicModel:
    """Follow the stream to its end, from wherever it is."""
    clock = Clock()
    live_module.time = clock  # type: ignore[assignment, attr-defined]
    live_module.TIMES = 0.0  # texts that are read meanwhile move the clock
    words_module.ENOUGH = 3 * EVERY
    live_module.Journal = OftenCopied  # type: ignore[assignment, attr-defined, misc]
    model = TopicModel(LDA(3, random_state=0, n_threads=1), text=Vectoriser(min_df=2), keep=20)
    return follow(
        Once(place, clock), place / FOLDER, model, every=EVERY, most=EVERY, within=None,
        states=STATES, sinks=file_sinks(place / DISK), progress=progress,
    )  # fmt: skip


class Undisturbed:
    """The stream that nothing disturbs: its model after each cut, and all else at its end.

    Parameters
    ----------
    place : Path
        Where to follow it.
    count : callable
        Says how many calls there were.
    """

    def __init__(self, place: Path, count: Callable[[], int]) -> None:
        self._models: dict[int, TopicModel] = {}
        self._model = followed(place, self._note)
        self.calls = count()
        self._outcome, self._rows = outcome(place), exactly_once(place / DISK)
        assert len(self._rows) == CUTS * EVERY - 4  # some texts are none
        assert len(kept(place)) == 2, kept(place)  # others were kept, and are gone

    def _note(self, now: Progress) -> None:
        if now.model.__sklearn_is_fitted__():
            self._models[now.step] = deepcopy(now.model)
            self._models[now.step].note(stream_step=now.step)

    def check(self, place: Path) -> None:
        """Raise if anything is different, or if a state that was kept is not what it was."""
        assert_same(loaded(place / FOLDER), self._model)
        found = outcome(place)
        for name, theirs in self._outcome.items():
            assert found[name] == theirs, f"{name}: {found[name]}, expected {theirs}"
        assert exactly_once(place / DISK) == self._rows
        for step in kept(place):
            assert_same(loaded(place / FOLDER / KEPT / str(step)), self._models[step])


def kept(place: Path) -> list[int]:
    """The steps of the states that are kept; nothing else is there."""
    return sorted(int(path.name) for path in (place / FOLDER / KEPT).iterdir())


def outcome(place: Path) -> dict[str, Any]:
    """Everything of a stream but its model: timeline, dead letters, positions, what is left."""
    folder = place / FOLDER
    with closing(sqlite3.connect(folder / "stream.sqlite")) as db:
        (sound,) = db.execute("PRAGMA integrity_check").fetchone()
        tables = ("position", "fact")
        rows = {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
        cuts = db.execute("SELECT step, arrived, n FROM cut").fetchall()
    # how long a file of rows is depends on labels, and these on when snapshots were taken
    rows["fact"] = [(name, value) for name, value in rows["fact"] if not name.startswith("sink/")]
    files = sorted({path.suffix for path in folder.iterdir() if path.name != KEPT})
    return {"sound": sound, "files": files, "cuts": cuts} | rows | timeline(folder)
