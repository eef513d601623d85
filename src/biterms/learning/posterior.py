"""One global posterior for all learners: lam = prior * eta + scale * M, kept lazily.

Arrays are word-major: a word's K numbers lie together, and a minibatch touches its own words only.
Only `Posterior.add` and its compiled form `Posterior.learn` change what has been learnt, and only
`Posterior.remap` changes which words there are. Each of them takes effect at one moment: the
compiled call that adds the rows counts itself, and if an interrupt comes right after it, the next
look at the posterior brings the numbers up to date.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from biterms import kernels
from biterms.errors import InputError
from biterms.kernels import Array, Counts, Inference, Local, Scratch
from biterms.learning.block import block_of, room_for
from biterms.learning.changes import ChangeLog
from biterms.learning.commit import Commit
from biterms.learning.learner import Step
from biterms.learning.lineage import Lineage
from biterms.learning.plan import Joining
from biterms.learning.posterior_reader import PosteriorReader
from biterms.learning.row_map import RowMap
from biterms.learning.statistics import Statistics
from biterms.learning.table import Table, taken
from biterms.learning.table_changes import (
    begun_at,
    copied,
    handed_over,
    merged,
    on_grid_of,
    remapped,
    unlearnt,
    with_prior,
)
from biterms.learning.table_file import table_fields, table_from_fields
from biterms.store import Fields


class Posterior(PosteriorReader):
    """Dirichlet parameters of the topics over the words.

    Parameters
    ----------
    n_words, n_topics : int
        V and K.
    eta : array of shape (1 or V, 1 or K)
        The prior, word-major.
    extra : sequence of str
        Names of what is learnt beside the words, K numbers each: `Statistics.extra`.
    """

    def __init__(self, n_words: int, n_topics: int, eta: Array, extra: Sequence[str] = ()) -> None:
        eta = np.ascontiguousarray(eta, dtype=np.float64)
        self._log, self._scratch = ChangeLog(), Scratch()
        self._pending: Commit | None = None
        self._table = Table.new(n_words, n_topics, eta, extra)

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
            The copy, which learns independently; it has the same id until then.
        """
        other = self.with_table(copied(self.table))
        other._scratch = Scratch()
        return other

    def unlearnt(self) -> Posterior:
        """Make a posterior of the same words and prior that has learnt nothing.

        Returns
        -------
        Posterior
            It learns independently; words that were dropped stay so.
        """
        other = self.with_table(unlearnt(self.table))
        other._scratch = Scratch()
        return other

    # learning ------------------------------------------------------------------------------

    def begin_at(self, lam: Array, extra: Mapping[str, Array] | None = None) -> None:
        """Begin learning from given Dirichlet parameters instead of the prior.

        Parameters
        ----------
        lam : array of shape (K, V)
            The parameters of the topics.
        extra : mapping of str to array of shape (K,), optional
            What is learnt beside the words; by default it stays as it is.

        Raises
        ------
        InputError
            If they are of other words or topics, or if ``extra`` has other names.

        Notes
        -----
        M_0 = lam - prior * eta, which may be negative.
        """
        self._replace(begun_at(self.table, lam, extra or {}))

    def round(self, bits: int) -> None:
        """Round what has been learnt, so that statistics that are rounded likewise add up exactly.

        Parameters
        ----------
        bits : int
            All numbers become multiples of 2^-bits, and the scale becomes 1.
        """
        self._replace(on_grid_of(self.table, bits))

    def set_prior(self, eta: Array) -> None:
        """Exchange the prior; what has been learnt stays.

        Parameters
        ----------
        eta : array of shape (V, K)
            The prior, word-major.

        Raises
        ------
        InputError
            If it is one of other words or topics.
        """
        self._replace(with_prior(self.table, eta))

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
            If they are statistics of other words or topics, or of something else beside the
            words; nothing is changed then.
        """
        table = self.table if at is None else at
        if step.exact:
            statistics = statistics.rounded()
        after = taken(table, statistics, step)
        words, rows, factor = statistics.words, statistics.rows, step.gain / after.scale
        if not isinstance(factor, float):
            rows, factor = rows * factor, 1.0
        done = np.zeros(1, dtype=np.int64)
        self._pending = Commit.of_one(done, after, words)
        kernels.add_rows(after.M, after.m, words, rows, factor, n_threads, done)
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
        block = block_of(self.table, documents.n_words, steps, np.diff(cuts).tolist(), joining)
        done = np.zeros(1, dtype=np.int64)
        self._pending = Commit.of_block(done, block.after, documents, docs, cuts)
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

        What was learnt before is gone, so snapshots of before serve `difference` no more.

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
        new = copied(theirs)._replace(updates=mine.updates + 1, lineage=Lineage.new())
        self._replace(new)

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
        """Make the posterior that takes the place of this one; all of its rows count as changed.

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
        other._pending, other._table = None, table
        other._log, other._scratch = ChangeLog(), self._scratch
        return other

    def __copy__(self) -> Posterior:
        """The same as `copy`: two posteriors never share what they learn."""
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """What pickles and deep copies are made of: they learn independently, as `copy` does."""
        table = self.table
        shared = table._replace(lineage=table.lineage.copied())
        return {"_table": shared, "_pending": None, "_log": ChangeLog(), "_scratch": Scratch()}

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
        return table_fields(self.table)

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
            The same posterior; it learns independently, as a `copy` does.

        Raises
        ------
        StoreError
            If the settings or arrays are not as expected.
        """
        self = cls.__new__(cls)
        self._table = table_from_fields(kept)
        self._log, self._scratch, self._pending = ChangeLog(), Scratch(), None
        return self

    # committing ----------------------------------------------------------------------------

    def _finish(self) -> None:
        """Take the numbers of the minibatches whose rows are in M; may be called again."""
        pending = self._pending
        if pending is None or pending.under_way():
            return
        self._table = pending.result(self._table, self._log)
        self._pending = None

    def _replace(self, table: Table, changed: Array | None = None) -> None:
        """Take another table at one moment; only these rows are changed in it (None: all)."""
        if changed is None:
            self._log.forget()
        else:
            self._log.note(changed.astype(np.int32), table.n)
        self._table = table
