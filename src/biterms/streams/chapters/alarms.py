"""Alarms: stories that begin, and topics that burst, in a number that chance allows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.streams.chapters.detection.recent import Documents
from biterms.streams.chapters.detection.stories import Stories
from biterms.streams.chapters.detection.story import Story
from biterms.streams.chapters.detection.watch import Watch
from biterms.streams.log import report
from biterms.streams.many_rows import insert
from biterms.streams.observed import Look, Observer, as_record
from biterms.streams.packed import readable
from biterms.topics import TopicModel

#: documents that are looked at together
TOGETHER = 1024
SCHEMA = """
CREATE TABLE alarm (
    number INTEGER PRIMARY KEY,    -- 1, 2, ...
    step INTEGER NOT NULL,         -- the cut with which it was found
    time REAL NOT NULL,            -- when it was found: event time, seconds since 1970
    since REAL NOT NULL,           -- when it began
    kind TEXT NOT NULL,            -- 'burst' of a topic, or 'birth' of a story without a topic
    topic INTEGER,                 -- id of the topic; NULL for a birth
    strength REAL NOT NULL,        -- logarithm of the evidence (e-value) at its largest
    ratio REAL NOT NULL,           -- how many times as frequent its first word is as before
    documents INTEGER NOT NULL,    -- documents so far
    words TEXT NOT NULL,           -- JSON: a list, the first word is the one that was noticed
    texts TEXT NOT NULL,           -- JSON: up to three typical texts, [{"id": ..., "text": ...}]
    ended REAL                     -- when it was over; NULL while it lasts
);
"""


class AlarmRow(NamedTuple):
    """A row of the table `alarm`, with its columns."""

    number: int
    step: int
    time: float
    since: float
    kind: str
    topic: int | None
    strength: float
    ratio: float
    documents: int
    words: str
    texts: str
    ended: float | None

    @classmethod
    def of(cls, story: Story) -> AlarmRow:
        """The row of a story."""
        given: dict[str, Any] = {name: getattr(story, name) for name in cls._fields}
        given["texts"] = [one for one in story.texts if one["text"]]
        for name in ("words", "texts"):
            given[name] = readable(json.dumps(given[name], ensure_ascii=False))
        return cls(**given)


class Alarms:
    """Alarms about stories that begin.

    Parameters
    ----------
    false_alarms : float or None
        False alarms per day of event time that are allowed. With None nothing is looked at, and
        what was known stays as it was.
    texts : bool
        Whether alarms have typical texts; without them, those of older alarms are removed.
    """

    name = "alarms"

    def __init__(self, false_alarms: float | None, *, texts: bool = True) -> None:
        self._on, self._texts = false_alarms is not None, texts
        self._watch = Watch(false_alarms or 1.0)
        self._stories = Stories(self._watch)
        self._changed: dict[int, Story] = {}

    def ahead(self, step: int, look: Look) -> None:
        """Look at documents of a cut."""
        for documents in self._documents(look) if self._on else ():
            time = float(documents.times.max())
            crossing = self._watch.take(documents.slots, documents.n, time)
            for story in self._stories.take(step, documents, crossing):
                self._changed[story.number] = story

    def take(self, step: int, seen: Observer, model: TopicModel) -> AlarmRows:
        """The alarms of a cut, with what the model knows of them."""
        if seen.looks:
            self._stories.complete(model.fitted)
        changed, self._changed = self._changed, {}
        moved = self._watch.words.shortened(self._watch.faded, self._stories.spared())
        if moved is not None:
            self._stories.moved(moved)
        rows = [AlarmRow.of(story) for story in changed.values()]
        return AlarmRows(step, rows, self._texts)

    def _documents(self, look: Look) -> Iterator[Documents]:
        """The documents, some at a time."""
        every = self._of(look)
        n = every.n
        ends = np.linspace(0, n, -(-n // TOGETHER) + 1).astype(int).tolist()
        for begin, end in pairwise(ends):
            if end > begin:
                yield every.part(begin, end)

    def _of(self, look: Look) -> Documents:
        words, records = look.coming.words, look.coming.records
        slots = self._watch.words.slots_of_all(words)
        if not self._texts:
            records = [as_record(one)._replace(text="") for one in records]
        return Documents(words.indptr, slots[words.numbers], look.times, records)

    def memory(self) -> Mapping[str, Array]:
        """The words, the last documents and the stories that are not over."""
        return self._watch.memory() | self._stories.memory() if self._watch.documents else {}

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Be as it was."""
        self._watch.remember(memory)
        self._stories.remember(memory)
        if not self._texts:
            self._stories.forget_texts()


class AlarmRows(NamedTuple):
    """The alarms of a cut, new and changed.

    Parameters
    ----------
    step : int
        The cut.
    rows : list of AlarmRow
        The alarms.
    texts : bool
        Whether there may be texts.
    """

    step: int
    rows: list[AlarmRow]
    texts: bool

    def write(self, db: sqlite3.Connection) -> None:
        """Write the alarms, and tell the log of new ones.

        Parameters
        ----------
        db : Connection
            The file of the journal.
        """
        insert(db, "INSERT OR REPLACE INTO alarm", self.rows)
        if not self.texts:
            db.execute("UPDATE alarm SET texts = '[]' WHERE texts != '[]'")
        for row in self.rows:
            if row.step == self.step:
                report(
                    "alarm",
                    "alarm {number}: {kind}, {words}: {ratio} times as frequent",
                    number=row.number,
                    kind=row.kind,
                    topic=row.topic,
                    words=", ".join(json.loads(row.words)[:5]),
                    ratio=round(row.ratio, 1),
                    documents=row.documents,
                )
