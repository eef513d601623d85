"""Documents that come in blocks: what has been seen of them, and parts that fit into memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array, Counts


class Seen(NamedTuple):
    """Number of documents, and in how many of them each word is."""

    n_docs: int
    documents: Array

    @classmethod
    def none(cls, n_words: int) -> Seen:
        """No documents yet."""
        return cls(0, np.zeros(n_words, dtype=np.int64))

    def with_block(self, counts: Counts) -> Seen:
        """With more documents over the same words; other words are an InputError."""
        if counts.n_words != len(self.documents):
            raise InputError(
                f"a block has {counts.n_words} words, expected {len(self.documents)} as in the "
                "first: count all texts with one vocabulary"
            )
        more = np.bincount(counts.indices, minlength=counts.n_words)
        return Seen(self.n_docs + len(counts), self.documents + more)


def parts(counts: Counts, most_pairs: int) -> Iterator[Counts]:
    """Documents in parts of at most ``most_pairs`` pairs, but of one document at least."""
    sizes = np.diff(counts.indptr)
    total = np.cumsum(sizes * (sizes - 1) // 2)
    begin = 0
    while begin < len(counts):
        before = total[begin - 1] if begin else 0
        end = max(begin + 1, int(np.searchsorted(total, before + most_pairs, side="right")))
        entries = slice(counts.indptr[begin], counts.indptr[end])
        indptr = counts.indptr[begin : end + 1] - counts.indptr[begin]
        yield Counts(indptr, counts.indices[entries], counts.data[entries], counts.n_words)
        begin = end
