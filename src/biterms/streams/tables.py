"""The tables of a journal at the moment of a state: what was told of the stream up to then.

Tables add up and are written over, so that nobody could say later what they were. A copy of them
beside a state is what learning can be repeated from, together with what is told of it.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from biterms.store.kept import KEPT
from biterms.store.place import fsync_folder
from biterms.streams.chapters import SCHEMA

TABLES = re.findall(r"CREATE TABLE (\w+)", SCHEMA)
#: what is noted beside the tables as chapters go on
FACTS = "('told', 'timeline', 'newest')"
SUFFIX = ".tables"


def tables_at(folder: Path, step: int) -> Path:
    """Where the tables of a state are.

    Parameters
    ----------
    folder : Path
        The live model.
    step : int
        The step of the state.

    Returns
    -------
    Path
    """
    return folder / KEPT / f"{step}{SUFFIX}"


def steps_with_tables(folder: Path) -> set[int]:
    """The steps of the states that have their tables.

    Parameters
    ----------
    folder : Path
        The live model.

    Returns
    -------
    set of int
    """
    names = [path.name.removesuffix(SUFFIX) for path in (folder / KEPT).glob(f"*{SUFFIX}")]
    return {int(name) for name in names if name.isdecimal()}


def keep_tables(db: sqlite3.Connection, path: Path) -> None:
    """Copy the tables as they are now; the copy has its name when it is complete.

    Parameters
    ----------
    db : Connection
        The file of the journal, outside of a transaction.
    path : Path
        The copy.
    """
    path.parent.mkdir(exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    with _beside(db, part), _together(db):
        for name in TABLES:
            db.execute(f"CREATE TABLE beside.{name} AS SELECT * FROM main.{name}")
        noted = f"SELECT * FROM main.fact WHERE name IN {FACTS}"
        db.execute(f"CREATE TABLE beside.fact AS {noted}")
    part.replace(path)
    fsync_folder(path.parent)


def restore_tables(db: sqlite3.Connection, path: Path | None) -> None:
    """Make the tables what they were.

    Parameters
    ----------
    db : Connection
        The file of the journal, outside of a transaction.
    path : Path or None
        The copy; None: the stream had not begun.
    """
    if path is None:
        with _together(db):
            _empty(db)
        return
    with _beside(db, path), _together(db):
        _empty(db)
        for name in (*TABLES, "fact"):
            db.execute(f"INSERT INTO main.{name} SELECT * FROM beside.{name}")


def _empty(db: sqlite3.Connection) -> None:
    for name in TABLES:
        db.execute(f"DELETE FROM main.{name}")
    db.execute(f"DELETE FROM main.fact WHERE name IN {FACTS}")


@contextmanager
def _beside(db: sqlite3.Connection, path: Path) -> Iterator[None]:
    db.execute("ATTACH ? AS beside", (str(path),))
    try:
        yield
    finally:
        db.execute("DETACH beside")


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
