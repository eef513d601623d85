"""What was forgotten, when, and from which state to which: without saying what it was."""

from __future__ import annotations

import hmac
import json
import os
import secrets
import sqlite3
import time
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from biterms.streams.reader import opened

#: the file of the key, where none is given
KEY = "audit.key"
SCHEMA = """
CREATE TABLE IF NOT EXISTS audit (
    number INTEGER PRIMARY KEY,
    time REAL NOT NULL,            -- when, seconds since 1970
    documents INTEGER NOT NULL,    -- documents that were forgotten
    ids TEXT NOT NULL,             -- JSON: HMAC-SHA256 of each id that was asked for
    missing INTEGER NOT NULL,      -- how many of them no document had
    state INTEGER NOT NULL,        -- step of the state that learning was repeated from
    step INTEGER NOT NULL,         -- the last step
    before TEXT NOT NULL,          -- SHA-256 of the model before
    after TEXT NOT NULL            -- and after
);
"""
_ROW = """
INSERT INTO audit (time, documents, ids, missing, state, step, before, after)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""


class Audit(NamedTuple):
    """A line that says what was forgotten.

    Parameters
    ----------
    number : int
        Its number.
    time : float
        When, in seconds since 1970.
    documents : int
        Documents that were forgotten.
    ids : list of str
        The keyed hash (HMAC-SHA256) of each id that was asked for.
    missing : int
        How many of these no document had.
    state, step : int
        The step of the state that learning was repeated from, and the last step.
    before, after : str
        SHA-256 of the model before and after.
    """

    number: int
    time: float
    documents: int
    ids: list[str]
    missing: int
    state: int
    step: int
    before: str
    after: str


def audits(folder: str | PathLike[str]) -> list[Audit]:
    """What was forgotten by a live model.

    Parameters
    ----------
    folder : str or path
        The live model.

    Returns
    -------
    list of Audit
        In the order of time.

    Raises
    ------
    InputError
        If no stream has been followed there.
    """
    with opened(folder) as db:
        known = "SELECT count(*) FROM sqlite_master WHERE name = 'audit'"
        if not db.execute(known).fetchone()[0]:
            return []
        rows = db.execute("SELECT * FROM audit ORDER BY number").fetchall()
    return [Audit(*row)._replace(ids=json.loads(row[3])) for row in rows]


def audit_hash(id_: str, key: bytes) -> str:
    """The keyed hash of an id, to find it in `audits`.

    Parameters
    ----------
    id_ : str
        The id.
    key : bytes
        The key: the bytes of ``audit.key`` in the folder, or the one that was given.

    Returns
    -------
    str
        HMAC-SHA256, 64 hexadecimal digits.

    Examples
    --------
    >>> from biterms.streams import audit_hash
    >>> audit_hash("customer-17", b"secret")[:16]
    'ad1b54362530eeaa'
    """
    return hmac.new(key, id_.encode("utf8", "surrogatepass"), "sha256").hexdigest()


def key_in(folder: Path) -> bytes:
    """The key of a live model; made if there is none."""
    path = folder / KEY
    if not path.exists():
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "wb") as writing:
            writing.write(secrets.token_bytes(32))
            writing.flush()
            os.fsync(writing.fileno())
    return path.read_bytes()


def note(db: sqlite3.Connection, ids: Sequence[str], key: bytes, facts: tuple[object, ...]) -> None:
    """Write a line: documents, missing, state, step, before and after are the facts."""
    db.execute(SCHEMA)
    documents, missing, *rest = facts
    hashes = json.dumps([audit_hash(id_, key) for id_ in ids])
    db.execute(_ROW, (time.time(), documents, hashes, missing, *rest))
