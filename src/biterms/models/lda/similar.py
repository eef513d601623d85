"""Topics that say the same are merged."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

from biterms.kernels import Array

#: what nothing is divided by instead
LEAST = np.finfo(np.float64).tiny


@cache
def blas() -> Any:
    """What limits matrix products to one thread: the same bits anywhere, and quicker beside others.

    It is looked for once, since that takes longer than a small product.
    """
    return ThreadpoolController().select(user_api="blas")


def likeness(one: Array, other: Array) -> Array:
    """Affinities of topics (Bhattacharyya): sums over words of sqrt(p q); rows are topics."""
    with blas().limit(limits=1):
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
    root, left = roots(learnt), np.ones(len(learnt), dtype=bool)
    loss = _losses(likeness(learnt, learnt), sizes[:, None], sizes)
    np.fill_diagonal(loss, np.inf)
    with blas().limit(limits=1):
        for _ in range(len(learnt) - n):
            i, j = sorted(divmod(int(np.argmin(loss)), len(loss)))
            learnt[i] += learnt[j]
            sizes[i] += sizes[j]
            root[i] = np.sqrt(learnt[i] / max(sizes[i], LEAST))
            left[j], sizes[j], root[j] = False, 0.0, 0.0
            loss[i] = np.where(left, _losses(root @ root[i], sizes, sizes[i]), np.inf)
            loss[i, i], loss[j] = np.inf, np.inf
            loss[:, i], loss[:, j] = loss[i], np.inf
    return learnt[left]


def _losses(affinity: Array, sizes: Array, others: Array) -> Array:
    """What merging topics of these sizes would lose."""
    return np.asarray(sizes * others / np.maximum(sizes + others, LEAST) * (1 - affinity))
