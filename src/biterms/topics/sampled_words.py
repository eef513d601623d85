"""The words of the sample in one array, kept up as texts enter and leave the sample."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array, Sequences, Tokens
from biterms.text.readers import Record
from biterms.topics.pairs import Placed
from biterms.topics.sample import Entry, Held


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

    def only(self, documents: Array) -> SampledWords:
        """Some of its documents, given by their places in it."""
        begins, lengths = self.tokens.ptr[documents], np.diff(self.tokens.ptr)[documents]
        ptr = np.append(0, np.cumsum(lengths))
        words = np.arange(ptr[-1]) + np.repeat(begins - ptr[:-1], lengths)
        tokens = Tokens(ptr, self.tokens.ids[words], [])
        return SampledWords(self.seen, self.documents[documents], tokens, self.counts[words])

    def placed(self, numbers: Array) -> Placed:
        """Where it has the words that have a number, see `Placed.of`."""
        return Placed.of(Sequences(self.tokens.ptr, self.tokens.ids), self.counts, numbers)

    def since(self, before: SampledWords) -> tuple[SampledWords, SampledWords]:
        """The documents that have come since an earlier moment, and those that have gone."""
        come = np.arange(np.searchsorted(self.documents, before.seen), len(self.documents))
        return self.only(come), before.only(np.flatnonzero(~before._stay(self.documents)))

    def _stay(self, documents: Array) -> Array:
        """Which of its documents are among others, which are given in ascending order."""
        at = np.searchsorted(documents, self.documents)
        return np.asarray(np.append(documents, -1)[at] == self.documents)

    def _without(self, gone: Array) -> SampledWords:
        """All of its documents but some, which are few."""
        if not gone.any():
            return self
        sizes = np.diff(self.tokens.ptr)
        kept = np.repeat(~gone, sizes)
        ptr = np.append(0, np.cumsum(sizes[~gone]))
        tokens = Tokens(ptr, self.tokens.ids[kept], [])
        return SampledWords(self.seen, self.documents[~gone], tokens, self.counts[kept])

    def after(self, held: Held, places_of: Callable[[list[str]], Tokens]) -> SampledWords:
        """The same at a later moment; only documents that are new are looked at.

        Parameters
        ----------
        held : Held
            The sample.
        places_of : callable
            Gives texts as places of keys, for documents that have not been tokenised.
        """
        if held.seen == self.seen:
            return self
        first = int(np.searchsorted(held.places, self.seen))
        ids, sizes = words_of(held.entries[first:], places_of)
        old = self._without(~self._stay(held.places))
        return SampledWords(
            held.seen,
            held.places,
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
        keys = np.sort((codes + 1) * n + np.arange(n), kind="stable")
        begins = np.flatnonzero(np.append(True, np.diff(keys // n) > 0))
        counts[keys[begins] % n] = np.diff(np.append(begins, n))
    return counts


def words_of(entries: list[Entry], places_of: Callable[[list[str]], Tokens]) -> tuple[Array, Array]:
    """The words of entries of a sample as places of keys, and how many each entry has."""
    missing = [
        text.text if isinstance(text, Record) else text for text, words in entries if words is None
    ]
    read = places_of(missing) if missing else SampledWords.none().tokens
    if len(missing) == len(entries):
        return read.ids, np.diff(read.ptr)
    found = (read.ids[begin:end] for begin, end in pairwise(read.ptr.tolist()))
    added = [next(found) if words is None else words for _, words in entries]
    sizes = np.array([len(words) for words in added], dtype=np.int64)
    return np.concatenate(added).astype(np.int32), sizes
