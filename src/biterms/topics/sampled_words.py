"""The words of the sample in one array, kept up as texts enter and leave the sample."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array, Sequences, Tokens
from biterms.topics.sample_parts import Part
from biterms.topics.texts import plain


class SampledWords(NamedTuple):
    """The words of the sample as places of keys, document after document.

    Parameters
    ----------
    seen : int
        Documents that had gone by.
    documents : array of int
        Their numbers, ascending.
    tokens : Tokens
        Their words.
    counts : array of float
        How often the document has the word, where it has it for the first time; else 0.
    """

    seen: int
    documents: Array
    tokens: Tokens
    counts: Array

    @classmethod
    def none(cls) -> SampledWords:
        """Of an empty sample."""
        tokens = Tokens(np.zeros(1, dtype=np.int64), np.empty(0, dtype=np.int32), [])
        return cls(0, np.empty(0, dtype=np.int64), tokens, np.empty(0))

    def sequences(self) -> Sequences:
        """The words of all documents, in their order."""
        return Sequences(self.tokens.ptr, self.tokens.ids)

    def only(self, documents: Array) -> SampledWords:
        """Some of its documents, given by their places in it."""
        begins, lengths = self.tokens.ptr[documents], np.diff(self.tokens.ptr)[documents]
        ptr = np.append(0, np.cumsum(lengths))
        words = np.arange(ptr[-1]) + np.repeat(begins - ptr[:-1], lengths)
        tokens = Tokens(ptr, self.tokens.ids[words], [])
        return SampledWords(self.seen, self.documents[documents], tokens, self.counts[words])

    def after(
        self, seen: int, part: Part, places_of: Callable[[list[str]], Tokens]
    ) -> SampledWords:
        """The same at a later moment; only documents that are new are looked at.

        Parameters
        ----------
        seen : int
            Documents that have gone by.
        part : Part
            The sample.
        places_of : callable
            Gives texts as places of keys, for documents that have not been tokenised.
        """
        if seen == self.seen:
            return self
        sizes, ids = words_of(part.since(self.seen), places_of)
        places = np.append(part.places, -1)
        stay = places[np.searchsorted(part.places, self.documents)] == self.documents
        old = self if stay.all() else self.only(np.flatnonzero(stay))
        return SampledWords(
            seen,
            part.places,
            Tokens(
                np.append(old.tokens.ptr, old.tokens.ptr[-1] + np.cumsum(sizes)),
                np.concatenate([old.tokens.ids, ids]),
                [],
            ),
            np.concatenate([old.counts, first_counts(ids, sizes)]),
        )


def first_counts(words: Array, sizes: Array) -> Array:
    """How often each document has a word, at its first place; 0 where it comes again."""
    n, counts = len(words), np.zeros(len(words))
    if n:
        # sorted numbers are cheaper than a sorted order of numbers
        codes = np.repeat(np.arange(len(sizes)), sizes) * (int(words.max()) + 2) + words
        keys = np.sort((codes + 1) * n + np.arange(n))
        begins = np.flatnonzero(np.append(True, np.diff(keys // n) > 0))
        counts[keys[begins] % n] = np.diff(np.append(begins, n))
    return counts


def words_of(part: Part, places_of: Callable[[list[str]], Tokens]) -> tuple[Array, Array]:
    """How many words each document of a sample has, and the words as places of keys."""
    known = part.sizes >= 0
    if known.all():
        return part.sizes, part.ids
    read = places_of(plain([*compress(part.texts, (~known).tolist())]))
    sizes = part.sizes.copy()
    sizes[~known] = np.diff(read.ptr)
    ids, old = np.empty(sizes.sum(), dtype=np.int32), np.repeat(known, sizes)
    ids[old], ids[~old] = part.ids, read.ids
    return sizes, ids
