"""Texts for people: some of the last ones, and those that show best what a topic is about."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.streams.chapters.typical import Typical
from biterms.streams.many_rows import delete, insert
from biterms.streams.observed import Look, Observer
from biterms.streams.packed import readable
from biterms.text.readers import Record
from biterms.topics import TopicModel

SCHEMA = """
CREATE TABLE recent (
    place INTEGER PRIMARY KEY,     -- 0 to 1999, then 0 again
    step INTEGER NOT NULL,         -- the cut that it came with
    id TEXT NOT NULL,
    time REAL NOT NULL,            -- when it was written, or else when it came
    text TEXT NOT NULL,            -- its first 500 letters
    topic INTEGER,                 -- id of the topic with the largest share; NULL: no word is known
    share REAL NOT NULL            -- the share
);
CREATE TABLE typical (
    topic INTEGER NOT NULL,
    place INTEGER NOT NULL,        -- 0 to 19, in no order, some may be free
    step INTEGER NOT NULL,
    id TEXT NOT NULL,
    time REAL NOT NULL,
    text TEXT NOT NULL,
    share REAL NOT NULL,
    PRIMARY KEY (topic, place)
) WITHOUT ROWID;
"""
#: texts that are kept, those of a cut at most, and letters of a text
KEPT, EACH, LETTERS = 2000, 100, 500


class Recent:
    """Keeps some texts of each cut, and the typical texts of topics.

    Of a cut with many texts some are taken, evenly: what a person can look at is the same, and
    writing costs next to nothing.
    """

    name = "recent"

    def __init__(self) -> None:
        self._taken, self._typical = 0, Typical()
        self._chosen = list[tuple[Any, ...]]()

    def ahead(self, step: int, look: Look) -> None:
        """Choose typical texts of a cut."""
        for one in self._typical.after(look):
            freed = [(one.topic, place, None) for place in one.freed]
            shown = (one.topic, one.place, step, *_shown(one.at, look), one.share)
            self._chosen += [*freed, shown]

    def take(self, step: int, seen: Observer, model: TopicModel) -> Texts:  # noqa: ARG002
        """Choose texts of a cut to be seen, and hand out those that are typical."""
        typical, self._chosen = self._chosen, []
        recent = [
            ((self._taken + i) % KEPT, step, *row) for i, row in enumerate(_evenly(seen.looks))
        ]
        self._taken += len(recent)
        return Texts(recent, typical)

    def memory(self) -> Mapping[str, Array]:
        """How many texts were taken, and the typical ones."""
        return {"taken": np.array([self._taken]), "typical": self._typical.to_array()}

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Go on from there."""
        self._taken = int(memory["taken"][0])
        self._typical = Typical.from_array(memory["typical"])


class Texts(NamedTuple):
    """Texts of a cut.

    Parameters
    ----------
    recent, typical : list of tuple
        Rows of the tables; a typical text without a step has gone.
    """

    recent: list[tuple[Any, ...]]
    typical: list[tuple[Any, ...]]

    def write(self, db: sqlite3.Connection) -> None:
        """Write them over older ones.

        Parameters
        ----------
        db : Connection
            The file of the journal.
        """
        insert(db, "INSERT OR REPLACE INTO recent", self.recent)
        last = {row[:2]: row for row in self.typical}
        delete(db, "typical", ("topic", "place"), [*last])
        insert(db, "INSERT INTO typical", [row for row in last.values() if row[2] is not None])


def _evenly(looks: list[Look]) -> Iterator[tuple[Any, ...]]:
    """Up to 100 texts of a cut, as far apart from each other as there are many."""
    n = sum(len(look.lead) for look in looks)
    m, begin = min(n, EACH), 0
    chosen = (np.arange(1, m + 1) * n - 1) // m if m else np.empty(0, dtype=np.int64)
    for look in looks:
        end = begin + len(look.lead)
        at = chosen[(chosen >= begin) & (chosen < end)] - begin
        shares = look.mixtures[at, look.lead[at]].tolist()
        topics = np.where(look.known[at], look.ids[look.lead[at]], -1).tolist()
        for i, topic, share in zip(at.tolist(), topics, shares, strict=True):
            yield (*_shown(i, look), None if topic < 0 else topic, share)
        begin = end


def _shown(at: int, look: Look) -> tuple[str, float, str]:
    """Id, time and text as they are shown."""
    record = look.coming.records[at]
    id_, text = (record.id, record.text) if isinstance(record, Record) else ("", record)
    return _plain(id_ or ""), float(look.times[at]), _plain(text[:LETTERS])


def _plain(text: str) -> str:
    return text if text.isascii() else readable(text)
