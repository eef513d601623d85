"""What is remembered of a journal, so that only what has changed is read again."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Mapping

from biterms.serve.names import NAMELESS, Named, Worded, from_texts, named
from biterms.serve.periods import KnownPeriods

#: seconds after which names are looked for again that were not found
AGAIN = 1.0
_WORDS = """
SELECT topic, begin, label, words FROM topic_words WHERE length = ? AND begin >= ? ORDER BY begin
"""


class Remembered:
    """Periods, words and names of topics of one journal; any thread may ask.

    Parameters
    ----------
    file : tuple of int or None
        Which file it is of.
    """

    def __init__(self, file: tuple[int, int] | None) -> None:
        self.file, self.periods, self._lock = file, KnownPeriods(), threading.Lock()
        self._words: dict[int, Worded] = {}
        self._guesses: dict[int, str] = {}
        self._tried: set[int] = set()
        self._guess_at = 0.0
        self._merged: tuple[Named, Mapping[int, Worded], Named] = (NAMELESS, {}, NAMELESS)

    def guessed(self, db: sqlite3.Connection, new: set[int]) -> Mapping[int, str]:
        """Names of new topics by their texts; they stay, and what has none is tried again."""
        wanted, now = new - self._guesses.keys(), time.monotonic()
        if wanted - self._tried or (wanted and now >= self._guess_at):
            found = from_texts(db, wanted)
            self._guesses = {**self._guesses, **found}  # other threads may be reading it
            self._tried, self._guess_at = wanted, now + AGAIN
        return self._guesses

    def named(self, snapshot: Named, rows: Mapping[int, Worded]) -> Named:
        """Names and words of topics; what they are made of is replaced when it changes."""
        if self._merged[0] is not snapshot or self._merged[1] is not rows:
            self._merged = (snapshot, rows, named(snapshot, rows))
        return self._merged[2]

    def worded(self, db: sqlite3.Connection, step: int) -> Mapping[int, Worded]:
        """Words of topics; only rows that are not older than the newest known are read."""
        with self._lock:
            last = max((one.begin for one in self._words.values()), default=0)
            noticed = step if self._words else 0
            known = dict(self._words)
            for length in (86_400, 3600):
                for topic, begin, label, words in db.execute(_WORDS, (length, last)):
                    read, row = json.loads(words), known.get(topic)
                    now = (begin, label, [word for word, *_ in read], [p for _, p, _ in read])
                    if row is None or (begin >= row.begin and row[1:] != now):
                        known[topic] = Worded(noticed, *now)
            if known != self._words:
                self._words = known
            return self._words
