"""Words side by side in texts, and two of them joined into one.

Texts are arrays here: ``ptr`` says where each begins, and ``units`` holds a number for each word, a
negative one for stop words. Two words are side by side if no more than `MOST_BETWEEN` stop words
stand between them: "bank of america".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from biterms.kernels import Array, Sequences

#: stop words that may stand inside a phrase
MOST_BETWEEN = 2


class Neighbours(NamedTuple):
    """Pairs of words side by side, in order, given by the places of the two words."""

    left: Array
    right: Array

    def only(self, some: Array) -> Neighbours:
        """Some of them."""
        return Neighbours(self.left[some], self.right[some])


class Ranked:
    """Numbers by their rank, for looking up many at once.

    Parameters
    ----------
    codes : array of int
        Numbers that are not negative; the first has rank 0.
    """

    def __init__(self, codes: Array) -> None:
        self._ranks = np.append(np.argsort(codes, kind="stable"), -1)
        self._codes = np.append(codes[self._ranks[:-1]], np.iinfo(np.int64).max)

    def of(self, codes: Array) -> Array:
        """The rank of each, the first of equal ones; -1 for those that have none."""
        at = np.searchsorted(self._codes, codes)
        return np.where(self._codes[at] == codes, self._ranks[at], -1)


def neighbours(ptr: Array, units: Array, parts: Array | None = None) -> Neighbours:
    """All words that are side by side.

    Parameters
    ----------
    ptr, units : array of int
        The texts.
    parts : array of bool, optional
        Which numbers are of interest; pairs with others are left out.
    """
    words = np.flatnonzero(units >= 0)
    left, right = words[:-1], words[1:]
    if parts is not None:
        wanted = parts[units[words]]
        some = np.flatnonzero(wanted[:-1] & wanted[1:])
        left, right = left[some], right[some]
    near = right - left <= MOST_BETWEEN + 1
    left, right = left[near], right[near]
    document = np.repeat(np.arange(len(ptr) - 1, dtype=np.int32), np.diff(ptr))
    return Neighbours(left, right).only(document[left] == document[right])


def in_reach(ptr: Array, units: Array, numbers: Array) -> Sequences:
    """The texts such that words side by side are next to each other, and all others are not.

    Parameters
    ----------
    ptr, units : array of int
        The texts.
    numbers : array of int
        What each word is called; -1 for words that are not of interest.
    """
    words = np.flatnonzero(units >= 0)
    kept = units >= 0
    far = words[:-1][np.diff(words) > MOST_BETWEEN + 1]
    kept[far + 1] = True  # one of the stop words stays between them
    some = np.where(units >= 0, numbers, -1)[kept]
    return Sequences(np.append(0, np.cumsum(kept))[ptr], some.astype(np.int32))


def first_of_each(pairs: Neighbours, ranks: Array) -> Array:
    """Which pairs are joined if those of lower rank go first and none overlap.

    Parameters
    ----------
    pairs : Neighbours
        Pairs in the order of the text.
    ranks : array of int
        A rank for each; pairs that overlap have different ones.
    """
    taken, open_ = np.zeros(len(ranks), dtype=bool), np.arange(len(ranks))
    while len(open_):
        left, right, rank = pairs.left[open_], pairs.right[open_], ranks[open_]
        touch = right[:-1] == left[1:]
        best = np.ones(len(open_), dtype=bool)
        best[1:] &= ~touch | (rank[1:] < rank[:-1])
        best[:-1] &= ~touch | (rank[:-1] <= rank[1:])
        taken[open_[best]] = True
        gone = best.copy()
        gone[1:] |= best[:-1] & touch
        gone[:-1] |= best[1:] & touch
        open_ = open_[~gone]
    return np.flatnonzero(taken)


def spliced(ptr: Array, units: Array, pairs: Neighbours, joined: Array) -> tuple[Array, Array]:
    """The texts with other words in place of some pairs, and what stands inside them."""
    units = units.copy()
    units[pairs.left] = joined
    change = np.zeros(len(units) + 1, dtype=np.int32)
    change[pairs.left + 1] += 1
    change[pairs.right + 1] -= 1
    kept = np.cumsum(change[:-1]) == 0
    return np.append(0, np.cumsum(kept))[ptr], units[kept]
