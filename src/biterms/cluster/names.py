"""Strings that are numbered without being made: they stay the bytes that were sent."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from biterms import kernels
from biterms.errors import StoreError
from biterms.kernels import Array, Spelled
from biterms.store import bytes_of_words, words_of_bytes
from biterms.store.words import END
from biterms.text.growing import Growing

#: places of a table for each name that it has
ROOM = 4


class Names:
    """Strings in an array of bytes.

    Parameters
    ----------
    data : array of uint8
        What `bytes_of_words` gave.
    ends : array of int, optional
        Where each of them ends, if that is known.
    """

    def __init__(self, data: Array, ends: Array | None = None) -> None:
        self.data = data
        self.ends = np.flatnonzero(data == ord(END)) if ends is None else ends
        if len(data) and (not len(self.ends) or self.ends[-1] + 1 != len(data)):
            raise StoreError("the last one of the words has no end")

    @classmethod
    def of(cls, strings: Iterable[str]) -> Names:
        """Those of strings."""
        return cls(bytes_of_words(strings))

    def __len__(self) -> int:
        return len(self.ends)

    @property
    def spelled(self) -> Spelled:
        """As the table of words takes them."""
        return Spelled(self.data[:-1], self.ends)

    def strings(self) -> list[str]:
        """All of them as strings."""
        return words_of_bytes(self.data)

    def some(self, numbers: Array) -> Names:
        """Those of some numbers, in the order of these."""
        begins = np.append(0, self.ends + 1)
        sizes = np.diff(begins)[numbers]
        ends = np.cumsum(sizes)
        at = np.repeat(begins[numbers] - ends + sizes, sizes) + np.arange(sizes.sum())
        return Names(self.data[at], ends - 1)


class Numbered:
    """Names with numbers 0, 1, ... in order of appearance."""

    def __init__(self) -> None:
        self._data, self._ends = Growing(np.int8), Growing(np.int64)
        self._table = np.full(1, -1, dtype=np.int32)

    def __len__(self) -> int:
        return len(self._ends)

    @property
    def names(self) -> Names:
        """All of them in the order of their numbers."""
        return Names(self._data.values.view(np.uint8), self._ends.values)

    def find(self, names: Names) -> Array:
        """The number of each name, -1 for those that have none."""
        if not len(self) or not len(names):
            return np.full(len(names), -1, dtype=np.int32)
        return kernels.find_words(names.spelled, self.names.spelled, self._table)

    def add(self, names: Names, found: Array | None = None) -> Array:
        """The number of each of different names; new ones follow the others in their order.

        What `find` has given may be handed in.
        """
        numbers = self.find(names) if found is None else found
        if len(new := np.flatnonzero(numbers < 0)):
            numbers[new] = len(self) + np.arange(len(new))
            self._add(names if len(new) == len(names) else names.some(new))
        return numbers

    def _add(self, names: Names) -> None:
        first, begin = len(self), len(self._data)
        self._data.put(begin, names.data.view(np.int8))
        self._ends.put(first, begin + names.ends)
        if 2 * len(self) > len(self._table):
            room = 1 << (ROOM * len(self)).bit_length()
            self._table, first = np.full(room, -1, dtype=np.int32), 0
        kernels.place_words(self.names.spelled, self._table, first)
