"""What is told of a stream: chapters, each with tables of its own in the file of the journal.

A chapter looks at every cut, in their order. The rows that follow from a cut are written with the
next one, in one transaction with the step up to which they go. What a chapter has to remember from
one cut to the next is written before each snapshot of the model, under the step of the snapshot.
After a crash the chapters remember what they knew at the snapshot and look at the cuts after it
again; rows that have been written are not written again. So chapters and model never disagree.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from safetensors.numpy import load, save

from biterms.kernels import Array
from biterms.streams.observed import Look, Observer
from biterms.topics import TopicModel

SCHEMA = """
CREATE TABLE memory (
    chapter TEXT NOT NULL,
    step INTEGER NOT NULL,         -- of a snapshot
    data BLOB NOT NULL,            -- arrays, as safetensors
    PRIMARY KEY (chapter, step)
) WITHOUT ROWID;
"""


class Rows(Protocol):
    """What a chapter tells of one cut."""

    def write(self, db: sqlite3.Connection) -> None:
        """Write it; the caller's transaction makes it last.

        Parameters
        ----------
        db : Connection
            The file of the journal.
        """


class Chapter(Protocol):
    """A part of what is told of a stream.

    Attributes
    ----------
    name : str
        Its name, under which it remembers.
    """

    name: str

    def take(self, step: int, seen: Observer, model: TopicModel) -> Rows:
        """Look at a cut.

        Parameters
        ----------
        step : int
            Its step.
        seen : Observer
            What the model said of its documents before it learnt from them.
        model : TopicModel
            The model after it.

        Returns
        -------
        Rows
            What is to be written; another thread does so, so it must not change any more.
        """

    def memory(self) -> Mapping[str, Array]:
        """What it has to remember; nothing if all is in its tables."""

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Be as it was when `memory` gave this.

        Parameters
        ----------
        memory : mapping of str to array
            What it gave.
        """


@runtime_checkable
class Settling(Protocol):
    """A chapter with rows that are written before each snapshot only, not with each cut."""

    def settle(self) -> Rows:
        """What has changed since the last time; the same rows whenever snapshots are taken."""


@runtime_checkable
class LookingAhead(Protocol):
    """A chapter with work that needs no model: it is done while the model learns from the cut.

    Most have: the thread that learns is the one that all the others wait for.
    """

    def ahead(self, step: int, look: Look) -> None:
        """Look at some documents of a cut; `take` comes when all of them have been looked at.

        Parameters
        ----------
        step : int
            The cut.
        look : Look
            The documents.
        """


class Nothing(NamedTuple):
    """No rows."""

    def write(self, db: sqlite3.Connection) -> None:
        """Write nothing.

        Parameters
        ----------
        db : Connection
            The file of the journal.
        """


class Chapters:
    """All chapters of a stream, and rows that wait to be written with the next cut.

    One thread looks at cuts, another one writes.

    Parameters
    ----------
    chapters : sequence of Chapter
        The chapters.
    texts : bool
        Whether they may keep texts.
    false_alarms : float or None
        False alarms per day that are allowed; None: there are no alarms.
    """

    def __init__(
        self,
        chapters: Sequence[Chapter],
        *,
        texts: bool = True,
        false_alarms: float | None = None,
    ) -> None:
        self._chapters, self.texts, self.false_alarms = chapters, texts, false_alarms
        #: the step up to which everything had been written when the journal was opened
        self.told = 0
        self._waiting = deque[tuple[int, list[Rows]]]()

    def open(self, db: sqlite3.Connection, step: int) -> None:
        """Go on after a snapshot.

        Parameters
        ----------
        db : Connection
            The file of the journal.
        step : int
            The step of the snapshot; 0 if there is none.
        """
        told = db.execute("SELECT value FROM fact WHERE name = 'told'").fetchone()
        self.told = 0 if told is None else int(told[0])
        asked = "SELECT chapter, data FROM memory WHERE step = ?"
        kept = dict[str, bytes](db.execute(asked, (step,)).fetchall())
        for chapter in self._chapters:
            if chapter.name in kept:
                chapter.remember(load(kept[chapter.name]))

    def go_on_from(self, others: Chapters) -> None:
        """Remember what others do, as if the stream had been stopped and started again.

        Parameters
        ----------
        others : Chapters
            The same chapters with other settings, which are not used any more.
        """
        known = others.memories()
        self.told, self._waiting = others.told, others._waiting
        for chapter in self._chapters:
            if chapter.name in known:
                chapter.remember(load(known[chapter.name]))

    def ahead(self, step: int) -> Callable[[Look], None]:
        """What has to be done with documents of a cut before `take`.

        Parameters
        ----------
        step : int
            The step of the cut.

        Returns
        -------
        callable
            Takes the documents, part by part in their order; it may be called in another thread.
        """
        some = [chapter for chapter in self._chapters if isinstance(chapter, LookingAhead)]

        def look(one: Look) -> None:
            for chapter in some:
                chapter.ahead(step, one)

        return look

    def take(self, step: int, seen: Observer, model: TopicModel) -> None:
        """Let all chapters look at a cut.

        Parameters
        ----------
        step : int
            Its step.
        seen : Observer
            What the model said of its documents before it learnt from them.
        model : TopicModel
            The model after it.
        """
        seen.wait()
        rows = [chapter.take(step, seen, model) for chapter in self._chapters]
        if step > self.told:
            self._waiting.append((step, rows))

    def write(self, db: sqlite3.Connection) -> None:
        """Write the rows that wait, and how far they go.

        Parameters
        ----------
        db : Connection
            The file of the journal, in a transaction.
        """
        step = 0
        while self._waiting:
            step, several = self._waiting.popleft()
            for rows in several:
                rows.write(db)
        if step:
            db.execute("INSERT OR REPLACE INTO fact VALUES ('told', json(?))", (step,))

    def settled(self, step: int) -> list[Rows]:
        """Rows that are written before a snapshot, after those that wait.

        There are none as long as later cuts have been told already, before a crash: what would be
        settled is of before them. They come when all of these have been learnt again.

        Parameters
        ----------
        step : int
            The step of the snapshot.
        """
        if step < self.told:
            return []
        return [chapter.settle() for chapter in self._chapters if isinstance(chapter, Settling)]

    def memories(self) -> dict[str, bytes]:
        """What each chapter has to remember."""
        known = {chapter.name: dict(chapter.memory()) for chapter in self._chapters}
        return {name: save(memory) for name, memory in known.items() if memory}
