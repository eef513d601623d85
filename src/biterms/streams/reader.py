"""What a stream has recorded, read by any process while it runs."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from biterms.errors import InputError, StoreError
from biterms.store import JOURNAL
from biterms.streams.layout import check_layout
from biterms.streams.packed import from_key
from biterms.streams.periods import DAY, HOUR, MINUTE

_PREVALENCE = """
WITH topics AS (
    SELECT begin / :length * :length AS start, topic, sum(documents) AS documents,
           sum(share) AS share
    FROM topic_period WHERE length <= :length GROUP BY 1, 2
), periods AS (
    SELECT begin / :length * :length AS start, sum(documents) AS documents
    FROM period WHERE length <= :length GROUP BY 1
)
SELECT start, :length, topic, topics.documents, share / periods.documents
FROM topics JOIN periods USING (start) ORDER BY start, topic
"""
LENGTHS = {"minute": MINUTE, "hour": HOUR, "day": DAY}


class Status(NamedTuple):
    """How a stream is doing.

    Parameters
    ----------
    step : int
        Cuts that have been recorded.
    last : float or None
        When the last of them came, in seconds since 1970.
    documents : int
        Documents that the timeline has counted.
    waiting : int
        Cuts whose documents are still in the journal, for the newest snapshot or by request.
    dead : int
        Records that could not be used and have not been replayed.
    positions : dict of str to dict
        Where each source goes on.
    size : int
        Bytes of the journal.
    late, dropped : int
        Documents that came late and were learnt from, and those that were not.
    """

    step: int
    last: float | None
    documents: int
    waiting: int
    dead: int
    positions: dict[str, dict[str, Any]]
    size: int
    late: int
    dropped: int


class Prevalence(NamedTuple):
    """A topic in one period.

    Parameters
    ----------
    begin : int
        When the period begins, in seconds since 1970.
    length : int
        Its seconds: 60, 3600 or 86400.
    topic : int
        The id of the topic.
    documents : int
        Documents that it leads.
    share : float
        Its share of all documents of the period.
    """

    begin: int
    length: int
    topic: int
    documents: int
    share: float


def status(folder: str | PathLike[str]) -> Status:
    """How the stream of a live model is doing.

    Parameters
    ----------
    folder : str or path
        The live model.

    Returns
    -------
    Status

    Raises
    ------
    InputError
        If no stream has been followed there.
    """
    with opened(folder) as db:
        step, waiting = _one(db, "SELECT coalesce(max(step), 0), count(documents) FROM cut")
        last = db.execute("SELECT arrived FROM cut WHERE step = ?", (step,)).fetchone()
        (documents,) = _one(db, "SELECT coalesce(sum(documents), 0) FROM period")
        (dead,) = _one(db, "SELECT count(*) FROM dead WHERE NOT replayed")
        positions: dict[str, dict[str, Any]] = {}
        for source, key, value in db.execute("SELECT source, key, value FROM position"):
            positions.setdefault(from_key(source), {})[from_key(key)] = json.loads(value)
        late = _one(db, "SELECT coalesce(sum(learnt), 0), coalesce(sum(dropped), 0) FROM late")
        (pages,), (size,) = _one(db, "PRAGMA page_count"), _one(db, "PRAGMA page_size")
    arrived = last[0] if last else None
    return Status(step, arrived, documents, waiting, dead, positions, pages * size, *late)


def prevalence(folder: str | PathLike[str], period: str = "day") -> list[Prevalence]:
    """The topics of a live model over time, counted over all documents.

    Parameters
    ----------
    folder : str or path
        The live model.
    period : {"minute", "hour", "day"}
        How long periods are. Finer ones are put together; documents that are only known by
        longer periods are left out.

    Returns
    -------
    list of Prevalence
        By period and topic.

    Raises
    ------
    InputError
        If no stream has been followed there, or there is no such period.
    """
    if period not in LENGTHS:
        raise InputError(f"period={period!r:.40}: expected one of {', '.join(LENGTHS)}")
    length = LENGTHS[period]
    with opened(folder) as db:
        rows = db.execute(_PREVALENCE, {"length": length})
        return [Prevalence(*row) for row in rows]


@contextmanager
def opened(folder: str | PathLike[str]) -> Iterator[sqlite3.Connection]:
    """The journal of a live model, for reading only."""
    path = Path(folder) / JOURNAL
    if not path.is_file():
        raise InputError(f"{folder}: no stream has been followed there, expected a {JOURNAL} in it")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{_mode(path)}", uri=True)) as db:
            check_layout(db, path)
            yield db
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read: {error}") from error


def _mode(path: Path) -> str:
    """How to open a journal: where no file can be made, SQLite has no room for its index."""
    finished = not path.with_name(f"{path.name}-wal").exists()
    return "mode=ro" if os.access(path.parent, os.W_OK) or not finished else "immutable=1"


def _one(db: sqlite3.Connection, query: str) -> Any:
    return db.execute(query).fetchone()
