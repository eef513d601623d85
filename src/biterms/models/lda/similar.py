"""Topics that say the same are merged."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

from biterms.kernels import Array

#: what nothing is divided by instead
LEAST = np.finfo(np.float64).tiny
#: share of the mean size below which a topic is empty
EMPTY = 0.1
#: words that are looked at together
AT_ONCE = 4096


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


def _small_roots(learnt: Array) -> Array:
    """The same in single precision, without a table more in double precision."""
    small = np.empty_like(learnt, dtype=np.float32)
    sums = learnt.sum(axis=1, keepdims=True)
    divisor = np.where(sums > 0, sums, 1.0)
    for at in range(0, learnt.shape[1], AT_ONCE):
        words = slice(at, at + AT_ONCE)
        small[:, words] = np.sqrt(learnt[:, words] / divisor)
    return small


def merged_down(learnt: Array, n: int) -> Array:
    """Merge the two topics that lose least, until n are left: see `Merging`."""
    return Merging(learnt, n).down_to(n)


class Merging:
    """Merges the two topics that lose least, again and again.

    Parameters
    ----------
    learnt : array of shape (K, V)
        What the topics have learnt of each word.
    n : int
        Topics that are to be left at least. Empty ones become one at once, unless fewer were left.
    n_roots : int
        How often the square root of sizes is taken: the more, the less they count.
    copy : bool
        Whether ``learnt`` stays as it is.

    Notes
    -----
    The loss of merging topics of sizes a and b is taken as sqrt(ab / (a + b)) (1 - affinity).
    Without the root, two small topics would be merged before the halves of a large one are.
    """

    def __init__(self, learnt: Array, n: int = 1, n_roots: int = 1, *, copy: bool = True) -> None:
        self._n_roots = n_roots
        self._learnt = _empty_as_one(np.array(learnt) if copy else learnt, n)
        del learnt  # which may be the last to hold on to a large table
        self._sizes, self._root = self._learnt.sum(axis=1), _small_roots(self._learnt)
        self._left = np.ones(len(self._learnt), dtype=bool)
        with blas().limit(limits=1):
            affinity = self._root @ self._root.T
        self._loss = self._losses(affinity, self._sizes[:, None], self._sizes)
        np.fill_diagonal(self._loss, np.inf)
        # of each topic: the other one that it would lose least with
        self._nearest, self._least = self._loss.argmin(axis=1), self._loss.min(axis=1)

    def __len__(self) -> int:
        return int(self._left.sum())

    def down_to(self, n: int) -> Array:
        """Merge until n topics are left.

        Parameters
        ----------
        n : int
            Topics that are to be left.

        Returns
        -------
        array of shape (n, V)
            Sums of rows; fewer if there were not as many.
        """
        for _ in range(len(self) - n):
            self.step()
        return self._learnt[self._left]

    def step(self) -> tuple[int, int]:
        """Merge the two topics that lose least.

        Returns
        -------
        tuple of int
            The topic that takes all and the one that is gone, by their rows; the first is less.
        """
        one = int(np.argmin(self._least))
        i, j = sorted((one, int(self._nearest[one])))
        with blas().limit(limits=1):
            self._merge(i, j)
        self._follow(i, j)
        return i, j

    def _merge(self, i: int, j: int) -> None:
        """Add topic j to topic i."""
        learnt, sizes, root, loss = self._learnt, self._sizes, self._root, self._loss
        learnt[i] += learnt[j]
        sizes[i] += sizes[j]
        root[i] = np.sqrt(learnt[i] / max(sizes[i], LEAST))
        self._left[j], sizes[j], root[j] = False, 0.0, 0.0
        loss[i] = np.where(self._left, self._losses(root @ root[i], sizes, sizes[i]), np.inf)
        loss[i, i], loss[j] = np.inf, np.inf
        loss[:, i], loss[:, j] = loss[i], np.inf

    def _follow(self, i: int, j: int) -> None:
        """Find again what is nearest where topic i or j was; costs little more than their rows."""
        loss, nearest, least = self._loss, self._nearest, self._least
        lost = np.flatnonzero((nearest == i) | (nearest == j))
        lost = np.union1d(lost, [i, j])
        nearest[lost], least[lost] = loss[lost].argmin(axis=1), loss[lost].min(axis=1)
        nearer = (loss[:, i] < least) | ((loss[:, i] == least) & (i < nearest))
        nearest[nearer], least[nearer] = i, loss[nearer, i]

    def _losses(self, affinity: Array, sizes: Array, others: Array) -> Array:
        """What merging topics of these sizes would lose."""
        weight = sizes * others / np.maximum(sizes + others, LEAST)
        for _ in range(self._n_roots):
            weight = np.sqrt(weight)
        return np.asarray(weight * (1 - affinity))


def _empty_as_one(learnt: Array, n: int) -> Array:
    """Add up topics that have next to nothing, the smallest first, as long as n are left."""
    sizes = learnt.sum(axis=1)
    smallest = np.argsort(sizes, kind="stable")[: max(0, len(learnt) - n + 1)]
    empty = smallest[sizes[smallest] < EMPTY * sizes.mean()]
    if len(empty) < 2:
        return learnt
    learnt[empty[0]] = learnt[empty].sum(axis=0)
    return np.delete(learnt, empty[1:], axis=0)
