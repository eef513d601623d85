"""Compiled search for words near each other behind the signature of its twin."""

from __future__ import annotations

import numpy as np

from biterms.kernels import _native
from biterms.kernels.arrays import longs
from biterms.kernels.compiled_bigrams import sequences
from biterms.kernels.shapes import Array, Pairs
from biterms.kernels.text_shapes import Sequences


def near_pairs(documents: Sequences, sizes: Array, window: int, n_threads: int = 1) -> Pairs:
    """Count pairs of words that stand near each other; specified by ``reference_near.near_pairs``.

    Parameters
    ----------
    documents : Sequences
        The words of each document in their order, as positions among its distinct words; -1 is a
        gap.
    sizes : array of int
        Number of distinct words of each document.
    window : int
        Words are near if they stand less than this many positions from each other.
    n_threads : int, default=1
        Threads; the result is the same for any number.

    Returns
    -------
    Pairs
        The pairs of each document, weighted by the number of times that they occur.
    """
    n_pairs = np.empty(len(documents), dtype=np.int64)
    given = *sequences(documents), longs(sizes, "sizes"), window
    _native.near_sizes(*given, n_pairs, n_threads)
    ptr = np.concatenate([[0], np.cumsum(n_pairs)])
    left, right = (np.empty(ptr[-1], dtype=np.int32) for _ in range(2))
    weight = np.empty(ptr[-1], dtype=np.float32)
    _native.near_pairs(*given, ptr, left, right, weight, n_threads)
    return Pairs(ptr, left, right, weight)
