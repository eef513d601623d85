"""Which documents make up each minibatch: cuts are an input of the loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from biterms import kernels
from biterms.bags.with_pairs import WithPairs
from biterms.kernels import Array, Counts, Packed
from biterms.learning.arrivals import Arrivals
from biterms.learning.minibatches import CHUNK_DOCS, Batch
from biterms.learning.row_map import RowMap
from biterms.learning.shuffled import Shuffled
from biterms.store.columns import on_disk
from biterms.store.documents import chosen

#: words that join with each minibatch, and their prior where it differs between words
Joining = Sequence[tuple[RowMap, Array | None]]


class Loaded(NamedTuple):
    """Documents of minibatches ``begin`` to ``end`` in memory, and the order in which they come."""

    begin: int
    end: int
    counts: Counts
    docs: Array


@dataclass(frozen=True)
class Plan:
    """Which documents make up each minibatch.

    Parameters
    ----------
    documents : Counts
        All of them.
    order : array of int or Shuffled
        Which document comes when.
    cuts : array of int
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
    order: Array | Shuffled
    cuts: Array
    seen: Array
    totals: Array
    passes: int = 0
    shares: Array | None = None
    arrivals: Sequence[Arrivals | None] | None = None
    #: documents of some minibatches that were read from disk, if there are any
    _read: list[Loaded] = field(default_factory=list, init=False, repr=False, compare=False)
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

    def size(self, i: int) -> int:
        """How many documents minibatch i has."""
        return int(self.cuts[i + 1] - self.cuts[i])

    def part(self, begin: int, end: int) -> tuple[Counts, Array]:
        """Documents in memory, and which of them those of minibatches ``begin`` to ``end`` are.

        Of documents on disk, those of minibatches that follow are read with them, up to a few
        thousand.
        """
        if not on_disk(self.documents.indptr):
            return self.documents, self.order[self.cuts[begin] : self.cuts[end]]
        if not any(each.begin <= begin and end <= each.end for each in self._read):
            last = max(end, begin + self.within(begin, CHUNK_DOCS))
            self._read[:] = [self._loaded(begin, last)]
        [read] = self._read
        first = self.cuts[read.begin]
        return read.counts, read.docs[self.cuts[begin] - first : self.cuts[end] - first]

    def _loaded(self, begin: int, end: int) -> Loaded:
        docs = self.order[self.cuts[begin] : self.cuts[end]]
        there = np.sort(docs)  # what lies side by side is read together
        some, given = chosen(self.documents, there), self.documents.pairs
        if isinstance(given, WithPairs):
            some = replace(some, pairs=given[there])
        return Loaded(begin, end, some, np.searchsorted(there, docs))

    def within(self, begin: int, n_docs: int) -> int:
        """How many minibatches from ``begin`` on have at most so many documents, at least one."""
        docs = self.cuts[begin + 1 :] - self.cuts[begin]
        return max(1, int(np.searchsorted(docs, n_docs, side="right")))

    def batch(self, i: int, n_threads: int = 1) -> Batch:
        """Minibatch i; when it is packed, so are those that follow it, which costs less."""
        return Batch(*self.part(i, i + 1), lambda: self._pack(i, n_threads))

    def _pack(self, i: int, n_threads: int) -> Packed:
        if i not in self._packed:
            n = self.within(i, CHUNK_DOCS) if self.documents.pairs is None else 1
            counts, docs = self.part(i, i + n)
            batches = np.split(docs, self.cuts[i + 1 : i + n] - self.cuts[i])
            packed = kernels.pack_each(counts, batches, n_threads)
            self._packed.clear()
            self._packed.update(zip(range(i, i + n), packed, strict=True))
        return self._packed[i]
