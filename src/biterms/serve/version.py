"""Whether a journal has changed, without reading it."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

from biterms.store import JOURNAL


class Version:
    """A number that changes whenever somebody has committed to a journal; any thread may ask.

    Parameters
    ----------
    folder : Path
        The live model.
    """

    def __init__(self, folder: Path) -> None:
        self._path, self._lock = folder / JOURNAL, threading.Lock()
        self._db: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._files = 0

    def now(self) -> tuple[object, ...]:
        """Which journal it is, and what has become of it; empty while there is none."""
        with self._lock:
            try:
                found = self._path.stat()
                file = (found.st_dev, found.st_ino)
                if self._db is None or file != self._file:  # another journal has its name
                    self._open(file)
                assert self._db is not None
                return (self._files, *self._db.execute("PRAGMA data_version").fetchone())
            except (OSError, sqlite3.Error):
                self.close()
                return ()

    def _open(self, file: tuple[int, int]) -> None:
        self.close()
        where = f"{self._path.absolute().as_uri()}?mode=ro"
        self._db = sqlite3.connect(where, uri=True, check_same_thread=False)
        self._file, self._files = file, self._files + 1

    def close(self) -> None:
        """Let the journal go."""
        if self._db is not None:
            self._db.close()
            self._db = None
