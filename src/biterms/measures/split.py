"""Which terms of a document are held out: a choice that is random, yet always the same."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from itertools import pairwise
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from biterms.errors import InputError, SettingError
from biterms.sparse_input import compressed_rows

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
#: terms that are sorted at once: NumPy answers no interrupt meanwhile
_PIECE = 1 << 18


class Partible(ABC):
    """Documents that are more than counts, such as words in order, and can lose some words.

    Attributes
    ----------
    table : csr_array
        Their counts, documents x terms, with sorted rows and without zeros.
    """

    table: sparse.csr_array

    @abstractmethod
    def __getitem__(self, rows: Any) -> Self:
        """Take some of the documents."""

    @abstractmethod
    def part(self, kept: NDArray[np.bool_]) -> Self:
        """Leave out some entries of the table.

        Parameters
        ----------
        kept : array of bool
            Which entries of ``table`` stay, in their order.

        Returns
        -------
        Partible
            The documents with the entries that stay.
        """


Documents: TypeAlias = ArrayLike | sparse.spmatrix | Partible


class Split(NamedTuple):
    """Documents in two parts: terms to infer topics from, and terms to predict.

    Parameters
    ----------
    observed : csr_array or Partible
        The observed part, of the kind that was given; documents that name their biterms keep
        those of two observed words.
    held : csr_array
        The held-out part.
    rows : array of int
        Row i of both parts is document ``rows[i]``.
    """

    observed: Any
    held: sparse.csr_array
    rows: NDArray[np.int64]


def split(X: Documents, split_seed: int = 0, min_terms: int = 5) -> Split:
    """Hold out a fifth of the distinct terms of each document.

    Parameters
    ----------
    X : array, sparse matrix or Partible
        Counts, documents x terms.
    split_seed : int, default=0
        Another seed holds out other terms.
    min_terms : int, default=5
        Documents with fewer distinct terms are left out.

    Returns
    -------
    Split
        Both parts; they share no term.

    Raises
    ------
    SettingError
        If ``min_terms`` is below 2.
    InputError
        If X is not a table of finite, non-negative numbers.

    Notes
    -----
    max(1, ⌊n/5⌋) of n terms are held out, with all their counts; section "Performance measure" of
    the paper: documents longer than 4, ratio 4:1. The choice is uniform over the terms and depends
    on the set of term numbers and the seed only: a document is split alike alone, in any batch, in
    any order, and after the vocabulary has grown.

    Examples
    --------
    >>> parts = split([[1, 2, 1, 1, 1, 0], [1, 0, 0, 0, 0, 1]])
    >>> (parts.observed.toarray() + parts.held.toarray()).tolist()
    [[1, 2, 1, 1, 1, 0]]
    >>> parts.held.nnz, parts.rows.tolist()
    (1, [0])
    """
    if min_terms < 2:
        raise SettingError(
            f"min_terms={min_terms}, expected at least 2: one observed and one held out"
        )
    counts = canonical(X)
    rows = np.flatnonzero(np.diff(counts.indptr) >= min_terms)
    counts = counts[rows]
    held = _held(counts.indptr, counts.indices, operator.index(split_seed))
    observed = X[rows].part(~held) if isinstance(X, Partible) else entries_kept(counts, ~held)
    return Split(observed, entries_kept(counts, held), rows)


def canonical(X: Documents) -> sparse.csr_array:
    """Check documents and bring them into canonical form.

    Parameters
    ----------
    X : array, sparse matrix or Partible
        Counts, documents x terms; left as they are.

    Returns
    -------
    csr_array
        Sorted rows without zeros and repeated entries.

    Raises
    ------
    InputError
        If X is not a table of finite, non-negative numbers.
    """
    if isinstance(X, Partible):
        return X.table
    if sparse.issparse(X):
        counts = compressed_rows(X)
    elif (table := np.asarray(X)).ndim == 2:
        counts = sparse.csr_array(table)
    else:
        raise InputError(f"documents of shape {table.shape}, expected a table of documents × terms")
    if not counts.has_canonical_format or not counts.data.all():
        counts = counts.copy()
        counts.sum_duplicates()
        counts.eliminate_zeros()
    if counts.data.size and not 0 <= counts.data.min() <= counts.data.max() < np.inf:
        raise InputError(
            "the documents have counts that are negative, NaN or infinite; expected finite "
            "numbers not below 0"
        )
    return counts


def _held(indptr: NDArray[Any], terms: NDArray[Any], seed: int) -> NDArray[np.bool_]:
    """Which terms are held out, some documents after the other."""
    held = np.zeros(len(terms), dtype=np.bool_)
    within = np.searchsorted(indptr, np.arange(_PIECE, len(terms), _PIECE)).tolist()
    for begin, end in pairwise(sorted({0, *within, len(indptr) - 1})):
        first, last = indptr[begin], indptr[end]
        held[first:last] = _smallest(indptr[begin : end + 1] - first, terms[first:last], seed)
    return held


def _smallest(indptr: NDArray[Any], terms: NDArray[Any], seed: int) -> NDArray[np.bool_]:
    """The terms with the smallest keys, which mix the term with the sum over the document.

    By the term alone some terms would be held out always and others never.
    """
    lengths = np.diff(indptr)
    start = np.uint64((seed * _GOLDEN + 1) & _MASK)
    term_keys = _mix(terms.astype(np.uint64) * np.uint64(_GOLDEN) + start)
    document_keys = _mix(np.add.reduceat(term_keys, indptr[:-1]))
    keys = _mix(term_keys + np.repeat(document_keys, lengths))
    documents = np.repeat(np.arange(len(lengths), dtype=np.uint64), lengths)
    # One sort for all: document above 32 bits of key. Stable, so equal keys keep the term order.
    order = np.argsort(documents << np.uint64(32) | keys >> np.uint64(32), kind="stable")
    rank = np.arange(len(terms)) - np.repeat(indptr[:-1], lengths)
    held = np.empty(len(terms), dtype=np.bool_)
    held[order] = rank < np.repeat(np.maximum(1, lengths // 5), lengths)
    return held


def _mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of splitmix64 (Steele, Lea and Flood 2014): every bit reaches every bit."""
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return x ^ x >> np.uint64(31)


def entries_kept(counts: sparse.csr_array, mask: NDArray[np.bool_]) -> sparse.csr_array:
    """Keep the entries of a table for which ``mask`` is True."""
    indptr = np.concatenate([[0], np.cumsum(mask)])[counts.indptr]
    indptr = indptr.astype(counts.indptr.dtype)
    return sparse.csr_array((counts.data[mask], counts.indices[mask], indptr), shape=counts.shape)
