"""One global posterior for all learners: lam = prior * eta + scale * M, kept lazily.

Arrays are word-major: a word's K numbers lie together, and a minibatch touches its own words only.
Only `Posterior.add` and its compiled form `Posterior.learn` change what has been learnt, and only
`Posterior.remap` changes which words there are. Each of them takes effect at one moment: the
compiled call that adds the rows counts itself, and if an interrupt comes right after it, the next
look at the posterior brings the numbers up to date.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from biterms import kernels
from biterms.errors import InputError
from biterms.kernels import Array, Counts, Inference, Local, Scratch
from biterms.learning.block import block_of, room_for
from biterms.learning.changes import ChangeLog
from biterms.learning.learner import Step
from biterms.learning.plan import Joining
from biterms.learning.posterior_reader import PosteriorReader
from biterms.learning.row_map import RowMap
from biterms.learning.statistics import Statistics
from biterms.learning.table import RESUM, Table, eta_sums, stepped
from biterms.learning.table_changes import copied, difference, handed_over, merged, remapped
from biterms.learning.table_file import table_fields, table_from_fields
from biterms.learning.threads import Call
from biterms.store import Fields


class _Pending(NamedTuple):
    """An update under way: ``done`` counts the minibatches whose rows are in M.

    Minibatch i touches ``words[ends[i - 1] : ends[i]]``; None: it may be any word.
    """

    done: Array
    tables: Sequence[Table]
    words: Array | None
    ends: Sequence[int] | Array
    call: Call


class Posterior(PosteriorReader):
    """Dirichlet parameters of the topics over the words.

    Parameters
    ----------
    n_words, n_topics : int
        V and K.
    eta : array of shape (1 or V, 1 or K)
        The prior, word-major.
    """

    def __init__(self, n_words: int, n_topics: int, eta: Array) -> None:
        eta = np.ascontiguousarray(eta, dtype=np.float64)
        self.id = secrets.token_hex(8)
        self._log, self._scratch = ChangeLog(), Scratch()
        self._pending: _Pending | None = None
        self._table = Table(
            M=np.zeros((n_words, n_topics)),
            m=np.zeros(n_topics),
            eta=eta,
            eta_sums=eta_sums(eta, n_words, n_topics),
            n=n_words,
            holes=np.empty(0, dtype=np.int64),
            prior=1.0,
            scale=1.0,
            updates=0,
            folds=0,
            resets=0,
            fades=np.zeros(n_topics),
        )

    # what there is ------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The arrays and numbers as they are now; the arrays are the posterior's own."""
        if self._pending is not None:
            self._finish()
        return self._table

    def copy(self) -> Posterior:
        """Copy the posterior, for example as a snapshot for `difference`.

        Returns
        -------
        Posterior
            The copy, with the same id; it learns independently.
        """
        return self.with_table(copied(self.table))

    def difference(self, snapshot: Posterior) -> Statistics:
        """Compute what has been learnt since a snapshot, allowing for decay.

        Adding it to the decayed snapshot gives this posterior, up to rounding.

        Parameters
        ----------
        snapshot : Posterior
            A `copy` that was made earlier.

        Returns
        -------
        Statistics
            Expected counts of the words that have changed.

        Raises
        ------
        InputError
            If the snapshot is of another model or a later moment, or if words were dropped or
            topics merged since.
        """
        then, now = snapshot.table, self.table
        if snapshot.id != self.id:
            raise InputError("the snapshot is not an earlier moment of the same posterior")
        words, rows = difference(then, now)
        return Statistics(
            words,
            rows,
            n_words=now.n,
            documents=0,
            anchor=snapshot.anchor,
            prior=now.prior - then.prior,
        )

    # learning ------------------------------------------------------------------------------

    def begin_at(self, lam: Array) -> None:
        """Begin learning from given Dirichlet parameters instead of the prior.

        Parameters
        ----------
        lam : array of shape (K, V)
            The parameters of the topics.

        Notes
        -----
        M_0 = lam - prior * eta, which may be negative.
        """
        table = self.table
        M = np.ascontiguousarray(lam.T - table.prior * self.eta)
        self._replace(table._replace(M=M, m=M.sum(axis=0), scale=1.0))

    def add(
        self,
        statistics: Statistics,
        step: Step,
        n_threads: int = 1,
        *,
        at: Table | None = None,
    ) -> None:
        """Take the statistics of a minibatch: the affine rule of a learner.

        Parameters
        ----------
        statistics : Statistics
            Of the words and topics of this posterior.
        step : Step
            What the learner says.
        n_threads : int
            Threads; the result is the same for any number.
        at : Table, optional
            This posterior with words that join at the same moment, from `remapped`.

        Raises
        ------
        InputError
            If they are statistics of other words or topics; nothing is changed then.
        """
        table = self.table if at is None else at
        if (statistics.n_words, statistics.n_topics) != (table.n, table.M.shape[1]):
            raise InputError(
                f"statistics of {statistics.n_words} word ids and {statistics.n_topics} topics, "
                f"expected {table.n} and {table.M.shape[1]}: those of this posterior"
            )
        after, done = stepped(table, step), np.zeros(1, dtype=np.int64)
        words = statistics.words
        self._pending = _Pending(done, [after], words, [len(words)], Call())
        kernels.add_rows(
            *(after.M, after.m, statistics.words, statistics.rows),
            *(step.gain / after.scale, n_threads, done),
        )
        self._finish()

    def learn(
        self,
        documents: Counts,
        docs: Array,
        cuts: Array,
        steps: Sequence[Step],
        *,
        local: Local,
        inference: Inference,
        n_threads: int = 1,
        joining: Joining | None = None,
    ) -> None:
        """Document step and `add` for a block of minibatches, in one compiled call.

        It stops at the end of the block or at an interrupt, between two minibatches; ``updates``
        says how many have been added. `room_for` says how long a block may be.

        Parameters
        ----------
        documents : Counts
            Documents over the words that this posterior has, or will have: words that join only
            after the block are in none of its minibatches.
        docs, cuts : array of int
            Minibatch i has the documents ``docs[cuts[i]:cuts[i + 1]]``.
        steps : sequence of Step
            What the learner says, for each minibatch.
        local, inference
            Settings of the document step.
        n_threads : int
            Threads; the result is the same for any number.
        joining : sequence of (RowMap, array or None), optional
            Words that join with each minibatch, behind the others, and their prior.
        """
        block = block_of(self.table, documents.n_words, steps, joining)
        done = np.zeros(1, dtype=np.int64)
        touched = _touched(documents, docs, cuts)
        self._pending = _Pending(done, block.after, *touched, Call())
        kernels.learn(
            documents,
            docs,
            cuts,
            block.lazy,
            block.m,
            block.eta_sums,
            block.steps,
            local,
            inference,
            n_threads,
            done,
            self._scratch,
        )
        self._finish()

    def room_for(self, steps: Sequence[Step]) -> int:
        """Count the minibatches that one call of `learn` may take.

        Parameters
        ----------
        steps : sequence of Step
            The steps of the next minibatches.

        Returns
        -------
        int
            Number of steps from the first on that touch only the rows of their words.
        """
        return room_for(self.table, steps)

    # events that touch all rows ------------------------------------------------------------

    def remap(self, change: RowMap, eta: Array | None = None) -> None:
        """Words join, as if they had always been there, and words go: all at one moment.

        Parameters
        ----------
        change : RowMap
            Which ids get a row and which lose theirs.
        eta : array of shape (n, 1 or K), optional
            Prior of the words that join, where it differs between words.

        Raises
        ------
        InputError
            If the change is of another vocabulary; nothing is changed then.
        """
        if change:
            after = self.remapped(change, eta)
            self._replace(after, None if len(change.dropped) else change.added)

    def remapped(self, change: RowMap, eta: Array | None = None) -> Table:
        """Compute what `remap` would make of this posterior, which does not change.

        Parameters
        ----------
        change : RowMap
            Which ids get a row and which lose theirs.
        eta : array of shape (n, 1 or K), optional
            Prior of the words that join, where it differs between words.

        Returns
        -------
        Table
            The arrays and numbers after the change.

        Raises
        ------
        InputError
            If the change is of another vocabulary.
        """
        return remapped(self.table, change, eta)

    def replace(self, other: Posterior) -> None:
        """Take over everything that another posterior has learnt.

        Parameters
        ----------
        other : Posterior
            A posterior of the same words and topics; its arrays are copied.

        Raises
        ------
        InputError
            If it has other numbers of words or topics; nothing is changed then.
        """
        mine, theirs = self.table, other.table
        if (mine.n, self.n_topics) != (theirs.n, other.n_topics):
            raise InputError(
                f"a posterior of {theirs.n} word ids and {other.n_topics} topics cannot replace "
                f"one of {mine.n} and {self.n_topics}"
            )
        self._replace(copied(theirs)._replace(updates=mine.updates + 1))

    def merged(self, topics: list[int]) -> Posterior:
        """Merge topics: the first takes what all have learnt, and the others are gone.

        Where the prior differs between topics, the merged topic has their mean.

        Parameters
        ----------
        topics : list of int
            Two or more different topics.

        Returns
        -------
        Posterior
            A new posterior; this one does not change.
        """
        return self.with_table(merged(self.table, topics))

    def handed_over(self, topic: int, shares: Array) -> Posterior:
        """Distribute what a topic has learnt among other topics.

        Parameters
        ----------
        topic : int
            The topic that loses everything.
        shares : array of shape (K,)
            The share that each topic receives.

        Returns
        -------
        Posterior
            A new posterior; this one does not change.
        """
        return self.with_table(handed_over(self.table, topic, shares))

    def with_table(self, table: Table) -> Posterior:
        """Make another posterior of the same model, all of whose rows count as changed.

        Parameters
        ----------
        table : Table
            The arrays and numbers of the new posterior, which are not copied.

        Returns
        -------
        Posterior
            The new posterior.
        """
        other = Posterior.__new__(Posterior)
        other.id, other._pending, other._table = self.id, None, table
        other._log, other._scratch = ChangeLog(self._log.epoch + 1), self._scratch
        return other

    # files ---------------------------------------------------------------------------------

    def to_fields(self) -> tuple[dict[str, Any], dict[str, Array]]:
        """Return settings and arrays for a model file.

        Returns
        -------
        settings : dict
            Numbers by name.
        arrays : dict of str to array
            The arrays by name; they are not copied.
        """
        return table_fields(self.table, self.id)

    @classmethod
    def from_fields(cls, kept: Fields, _: Mapping[str, int] | None = None) -> Posterior:
        """Restore a posterior from what `to_fields` returned.

        Parameters
        ----------
        kept : Fields
            The settings and arrays; the arrays are not copied.
        _ : mapping of str to int, optional
            Ignored; the arrays say how many words and topics there are.

        Returns
        -------
        Posterior
            The same posterior.

        Raises
        ------
        StoreError
            If the settings or arrays are not as expected.
        """
        self = cls.__new__(cls)
        self.id, self._table = table_from_fields(kept)
        self._log, self._scratch, self._pending = ChangeLog(), Scratch(), None
        return self

    # committing ----------------------------------------------------------------------------

    def _finish(self) -> None:
        """Take the numbers of the minibatches whose rows are in M; may be called again."""
        pending = self._pending
        if pending is None or pending.call.running_elsewhere():
            return
        if n := int(pending.done[0]):
            after, before = pending.tables[n - 1], self._table
            if pending.words is None or after.M is not before.M:
                self._log.forget()
            else:
                self._log.note(pending.words[: pending.ends[n - 1]], after.n, after.updates)
            if after.updates % RESUM == 0:
                after = after._replace(m=after.M[: after.n].sum(axis=0))
            self._table = after
        self._pending = None

    def _replace(self, table: Table, changed: Array | None = None) -> None:
        """Take another table at one moment; only these rows are changed in it (None: all)."""
        if changed is None:
            self._log.forget()
        else:
            self._log.note(changed.astype(np.int32), table.n)
        self._table = table


def _touched(documents: Counts, docs: Array, cuts: Array) -> tuple[Array | None, Array]:
    """Words of the documents of a block, and where those of each minibatch end.

    Documents in a row are read as they lie; any others would have to be gathered, which costs
    more than it is worth in a pass of `fit`.
    """
    if not len(docs) or (np.diff(docs) != 1).any():
        return None, cuts[1:]
    ptr = documents.indptr[docs[0] + cuts]
    return documents.indices[ptr[0] : ptr[-1]].copy(), ptr[1:] - ptr[0]
