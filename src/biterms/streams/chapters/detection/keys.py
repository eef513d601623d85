"""The words of a stream, each with a slot: letters in an array, not one object for each word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Spelled
from biterms.text.growing import Growing

_BETWEEN = np.array([ord("\n")], dtype=np.int8)


class Keys:
    """Words with a slot each: 0, 1, ... in order of appearance.

    Parameters
    ----------
    words : Spelled
        The words, by slot.
    """

    def __init__(self, words: Spelled) -> None:
        self._letters, self._ends = Growing(np.int8), Growing(np.int64)
        self._table = np.full(1024, -1, dtype=np.int32)
        self._add(words)

    def __len__(self) -> int:
        return len(self._ends)

    @property
    def words(self) -> Spelled:
        """The words, by slot."""
        return Spelled(self._letters.values.view(np.uint8), self._ends.values)

    def of(self, slots: Sequence[int]) -> list[str]:
        """The words of slots."""
        words = self.words
        return [words.word(slot) for slot in slots]

    def slots_of(self, keys: Sequence[str]) -> Array:
        """The slots of words; new words get one.

        Parameters
        ----------
        keys : sequence of str
            Different words.

        Returns
        -------
        array of int
        """
        slots = kernels.find_words(Spelled.of(keys), self.words, self._table)
        new = np.flatnonzero(slots < 0)
        slots[new] = len(self) + np.arange(len(new))
        self._add(Spelled.of([keys[i] for i in new.tolist()]))
        return slots

    def _add(self, words: Spelled) -> None:
        if not len(words.ends):
            return
        first, begin = len(self), len(self._letters)
        if first:
            self._letters.put(begin, _BETWEEN)
            begin += 1
        self._letters.put(begin, words.letters.view(np.int8))
        self._ends.put(first, begin + words.ends)
        if 2 * len(self) > len(self._table):
            room = 1 << (4 * len(self)).bit_length()
            self._table, first = np.full(room, -1, dtype=np.int32), 0
        kernels.place_words(self.words, self._table, first)
