"""Which words of topics stand side by side in the texts of the sample."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.text.neighbours import Ranked
from biterms.topics.pairs import Choice, Placed

#: words that stand side by side, by their numbers
Phrase = tuple[int, ...]


class Neighbours(NamedTuple):
    """How often words come in texts, and where one comes right after another.

    Parameters
    ----------
    texts : int
        Number of texts.
    frequency : array
        How often they have each word.
    before : array of shape (K, n, n)
        How often words of each list come right before others of it.
    first, second : array of int
        Numbers of words of a list that are neighbours, each time, in the order of the texts.
    documents, at : array of int
        The text, and the place of the first word among those of all texts.
    """

    texts: int
    frequency: Array
    before: Array
    first: Array
    second: Array
    documents: Array
    at: Array

    @classmethod
    def unknown(cls, texts: int, frequency: Array, choice: Choice) -> Neighbours:
        """Those of words in counts, which do not say in which order they were written."""
        before = np.zeros((*choice.table.shape, choice.width))
        return cls(texts, frequency, before, *np.empty((4, 0), dtype=np.int64))

    @classmethod
    def of(cls, placed: Placed, texts: int, choice: Choice) -> Neighbours:
        """Those in texts; a stop word between two words parts them.

        Parameters
        ----------
        placed : Placed
            The chosen words in texts.
        texts : int
            Number of texts.
        choice : Choice
            The words of each topic.
        """
        documents, at, words, _ = placed
        frequency = np.bincount(words, minlength=len(choice.words))
        here = np.flatnonzero((np.diff(at) == 1) & (documents[1:] == documents[:-1]))
        rows, topics = choice.listed(words[here], words[here + 1])
        first, second = words[here], words[here + 1]
        before = choice.summed(topics, first[rows], second[rows], np.ones(len(rows)))
        some = rows[np.append(True, np.diff(rows) > 0)[: len(rows)]]
        here = here[some]
        return cls(texts, frequency, before, first[some], second[some], documents[here], at[here])

    def having(self, phrases: Sequence[Phrase]) -> list[dict[int, int]]:
        """The texts that have each of some phrases, with the place where they last have it.

        Parameters
        ----------
        phrases : sequence of tuple of int
            Numbers of two or more words of one list each.
        """
        n = len(self.frequency)
        codes = self.first.astype(np.int64) * n + self.second
        begun = np.array([u * n + v for u, v, *_ in phrases], dtype=np.int64)
        wanted, which = np.unique(begun, return_inverse=True)
        ranks = Ranked(wanted).of(codes)
        some = np.flatnonzero(ranks >= 0)
        some = some[np.argsort(ranks[some], kind="stable")]
        begins = np.searchsorted(ranks[some], np.arange(len(wanted) + 1)).tolist()
        rows = [some[begins[rank] : begins[rank + 1]] for rank in which.tolist()]
        return [self._going_on(*each) for each in zip(rows, phrases, strict=True)]

    def _going_on(self, rows: Array, phrase: Phrase) -> dict[int, int]:
        """Of places where a phrase begins with two words those where it goes on, by text."""
        for step, word in enumerate(phrase[2:], 1):
            rows = rows[rows + step < len(self.at)]
            rows = rows[self.at[rows + step] == self.at[rows] + step]
            rows = rows[self.second[rows + step] == word]
        return dict(zip(self.documents[rows].tolist(), self.at[rows].tolist(), strict=True))
