"""How often words of topics stand next to each other in the texts of the sample."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.topics.sampled_words import SampledWords


class Neighbours(NamedTuple):
    """Texts that have each of some words, and how often one comes right before another.

    Parameters
    ----------
    texts : int
        Number of texts.
    frequency : array
        How many of them have each word.
    codes : array of int
        One for each time that two of the words are neighbours, ascending: the number of the first,
        times the number of words, plus that of the second.
    """

    texts: int
    frequency: Array
    codes: Array

    @classmethod
    def in_sample(cls, sampled: SampledWords, places: Array, n_places: int) -> Neighbours:
        """Those in the sample; a stop word between two words parts them.

        Parameters
        ----------
        sampled : SampledWords
            The sample.
        places : array of int
            The words, as places of keys.
        n_places : int
            Number of places.
        """
        n, (ptr, ids, _) = len(places), sampled.tokens
        numbers = np.full(n_places + 1, -1, dtype=np.int32)  # the last is for id -1
        numbers[places] = np.arange(n)
        words = numbers[ids]
        at = np.flatnonzero(words >= 0)
        words = words[at].astype(np.int64)
        frequency = np.bincount(words[sampled.counts[at] > 0], minlength=n)
        begins = np.zeros(len(ids) + 1, dtype=bool)
        begins[ptr] = True
        next_to = np.flatnonzero((np.diff(at) == 1) & ~begins[at[1:]])
        codes = np.sort(words[next_to] * n + words[next_to + 1])
        return cls(len(ptr) - 1, frequency, codes)

    def before(self, first: Array, second: Array) -> Array:
        """How often words come right before others, given by their numbers."""
        codes = first * len(self.frequency) + second
        left, right = (np.searchsorted(self.codes, codes, side) for side in ("left", "right"))
        return np.asarray(right - left)
