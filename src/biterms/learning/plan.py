"""Which documents make up each minibatch: cuts are an input of the loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from biterms.kernels import Array, Counts
from biterms.learning.minibatches import Batch
from biterms.learning.row_map import RowMap

#: words that join with each minibatch, and their prior where it differs between words
Joining = Sequence[tuple[RowMap, Array | None]]


@dataclass(frozen=True)
class Plan:
    """Which documents make up each minibatch.

    Parameters
    ----------
    documents : Counts
        All of them.
    order, cuts : array of int
        Minibatch i has the documents ``order[cuts[i]:cuts[i + 1]]``.
    seen : array of int
        Documents that the clock counts after each minibatch.
    totals : array of int
        Documents of the collection, for the learner, at each minibatch.
    passes : int
        Passes that the clock counts at least.
    """

    documents: Counts
    order: Array
    cuts: Array
    seen: Array
    totals: Array
    passes: int = 0

    def __len__(self) -> int:
        return len(self.cuts) - 1

    def docs(self, i: int) -> Array:
        """The documents of minibatch i."""
        return self.order[self.cuts[i] : self.cuts[i + 1]]

    def batch(self, i: int) -> Batch:
        """Minibatch i."""
        return Batch(self.documents, self.docs(i))
