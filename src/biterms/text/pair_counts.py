"""How many documents of a stream have each pair of words side by side, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from biterms.kernels import Array, PairRows
from biterms.text.collocations import Pairs

_SHIFT = 32


def _none() -> Array:
    return np.empty(0, dtype=np.int64)


def codes_of(rows: PairRows) -> Array:
    """Pairs as numbers, ascending."""
    left = np.repeat(np.arange(len(rows.ptr) - 1), np.diff(rows.ptr))
    return np.asarray((left << _SHIFT) + rows.second)


def _arrays(counts: PairCounts) -> tuple[Array, Array]:
    return counts.codes, counts.documents


@dataclass(frozen=True)
class PairCounts:
    """Pairs of word ids with their documents; a value, which changes into other ones.

    Parameters
    ----------
    codes : array of int64
        Left id times 2^32 plus right id, ascending.
    documents : array of int64
        Number of documents.
    """

    codes: Array = field(default_factory=_none)
    documents: Array = field(default_factory=_none)

    def __len__(self) -> int:
        return len(self.codes)

    @classmethod
    def joined(cls, parts: Iterable[PairCounts]) -> PairCounts:
        """All of parts that follow each other."""
        every = [cls(), *parts]
        return cls(*(np.concatenate(each) for each in zip(*map(_arrays, every), strict=True)))

    def added(self, rows: PairRows) -> PairCounts:
        """With the pairs of more documents."""
        codes = codes_of(rows)
        at = np.searchsorted(self.codes, codes)
        known = np.append(self.codes, -1)[at] == codes
        documents = self.documents.copy()
        documents[at[known]] += rows.documents[known]
        new, at = ~known, at[~known]
        return PairCounts(
            np.insert(self.codes, at, codes[new]),
            np.insert(documents, at, rows.documents[new]),
        )

    def renumbered(self, ids: Array) -> PairCounts:
        """The same pairs when word i has become word ``ids[i]``; -1 for one that is gone."""
        left, right = ids[self.codes >> _SHIFT], ids[self.codes & (2**_SHIFT - 1)]
        known = np.flatnonzero((left >= 0) & (right >= 0))
        codes = (left[known].astype(np.int64) << _SHIFT) + right[known]
        order = np.argsort(codes)
        return PairCounts(codes[order], self.documents[known][order])

    def pairs(self, least: int) -> Pairs:
        """Those in ``least`` or more documents."""
        some = np.flatnonzero(self.documents >= least)
        codes = self.codes[some]
        return Pairs(codes >> _SHIFT, codes & (2**_SHIFT - 1), self.documents[some])

    def without(self, left: Array, right: Array) -> PairCounts:
        """Without the pairs that begin with one of some words, or end with one of others."""
        begin, end = self.codes >> _SHIFT, self.codes & (2**_SHIFT - 1)
        return self._only(~(np.isin(begin, left) | np.isin(end, right)))

    def without_pairs(self, pairs: Pairs) -> PairCounts:
        """Without these pairs."""
        return self._only(~np.isin(self.codes, (pairs.left << _SHIFT) + pairs.right))

    def forgotten(self, most: int) -> PairCounts:
        """The same, or without pairs beyond ``most``: the rarest, and of equal ones the first.

        A quarter of the room is made free, so that the cost per pair is constant.
        """
        if len(self) <= most:
            return self
        gone = np.argsort(self.documents, kind="stable")[: len(self) - most + most // 4]
        kept = np.ones(len(self), dtype=bool)
        kept[gone] = False
        return self._only(kept)

    def _only(self, kept: Array) -> PairCounts:
        return PairCounts(self.codes[kept], self.documents[kept])
