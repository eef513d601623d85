"""Which tables a journal has: its version, which every reader and writer looks at first."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from biterms.errors import StoreError

#: raised whenever a table changes; journals of others are refused
VERSION = 2


def check_layout(db: sqlite3.Connection, path: Path) -> bool:
    """Refuse a journal of another version; whether it has any tables yet.

    Parameters
    ----------
    db : sqlite3.Connection
        The journal.
    path : Path
        Its file.

    Returns
    -------
    bool
        False if it is new.

    Raises
    ------
    StoreError
        If another version of biterms has made it.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version not in (0, VERSION):
        raise StoreError(
            f"{path} is a journal of version {version}, expected {VERSION}: use the version of "
            "biterms that wrote it, or follow the same sources with a new model in another folder"
        )
    return bool(version)
