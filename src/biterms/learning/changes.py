"""Which rows of a posterior have changed since a moment, at a cost of the changed rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from biterms.kernels import Array

#: word ids that are remembered at least, however few words there are
ROOM = 1 << 16


class Mark(NamedTuple):
    """A moment of a posterior that `Posterior.changed_since` counts from."""

    epoch: object
    entry: int


class ChangeLog:
    """The words of the latest changes, as many as there is room for.

    An epoch is the time between two events that touch every row. Whoever holds a mark of another
    epoch, of another log (that of a copy, for example), or of a change that is no longer
    remembered, has to look at all rows.
    """

    def __init__(self) -> None:
        self._epoch = object()
        self._first, self._size, self._update = 0, 0, -1
        self._entries: list[Array] = []

    def mark(self) -> Mark:
        """Now."""
        return Mark(self._epoch, self._first + len(self._entries))

    def note(self, words: Array, n_words: int, update: int | None = None) -> None:
        """These words have changed, by update number ``update``; the same update counts once."""
        if update is not None and update <= self._update:
            return
        self._entries.append(words)
        self._size += len(words)
        self._update = self._update if update is None else update
        if self._size > max(ROOM, 2 * n_words):
            half = len(self._entries) // 2 + 1
            self._first += half
            self._entries = self._entries[half:]
            self._size = sum(map(len, self._entries))

    def forget(self) -> None:
        """Every row has changed."""
        self._epoch, self._first = object(), self._first + len(self._entries)
        self._entries, self._size = [], 0

    def since(self, mark: Mark) -> Array | None:
        """The words that have changed since, or None where that could be any word."""
        if mark.epoch is not self._epoch or mark.entry < self._first:
            return None
        later = self._entries[mark.entry - self._first :]
        return np.unique(np.concatenate([np.empty(0, dtype=np.int32), *later]))
