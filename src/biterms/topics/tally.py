"""Sums of mixtures by groups of texts, in memory that does not grow with the texts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array

#: groups of texts: more are no periods or classes that anyone looks at
MOST_GROUPS = 10_000


class Tally:
    """How many texts of each group there are, and how much of each topic is in them.

    Parameters
    ----------
    n_topics : int
        Columns of mixtures.
    """

    def __init__(self, n_topics: int) -> None:
        self.keys = np.empty(0, dtype=np.int64)
        self.documents = np.empty(0, dtype=np.int64)
        self.sums = np.empty((0, n_topics))
        self.squares = np.zeros(n_topics)

    def add(self, keys: Array, mixtures: Array) -> None:
        """Count texts: the group of each, and its mixture.

        Raises
        ------
        InputError
            If there are too many groups.
        """
        self.squares = self.squares + np.square(mixtures).sum(axis=0)
        ones = np.ones(len(keys), dtype=np.int64)
        self._take(keys, ones, np.asarray(mixtures, dtype=np.float64))

    def regroup(self, rename: Callable[[Array], Array]) -> None:
        """Give groups other names; those that are called the same become one."""
        keys, documents, sums = rename(self.keys), self.documents, self.sums
        self.keys, self.documents, self.sums = keys[:0], documents[:0], sums[:0]
        self._take(keys, documents, sums)

    @property
    def variances(self) -> Array:
        """Variance of the share of each topic among all texts."""
        n = max(1, int(self.documents.sum()))
        return np.asarray(np.maximum(self.squares / n - (self.sums.sum(axis=0) / n) ** 2, 0.0))

    def _take(self, keys: Array, documents: Array, sums: Array) -> None:
        every = np.concatenate([self.keys.astype(keys.dtype), keys])
        self.keys, place = np.unique(every, return_inverse=True)
        if len(self.keys) > MOST_GROUPS:
            raise InputError(
                f"more than {MOST_GROUPS:,} groups of texts, such as {self.keys[-1]!s:.40}; "
                "expected fewer: choose longer periods, or a column of classes"
            )
        counted = np.concatenate([self.documents, documents])
        self.documents = np.zeros(len(self.keys), dtype=np.int64)
        np.add.at(self.documents, place, counted)
        before, self.sums = self.sums, np.zeros((len(self.keys), self.sums.shape[1]))
        np.add.at(self.sums, place, np.concatenate([before, sums]))
