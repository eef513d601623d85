"""Documents as words in their order: words that stand near each other are biterms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from reprlib import repr as short
from typing import Any, Self

import numpy as np
from scipy import sparse

from biterms.bags.with_pairs import WithPairs, chosen, paired, taken, without
from biterms.errors import InputError
from biterms.kernels import Array, Pairs
from biterms.settings import check_whole

#: documents that are read at a time
BLOCK = 10_000
#: as many words as can have numbers
MOST_WORDS = (1 << 31) - 1


class InOrder(WithPairs):
    """Documents whose biterms are words within a window.

    ``documents`` are lists of numbers of words in the order of the text, -1 for a word that has
    none (as `Vectoriser.ordered` gives them): it stays between its neighbours.
    """

    def __init__(self, documents: Iterable[Any], n_words: int, *, window: int = 2) -> None:
        check_whole("n_words", n_words, MOST_WORDS)
        self.window = checked_window(window)
        if isinstance(documents, str) or not isinstance(documents, Iterable):
            raise InputError(
                f"{type(documents).__name__} was given, expected lists of numbers of words"
            )
        blocks = [*_blocks(iter(documents), n_words)] or [_block([], n_words)]
        self.table = sparse.csr_array(sparse.vstack([table for table, _, _ in blocks]))
        self._ptr = np.concatenate([[0], np.cumsum(np.concatenate([n for _, n, _ in blocks]))])
        self._places = np.concatenate([places for _, _, places in blocks])

    def within(self, window: int) -> Self:
        """The same documents with other biterms."""
        return self._with(self.table, self._ptr, self._places, window)

    def __getitem__(self, rows: Any) -> Self:
        docs = chosen(rows, self.shape[0])
        ptr, at = taken(self._ptr, docs)
        return self._with(self.table[docs], ptr, self._places[at], self.window)

    def part(self, kept: Array) -> Self:
        """A word that is left out stays between its neighbours, too."""
        table, place = without(self.table, kept)
        entry = self._places + np.repeat(self.table.indptr[:-1], np.diff(self._ptr))
        known = self._places >= 0
        places = np.where(known, place[np.where(known, entry, 0)] if len(place) else -1, -1)
        return self._with(table, self._ptr, places.astype(np.int32), self.window)

    def of(self, docs: Array) -> Pairs:
        """Each time that two different words stand less than a window apart counts one."""
        ptr, at = taken(self._ptr, docs)
        document, places = np.repeat(np.arange(len(docs)), np.diff(ptr)), self._places[at]
        found = [_apart(document, places, steps) for steps in range(1, self.window)]
        return paired([np.concatenate(part) for part in zip(*found, strict=True)], len(docs))

    def _with(self, table: sparse.csr_array, ptr: Array, places: Array, window: int) -> Self:
        other = object.__new__(type(self))
        other.table, other._ptr, other._places = table, ptr, places
        other.window = checked_window(window)
        return other


def checked_window(window: Any) -> int:
    """How many words a window has; in one of two words are side by side."""
    check_whole("window", window)
    if not 2 <= window <= 1000:
        raise InputError(
            f"window={window}: expected 2 (words side by side) to 1,000; for every pair of a "
            "document use biterms=True"
        )
    return int(window)


def _apart(document: Array, places: Array, steps: int) -> tuple[Array, Array, Array]:
    """Document and places of different known words with so many steps between them."""
    one, other = places[:-steps], places[steps:]
    fine = (document[:-steps] == document[steps:]) & (one >= 0) & (other >= 0) & (one != other)
    return document[:-steps][fine], one[fine], other[fine]


def _blocks(
    documents: Iterator[Any], n_words: int
) -> Iterator[tuple[sparse.csr_array, Array, Array]]:
    """Tables, lengths and places, some documents at a time."""
    while some := list(islice(documents, BLOCK)):
        yield _block([_words(row, n_words) for row in some], n_words)


def _words(row: Any, n_words: int) -> Array:
    try:
        words = np.asarray(row)
        fine = words.ndim == 1 and (words.dtype.kind in "iu" or not words.size)
    except (ValueError, TypeError):
        fine = False
    if not fine or (words.size and not -1 <= words.min() <= words.max() < n_words):
        raise InputError(
            f"the document {short(row)}, expected a list of whole numbers below n_words="
            f"{n_words:,}, and -1 for words without one"
        )
    return words.astype(np.int64)


def _block(rows: list[Array], n_words: int) -> tuple[sparse.csr_array, Array, Array]:
    lengths = np.array([len(row) for row in rows], dtype=np.int64)
    words = np.concatenate([np.zeros(0, dtype=np.int64), *rows])
    document = np.repeat(np.arange(len(rows)), lengths)
    known = words >= 0
    keys, entry, counts = np.unique(
        document[known] * n_words + words[known], return_inverse=True, return_counts=True
    )
    owner, columns = np.divmod(keys, n_words)
    indptr = np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=len(rows)))])
    places = np.full(len(words), -1, dtype=np.int32)
    places[known] = entry - indptr[document[known]]
    parts = counts.astype(np.float32), columns.astype(np.int32), indptr
    return sparse.csr_array(parts, shape=(len(rows), n_words)), lengths, places
