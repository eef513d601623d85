"""Alarms on their way to people: a command, a webhook or a function, in a thread of its own.

The stream never waits for them. Which alarms were delivered is in the file of the journal, so that
after a restart those that were not are tried again: each is delivered at least once.
"""

from __future__ import annotations

import json
import sqlite3
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

from biterms.store import JOURNAL
from biterms.streams.edits import overlay_of
from biterms.streams.packed import readable

SCHEMA = """
CREATE TABLE delivered (
    number INTEGER PRIMARY KEY,    -- of the alarm
    time REAL,                     -- when it was delivered, seconds since 1970; NULL: not yet
    tries INTEGER NOT NULL,
    error TEXT                     -- why the last try failed; NULL if it did not
);
"""
Alarm = dict[str, Any]
Deliver = Callable[[Alarm], object]
#: seconds before a second try, and at most; with each one they double
SOON, LATE = 1.0, 600.0
#: seconds that the end of a stream waits for alarms that are on their way
PATIENCE = 10.0
_PENDING = """
SELECT alarm.*, coalesce(tries, 0) AS tries FROM alarm LEFT JOIN delivered USING (number)
WHERE delivered.time IS NULL ORDER BY number
"""
_TRIED = "INSERT OR REPLACE INTO delivered VALUES (?, ?, ?, ?)"


class DeliveryWarning(UserWarning):
    """Alarms could not be delivered; they are tried again at the next start."""


class Deliveries:
    """Delivers alarms as they come; made by `delivering`.

    Parameters
    ----------
    folder : Path
        The live model.
    deliver : callable
        Takes an alarm, and raises an exception if it could not be delivered.
    """

    def __init__(self, folder: Path, deliver: Deliver) -> None:
        self._path, self._deliver = folder / JOURNAL, deliver
        self._woken, self._ending, self._error = Event(), False, ""
        self._again: dict[int, float] = {}
        self._thread = Thread(target=self._run, name="alarms", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """There may be new alarms."""
        self._woken.set()

    def close(self) -> None:
        """Try once what has not been tried, for some seconds; the rest is for the next start."""
        self._ending = True
        self.wake()
        self._thread.join(PATIENCE)
        if self._error:
            warnings.warn(
                f"alarms could not be delivered: {self._error}; they are tried again at the next "
                "start",
                DeliveryWarning,
                stacklevel=3,
            )

    def _run(self) -> None:
        while True:
            self._woken.wait(self._rest())
            self._woken.clear()
            ending = self._ending  # asked first, so that what was written before it is delivered
            try:
                with closing(sqlite3.connect(self._path, timeout=30)) as db:
                    self._pass(db)
            except sqlite3.Error as error:
                self._error = str(error)
            if ending:
                return

    def _rest(self) -> float | None:
        """Seconds until something is to be tried again; None if nothing is."""
        if not self._again:
            return None
        return max(0.05, min(self._again.values()) - time.monotonic())

    def _pass(self, db: sqlite3.Connection) -> None:
        """Try everything whose time has come."""
        known = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'alarm'").fetchone()
        failed = ""
        for alarm in pending(db) if known else ():
            number, tries = alarm["number"], alarm.pop("tries")
            if time.monotonic() >= self._again.get(number, 0.0):
                error = self._tried(alarm)
                now = time.time() if error is None else None
                with db:
                    db.execute(_TRIED, (number, now, tries + 1, error))
                self._again.pop(number, None)
                if error is not None:
                    self._again[number] = time.monotonic() + min(LATE, SOON * 2.0**tries)
            failed = failed if number not in self._again else self._failure(db, number)
        self._error = failed

    def _tried(self, alarm: Alarm) -> str | None:
        """Deliver an alarm; what was wrong, if anything."""
        try:
            self._deliver(alarm)
        except Exception as error:
            return readable(" ".join(f"{type(error).__name__}: {error}".split()))[:500]
        return None

    def _failure(self, db: sqlite3.Connection, number: int) -> str:
        asked = "SELECT error FROM delivered WHERE number = ?"
        return str(db.execute(asked, (number,)).fetchone()[0])


def pending(db: sqlite3.Connection) -> list[Alarm]:
    """Alarms that have not been delivered, with how often each was tried."""
    rows = db.execute(_PENDING)
    names, labels = [column[0] for column in rows.description], overlay_of(db).labels
    alarms = [dict(zip(names, row, strict=True)) for row in rows.fetchall()]
    for alarm in alarms:
        alarm |= {name: json.loads(alarm[name]) for name in ("words", "texts") if alarm.get(name)}
        alarm["label"] = labels.get(alarm["topic"], ", ".join(alarm["words"][:3]))
    return alarms


@contextmanager
def delivering(folder: Path, deliver: Deliver | None) -> Iterator[Callable[[], None]]:
    """Deliver alarms while a stream is followed.

    Parameters
    ----------
    folder : Path
        The live model.
    deliver : callable or None
        Takes an alarm; None delivers nothing.

    Yields
    ------
    callable
        To be called when there may be new alarms.
    """
    if deliver is None:
        yield lambda: None
        return
    deliveries = Deliveries(folder, deliver)
    deliveries.wake()  # those that the last process has not delivered
    try:
        yield deliveries.wake
    finally:
        deliveries.close()
