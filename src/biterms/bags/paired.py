"""Documents whose biterms the user names: a sparse table of pairs beside that of words."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from biterms.bags.counts import MAX_WEIGHT
from biterms.bags.with_pairs import WithPairs, counts_in, paired, rows_of, without
from biterms.errors import InputError
from biterms.kernels import Array, Counts, Pairs
from biterms.measures.split import canonical
from biterms.sparse_input import compressed_rows
from biterms.store.documents import chosen


class Paired(WithPairs):
    """Documents with biterms that you name, such as pairs from a parser.

    Parameters
    ----------
    X : array or sparse matrix of shape (documents, words)
        Counts.
    weights : array or sparse matrix of shape (documents, pairs)
        Weight C_uv of each pair in each document, for one order of its words.
    pairs : array of int of shape (pairs, 2)
        The two words, columns of X, of each column of ``weights``.

    Attributes
    ----------
    table : csr_array
        Counts, documents x words.

    Raises
    ------
    InputError
        If the shapes do not fit together, or if a document has a pair without both of its words.

    Examples
    --------
    >>> documents = Paired([[1, 1, 1], [1, 0, 2]], [[1, 0.5], [0, 2]], [(0, 1), (0, 2)])
    >>> documents.shape, documents.most_pairs().tolist()
    ((2, 3), [2, 1])
    """

    def __init__(self, X: Any, weights: Any, pairs: ArrayLike) -> None:
        table, weights = _table("X", X), _table("weights", weights)
        named = _named(pairs, table.shape[1])
        if weights.shape != (table.shape[0], len(named)):
            raise InputError(
                f"weights of shape {weights.shape}, expected {(table.shape[0], len(named))}: a row "
                "for each document and a column for each pair"
            )
        self.counts, self._pairs = counts_in(table), _placed(table, weights, named)

    def __getitem__(self, rows: Any) -> Self:
        """Take some of the documents."""
        docs = rows_of(rows, self.shape[0])
        return self._with(chosen(self.counts, docs), self._pairs.of(docs))

    def part(self, kept: Array) -> Self:
        """Leave out some words, and every biterm that has one of them.

        Parameters
        ----------
        kept : array of bool
            Which entries of ``table`` stay, in their order.

        Returns
        -------
        Paired
            The documents without the other words.
        """
        table, place = without(self.table, kept)
        document = np.repeat(np.arange(self.shape[0]), np.diff(self._pairs.ptr))
        begin = self.counts.indptr[document]
        left, right = place[begin + self._pairs.left], place[begin + self._pairs.right]
        fine = (left >= 0) & (right >= 0)
        entries = [document[fine], left[fine], right[fine]]
        pairs = paired(entries, self.shape[0], self._pairs.weight[fine])
        return self._with(counts_in(table), pairs)

    def arrays(self) -> tuple[Array, ...]:
        """Return the biterms as arrays."""
        return self._pairs.ptr, self._pairs.left, self._pairs.right, self._pairs.weight

    def of(self, docs: Array) -> Pairs:
        """Return the biterms of some documents.

        Parameters
        ----------
        docs : array of int
            Row numbers of the documents.

        Returns
        -------
        Pairs
            Their biterms with the weights that were given.
        """
        return self._pairs.of(docs)

    def most_pairs(self) -> Array:
        """Return the number of biterms of each document."""
        return np.diff(self._pairs.ptr)

    def _with(self, counts: Counts, pairs: Pairs) -> Self:
        other = object.__new__(type(self))
        other.counts, other._pairs = counts, pairs
        return other


def _table(name: str, given: Any) -> sparse.csr_array:
    """In single precision: what is too small for it is nothing."""
    rows = compressed_rows(given) if sparse.issparse(given) else given
    try:
        table = sparse.csr_array(rows, dtype=np.float64)
    except (ValueError, TypeError) as error:
        raise InputError(
            f"{name}: {error}; expected a table of numbers, documents x columns"
        ) from None
    if table.nnz and not 0 <= table.data.min() <= table.data.max() <= MAX_WEIGHT:
        raise InputError(
            f"{name} has numbers from {table.data.min():.3g} to {table.data.max():.3g}, expected 0 "
            f"to {MAX_WEIGHT:g} and no NaN"
        )
    return canonical(table.astype(np.float32))


def _named(pairs: ArrayLike, n_words: int) -> Array:
    try:
        named = np.asarray(pairs)
    except ValueError:  # lists of different lengths
        named = np.zeros(0, dtype=object)
    fine = named.ndim == 2 and named.shape[1] == 2 and named.dtype.kind in "iu"
    if not (fine or (not named.size and named.dtype != object)) or (
        named.size
        and not (0 <= named.min() <= named.max() < n_words and (named[:, 0] != named[:, 1]).all())
    ):
        raise InputError(
            f"pairs of shape {named.shape}, expected two different columns of X (below "
            f"{n_words:,}) for each pair"
        )
    return named.reshape(-1, 2).astype(np.int64)


def _placed(table: sparse.csr_array, weights: sparse.csr_array, named: Array) -> Pairs:
    document = np.repeat(np.arange(table.shape[0]), np.diff(weights.indptr))
    entries = table.indices + table.shape[1] * np.repeat(
        np.arange(table.shape[0]), np.diff(table.indptr)
    )
    keys = document[:, None] * table.shape[1] + named[weights.indices]
    at = np.minimum(np.searchsorted(entries, keys), max(0, len(entries) - 1))
    missing = (entries[at] != keys).any(axis=1) if len(entries) else np.ones(len(keys), dtype=bool)
    if missing.any():
        first = int(missing.argmax())
        u, v = named[weights.indices[first]].tolist()
        raise InputError(
            f"document {document[first]} has the pair ({u}, {v}) but not both of its words: leave "
            "it out, or count the words"
        )
    places = at - table.indptr[document][:, None]
    return paired([document, places[:, 0], places[:, 1]], table.shape[0], weights.data)
