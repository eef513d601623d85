"""Words and groups of some documents in plain loops: the specification of the compiled ones."""

from __future__ import annotations

import numpy as np

from biterms.kernels.shapes import Array
from biterms.kernels.text_shapes import Sequences


def tally(documents: Sequences, end: int, rows: Array | None = None) -> tuple[Array, Array]:
    """The different words of documents in ascending order, and how often each is there."""
    words = np.array([word for _, one in _chosen(documents, rows) for word in one], dtype=np.int32)
    if words.size and words.max() >= end:
        raise ValueError(f"words of the documents: found {words.max()}, expected below {end}")
    return np.unique(words[words >= 0], return_counts=True)


def word_counts(documents: Sequences, end: int, words: Array, rows: Array | None = None) -> Array:
    """How often each of some words is in documents."""
    found, counts = tally(documents, end, rows)
    there = dict(zip(found.tolist(), counts.tolist(), strict=True))
    return np.array([there.get(word, 0) for word in words.tolist()], dtype=np.int64)


def different(documents: Sequences, rows: Array | None = None) -> Array:
    """Documents that have other words than each one before them."""
    first: dict[tuple[int, ...], int] = {}
    for row, words in _chosen(documents, rows):
        first.setdefault(tuple(sorted(words)), row)
    return np.array([*first.values()], dtype=np.int64)


def holding(documents: Sequences, times: Array, word: int, since: float) -> Array:
    """Documents since a moment that have a word, once for each time that it is there."""
    at = np.flatnonzero(documents.words == word)
    rows = np.searchsorted(documents.ptr, at, side="right") - 1
    return np.asarray(rows[times[rows] >= since])


def sums_of(
    documents: Sequences, end: int, words: Array, values: Array, rows: Array | None = None
) -> Array:
    """For each document the sum of the values of its words."""
    value = dict(zip(words.tolist(), values.tolist(), strict=True))
    return np.array([sum(value.get(w, 0.0) for w in one) for _, one in _chosen(documents, rows)])


def members(
    documents: Sequences, owners: Array, values: Array, least: float, rows: Array | None = None
) -> tuple[Array, Array]:
    """Groups for which the words of a document say enough together."""
    found = []
    for row, words in _chosen(documents, rows):
        said: dict[int, float] = {}
        for word in words:
            if 0 <= word < len(owners) and owners[word]:
                said[int(owners[word])] = said.get(int(owners[word]), 0.0) + values[word]
        found += [(row, group) for group, sum_ in said.items() if sum_ >= least]
    pairs = np.array(found, dtype=np.int64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1].astype(np.int32)


def _chosen(documents: Sequences, rows: Array | None) -> list[tuple[int, list[int]]]:
    every = range(len(documents)) if rows is None else rows.tolist()
    return [(i, documents.words[documents.ptr[i] : documents.ptr[i + 1]].tolist()) for i in every]
