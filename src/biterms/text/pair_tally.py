"""How many documents have each pair of words side by side, of more pairs than memory holds.

Pairs go to several columns by their first word, so that each column can be counted by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np

from biterms import kernels
from biterms.kernels import Array, PairRows, Sequences
from biterms.store.space import Space
from biterms.text.pair_counts import PairCounts, codes_of

#: pairs that are counted at once, about, and parts at most
AT_ONCE, MOST_PARTS = 1 << 20, 200


def counted_pairs(
    texts: Iterable[Sequences], frequency: Array, least: int, space: Space
) -> Iterator[PairCounts]:
    """Pairs in ``least`` or more of all texts, some at a time, in ascending order.

    Parameters
    ----------
    texts : iterable of Sequences
        Words of documents in their order; -1 stands between those that are not side by side.
    frequency : array of int
        How many documents have each word, which says how many pairs are to be expected.
    least : int
        Documents that a pair must be in.
    space : Space
        Where pairs wait until they are counted; in memory, texts in one piece need not.
    """
    n, pieces = len(frequency), iter(texts)
    if space.in_memory:
        for piece in pieces:
            yield PairCounts().added(kernels.bigram_counts(piece, n, least))
        return
    tally = _Tally(frequency, space)
    for piece in pieces:
        tally.add(kernels.bigram_counts(piece, n, 1))
    yield from tally.counted(least)


class _Tally:
    """Pairs by their first word."""

    def __init__(self, frequency: Array, space: Space) -> None:
        before = np.append(0, np.cumsum(frequency))
        each = max(AT_ONCE, -(-int(before[-1]) // MOST_PARTS))
        begins = np.searchsorted(before[:-1], np.arange(0, before[-1], each), side="right") - 1
        self._begins = np.append(np.unique(np.append(0, begins)), len(frequency))
        self._columns = [space.column(np.int64) for _ in self._begins[1:]]

    def add(self, rows: PairRows) -> None:
        """Take the pairs of some documents."""
        both = np.column_stack([codes_of(rows), rows.documents])
        for column, part in zip(
            self._columns, np.split(both, rows.ptr[self._begins[1:-1]]), strict=True
        ):
            if len(part):
                column.append(part.ravel())

    def counted(self, least: int) -> Iterator[PairCounts]:
        """All of them, one part after the other."""
        for column in self._columns:
            parts = [part.reshape(-1, 2) for part in column.drain()]
            if not parts:
                continue
            codes, at = np.unique(
                np.concatenate([part[:, 0] for part in parts]), return_inverse=True
            )
            documents = np.concatenate([part[:, 1] for part in parts])
            del parts
            sums = np.bincount(at, weights=documents, minlength=len(codes)).astype(np.int64)
            yield PairCounts(codes[sums >= least], sums[sums >= least])


def most_frequent(parts: Iterable[PairCounts], most: int, space: Space) -> PairCounts:
    """All pairs, or as many as `PairCounts.forgotten` leaves of them, without all at a time."""
    if space.in_memory:
        return PairCounts.joined(parts).forgotten(most)
    codes, documents, sizes = space.column(np.int64), space.column(np.int64), Counter[int]()
    for part in parts:
        codes.append(part.codes)
        documents.append(part.documents)
        found, times = np.unique(part.documents, return_counts=True)
        sizes.update(dict(zip(found.tolist(), times.tolist(), strict=True)))
    limit, ties = _limit(sizes, most)
    kept = list[PairCounts]()
    for some, in_documents in zip(codes.drain(), documents.drain(), strict=True):
        equal = np.flatnonzero(in_documents == limit)
        stays = in_documents >= limit
        stays[equal[:ties]] = False  # of equal ones the first go
        ties = max(0, ties - len(equal))
        kept.append(PairCounts(some[stays], in_documents[stays]))
    return PairCounts.joined(kept)


def _limit(sizes: Counter[int], most: int) -> tuple[int, int]:
    """Pairs in fewer documents go, and how many of those in just as many."""
    n = sizes.total()
    gone = n - most + most // 4 if n > most else 0
    for documents in sorted(sizes):
        if gone < sizes[documents]:
            return documents, gone
        gone -= sizes[documents]
    return 0, 0
