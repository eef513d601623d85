"""The words of the sample in one array, kept up as texts enter and leave the sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from biterms.kernels import Array, Tokens
from biterms.text.readers import Record
from biterms.topics.sample import Held


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
        numbers = np.fromiter(map(itemgetter(1), held.heap), np.int64, len(held.heap))
        new = [held.heap[i] for i in np.flatnonzero(numbers >= self.seen).tolist()]
        added = words_of(sorted(new, key=itemgetter(1)), places_of)
        sizes = np.array([len(words) for words in added], dtype=np.int64)
        ids = np.concatenate([np.empty(0, dtype=np.int32), *added]).astype(np.int32)
        numbers = np.sort(numbers)
        stay = np.append(numbers, -1)[np.searchsorted(numbers, self.documents)] == self.documents
        lengths = np.diff(self.tokens.ptr)
        old = np.repeat(stay, lengths)
        ptr = np.append(0, np.cumsum(np.concatenate([lengths[stay], sizes])))
        return SampledWords(
            held.seen,
            np.concatenate([self.documents[stay], numbers[np.searchsorted(numbers, self.seen) :]]),
            Tokens(ptr, np.concatenate([self.tokens.ids[old], ids]), []),
            np.concatenate([self.counts[old], first_counts(ids, sizes)]),
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


def words_of(entries: list[Any], places_of: Callable[[list[str]], Tokens]) -> list[Array]:
    """The words of each entry of a sample as places of keys."""
    missing = [
        text.text if isinstance(text, Record) else text
        for _, _, text, words in entries
        if words is None
    ]
    found: Iterator[Array] = iter(())
    if missing:
        read = places_of(missing)
        found = iter(np.split(read.ids, read.ptr[1:-1]))
    return [next(found) if words is None else words for _, _, _, words in entries]
