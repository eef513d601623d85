"""Minibatches on their way into a posterior: whatever interrupts them, each is in or it is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np

from biterms.kernels import Array, Counts
from biterms.learning.changes import ChangeLog
from biterms.learning.table import RESUM, Table
from biterms.learning.threads import Call


class Commit(NamedTuple):
    """Rows that a compiled call is adding to M, and the numbers that go with them.

    Parameters
    ----------
    done : int64 array of one number
        How many minibatches have their rows in M; the compiled call counts them from 0.
    tables : sequence of Table
        The posterior after one minibatch, two, and so on.
    words : array of int or None
        Words that the minibatches touch, one minibatch after the other; None if it may be any.
    ends : sequence of int
        Minibatch i touches ``words[ends[i - 1]:ends[i]]``.
    call : Call
        The method of the posterior that waits for the compiled call. It must not hold this in a
        variable: the two would hold each other, and all documents, until garbage is collected.
    """

    done: Array
    tables: Sequence[Table]
    words: Array | None
    ends: Sequence[int] | Array
    call: Call

    @classmethod
    def of_one(cls, done: Array, after: Table, words: Array) -> Self:
        """A minibatch of these words."""
        return cls(done, [after], words, [len(words)], Call(outer=1))

    @classmethod
    def of_block(
        cls, done: Array, after: Sequence[Table], documents: Counts, docs: Array, cuts: Array
    ) -> Self:
        """Minibatches of documents.

        Words of documents in a row are read as they lie; any others would have to be gathered,
        which costs more than it is worth in a pass of `fit`.
        """
        if not len(docs) or (np.diff(docs) != 1).any():
            return cls(done, after, None, cuts[1:], Call(outer=1))
        ptr = documents.indptr[docs[0] + cuts]
        words = documents.indices[ptr[0] : ptr[-1]].copy()
        return cls(done, after, words, ptr[1:] - ptr[0], Call(outer=1))

    def under_way(self) -> bool:
        """Whether another thread is still at it, which then finishes it."""
        return self.call.running_elsewhere()

    def result(self, before: Table, log: ChangeLog) -> Table:
        """The posterior that it has led to; the log notes the words, once however often asked."""
        n = int(self.done[0])
        if not n:
            return before
        after = self.tables[n - 1]
        if self.words is None or after.M is not before.M:
            log.forget()
        else:
            log.note(self.words[: self.ends[n - 1]], after.n, after.updates)
        if after.updates % RESUM == 0:
            after = after._replace(m=after.M[: after.n].sum(axis=0))
        return after
