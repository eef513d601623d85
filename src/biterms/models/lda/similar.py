"""Topics that say the same are merged."""

from __future__ import annotations

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from biterms.kernels import Array


def likeness(one: Array, other: Array) -> Array:
    """Affinities of topics (Bhattacharyya): sums over words of sqrt(p q); rows are topics."""
    # In one thread: the bits are then the same anywhere, and threads cost more than they save.
    with threadpool_limits(1, user_api="blas"):
        return np.asarray(roots(one) @ roots(other).T)


def roots(learnt: Array) -> Array:
    """Square roots of the distributions of words; of topics without any, zeros."""
    sums = learnt.sum(axis=1, keepdims=True)
    return np.asarray(np.sqrt(learnt / np.where(sums > 0, sums, 1.0)))


def merged_down(learnt: Array, n: int) -> Array:
    """Merge the two topics that lose least, until n are left.

    Parameters
    ----------
    learnt : array of shape (K, V)
        What the topics have learnt of each word.
    n : int
        Topics that are to be left.

    Returns
    -------
    array of shape (n, V)
        Sums of rows.

    Notes
    -----
    The loss of merging topics of sizes a and b is taken as ab / (a + b) (1 - affinity): small
    topics and similar ones go first.
    """
    learnt, sizes = np.array(learnt), learnt.sum(axis=1)
    left, root = list(range(len(learnt))), roots(learnt)
    affinity = likeness(learnt, learnt)
    with threadpool_limits(1, user_api="blas"):
        while len(left) > n:
            one, other = _closest(affinity[np.ix_(left, left)], sizes[left])
            i, j = left[one], left.pop(other)
            learnt[i] += learnt[j]
            sizes[i] += sizes[j]
            root[i] = np.sqrt(learnt[i] / max(sizes[i], np.finfo(np.float64).tiny))
            affinity[i] = affinity[:, i] = root @ root[i]
    return learnt[left]


def _closest(affinity: Array, sizes: Array) -> tuple[int, int]:
    """Places of the two topics whose merging loses least, the first before the second."""
    both = np.maximum(sizes[:, None] + sizes, np.finfo(np.float64).tiny)
    loss = sizes[:, None] * sizes / both * (1 - affinity)
    loss[np.tril_indices(len(loss))] = np.inf
    one, other = np.unravel_index(np.argmin(loss), loss.shape)
    return int(one), int(other)
