"""No trace of texts in the file of a journal: neither in freed pages nor in what SQLite logs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from biterms.errors import StoreError
from biterms.store import JOURNAL
from biterms.streams.chapters.textless import Removed

#: milliseconds that readers are waited for while the stream runs, when it ends, and elsewhere
SHORTLY, PATIENTLY, USUALLY = 1_000, 10_000, 30_000
#: the fact that everything of before has been erased
ERASED = "texts_erased"
_NOTE = "INSERT OR REPLACE INTO fact VALUES (?, 'true')"


def erase_before(db: sqlite3.Connection, *, texts: bool) -> None:
    """Erase what is deleted from now on, and once what was deleted before; or take note of texts.

    Parameters
    ----------
    db : Connection
        The file of the journal.
    texts : bool
        Whether texts may be kept.
    """
    if texts:
        db.execute("DELETE FROM fact WHERE name = ?", (ERASED,))
        return
    db.execute("PRAGMA secure_delete = ON")
    if db.execute("SELECT 1 FROM fact WHERE name = ?", (ERASED,)).fetchone() is None:
        with _together(db):
            Removed().write(db)
        db.execute("VACUUM")  # pages that are free may hold texts
        db.execute(_NOTE, (ERASED,))
        erase_log(db, SHORTLY)


def erase_log(db: sqlite3.Connection, patience: int) -> bool:
    """Empty the log of what was written (WAL), which holds texts that are deleted.

    Parameters
    ----------
    db : Connection
        The file of the journal.
    patience : int
        Milliseconds to wait for readers.

    Returns
    -------
    bool
        Whether it is empty; if not, a reader is at work.
    """
    db.execute(f"PRAGMA busy_timeout = {patience}")
    try:
        (busy, *_) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        db.execute(f"PRAGMA busy_timeout = {USUALLY}")
    return not busy


@contextmanager
def open_journal(folder: Path) -> Iterator[sqlite3.Connection]:
    """The journal of a folder that nobody follows; what is deleted is written over."""
    path = folder / JOURNAL
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as db:
            db.execute("PRAGMA secure_delete = ON")
            yield db
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be used: {error}") from error


def removed(db: sqlite3.Connection, step: int) -> None:
    """Leave no trace of what was deleted: neither in free pages nor in the log."""
    db.execute("DELETE FROM memory WHERE step < ?", (step,))
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.execute("VACUUM")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _together(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
