"""Documents as a minibatch, and in chunks of bounded memory for inference."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from biterms import kernels
from biterms.bags.with_pairs import WithPairs
from biterms.kernels import Array, Counts, Packed
from biterms.store.columns import release

#: documents of one kernel call when nothing is learnt: bounds the memory, changes no result
CHUNK_DOCS = 8192
#: and biterms, where documents say which they have; one document alone may have more
CHUNK_PAIRS = 1 << 21


@dataclass(frozen=True)
class Batch:
    """A minibatch: which documents of which counts, and how they are packed (None: alone)."""

    counts: Counts
    docs: Array
    pack: Callable[[], Packed] | None = None

    @cached_property
    def packed(self) -> Packed:
        """The same for the kernels; it is made when it is needed, and once."""
        return kernels.pack(self.counts, self.docs) if self.pack is None else self.pack()


def one_batch(counts: Counts) -> Batch:
    """All documents as one minibatch."""
    return Batch(counts, np.arange(len(counts)))


def chunks(counts: Counts) -> Iterator[Batch]:
    """All documents in their order, a few thousand at a time, or as few as have many biterms."""
    given, none = counts.pairs, np.zeros(len(counts), dtype=np.int64)
    most = given.most_pairs() if isinstance(given, WithPairs) else none
    pairs, at = np.concatenate([[0], np.cumsum(most)]), 0
    while at < len(counts):
        fit = int(np.searchsorted(pairs, pairs[at] + CHUNK_PAIRS, side="right")) - 1
        docs = np.arange(at, min(max(at + 1, fit), at + CHUNK_DOCS))
        yield Batch(counts, docs)
        let_go(counts)
        at += len(docs)


def let_go(counts: Counts) -> None:
    """Give back the memory of documents on disk, which have been read; those in memory stay."""
    given = counts.pairs.arrays() if isinstance(counts.pairs, WithPairs) else ()
    release(counts.indptr, counts.indices, counts.data, *given)
