"""Shares of the topics in groups of texts: periods of time, or classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from biterms.errors import InputError, MissingPackage
from biterms.kernels import Array


@dataclass(frozen=True, kw_only=True, eq=False)
class TopicShares:
    """How much of each group of texts is about each topic.

    Parameters
    ----------
    ids : tuple of int
        Ids of the topics, the columns of `shares`.
    labels : tuple of str
        Their names.
    shares : array of shape (groups, topics)
        Expected share of the texts of a group that are about a topic, the mean of their mixtures.
    documents : array of int
        Texts of each group.
    n_given : int
        Texts that were looked at; those without a group or a known word are not counted.
    sampled_from : int, optional
        How many texts went by when those of the model's sample were kept; None if all texts were
        given.
    variances : array, optional
        Variance of the share of each topic among the texts; None: as if each text had one topic.
    """

    ids: tuple[int, ...]
    labels: tuple[str, ...]
    shares: Array
    documents: Array
    n_given: int
    sampled_from: int | None = None
    variances: Array | None = None

    def __post_init__(self) -> None:
        wanted = len(self.groups), len(self.ids)
        if self.shares.shape != wanted or len(self.documents) != wanted[0] or not wanted[0]:
            raise InputError(
                f"shares of shape {self.shares.shape} and {len(self.documents)} counts of texts "
                f"for {wanted[0]} groups and {wanted[1]} topics; expected a row for each group, "
                "and at least one"
            )
        if not np.isfinite(self.shares).all():
            raise InputError("a share is not finite; expected numbers from 0 to 1")
        if len(self.labels) != len(self.ids):
            raise InputError(
                f"{len(self.labels)} labels for {len(self.ids)} topics; expected one each"
            )

    @property
    def groups(self) -> Sequence[Any]:
        """The rows of `shares`."""
        raise NotImplementedError

    @property
    def n_texts(self) -> int:
        """Texts that were counted."""
        return int(self.documents.sum())

    @cached_property
    def errors(self) -> Array:
        """Standard error of each share.

        Notes
        -----
        With s of n texts about a topic, it is the standard deviation of
        Beta(s + 1/2, n - s + 1/2), the posterior of the share under Jeffreys' prior. It covers both
        which texts there happen to be and that the topic of a text is not certain.
        """
        n = self.documents[:, None]
        p = (self.shares * n + 0.5) / (n + 1)
        return np.asarray(np.sqrt(p * (1 - p) / (n + 2)))

    def chart(self, n: int = 12) -> Any:
        """Draw the topics that differ most between groups.

        Parameters
        ----------
        n : int, default=12
            Topics at most.
        """
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """A DataFrame with a row for each group and topic: share, standard error, texts."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingPackage("to_pandas", "pandas") from None
        groups, topics = self.shares.shape
        return pd.DataFrame(
            {
                self._group: np.repeat(np.array(self.groups, dtype=object), topics),
                "id": np.tile(self.ids, groups),
                "label": np.tile(np.array(self.labels, dtype=object), groups),
                "share": self.shares.ravel(),
                "error": self.errors.ravel(),
                "texts": np.repeat(self.documents, topics),
            }
        )

    #: what a group is called
    _group = "group"

    def counted(self) -> str:
        """Say over how many texts the shares were counted."""
        texts = f"{self.n_texts:,} texts"
        if self.sampled_from is not None and self.sampled_from > self.n_given:
            texts = f"a sample of {self.n_texts:,} out of {self.sampled_from:,} texts"
        left = self.n_given - self.n_texts
        return texts + (
            f" ({left:,} without a {self._group} or a known word left out)" if left else ""
        )
