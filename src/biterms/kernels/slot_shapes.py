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
        found = cls.lines("\n".join(words))
        if len(found.ends) == len(words):
            return found
        # there are none, or some have a line break of their own
        ends = np.cumsum([len(_bytes(word)) + 1 for word in words], dtype=np.int64) - 1
        return cls(found.letters, ends)

    @classmethod
    def lines(cls, text: str) -> Spelled:
        """Take each line for a word.

        Parameters
        ----------
        text : str
            The lines.

        Returns
        -------
        Spelled
        """
        letters = np.frombuffer(_bytes(text), dtype=np.uint8)
        return cls(letters, np.append(np.flatnonzero(letters == ord("\n")), len(letters)))

    @classmethod
    def joined(cls, parts: Sequence[Spelled]) -> Spelled:
        """Words of several parts, numbered one part after the other.

        Parameters
        ----------
        parts : sequence of Spelled
            The parts, each with one word at least.

        Returns
        -------
        Spelled
        """
        between = np.zeros(1, dtype=np.uint8)
        letters = [array for part in parts for array in (part.letters, between)]
        begins = np.cumsum([0, *(len(part.letters) + 1 for part in parts)])
        ends = [part.ends + begin for part, begin in zip(parts, begins, strict=False)]
        return cls(np.concatenate(letters), np.concatenate(ends))

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
