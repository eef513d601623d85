"""When words of the vocabulary joined, when texts last had them, and when they left."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from biterms.bags.with_pairs import WithPairs
from biterms.kernels import Array
from biterms.streams.chapters.chapter import Nothing, Rows
from biterms.streams.chapters.top_words import drops_of
from biterms.streams.many_rows import insert
from biterms.streams.observed import Look, Observer
from biterms.streams.packed import readable
from biterms.topics import TopicModel
from biterms.topics.fitted import Fitted

SCHEMA = """
CREATE TABLE word_seen (
    word TEXT PRIMARY KEY,         -- as the model knows it: its stem, if it stems
    name TEXT NOT NULL,            -- as most texts had written it when it joined
    id INTEGER UNIQUE,             -- its number in the model; NULL when it has left
    first INTEGER NOT NULL,        -- when it joined, by the time of the texts, seconds since 1970
    last INTEGER NOT NULL,         -- the newest text that has it, as of the newest snapshot
    left INTEGER                   -- when it left; NULL while it is there
) WITHOUT ROWID;
CREATE INDEX word_left ON word_seen (left) WHERE left IS NOT NULL;
"""
#: words that have left and are remembered
MOST = 20_000
_JOINED = "INSERT INTO word_seen (word, name, id, first, last)"
_AGAIN = "ON CONFLICT (word) DO UPDATE SET id = excluded.id, last = excluded.last, left = NULL"
_LEFT = "UPDATE word_seen SET id = NULL, last = max(last, ?), left = ? WHERE id = ?"
_FORGOTTEN = """
DELETE FROM word_seen WHERE left IS NOT NULL AND word NOT IN
    (SELECT word FROM word_seen WHERE left IS NOT NULL ORDER BY left DESC, word LIMIT ?)
"""


class WordSeen:
    """Words that join and leave are written with the cut; when they were last seen, now and then.

    A text costs one comparison for each of its words; only before a snapshot the words of all
    texts since the last one are written.
    """

    name = "word_seen"

    def __init__(self) -> None:
        self._last = np.empty(0, dtype=np.int64)
        self._written = np.empty(0, dtype=np.int64)
        self._drops = np.empty(0, dtype=np.int64)

    def ahead(self, step: int, look: Look) -> None:  # noqa: ARG002
        """Note the time of each word."""
        self._see(look.coming.documents, look.times)

    def take(self, step: int, seen: Observer, model: TopicModel) -> Rows:  # noqa: ARG002
        """Note which words are others than before."""
        if not seen.looks:
            return Nothing()
        now, fitted = int(max(look.times.max() for look in seen.looks)), model.fitted
        n, before = fitted.model.posterior_.n_words, len(self._last)
        drops = drops_of(fitted.model.posterior_, np.arange(n))
        changed = np.flatnonzero(drops[: len(self._drops)] != self._drops[:n])
        if n == len(self._drops) and not len(changed):
            return Nothing()
        left = [(int(self._last[i]), now, i) for i in changed.tolist()]
        joined = np.concatenate([changed, np.arange(len(self._drops), n)])
        self._last = np.append(self._last, np.full(max(0, n - before), now))
        self._last[joined] = now
        self._written = np.append(self._written, self._last[len(self._written) :])
        self._written[joined] = now
        self._drops = drops
        return Exchanged(left, _joined(fitted, joined, now))

    def _see(self, documents: Any, times: Array) -> None:
        """The newest time of each word."""
        table = documents.table if isinstance(documents, WithPairs) else documents
        words, each = table.indices, np.diff(table.indptr)
        missing = int(words.max(initial=-1)) + 1 - len(self._last)
        if missing > 0:  # words of the first documents, which are shown when it has begun
            self._last = np.append(self._last, np.zeros(missing, dtype=np.int64))
        whole = np.floor(times).astype(np.int64)
        if len(whole) and (whole == whole[0]).all():
            self._last[words] = np.maximum(self._last[words], whole[0])
        else:
            np.maximum.at(self._last, words, np.repeat(whole, each))

    def settle(self) -> Rows:
        """When words were last seen, as far as that has changed."""
        words = np.flatnonzero(self._last[: len(self._written)] != self._written)
        rows = [*zip(self._last[words].tolist(), words.tolist(), strict=True)]
        self._written = self._last.copy()
        return LastSeen(rows)

    def memory(self) -> Mapping[str, Array]:
        """When words were last seen, and how often ids have lost their words."""
        if not len(self._last):
            return {}
        return {"last": self._last, "written": self._written, "drops": self._drops}

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Go on from there."""
        self._last, self._drops = memory["last"].copy(), memory["drops"].copy()
        self._written = memory.get("written", self._last).copy()


class Exchanged(NamedTuple):
    """Words that have left: last seen, now and id; and words that have joined."""

    left: list[tuple[int, int, int]]
    joined: list[tuple[str, str, int, int, int]]

    def write(self, db: sqlite3.Connection) -> None:
        """Write them."""
        db.executemany(_LEFT, self.left)
        insert(db, _JOINED, self.joined, _AGAIN)
        if self.left:
            db.execute(_FORGOTTEN, (MOST,))


class LastSeen(NamedTuple):
    """When words were last seen, and their ids."""

    rows: list[tuple[int, int]]

    def write(self, db: sqlite3.Connection) -> None:
        """Write it."""
        db.executemany("UPDATE word_seen SET last = ? WHERE id = ?", self.rows)


def _joined(fitted: Fitted, ids: Array, now: int) -> list[tuple[str, str, int, int, int]]:
    assert fitted.text is not None
    words, ids = fitted.text.words_, np.setdiff1d(ids, fitted.model.posterior_.holes)
    keys = [words.keys[place] for place in words.place_of.values[ids].tolist()]
    names = fitted.text.names(ids)
    return [
        (readable(key), readable(name), i, now, now)
        for key, name, i in zip(keys, names, ids.tolist(), strict=True)
    ]
