"""Words side by side and bags of bigrams in plain loops: the specification of the compiled ones."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np

from biterms.kernels.shapes import Array, PairRows
from biterms.kernels.text_shapes import Sequences


def bigram_counts(documents: Sequences, n_words: int, least: int, n_threads: int = 1) -> PairRows:
    """Bigrams (u, v) that ``least`` documents or more have, and how many."""
    found = Counter(pair for d in range(len(documents)) for pair in set(_pairs(documents, d)))
    kept = sorted((pair, n) for pair, n in found.items() if n >= least)
    first = np.array([u for (u, _), _ in kept], dtype=np.int64)
    sizes = np.bincount(first, minlength=n_words)
    return PairRows(
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        np.array([v for (_, v), _ in kept], dtype=np.int32),
        np.array([n for _, n in kept], dtype=np.int32),
    )


def bigram_bags(
    documents: Sequences, bigrams: PairRows, terms: bool, n_threads: int = 1
) -> tuple[Array, Array, Array]:
    """How often each document has its terms and those of its bigrams that are given.

    (indptr, indices, data); bigram number p comes after the ``terms``, if they are wanted.
    """
    first = np.repeat(np.arange(len(bigrams.ptr) - 1), np.diff(bigrams.ptr))
    begin = len(bigrams.ptr) - 1 if terms else 0
    given = zip(first.tolist(), bigrams.second.tolist(), strict=True)
    number = {pair: begin + p for p, pair in enumerate(given)}
    indptr, indices, data = [0], [], []
    for d in range(len(documents)):
        bag = Counter(number[pair] for pair in _pairs(documents, d) if pair in number)
        bag.update(word for word in _words(documents, d) if terms and word >= 0)
        indices += sorted(bag)
        data += [float(bag[feature]) for feature in sorted(bag)]
        indptr.append(len(indices))
    return np.array(indptr, dtype=np.int64), np.array(indices, dtype=np.int32), np.array(data)


def _words(documents: Sequences, d: int) -> list[int]:
    words: list[int] = documents.words[documents.ptr[d] : documents.ptr[d + 1]].tolist()
    return words


def _pairs(documents: Sequences, d: int) -> list[tuple[int, int]]:
    return [(u, v) for u, v in pairwise(_words(documents, d)) if u >= 0 and v >= 0]
