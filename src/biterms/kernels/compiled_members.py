"""Compiled words and groups of some documents behind the signatures of their twins."""

from __future__ import annotations

import numpy as np

from biterms.kernels import _native
from biterms.kernels.arrays import doubles, longs, small
from biterms.kernels.compiled_bigrams import sequences
from biterms.kernels.shapes import Array
from biterms.kernels.text_shapes import Sequences


def tally(documents: Sequences, end: int, rows: Array | None = None) -> tuple[Array, Array]:
    """Count the words of some documents; specified by ``reference_members.tally``.

    Parameters
    ----------
    documents : Sequences
        The words of documents; below 0 is none.
    end : int
        All words are below this.
    rows : array of int, optional
        The documents that are looked at, in their order; without it all are.

    Returns
    -------
    tuple of arrays of int
        The different words in ascending order, and how often each is there.
    """
    room = min(max(end, 0), len(documents.words))
    words, counts = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int64)
    n = _native.tally(*sequences(documents), _rows(rows), end, words, counts)
    return words[:n], counts[:n]


def word_counts(documents: Sequences, end: int, words: Array, rows: Array | None = None) -> Array:
    """Count some words in some documents; specified by ``reference_members.word_counts``.

    Parameters
    ----------
    documents : Sequences
        The words of documents; below 0 is none.
    end : int
        All words are below this.
    words : array of int
        Words that are counted.
    rows : array of int, optional
        The documents that are looked at, in their order; without it all are.

    Returns
    -------
    array of int
        How often each of these words is there.
    """
    counts = np.empty(len(words), dtype=np.int64)
    wanted = small(words, "words that are counted")
    _native.word_counts(*sequences(documents), _rows(rows), end, wanted, counts)
    return counts


def different(documents: Sequences, rows: Array | None = None) -> Array:
    """Leave out documents with the same words; specified by ``reference_members.different``.

    Parameters
    ----------
    documents : Sequences
        The words of documents.
    rows : array of int, optional
        The documents that are looked at, in their order; without it all are.

    Returns
    -------
    array of int
        Those that have other words than each one before them.
    """
    found = np.empty(len(documents) if rows is None else len(rows), dtype=np.int64)
    return found[: _native.different(*sequences(documents), _rows(rows), found)]


def holding(documents: Sequences, times: Array, word: int, since: float) -> Array:
    """Find the documents that have a word; specified by ``reference_members.holding``.

    Parameters
    ----------
    documents : Sequences
        The words of documents.
    times : array of float
        When they were written.
    word : int
        The word.
    since : float
        Documents before this moment are left out.

    Returns
    -------
    array of int
        Those that have it, once for each time that it is there.
    """
    found = np.empty(len(documents.words), dtype=np.int64)
    given = *sequences(documents), doubles(times)
    return found[: _native.holding(*given, word, since, found)]


def sums_of(
    documents: Sequences, end: int, words: Array, values: Array, rows: Array | None = None
) -> Array:
    """Add up the values of the words of documents; by ``reference_members.sums_of``.

    Parameters
    ----------
    documents : Sequences
        The words of documents; below 0 is none.
    end : int
        All words are below this.
    words, values : array
        Words, and the value of each; others have none.
    rows : array of int, optional
        The documents that are looked at, in their order; without it all are.

    Returns
    -------
    array of float
        The sum for each of these documents.
    """
    sums = np.empty(len(documents) if rows is None else len(rows))
    wanted = small(words, "words that have values"), doubles(values)
    _native.sums_of(*sequences(documents), _rows(rows), end, *wanted, sums)
    return sums


def members(
    documents: Sequences, owners: Array, values: Array, least: float, rows: Array | None = None
) -> tuple[Array, Array]:
    """Find the groups that documents are part of; by ``reference_members.members``.

    Parameters
    ----------
    documents : Sequences
        The words of documents; below 0 is none.
    owners : array of int
        The group of each word; 0 is none, nor have words beyond the array one.
    values : array of float
        What each word says for its group.
    least : float
        A document is part of a group if its words say this together, or more.
    rows : array of int, optional
        The documents that are looked at, in their order; without it all are.

    Returns
    -------
    tuple of arrays of int
        Pairs of a document and a group.
    """
    room = len(documents.words)
    found, groups = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int32)
    by = small(owners, "owners"), doubles(values), least
    n = _native.members(*sequences(documents), _rows(rows), *by, found, groups)
    return found[:n], groups[:n]


def _rows(rows: Array | None) -> Array | None:
    return None if rows is None else longs(rows, "rows")
