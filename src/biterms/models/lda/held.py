"""The first documents of a stream, held until there are enough to learn from them again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isqrt
from typing import Self

import numpy as np

from biterms.bags.counts import MAX_WEIGHT
from biterms.errors import StoreError
from biterms.kernels import Array, Counts
from biterms.kernels.shapes import entries_of
from biterms.sparse_input import check_indices
from biterms.store.record import array_field, whole_field

#: how often they are learnt from again: from 1/32 of them on, whenever there are √2 times as many
TIMES = 11
DAMAGED = "the documents that are held are damaged"


@dataclass(frozen=True, kw_only=True)
class Held:
    """Documents as rows of word counts; it never changes.

    Parameters
    ----------
    indptr, indices, data : array
        Document i has the words ``indices[indptr[i]:indptr[i + 1]]``, so often.
    replayed : int
        How many there were when they were last learnt from again.
    """

    indptr: Array = array_field((None,), dtype=np.int64, least=0)
    indices: Array = array_field((None,), dtype=np.int32, least=0)
    data: Array = array_field((None,), dtype=np.float32, least=0, most=MAX_WEIGHT)
    replayed: int = whole_field(0)

    @classmethod
    def nothing(cls) -> Self:
        """No document."""
        return cls(
            indptr=np.zeros(1, dtype=np.int64),
            indices=np.zeros(0, dtype=np.int32),
            data=np.zeros(0, dtype=np.float32),
        )

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def check(self, n_words: int) -> None:
        """Refuse documents of words that are not there.

        Raises
        ------
        StoreError
            If rows do not fit together.
        """
        whole = len(self.indptr) and len(self.indices) == len(self.data) == self.indptr[-1]
        if not whole or self.replayed > len(self):
            raise StoreError(f"{DAMAGED}: rows, words and counts do not fit together")
        try:
            check_indices(self.indptr, self.indices, len(self.data), (len(self), n_words))
        except ValueError:
            raise StoreError(f"{DAMAGED}: words that are not there") from None

    def with_documents(self, counts: Counts, docs: Array) -> Self:
        """These and some more."""
        ptr, entries = entries_of(counts.indptr, docs)
        return replace(
            self,
            indptr=np.concatenate([self.indptr, self.indptr[-1] + ptr[1:]]),
            indices=np.concatenate([self.indices, counts.indices[entries]]),
            data=np.concatenate([self.data, counts.data[entries]]),
        )

    def without_words(self, dropped: Array) -> Self:
        """The same documents without words that are gone."""
        kept = ~np.isin(self.indices, dropped)
        before = np.concatenate([[0], np.cumsum(kept)])
        return replace(
            self, indptr=before[self.indptr], indices=self.indices[kept], data=self.data[kept]
        )

    def due(self, most: int) -> bool:
        """Whether they are to be learnt from again: at ``most``, and at roots of 2 before."""
        if len(self) >= most:
            return True
        numbers = (isqrt(most * most >> i) for i in range(1, TIMES))
        return any(self.replayed < number <= len(self) for number in numbers if number)

    def after_replay(self, most: int) -> Self | None:
        """What is held on; nothing once there are enough."""
        return None if len(self) >= most else replace(self, replayed=len(self))

    def counts(self, n_words: int) -> Counts:
        """As documents over a vocabulary."""
        return Counts(self.indptr, self.indices, self.data, n_words)
