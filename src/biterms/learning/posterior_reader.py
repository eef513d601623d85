"""What a posterior says of itself; nothing here changes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from biterms import kernels
from biterms.errors import InputError
from biterms.kernels import Array
from biterms.learning.changes import ChangeLog, Mark
from biterms.learning.statistics import Anchor
from biterms.learning.table import Table


class PosteriorReader(ABC):
    """Reads lam = prior * eta + scale * M, and which rows of it have changed."""

    id: str
    _log: ChangeLog

    @property
    @abstractmethod
    def table(self) -> Table:
        """The arrays and numbers as they are now."""

    @abstractmethod
    def _finish(self) -> None:
        """Take the numbers of the minibatches whose rows are in M."""

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
    def prior(self) -> float:
        """How often eta counts in lam."""
        return self.table.prior

    @property
    def scale(self) -> float:
        """What M is multiplied by in lam."""
        return self.table.scale

    @property
    def holes(self) -> Array:
        """Ids of words that were dropped and not replaced."""
        return self.table.holes

    @property
    def M(self) -> Array:
        """What has been learnt, V x K, before scaling."""
        table = self.table
        return table.M[: table.n]

    @property
    def eta(self) -> Array:
        """The prior as (1 or V) x (1 or K)."""
        table = self.table
        return table.eta if len(table.eta) == 1 else table.eta[: table.n]

    @property
    def anchor(self) -> Anchor:
        """Which posterior this is: statistics that are inferred from it carry it along."""
        return Anchor(self.id, self.updates)

    def sums(self) -> Array:
        """Sum over the words of lam, K numbers: no pass over the words."""
        return self.table.sums()

    def learnt(self) -> Array:
        """sum_v (lam_kv - prior * eta_kv): the expected counts of each topic."""
        table = self.table
        return np.asarray(table.scale * table.m)

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
        return kernels.gather(self.table.lazy, word_ids(words, self.n_words))

    def lam(self) -> Array:
        """All of lam, K x V: costs K x V. A hole has the prior."""
        return np.asarray((self.prior * self.eta + self.scale * self.M).T)

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
        rows; after an event that touches every row, all rows are returned.

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
