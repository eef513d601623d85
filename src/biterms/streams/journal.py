"""The journal of a stream: what came in, how it was cut, and what followed from it.

One SQLite file. A cut, i.e. the documents of one transaction, is recorded together with the
positions after it, before anything is learnt from it and before its source is told. So whatever
ends the process, the newest snapshot and the cuts after it give the model that would be there.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from biterms.streams.cut import Cut
from biterms.streams.erasing import SHORTLY, erase_log
from biterms.streams.journal_reading import JournalReading
from biterms.streams.observed import newest_time
from biterms.streams.packed import as_json, as_key, packed, readable, unpacked
from biterms.streams.source import Broken
from biterms.streams.tables import keep_tables

_LATEST = """
SELECT arrived, n, documents FROM cut WHERE step <= ? AND n AND documents NOT NULL
ORDER BY step DESC LIMIT 1
"""
_BEGUN = "INSERT OR REPLACE INTO fact VALUES ('begun', json(?))"


class Journal(JournalReading):
    """The journal of one live model.

    Parameters
    ----------
    folder : Path
        The folder of the model; the journal is made if there is none.
    chapters : Chapters, optional
        What is told of the stream; the usual chapters if not given.
    """

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
            Positions that have changed, by the name of the source; None forgets one.
        broken : mapping of str to sequence of Broken
            Records that could not be used, by the name of the source.

        Returns
        -------
        Future
            Done when the cut is safe. It raises StoreError if it cannot be written; nothing of it
            has been recorded then, and nothing will be recorded after it.
        """
        begins = cut.step == self.begun
        changed = [(source, *item) for source, some in positions.items() for item in some.items()]
        places = [
            (as_key(source), as_key(key), as_json(value))
            for source, key, value in changed
            if value is not None
        ]
        left = [(as_key(source), as_key(key)) for source, key, value in changed if value is None]
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
            db.executemany("DELETE FROM position WHERE source = ? AND key = ?", left)
            db.executemany(
                "INSERT INTO dead (step, source, position, reason, data) VALUES (?, ?, ?, ?, ?)",
                dead,
            )
            if begins:
                db.execute(_BEGUN, (cut.step,))
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
        settled = self.chapters.settled(step)
        known = self.chapters.memories()
        rows = [(chapter, step, data) for chapter, data in known.items()]

        def write(db: sqlite3.Connection) -> None:
            self.chapters.write(db)
            for told in settled:
                told.write(db)
            db.executemany("INSERT OR REPLACE INTO memory VALUES (?, ?, ?)", rows)

        self._writer.submit(self._written, write).result()

    def keep_tables(self, path: Path) -> None:
        """Copy what has been told up to a snapshot, right after `remember`.

        Parameters
        ----------
        path : Path
            The copy.
        """

        def copy() -> None:
            with self._explained():
                keep_tables(self._db, path)

        self._writer.submit(copy).result()

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
        """Record that the model begins with few documents, so that it does so at every start.

        Parameters
        ----------
        step : int
            The step of the last cut; nothing is done if it was to begin before.
        """

        def write(db: sqlite3.Connection) -> None:
            db.execute(_BEGUN, (step,))

        if not self.begun:
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
            row = db.execute(_LATEST, (needed,)).fetchone()
            if row is not None:
                newest = newest_time(unpacked(row[2], row[1]), row[0])
                db.execute("INSERT OR REPLACE INTO fact VALUES ('newest', json(?))", (newest,))
            db.execute(f"DELETE FROM cut WHERE step <= ? AND step < {last}", (needed,))
            db.execute("UPDATE cut SET documents = NULL WHERE step <= ?", (needed,))
            db.execute("DELETE FROM memory WHERE step < ?", (step,))
            if not self.chapters.texts:
                db.execute("UPDATE dead SET data = '' WHERE replayed AND data != ''")

        def erase() -> None:
            with self._explained():
                erase_log(self._db, SHORTLY)

        self._writer.submit(self._written, write).result()
        if not self.chapters.texts:
            self._writer.submit(erase).result()
