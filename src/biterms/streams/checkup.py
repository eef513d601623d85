"""How a live model is doing, for those who have to look after it."""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from biterms.errors import StoreError
from biterms.store import owner_in
from biterms.store.place import head_in
from biterms.streams.backlog import backlog
from biterms.streams.observed import newest_time
from biterms.streams.packed import unpacked
from biterms.streams.periods import DAY, HOUR, MINUTE
from biterms.streams.reader import Status, opened, status
from biterms.streams.watch import memory_of
from biterms.topics.moments import STEP

SPANS = {"minute": MINUTE, "hour": HOUR, "day": DAY}


class Follower(NamedTuple):
    """The process that follows with a live model.

    Parameters
    ----------
    process : int
        Its number.
    host : str
        The machine it runs on.
    since : float or None
        When it began, in seconds since 1970.
    command : str
        What was typed to start it.
    running : bool or None
        Whether it runs; False if it was killed, None if it is on another machine.
    memory : int or None
        Bytes of memory that it holds, as far as that can be told.
    """

    process: int
    host: str
    since: float | None
    command: str
    running: bool | None
    memory: int | None


class Snapshot(NamedTuple):
    """The newest snapshot of a live model.

    Parameters
    ----------
    step : int
        The cuts that it has learnt from.
    saved : float
        When it was saved, in seconds since 1970.
    words, topics : int
        Words of its vocabulary, and topics in use.
    documents : int
        Documents that it has learnt from.
    """

    step: int
    saved: float
    words: int
    topics: int
    documents: int


class Written(NamedTuple):
    """How far a sink goes.

    Parameters
    ----------
    name : str
        Its name.
    step : int
        The step up to which its rows are safe.
    behind : int
        Steps that have been recorded since; they are made safe with the next snapshot.
    """

    name: str
    step: int
    behind: int


class Health(NamedTuple):
    """How a live model is doing.

    Parameters
    ----------
    status : Status
        What has been recorded.
    now : float
        When it was looked at, in seconds since 1970.
    newest : float or None
        When the newest document of the last cut was written, or else came.
    rates : dict of str to float
        Documents per second whose times are in the last minute, hour and day.
    follower : Follower or None
        Who follows with it; None if nobody does.
    snapshot : Snapshot or None
        The newest snapshot; None if there is none yet.
    sinks : list of Written
        How far each sink goes.
    alarm : dict or None
        The last alarm.
    backlog : dict of str to int
        Bytes of files that are still to be read, as far as that can be told at once.
    disk, free : int
        Bytes of the folder, and bytes that are free beside it.
    """

    status: Status
    now: float
    newest: float | None
    rates: dict[str, float]
    follower: Follower | None
    snapshot: Snapshot | None
    sinks: list[Written]
    alarm: dict[str, Any] | None
    backlog: dict[str, int]
    disk: int
    free: int

    @property
    def lag(self) -> float | None:
        """How old the newest document is that has been recorded, in seconds."""
        return None if self.newest is None else max(0.0, self.now - self.newest)

    @property
    def is_followed(self) -> bool:
        """Whether a process follows with it, as far as can be told."""
        return self.follower is not None and self.follower.running is not False


def health(folder: str | PathLike[str]) -> Health:
    """How a live model is doing: who follows, how far behind, how fast, and what it takes.

    Parameters
    ----------
    folder : str or path
        The live model; its stream may be running.

    Returns
    -------
    Health

    Raises
    ------
    InputError
        If no stream has been followed there.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from biterms import LDA, TopicModel
    >>> from biterms.streams import Texts, follow, health
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 50
    >>> with TemporaryDirectory() as folder:
    ...     model = follow(Texts(texts), f"{folder}/live", TopicModel(LDA(2, random_state=0)))
    ...     found = health(f"{folder}/live")
    >>> found.snapshot.topics, found.snapshot.documents, found.is_followed
    (2, 200, False)
    """
    where, now, known = Path(folder), time.time(), status(folder)
    with opened(folder) as db:
        newest, rates = _newest(db), _rates(db, now)
        sinks, alarm = _sinks(db, known.step), _alarm(db)
    return Health(
        *(known, now, newest, rates, _follower(where), _snapshot(where), sinks, alarm),
        backlog(known.positions),
        _size(where),
        shutil.disk_usage(where).free,
    )


def _size(folder: Path) -> int:
    """Bytes of a folder, in which files come and go."""
    size = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            size += path.stat().st_size if path.is_file() else 0
    return size


def _follower(folder: Path) -> Follower | None:
    owner = owner_in(folder)
    if owner is None:
        return None
    running = owner.holds(folder)
    memory = memory_of(owner.pid) if running else None
    return Follower(owner.pid, owner.host, owner.taken, owner.command, running, memory)


def _snapshot(folder: Path) -> Snapshot | None:
    head = head_in(folder)
    if head is None:
        return None
    facts = head.settings["provenance"]
    saved = (folder / "model.json").stat().st_mtime
    counts = (int(facts.get(f"n_{name}", 0)) for name in ("words", "topics", "docs"))
    return Snapshot(int(facts.get(STEP, 0)), saved, *counts)


def _newest(db: sqlite3.Connection) -> float | None:
    """The time of the newest document of the last cut that has any."""
    row = db.execute(
        "SELECT arrived, n, documents FROM cut WHERE n AND documents NOT NULL ORDER BY step DESC"
    ).fetchone()
    if row is None:  # a snapshot has learnt from all of them
        known = db.execute("SELECT value FROM fact WHERE name = 'newest'").fetchone()
        return None if known is None else float(known[0])
    with suppress(StoreError):
        return newest_time(unpacked(row[2], row[1]), row[0])
    return None


def _rates(db: sqlite3.Connection, now: float) -> dict[str, float]:
    """Documents per second of the last whole minutes."""
    end = int(now) // MINUTE * MINUTE
    query = (
        "SELECT coalesce(sum(documents), 0) FROM period WHERE length = ? AND begin BETWEEN ? AND ?"
    )
    found = {
        name: db.execute(query, (MINUTE, end - span, end - 1)).fetchone()[0]
        for name, span in SPANS.items()
    }
    return {name: found[name] / span for name, span in SPANS.items()}


def _sinks(db: sqlite3.Connection, last: int) -> list[Written]:
    rows = db.execute("SELECT name, value FROM fact WHERE name LIKE 'sink/%' ORDER BY name")
    steps = [(name.removeprefix("sink/"), int(json.loads(value)["step"])) for name, value in rows]
    return [Written(name, step, max(0, last - step)) for name, step in steps]


def _alarm(db: sqlite3.Connection) -> dict[str, Any] | None:
    """The last alarm, where a stream has a table of them."""
    known = "SELECT count(*) FROM sqlite_master WHERE name = 'alarm'"
    if not db.execute(known).fetchone()[0]:
        return None
    found = db.execute("SELECT * FROM alarm ORDER BY number DESC LIMIT 1")
    names, row = [column[0] for column in found.description], found.fetchone()
    return None if row is None else dict(zip(names, row, strict=True))
