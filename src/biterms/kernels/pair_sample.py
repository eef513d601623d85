"""The biterms of documents of very many words: a sample that costs no more than a long document.

Notes
-----
A document of n distinct words has n (n - 1) / 2 pairs. Above ``LONGEST_PAIRED`` words each word u
is paired with the words (u + s_j) mod n only, where

    w = max(4, 523776 // n)      s_j = 1 + j * ((n - 1) // 2) // w,      j = 0, ..., w - 1.

No pair comes twice. Its weight is min(f_u, f_v) (n - 1) / (2 w), so that the weights of the
sample add up to those of all pairs, in expectation over the order of the words.
"""

from __future__ import annotations

import numpy as np

from biterms.kernels.shapes import Array

#: the most distinct words of a document whose pairs are all used
LONGEST_PAIRED = 1024
#: pairs of so many words
_MOST_PAIRS = LONGEST_PAIRED * (LONGEST_PAIRED - 1) // 2


def strides(n: int) -> Array:
    """How far from a word those stand that it is paired with, in a document of ``n`` words."""
    w = max(4, _MOST_PAIRS // n)
    return np.asarray(1 + np.arange(w) * ((n - 1) // 2) // w)


def pair_mass(counts: Array) -> float:
    """Return how much the biterms of one document weigh together.

    Parameters
    ----------
    counts
        f, the weights of its distinct words, in their order.

    Returns
    -------
    float
        The sum over u < v of C_uv = min(f_u, f_v), or of the sample where there are more than
        ``LONGEST_PAIRED`` words.

    Examples
    --------
    >>> pair_mass(np.array([1.0, 2.0, 3.0]))
    4.0
    """
    f = np.asarray(counts, dtype=np.float64)
    n = len(f)
    if n <= LONGEST_PAIRED:
        return float((np.sort(f) * np.arange(n - 1, -1, -1)).sum())
    found = sum(float(np.minimum(f, np.roll(f, -s)).sum()) for s in strides(n))
    return found * (n - 1) / (2 * len(strides(n)))


def tolerance(tol: float, n: int) -> float:
    """The mean change at which a document of ``n`` words is done."""
    return tol * max(1.0, n / LONGEST_PAIRED)


def sampled_pairs(f: Array) -> Array:
    """C of a document of more than ``LONGEST_PAIRED`` words, n x n."""
    n, steps = len(f), strides(len(f))
    C = np.zeros((n, n))
    for s in steps:
        v = (np.arange(n) + s) % n
        C[np.arange(n), v] = np.minimum(f, f[v]) * (n - 1) / (2 * len(steps))
    return np.asarray(C + C.T)
