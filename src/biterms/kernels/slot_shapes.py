"""Many words in one array."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Spelled(NamedTuple):
    """Words, one after the other.

    Parameters
    ----------
    letters : uint8 array
        The words in UTF-8, with one byte between two of them.
    ends : int64 array
        Word i is ``letters[ends[i - 1] + 1:ends[i]]``; the first begins with the first letter.
    """

    letters: NDArray[np.uint8]
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, words: Sequence[str]) -> Spelled:
        """Spell words out.

        Parameters
        ----------
        words : sequence of str
            Any words.

        Returns
        -------
        Spelled
        """
        letters = np.frombuffer(_bytes("\n".join(words)), dtype=np.uint8)
        ends = np.flatnonzero(letters == ord("\n"))
        if len(words):
            ends = np.append(ends, len(letters))
        if len(ends) != len(words):  # some have a line break of their own
            ends = np.cumsum([len(_bytes(word)) + 1 for word in words]) - 1
        return cls(letters, ends)

    def word(self, number: int) -> str:
        """One word.

        Parameters
        ----------
        number : int
            Its number, from 0 on.

        Returns
        -------
        str
        """
        begin = int(self.ends[number - 1]) + 1 if number else 0
        return self.letters[begin : self.ends[number]].tobytes().decode("utf8", "surrogatepass")

    def each(self) -> Iterator[str]:
        """All words."""
        return map(self.word, range(len(self.ends)))


def _bytes(text: str) -> bytes:
    return text.encode("utf8", "surrogatepass")
