"""Which rows of a posterior have changed since a moment, at a cost of the changed rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from biterms.kernels import Array

#: word ids that are remembered at least, however few words there are
ROOM = 1 << 16


class Mark(NamedTuple):
    """A moment of a posterior that `Posterior.changed_since` counts from."""

    epoch: int
    entry: int


class ChangeLog:
    """The words of the latest changes, as many as there is room for.

    ``epoch`` counts the events that touch every row: whoever holds a mark of an earlier epoch, or
    of a change that is no longer remembered, has to look at all rows.
    """

    def __init__(self, epoch: int = 0) -> None:
        self.epoch = epoch
        self._first, self._size, self._update = 0, 0, -1
        self._entries: list[Array] = []

    def mark(self) -> Mark:
        """Now."""
        return Mark(self.epoch, self._first + len(self._entries))

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
        self.epoch, self._first = self.epoch + 1, self._first + len(self._entries)
        self._entries, self._size = [], 0

    def since(self, mark: Mark) -> Array | None:
        """The words that have changed since, or None where that could be any word."""
        if mark.epoch != self.epoch or mark.entry < self._first:
            return None
        later = self._entries[mark.entry - self._first :]
        return np.unique(np.concatenate([np.empty(0, dtype=np.int32), *later]))
