"""The journal of a stream: what came in, how it was cut, and what followed from it.

One SQLite file. A cut, i.e. the documents of one transaction, is recorded together with the
positions after it, before anything is learnt from it and before its source is told. So whatever
ends the process, the newest snapshot and the cuts after it give the model that would be there.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from biterms.errors import StoreError
from biterms.store import JOURNAL
from biterms.streams.chapters import SCHEMA as CHAPTERS
from biterms.streams.chapters import Chapters, usual_chapters
from biterms.streams.delivery import SCHEMA as DELIVERED
from biterms.streams.edits import SCHEMA as EDITS
from biterms.streams.lateness import Lateness
from biterms.streams.layout import VERSION, check_layout
from biterms.streams.packed import as_json, as_key, from_key, packed, readable, unpacked
from biterms.streams.source import Broken
from biterms.text.readers import Record

SCHEMA = """
CREATE TABLE cut (
    step INTEGER PRIMARY KEY,      -- 1, 2, ...
    arrived REAL NOT NULL,         -- when it was cut, seconds since 1970
    n INTEGER NOT NULL,            -- documents
    every INTEGER NOT NULL,        -- documents of a minibatch
    joined INTEGER NOT NULL,       -- 1 if it is learnt from together with the cut before it
    documents BLOB,                -- the documents; NULL when no snapshot needs them any more
    lateness REAL,                 -- seconds after which a document is late; NULL: none is
    dropping INTEGER NOT NULL      -- 1 if late ones are not learnt from
);
CREATE TABLE position (
    source TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,           -- JSON: where the source goes on
    PRIMARY KEY (source, key)
) WITHOUT ROWID;
CREATE TABLE dead (
    number INTEGER PRIMARY KEY,
    step INTEGER NOT NULL,         -- the cut that it came with
    source TEXT NOT NULL,
    position TEXT NOT NULL,
    reason TEXT NOT NULL,
    data TEXT NOT NULL,
    replayed INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE fact (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL            -- JSON
) WITHOUT ROWID;
"""


class Cut(NamedTuple):
    """Documents that were recorded together.

    Parameters
    ----------
    step : int
        Its number, from 1 on.
    arrived : float
        When it was cut, in seconds since 1970.
    records : list of Record
        The documents.
    every : int
        Documents of a minibatch.
    joined : bool
        Whether it is learnt from together with the cut before it.
    lateness : Lateness, optional
        Which of them are late, and what is done with them; None: none is.
    """

    step: int
    arrived: float
    records: list[Record]
    every: int
    joined: bool = False
    lateness: Lateness | None = None


class Journal:
    """The journal of one live model.

    Parameters
    ----------
    folder : Path
        The folder of the model; the journal is made if there is none.
    chapters : Chapters, optional
        What is told of the stream; the usual chapters if not given.
    """

    def __init__(self, folder: Path, chapters: Chapters | None = None) -> None:
        self.path = folder / JOURNAL
        self._writer = ThreadPoolExecutor(1, "journal")
        self.chapters = usual_chapters() if chapters is None else chapters
        #: how hard texts are compressed: those that are to be kept for long should be
        self.level = 0
        self._failed: StoreError | None = None
        with self._explained(), ExitStack() as stack:
            self._db = sqlite3.connect(
                self.path, isolation_level=None, check_same_thread=False, timeout=30
            )
            stack.callback(self._db.close)
            for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                self._db.execute(f"PRAGMA {line}")
            self._begin()
            #: the step after which the model was begun although few documents had come
            self.begun = int(self.facts().get("begun", 0))
            stack.pop_all()  # it stays open unless it is refused

    def _begin(self) -> None:
        """Make the tables of a new journal; refuse one of another version."""
        if not check_layout(self._db, self.path):
            with self._transaction():
                for statement in filter(
                    str.strip, (SCHEMA + CHAPTERS + EDITS + DELIVERED).split(";\n")
                ):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {VERSION}")
        # In a damaged page SQLite may find nothing, and a source would begin once more.
        for table in ("position", "fact"):
            (found, *_) = self._db.execute(f"PRAGMA quick_check({table})").fetchone()
            if found != "ok":
                raise sqlite3.DatabaseError(" ".join(found.split()))

    def close(self, *, unless_used: bool = False) -> None:
        """Close the file, after what is being written.

        Parameters
        ----------
        unless_used : bool
            Whether to remove a journal that nothing was ever recorded in.
        """
        self._writer.shutdown()
        with self._explained():
            empty = unless_used and self._failed is None and not self.last_step()
            self._db.close()
        if empty:
            for suffix in ("", "-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    # writing -------------------------------------------------------------------------------

    def record(
        self,
        cut: Cut,
        positions: Mapping[str, Mapping[str, Any]],
        broken: Mapping[str, Sequence[Broken]],
    ) -> Future[None]:
        """Record a cut, with the positions after it and the records that could not be used.

        It is written by a thread of its own, one transaction after the other, so that other work
        can be done while the disk is waited for.

        Parameters
        ----------
        cut : Cut
            The cut.
        positions : mapping of str to mapping
            Positions that have changed, by the name of the source.
        broken : mapping of str to sequence of Broken
            Records that could not be used, by the name of the source.

        Returns
        -------
        Future
            Done when the cut is safe. It raises StoreError if it cannot be written; nothing of it
            has been recorded then, and nothing will be recorded after it.
        """
        places = [
            (as_key(source), as_key(key), as_json(value))
            for source, changed in positions.items()
            for key, value in changed.items()
        ]
        dead = [
            (cut.step, as_key(source), *map(readable, one))
            for source, some in broken.items()
            for one in some
        ]

        def write(db: sqlite3.Connection) -> None:
            late = cut.lateness or (None, False)
            how = (len(cut.records), cut.every, cut.joined, packed(cut.records, self.level))
            row = (cut.step, cut.arrived, *how, *late)
            db.execute("INSERT INTO cut VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            db.executemany("INSERT OR REPLACE INTO position VALUES (?, ?, ?)", places)
            db.executemany(
                "INSERT INTO dead (step, source, position, reason, data) VALUES (?, ?, ?, ?, ?)",
                dead,
            )
            self.chapters.write(db)

        return self._writer.submit(self._written, write)

    def open_chapters(self, step: int) -> None:
        """Let the chapters go on after a snapshot.

        Parameters
        ----------
        step : int
            The step of the snapshot; 0 if there is none.
        """
        with self._explained():
            self.chapters.open(self._db, step)

    def remember(self, step: int) -> None:
        """Write what the chapters have to remember, before a snapshot is taken.

        Parameters
        ----------
        step : int
            The step of the snapshot.
        """
        settled = self.chapters.settled()
        known = self.chapters.memories()
        rows = [(chapter, step, data) for chapter, data in known.items()]

        def write(db: sqlite3.Connection) -> None:
            self.chapters.write(db)
            for told in settled:
                told.write(db)
            db.executemany("INSERT OR REPLACE INTO memory VALUES (?, ?, ?)", rows)

        self._writer.submit(self._written, write).result()

    def tell(self) -> None:
        """Begin to write what would be written with the next cut: none is in sight."""
        self._writer.submit(self._written, self.chapters.write)

    def finish(self, facts: Mapping[str, Any] | None = None) -> None:
        """Write what would be written with the next cut.

        Parameters
        ----------
        facts : mapping of str to object, optional
            Facts to note together with it: anything JSON can hold.
        """
        rows = [(name, as_json(value)) for name, value in (facts or {}).items()]

        def write(db: sqlite3.Connection) -> None:
            self.chapters.write(db)
            db.executemany("INSERT OR REPLACE INTO fact VALUES (?, ?)", rows)

        self._writer.submit(self._written, write).result()

    def begin(self, step: int) -> None:
        """Record that the model begins after a step, so that it does so at every start.

        Parameters
        ----------
        step : int
            The step of the last cut.
        """

        def write(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO fact VALUES ('begun', json(?))", (step,))

        self._writer.submit(self._written, write).result()
        self.begun = step

    def forget(self, step: int, needed: int) -> None:
        """Forget what is not needed to come back to the present, or to an old state.

        Parameters
        ----------
        step : int
            The step of the newest snapshot: chapters need to remember nothing of before.
        needed : int
            The step of a state, or the same: documents of the cuts up to it are not needed.
        """
        last = "(SELECT max(step) FROM cut)"  # it says how far the stream has been followed

        def write(db: sqlite3.Connection) -> None:
            db.execute(f"DELETE FROM cut WHERE step <= ? AND step < {last}", (needed,))
            db.execute("DELETE FROM memory WHERE step < ?", (step,))

        self._writer.submit(self._written, write).result()

    def _written(self, write: Callable[[sqlite3.Connection], None]) -> None:
        """Write in one transaction, unless one before it has failed.

        Cuts are handed over before the one before them is safe: if the disk fails only once, the
        next cut would be recorded without it, and its documents would be lost.
        """
        if self._failed is not None:
            raise self._failed
        try:
            with self._explained(), self._transaction():
                write(self._db)
        except StoreError as error:
            self._failed = error
            raise

    # reading -------------------------------------------------------------------------------

    def facts(self) -> dict[str, Any]:
        """What has been noted by name."""
        rows = self._db.execute("SELECT name, value FROM fact")
        return {name: json.loads(value) for name, value in rows}

    def last_step(self) -> int:
        """The number of the last cut; 0 if there is none."""
        with self._explained():
            (step,) = self._db.execute("SELECT coalesce(max(step), 0) FROM cut").fetchone()
        return int(step)

    def first_since(self, moment: float) -> int | None:
        """The first cut that is still there and came since a moment; None if there is none.

        Parameters
        ----------
        moment : float
            In seconds since 1970.
        """
        asked = "SELECT min(step) FROM cut WHERE arrived >= ?"

        def read() -> int | None:
            with self._explained():
                found: int | None = self._db.execute(asked, (moment,)).fetchone()[0]
            return found

        return self._writer.submit(read).result()  # another thread may be recording a cut

    def cuts_after(self, step: int) -> Iterator[Cut]:
        """Read the cuts after a step, in their order.

        Parameters
        ----------
        step : int
            The step of a snapshot.

        Yields
        ------
        Cut
            A cut.

        Raises
        ------
        StoreError
            If one of them is missing.
        """
        at = step
        while row := self._row(at):
            found, arrived, n, every, joined, data, seconds, dropping = row
            if found != at + 1 or data is None:
                raise StoreError(
                    f"{self.path} has no documents of step {at + 1}: they were forgotten for a "
                    "later snapshot than the one that is there; bring back a model.json with its "
                    "arrays and a journal that belong together"
                )
            late = None if seconds is None else Lateness(seconds, bool(dropping))
            yield Cut(found, arrived, unpacked(data, n), every, bool(joined), late)
            at = found

    def groups_after(self, step: int) -> Iterator[list[Cut]]:
        """Read the cuts after a step as they were learnt from: together, where they are joined.

        Parameters
        ----------
        step : int
            The step of a snapshot.

        Yields
        ------
        list of Cut
            Cuts.
        """
        group: list[Cut] = []
        for cut in self.cuts_after(step):
            if group and not cut.joined:
                yield group
                group = []
            group.append(cut)
        if group:
            yield group

    def _row(self, after: int) -> Any:
        with self._explained():
            return self._db.execute(
                "SELECT * FROM cut WHERE step > ? ORDER BY step LIMIT 1", (after,)
            ).fetchone()

    def positions(self, source: str) -> dict[str, Any]:
        """Where a source goes on.

        Parameters
        ----------
        source : str
            Its name.

        Returns
        -------
        dict of str to object
            Its positions.
        """
        with self._explained():
            asked = "SELECT key, value FROM position WHERE source = ?"
            rows = self._db.execute(asked, (as_key(source),))
            return {from_key(key): json.loads(value) for key, value in rows}

    # private -------------------------------------------------------------------------------

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreError(f"{self.path} cannot be used: {error}") from error
        except (sqlite3.Error, json.JSONDecodeError) as error:
            raise StoreError(
                f"{self.path} is damaged or of another program: {error}; bring back the folder "
                f"from a copy, or mend the file with `sqlite3 {self.path} .recover`"
            ) from error
