"""How often words of topics stand next to each other in the texts of the sample."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.topics.sampled_words import SampledWords

#: bits of a code by which neighbours are told apart roughly
FILTER = 0xFFFF


class Neighbours(NamedTuple):
    """How often some words come in texts, and which ones come right after which.

    Parameters
    ----------
    texts : int
        Number of texts.
    frequency : array
        How often they have each word.
    first, second : array of int
        Numbers of the words that are neighbours, one for each time.
    """

    texts: int
    frequency: Array
    first: Array
    second: Array

    @classmethod
    def unknown(cls, texts: int, frequency: Array) -> Neighbours:
        """Those of words in counts, which do not say in which order they were written."""
        none = np.empty(0, dtype=np.int64)
        return cls(texts, frequency, none, none)

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
        ptr, ids, _ = sampled.tokens
        numbers = np.full(n_places + 1, -1, dtype=np.int32)  # the last is for id -1
        numbers[places] = np.arange(len(places))
        words = numbers.take(ids, mode="wrap")
        at = np.flatnonzero(words >= 0)
        words = words[at]
        begins = np.zeros(len(ids) + 1, dtype=bool)
        begins[ptr] = True
        here = np.flatnonzero((np.diff(at) == 1) & ~begins[at[1:]])
        frequency = np.bincount(words, minlength=len(places))
        return cls(len(ptr) - 1, frequency, words[here], words[here + 1])

    def before(self, first: Array, second: Array) -> Array:
        """How often words come right before others, given by their numbers."""
        n = len(self.frequency)
        wanted = first.astype(np.int64) * n + second
        codes = self.first.astype(np.int64) * n + self.second
        # most neighbours are not asked for: without them the sorting is short
        asked = np.zeros(FILTER + 1, dtype=bool)
        asked[wanted & FILTER] = True
        codes = np.sort(codes[asked[codes & FILTER]])
        left, right = (np.searchsorted(codes, wanted, side) for side in ("left", "right"))
        return np.asarray(right - left)
