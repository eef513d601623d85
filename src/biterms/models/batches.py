"""Documents in minibatches for learning, and in chunks of bounded memory for use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Counts, Packed

#: documents of one kernel call when nothing is learnt: bounds the memory, changes no result
CHUNK_DOCS = 8192


class Batch(NamedTuple):
    """A minibatch: which documents of what, and they themselves."""

    counts: Counts
    docs: Array
    packed: Packed


def whole(counts: Counts) -> Batch:
    """All of them at once."""
    docs = np.arange(len(counts))
    return Batch(counts, docs, kernels.pack(counts, docs))


def minibatches(counts: Counts, order: Array, size: int, n_threads: int) -> Iterator[Batch]:
    """``size`` documents each; several are packed together, which costs less."""
    together = max(1, CHUNK_DOCS // size)
    batches = [order[at : at + size] for at in range(0, len(order), size)]
    for at in range(0, len(batches), together):
        group = batches[at : at + together]
        packs = kernels.pack_each(counts, group, n_threads)
        yield from (Batch(counts, *pair) for pair in zip(group, packs, strict=True))


def chunks(counts: Counts) -> Iterator[Batch]:
    """All documents in their order, a few thousand at a time."""
    for at in range(0, len(counts), CHUNK_DOCS):
        docs = np.arange(at, min(at + CHUNK_DOCS, len(counts)))
        yield Batch(counts, docs, kernels.pack(counts, docs))
