"""The file of a journal: its tables, its transactions, and the thread that writes."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from biterms.errors import StoreError
from biterms.store import JOURNAL
from biterms.streams.audit import SCHEMA as AUDIT
from biterms.streams.chapters import SCHEMA as CHAPTERS
from biterms.streams.chapters import Chapters, usual_chapters
from biterms.streams.delivery import SCHEMA as DELIVERED
from biterms.streams.edits import SCHEMA as EDITS
from biterms.streams.erasing import PATIENTLY, erase_before, erase_log
from biterms.streams.layout import VERSION, check_layout
from biterms.streams.log import report

SCHEMA = """
CREATE TABLE cut (
    step INTEGER PRIMARY KEY,      -- 1, 2, ...
    arrived REAL NOT NULL,         -- when it was cut, seconds since 1970
    n INTEGER NOT NULL,            -- documents
    every INTEGER NOT NULL,        -- documents of a minibatch
    joined INTEGER NOT NULL,       -- 1 if it is learnt from together with the cut before it
    documents BLOB,                -- the documents; NULL in the last cut when it is not needed
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


class JournalFile:
    """The file of the journal of one live model.

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
            erase_before(self._db, texts=self.chapters.texts)
            #: the step with which a new model begins, or tries to until it can; 0: not known yet
            self.begun = int(self.facts().get("begun", 0))
            stack.pop_all()  # it stays open unless it is refused

    def _begin(self) -> None:
        """Make the tables of a new journal; refuse one of another version."""
        if not check_layout(self._db, self.path):
            with self._transaction():
                for statement in filter(
                    str.strip, (SCHEMA + CHAPTERS + EDITS + DELIVERED + AUDIT).split(";\n")
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
        with self._explained(), closing(self._db):
            empty = unless_used and self._failed is None and not self.last_step()
            if not (self.chapters.texts or self._failed or erase_log(self._db, PATIENTLY)):
                message = "{path} is being read and may hold texts until the stream ends again"
                report("texts left", message, logging.WARNING, path=f"{self.path}-wal")
        if empty:
            for suffix in ("", "-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    def with_false_alarms(self, rate: float | None) -> None:
        """Go on with chapters that allow so many false alarms.

        Parameters
        ----------
        rate : float or None
            False alarms per day; None: there are no alarms.
        """
        if rate != self.chapters.false_alarms:
            chapters = usual_chapters(rate, texts=self.chapters.texts)
            chapters.go_on_from(self.chapters)
            self.chapters = chapters

    def facts(self) -> dict[str, Any]:
        """What has been noted by name."""
        rows = self._db.execute("SELECT name, value FROM fact")
        return {name: json.loads(value) for name, value in rows}

    def last_step(self) -> int:
        """The number of the last cut; 0 if there is none."""
        with self._explained():
            (step,) = self._db.execute("SELECT coalesce(max(step), 0) FROM cut").fetchone()
        return int(step)

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
