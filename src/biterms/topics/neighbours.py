"""Which words of topics stand side by side in the texts of the sample."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array, Sequences

#: words that stand side by side, by their numbers
Phrase = tuple[int, ...]
#: bits of a code by which neighbours are told apart roughly
FILTER = 0xFFFF


class Placed(NamedTuple):
    """Some words of texts in their order: text, place among the words of all texts, word."""

    documents: Array
    at: Array
    words: Array

    @classmethod
    def of(cls, texts: Sequences, numbers: Array) -> Placed:
        """The words that have a number.

        Parameters
        ----------
        texts : Sequences
            Word ids in their order; -1 for words that have none.
        numbers : array of int
            The number of each word id, -1 for others; the last is for id -1.
        """
        words = numbers[texts.words]
        at = np.flatnonzero(words >= 0)
        documents = np.repeat(np.arange(len(texts)), np.diff(texts.ptr))[at]
        return cls(documents, at, words[at])


class Neighbours(NamedTuple):
    """How often words come in texts, and where one comes right after another.

    Parameters
    ----------
    texts : int
        Number of texts.
    frequency : array
        How often they have each word.
    first, second : array of int
        Numbers of the words that are neighbours, one for each time, in the order of the texts.
    documents, at : array of int
        The text, and the place of the first word among those of all texts.
    """

    texts: int
    frequency: Array
    first: Array
    second: Array
    documents: Array
    at: Array

    @classmethod
    def unknown(cls, texts: int, frequency: Array) -> Neighbours:
        """Those of words in counts, which do not say in which order they were written."""
        return cls(texts, frequency, *np.empty((4, 0), dtype=np.int64))

    @classmethod
    def of(cls, placed: Placed, n_words: int, texts: int) -> Neighbours:
        """Those in texts; a stop word between two words parts them.

        Parameters
        ----------
        placed : Placed
            The words, numbered from 0 on.
        n_words : int
            How many there are.
        texts : int
            Number of texts.
        """
        documents, at, words = placed
        here = np.flatnonzero((np.diff(at) == 1) & (documents[1:] == documents[:-1]))
        frequency = np.bincount(words, minlength=n_words)
        return cls(texts, frequency, words[here], words[here + 1], documents[here], at[here])

    def before(self, first: Array, second: Array) -> Array:
        """How often words come right before others, given by their numbers."""
        wanted = self._codes(first, second)
        codes = np.sort(self._asked(wanted)[0])
        left, right = (np.searchsorted(codes, wanted, side) for side in ("left", "right"))
        return np.asarray(right - left)

    def having(self, phrases: Sequence[Phrase]) -> list[dict[int, int]]:
        """The texts that have each of some phrases, with the place where they last have it.

        Parameters
        ----------
        phrases : sequence of tuple of int
            Numbers of two or more words each.
        """
        begun = np.array([phrase[:2] for phrase in phrases], dtype=np.int64).reshape(-1, 2)
        wanted = self._codes(*begun.T)
        codes, rows = self._asked(wanted)
        order = np.argsort(codes, kind="stable")
        codes, rows = codes[order], rows[order]
        left, right = (np.searchsorted(codes, wanted, side) for side in ("left", "right"))
        spans = map(slice, left.tolist(), right.tolist())
        documents, at = self.documents[rows].tolist(), self.at[rows].tolist()
        return [
            dict(zip(documents[span], at[span], strict=True))
            if len(phrase) == 2
            else self._going_on(rows[span], phrase)
            for span, phrase in zip(spans, phrases, strict=True)
        ]

    def _codes(self, first: Array, second: Array) -> Array:
        """One number for two words."""
        return np.asarray(first.astype(np.int64) * len(self.frequency) + second)

    def _asked(self, wanted: Array) -> tuple[Array, Array]:
        """Codes of all neighbours that may be wanted, and where they are.

        Most are not: without them sorting and searching are short.
        """
        codes, asked = self._codes(self.first, self.second), np.zeros(FILTER + 1, dtype=bool)
        asked[wanted & FILTER] = True
        rows = np.flatnonzero(asked[codes & FILTER])
        return codes[rows], rows

    def _going_on(self, rows: Array, phrase: Phrase) -> dict[int, int]:
        """Of places where a phrase begins with two words those where it goes on, by text."""
        for step, word in enumerate(phrase[2:], 1):
            rows = rows[rows + step < len(self.at)]
            rows = rows[self.at[rows + step] == self.at[rows] + step]
            rows = rows[self.second[rows + step] == word]
        return dict(zip(self.documents[rows].tolist(), self.at[rows].tolist(), strict=True))
