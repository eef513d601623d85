"""Strings that are numbered without being made: they stay the bytes that were sent."""

from __future__ import annotations

import numpy as np

from biterms import kernels
from biterms.errors import StoreError
from biterms.kernels import Array, Spelled
from biterms.store import words_of_bytes
from biterms.store.words import END

#: places of a table for each name that it has
ROOM = 4


class Names:
    """Different strings in an array of bytes.

    Parameters
    ----------
    data : array of uint8
        What `bytes_of_words` gave.
    ends : array of int, optional
        Where each of them ends, if that is known.
    """

    def __init__(self, data: Array, ends: Array | None = None) -> None:
        self._data = data
        self._ends = np.flatnonzero(data == ord(END)) if ends is None else ends
        if len(data) and (not len(self._ends) or self._ends[-1] + 1 != len(data)):
            raise StoreError("the last one of the words has no end")

    def __len__(self) -> int:
        return len(self._ends)

    @property
    def spelled(self) -> Spelled:
        """As the table of words takes them."""
        return Spelled(self._data[:-1], self._ends)

    def strings(self) -> list[str]:
        """All of them as strings."""
        return words_of_bytes(self._data)

    def followed(self, others: Names) -> Names:
        """These, and then the others."""
        ends = np.concatenate([self._ends, len(self._data) + others._ends])
        return Names(np.concatenate([self._data, others._data]), ends)

    def some(self, chosen: Array) -> Names:
        """Those that are chosen, in their order."""
        sizes = np.diff(self._ends, prepend=-1)
        return Names(self._data[np.repeat(chosen, sizes)], np.cumsum(sizes[chosen]) - 1)


class Numbered:
    """Names with numbers 0, 1, ... in order of appearance."""

    def __init__(self) -> None:
        self._known = Names(np.empty(0, dtype=np.uint8))
        self._table = np.full(1, -1, dtype=np.int32)

    def __len__(self) -> int:
        return len(self._known)

    def strings(self) -> list[str]:
        """All of them in the order of their numbers."""
        return self._known.strings()

    def find(self, names: Names) -> Array:
        """The number of each name, -1 for those that have none."""
        if not len(self) or not len(names):
            return np.full(len(names), -1, dtype=np.int32)
        return kernels.find_words(names.spelled, self._known.spelled, self._table)

    def add(self, names: Names) -> Array:
        """The number of each name; new ones follow the others in their order."""
        numbers = self.find(names)
        new = numbers < 0
        numbers[new] = len(self) + np.arange(np.count_nonzero(new))
        self._add(names if new.all() else names.some(new))
        return numbers

    def _add(self, names: Names) -> None:
        first = len(self)
        self._known = self._known.followed(names)
        if 2 * len(self) > len(self._table):
            room = 1 << (ROOM * len(self)).bit_length()
            self._table, first = np.full(room, -1, dtype=np.int32), 0
        kernels.place_words(self._known.spelled, self._table, first)
