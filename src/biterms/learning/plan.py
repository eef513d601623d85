"""Which documents make up each minibatch: cuts are an input of the loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Counts, Packed
from biterms.learning.arrivals import Arrivals
from biterms.learning.minibatches import CHUNK_DOCS, Batch
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
    shares : array of float, optional
        Share of the run that is done before each minibatch; None on a stream.
    arrivals : sequence, optional
        When documents came, after each minibatch, if the learner looks back on a span of time.
    """

    documents: Counts
    order: Array
    cuts: Array
    seen: Array
    totals: Array
    passes: int = 0
    shares: Array | None = None
    arrivals: Sequence[Arrivals | None] | None = None
    #: minibatches that were packed together with one that was asked for
    _packed: dict[int, Packed] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.cuts) - 1

    def share(self, i: int) -> float | None:
        """Share of the run that is done before minibatch i."""
        return None if self.shares is None else float(self.shares[i])

    def recent(self, i: int, span: float | None) -> int | None:
        """Documents that came within a span of time up to minibatch i; None if nobody knows."""
        arrivals = None if self.arrivals is None else self.arrivals[i]
        if arrivals is None or span is None:
            return None
        return arrivals.within(span, int(self.seen[i]))

    def docs(self, i: int) -> Array:
        """The documents of minibatch i."""
        return self.order[self.cuts[i] : self.cuts[i + 1]]

    def within(self, begin: int, n_docs: int) -> int:
        """How many minibatches from ``begin`` on have at most so many documents, at least one."""
        docs = self.cuts[begin + 1 :] - self.cuts[begin]
        return max(1, int(np.searchsorted(docs, n_docs, side="right")))

    def batch(self, i: int, n_threads: int = 1) -> Batch:
        """Minibatch i; when it is packed, so are those that follow it, which costs less."""
        return Batch(self.documents, self.docs(i), lambda: self._pack(i, n_threads))

    def _pack(self, i: int, n_threads: int) -> Packed:
        if i not in self._packed:
            n = self.within(i, CHUNK_DOCS) if self.documents.pairs is None else 1
            following = range(i, i + n)
            docs = [self.docs(j) for j in following]
            packed = kernels.pack_each(self.documents, docs, n_threads)
            self._packed.clear()
            self._packed.update(zip(following, packed, strict=True))
        return self._packed[i]
