"""What a posterior says of itself; nothing here changes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.learning.changes import ChangeLog, Mark
from biterms.learning.learner import Step
from biterms.learning.lineage import Anchor
from biterms.learning.since import difference, step_since
from biterms.learning.statistics import Statistics
from biterms.learning.table import Table


class PosteriorReader(ABC):
    """Reads lam = prior * eta + scale * M, which rows of it have changed, and by how much."""

    _log: ChangeLog

    @property
    @abstractmethod
    def table(self) -> Table:
        """The arrays and numbers as they are now."""

    @abstractmethod
    def _finish(self) -> None:
        """Take the numbers of the minibatches whose rows are in M."""

    @property
    def id(self) -> str:
        """The line of learning that this posterior continues: see `Lineage`."""
        return self.table.lineage.id

    @property
    def n_words(self) -> int:
        """Number of word ids, V, holes included."""
        return self.table.n

    @property
    def n_topics(self) -> int:
        """Number of topics, K."""
        return int(self.table.M.shape[1])

    @property
    def updates(self) -> int:
        """Minibatches that have been added."""
        return self.table.updates

    @property
    def documents(self) -> int:
        """Documents that have been added; one that is learnt from again counts again."""
        return self.table.documents

    @property
    def extra(self) -> Mapping[str, Array]:
        """What has been learnt beside the words, K numbers by name."""
        return MappingProxyType(self.table.extra)

    @property
    def prior(self) -> float:
        """How often eta counts in lam."""
        return self.table.prior

    @property
    def scale(self) -> float | Array:
        """What M is multiplied by in lam; K numbers once topics fade by different factors."""
        return self.table.scale

    @property
    def holes(self) -> Array:
        """Ids of words that were dropped and not replaced."""
        return self.table.holes

    @property
    def M(self) -> Array:
        """What has been learnt, V x K, before scaling."""
        return self.table.words()[0]

    @property
    def eta(self) -> Array:
        """The prior as (1 or V) x (1 or K)."""
        return self.table.words()[1]

    @property
    def anchor(self) -> Anchor:
        """Which posterior this is: statistics that are inferred from it carry it along."""
        return self.table.anchor

    def sums(self) -> Array:
        """Sum over the words of lam, K numbers: no pass over the words."""
        return self.table.sums()

    def learnt(self) -> Array:
        """sum_v (lam_kv - prior * eta_kv): the expected counts of each topic."""
        return self.table.learnt()

    def rows(self, words: Any) -> Array:
        """Compute the Dirichlet parameters, lam, of some words.

        Parameters
        ----------
        words : sequence of int
            Word ids.

        Returns
        -------
        array of shape (n, K)
            One row for each id.

        Raises
        ------
        InputError
            If an id does not belong to a word.
        """
        return self.table.rows(word_ids(words, self.n_words))

    def lam(self) -> Array:
        """All of lam, K x V: costs K x V. A hole has the prior."""
        lam = self.scale * self.M
        lam += self.prior * self.eta
        return np.asarray(lam.T)

    def learnt_counts(self) -> Array:
        """Expected counts of the words in the topics, K x V, without the prior: lam - prior eta."""
        counts = self.lam()
        counts -= self.prior * self.eta.T
        return np.maximum(counts, 0.0, out=counts)

    # what changed --------------------------------------------------------------------------

    def mark(self) -> Mark:
        """Mark this moment, for `changed_since`.

        Returns
        -------
        Mark
            The moment.
        """
        self._finish()
        return self._log.mark()

    def changed_since(self, mark: Mark) -> tuple[Array, Array]:
        """Return the words whose rows have changed since a mark.

        All other rows of M and eta are as they were: of lam = prior * eta + scale * M only the
        numbers ``prior`` and ``scale`` may have changed. The cost grows with the number of changed
        rows; after an event that touches every row, all rows are returned, as for the mark of
        another posterior.

        Parameters
        ----------
        mark : Mark
            A moment that `mark` returned.

        Returns
        -------
        words : array of int
            Ids of the changed words.
        rows : array of shape (n, K)
            Their current rows of lam.
        """
        words = self.changed_words(mark)
        if words is None:
            words = np.setdiff1d(np.arange(self.n_words), self.holes).astype(np.int32)
        return words, self.rows(words)

    def changed_words(self, mark: Mark) -> Array | None:
        """Return the ids of the words whose rows have changed since a mark.

        Parameters
        ----------
        mark : Mark
            A moment that `mark` returned.

        Returns
        -------
        array of int or None
            The ids; None where any word may have changed.
        """
        self._finish()
        return self._log.since(mark)

    # what was learnt -----------------------------------------------------------------------

    def difference(self, snapshot: PosteriorReader) -> Statistics:
        """Compute what has been learnt since a snapshot, allowing for decay.

        Added to a copy of the snapshot with `step_since`, it gives this posterior, up to rounding.
        Words that have joined or gone since must join or go there first, with `Posterior.remap`:
        a word that is gone is not in the difference, and a word that has joined is in it with all
        that was learnt about it. The cost is a pass over all words.

        Parameters
        ----------
        snapshot : Posterior
            A copy that was made earlier, or one that was read from a file written earlier.

        Returns
        -------
        Statistics
            Expected counts of the words that have changed, what was learnt beside the words, the
            number of documents, and how often the prior was added.

        Raises
        ------
        InputError
            If the snapshot is of another model, another branch or a later moment, or if topics
            were merged since.

        Notes
        -----
        M - delta M_0 with delta the product of all decays since, and p - pi p_0 likewise for the
        prior. To merge posteriors that learnt from the same snapshot, sum their differences.

        Examples
        --------
        >>> import numpy as np
        >>> from biterms.learning import Posterior, Statistics, Step
        >>> posterior = Posterior(4, 2, np.full((1, 1), 0.1))
        >>> snapshot = posterior.copy()
        >>> learnt = Statistics([1], [[2.0, 3.0]], 4, documents=5, anchor=posterior.anchor)
        >>> posterior.add(learnt, Step(decay=0.5, gain=1.0))
        >>> difference = posterior.difference(snapshot)
        >>> difference.documents, difference.mass.tolist()
        (5, [2.0, 3.0])
        >>> snapshot.add(difference, posterior.step_since(snapshot))
        >>> bool((snapshot.lam() == posterior.lam()).all())
        True
        """
        return difference(snapshot.table, self.table)

    def step_since(self, snapshot: PosteriorReader) -> Step:
        """Return the step with which a snapshot takes its `difference` from this posterior.

        Parameters
        ----------
        snapshot : Posterior
            As for `difference`.

        Returns
        -------
        Step
            The product of the decays since, for what was learnt and for the prior; without decay
            it is ``Step(1.0, 1.0)``, which adds.

        Raises
        ------
        InputError
            As for `difference`.
        """
        return step_since(snapshot.table, self.table)


def word_ids(words: Any, n_words: int) -> Array:
    """Word ids as the kernels take them.

    Raises
    ------
    InputError
        If they are no whole numbers from 0 to ``n_words - 1``.
    """
    ids = np.asarray(words)
    if ids.size == 0:
        return np.empty(0, dtype=np.int32)
    if ids.ndim != 1 or ids.dtype.kind not in "iu" or ids.min() < 0 or ids.max() >= n_words:
        raise InputError(
            f"words={words!r:.60}: expected the ids of words, whole numbers from 0 to {n_words - 1}"
        )
    return np.ascontiguousarray(ids, dtype=np.int32)
