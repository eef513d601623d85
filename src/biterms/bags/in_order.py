"""Documents as words in their order: words that stand near each other are biterms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from reprlib import repr as short
from typing import Any, Self

import numpy as np

from biterms.bags.with_pairs import WithPairs, counts_in, rows_of, without
from biterms.errors import InputError, SettingError
from biterms.kernels import Array, Counts, Pairs, Sequences, near_pairs
from biterms.settings import check_whole
from biterms.store.columns import Column, taken
from biterms.store.documents import chosen, entries, joined
from biterms.store.space import IN_MEMORY, Space

#: Documents that are read at a time.
DOCS_AT_ONCE = 10_000
#: As many words as can have numbers.
MOST_WORDS = (1 << 31) - 1
#: Words of a window at most.
WIDEST = 1000


class InOrder(WithPairs):
    """Documents as words in their order, of which near ones are biterms.

    Parameters
    ----------
    documents : iterable of sequences of int
        The columns of the words of each document in their order, as `Vectoriser.ordered` gives
        them; -1 is a word without a column, which stays between its neighbours.
    n_words : int
        Number of columns.

    Attributes
    ----------
    table : csr_array
        Counts, documents x words.
    window : int
        Words less than this far from each other are biterms; 2 at first, see `within`.

    Raises
    ------
    InputError
        If a document is not a list of whole numbers from -1 to ``n_words - 1``.

    Examples
    --------
    >>> documents = InOrder([[0, 1, 2], [2, -1, 0]], n_words=3)
    >>> documents.table.toarray().astype(int).tolist()
    [[1, 1, 1], [1, 0, 1]]
    >>> len(documents[:1]), documents.within(3).window
    (1, 3)
    """

    def __init__(self, documents: Iterable[Any], n_words: int) -> None:
        if isinstance(documents, str) or not isinstance(documents, Iterable):
            raise InputError(
                f"{type(documents).__name__} was given, expected lists of numbers of words"
            )
        self._take(_pieces(iter(documents)), n_words)

    @classmethod
    def from_pieces(
        cls, pieces: Iterable[Sequences], n_words: int, space: Space = IN_MEMORY
    ) -> Self:
        """Take many documents at a time, as `Vectoriser.in_order` gives them.

        Parameters
        ----------
        pieces : iterable of Sequences
            The documents.
        n_words : int
            Number of columns.
        space : Space, optional
            Makes the columns that hold the numbers of all documents; by default in memory.

        Returns
        -------
        InOrder
            All documents.
        """
        made = object.__new__(cls)
        made._take(pieces, n_words, space)
        return made

    def _take(self, pieces: Iterable[Sequences], n_words: int, space: Space = IN_MEMORY) -> None:
        check_whole("n_words", n_words, MOST_WORDS)
        ptr, places = space.column(np.int64), space.column(np.int32)
        ptr.append(np.zeros(1))
        self.counts = joined(_rows(pieces, n_words, ptr, places), n_words, space)
        self._ptr, self._places, self.window = ptr.array(), places.array(), 2

    def within(self, window: int) -> Self:
        """Return the same documents with a window of another size.

        Parameters
        ----------
        window : int
            2 (words side by side) to 1,000 words.

        Returns
        -------
        InOrder
            The documents; they share their memory.

        Raises
        ------
        SettingError
            If the window is out of range.
        """
        return self._with(self.counts, self._ptr, self._places, window)

    def __getitem__(self, rows: Any) -> Self:
        """Take some of the documents."""
        docs = rows_of(rows, self.shape[0])
        ptr, at = entries(self._ptr, docs)
        return self._with(chosen(self.counts, docs), ptr, taken(self._places, at), self.window)

    def part(self, kept: Array) -> Self:
        """Leave out some words; each leaves a gap between its neighbours.

        Parameters
        ----------
        kept : array of bool
            Which entries of ``table`` stay, in their order.

        Returns
        -------
        InOrder
            The documents without the other words.
        """
        table, place = without(self.table, kept)
        entry = self._places + np.repeat(self.counts.indptr[:-1], np.diff(self._ptr))
        known = self._places >= 0
        places = np.where(known, place[np.where(known, entry, 0)] if len(place) else -1, -1)
        return self._with(counts_in(table), self._ptr, places.astype(np.int32), self.window)

    def arrays(self) -> tuple[Array, ...]:
        """Return the order of the words."""
        return self._ptr, self._places

    def of(self, docs: Array) -> Pairs:
        """Count the pairs of different words that stand within a window.

        Parameters
        ----------
        docs : array of int
            Row numbers of the documents.

        Returns
        -------
        Pairs
            The biterms of these documents; the weight is the number of times that the pair occurs.
        """
        ptr, at = entries(self._ptr, docs)
        begin = self.counts.indptr
        sizes = taken(begin, docs + 1) - taken(begin, docs)
        return near_pairs(Sequences(ptr, taken(self._places, at)), sizes, self.window)

    def most_pairs(self) -> Array:
        """Bound the biterms of each document: any two words, or each with those that follow it."""
        n = np.diff(self.counts.indptr)
        return np.asarray(np.minimum(n * (n - 1) // 2, np.diff(self._ptr) * (self.window - 1)))

    def _with(self, counts: Counts, ptr: Array, places: Array, window: int) -> Self:
        other = object.__new__(type(self))
        other.counts, other._ptr, other._places = counts, ptr, places
        other.window = checked_window(window)
        return other


def checked_window(window: Any) -> int:
    """Check the number of words of a window."""
    check_whole("window", window)
    if not 2 <= window <= WIDEST:
        raise SettingError(
            f"window={window}: expected 2 (words side by side) to {WIDEST:,}; for every pair of a "
            "document use biterms=True"
        )
    return int(window)


def _pieces(documents: Iterator[Any]) -> Iterator[Sequences]:
    while some := list(islice(documents, DOCS_AT_ONCE)):
        rows = [_words(row) for row in some]
        yield Sequences(np.cumsum([0, *map(len, rows)]), np.concatenate(rows))


def _words(row: Any) -> Array:
    try:
        words = np.asarray(row)
        fine = words.ndim == 1 and (words.dtype.kind in "iu" or not words.size)
    except (ValueError, TypeError):
        fine = False
    if not fine:
        raise InputError(f"a document is {short(row)}, expected a list of whole numbers")
    return words.astype(np.int64)


def _rows(
    pieces: Iterable[Sequences], n_words: int, ptr: Column, places: Column
) -> Iterator[tuple[Array, Array, Array]]:
    """Counts of the documents of each piece; the order of their words goes to two columns."""
    n = 0
    for piece in pieces:
        rows, at = _counted(piece, n_words)
        ptr.append(n + piece.ptr[1:] - piece.ptr[0])
        places.append(at)
        n += len(at)
        yield rows


def _counted(piece: Sequences, n_words: int) -> tuple[tuple[Array, Array, Array], Array]:
    """Counts of words, and which entry of its document each word is."""
    if piece.words.size and not -1 <= piece.words.min() <= piece.words.max() < n_words:
        raise InputError(
            f"words from {piece.words.min()} to {piece.words.max()}, expected numbers below "
            f"n_words={n_words:,}, and -1 for words without one"
        )
    words, n_docs = piece.words, len(piece.ptr) - 1
    document = np.repeat(np.arange(n_docs), np.diff(piece.ptr))
    known = words >= 0
    keys, entry, counts = np.unique(
        document[known] * n_words + words[known], return_inverse=True, return_counts=True
    )
    owner, columns = np.divmod(keys, n_words)
    indptr = np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=n_docs))])
    places = np.full(len(words), -1, dtype=np.int32)
    places[known] = entry - indptr[document[known]]
    return (indptr, columns.astype(np.int32), counts.astype(np.float32)), places
