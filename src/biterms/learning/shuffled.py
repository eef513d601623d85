"""Documents in random order, without a number in memory for each of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from biterms.kernels import Array

_NONE = np.empty(0, dtype=np.int64)


class Shuffled:
    """Blocks of documents, each shuffled by itself: runs of documents from anywhere.

    It is read as an array is, slice after slice. A block is drawn when it is read; random numbers
    are drawn twice, so that the generator knows where it will be in the end.

    Parameters
    ----------
    n : int
        Number of documents.
    run : int
        Documents of a run, which stay in one block.
    runs : int
        Runs of a block.
    random : RandomState
        It moves on as if all documents had been read.
    left_out : array of int, optional
        Documents that are left out.
    """

    def __init__(
        self, n: int, run: int, runs: int, random: np.random.RandomState, left_out: Array = _NONE
    ) -> None:
        self._n, self._run, self._runs = n, run, runs
        self._numbers, self._left_out = random.permutation(-(-n // run)), np.sort(left_out)
        self._begin = random.get_state(legacy=False)
        sizes = self._sizes()
        for size in sizes.tolist():
            random.permutation(size)
        blocks = np.empty(len(self._numbers), dtype=np.int64)  # of each run
        blocks[self._numbers] = np.arange(len(self._numbers)) // runs
        gone = np.bincount(blocks[self._left_out // run], minlength=len(sizes))
        self._ends = np.cumsum(sizes - gone)
        self._restart()

    def __len__(self) -> int:
        return int(self._ends[-1])

    def __getitem__(self, place: slice) -> Array:
        begin, end, _ = place.indices(len(self))
        first, last = np.searchsorted(self._ends, [begin, end - 1], side="right").tolist()
        if begin >= end:
            return _NONE
        some = np.concatenate([self._block(number) for number in range(first, last + 1)])
        start = begin - (int(self._ends[first - 1]) if first else 0)
        return np.asarray(some[start : start + end - begin])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return self[:].astype(dtype or np.int64)

    def _sizes(self) -> Array:
        """Documents of each block; the last run may be shorter than the others."""
        sizes = np.full(len(self._numbers), self._run)
        sizes[self._numbers == len(sizes) - 1] -= len(sizes) * self._run - self._n
        return np.add.reduceat(sizes, np.arange(0, len(sizes), self._runs))

    def _restart(self) -> None:
        self._random, self._known = np.random.RandomState(0), dict[int, Array]()
        self._random.set_state(self._begin)
        self._next = 0

    def _block(self, number: int) -> Array:
        """The documents of a block; the last two that were read are remembered."""
        if number not in self._known and number < self._next:
            self._restart()
        while self._next <= number:
            self._known = {at: docs for at, docs in self._known.items() if at == self._next - 1}
            self._known[self._next] = self._drawn(self._next)
            self._next += 1
        return self._known[number]

    def _drawn(self, number: int) -> Array:
        numbers = self._numbers[number * self._runs : (number + 1) * self._runs]
        docs = (numbers[:, None] * self._run + np.arange(self._run)).ravel()
        docs = self._random.permutation(docs[docs < self._n])
        if not len(self._left_out):
            return docs
        at = np.minimum(np.searchsorted(self._left_out, docs), len(self._left_out) - 1)
        return np.asarray(docs[self._left_out[at] != docs])


def permuted(n: int, random: np.random.RandomState) -> Array:
    """Documents in random order, as ``random.permutation(n)`` but in half of its memory."""
    docs = np.arange(n, dtype=np.int32 if n < 2**31 else np.int64)
    random.shuffle(docs)
    return docs


def without(docs: Array, left_out: Array) -> Array:
    """Documents in their order without some of them."""
    if not len(left_out):
        return docs
    kept = np.ones(int(docs.max(initial=-1)) + 1, dtype=bool)
    kept[left_out] = False
    return np.asarray(docs[kept[docs]])
