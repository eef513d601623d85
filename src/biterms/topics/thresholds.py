"""Whether words that were not looked at can be among the best of a topic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from biterms.kernels import Array

#: rounding errors of a relevance, relative to the probability of the word, are smaller than this
ROUNDING = 1e-12
#: halvings of an interval that find a limit
HALVINGS = 30


class Threshold(Protocol):
    """What the Dirichlet parameter of a word says of its place among the words of a topic."""

    def certain(self, topics: Array, bounds: Array, last: Array) -> Array:
        """Say whether words with at most these parameters come after a word with the score last."""

    def limits(self, topics: Array, last: Array) -> Array:
        """Parameters of which that is certain."""


@dataclass(frozen=True)
class OfProbability:
    """Words in the order of their probability, lam divided by its sum.

    Parameters
    ----------
    sums : array
        Sum of the Dirichlet parameters of each topic.
    in_order : bool
        Whether the words that were looked at are the first ones in this order.
    """

    sums: Array
    in_order: bool

    def certain(self, topics: Array, bounds: Array, last: Array) -> Array:
        """Whether other words come after; if words come in order, whether there were enough."""
        if self.in_order:
            return np.asarray(last > -np.inf)
        return np.asarray(bounds < self.limits(topics, last))

    def limits(self, topics: Array, last: Array) -> Array:
        """Parameters with a lower probability."""
        if self.in_order:
            return np.full(len(topics), np.inf)
        return np.asarray(last * self.sums[topics] * (1 - ROUNDING))


@dataclass(frozen=True)
class OfRelevance:
    """Words in the order of their relevance, p log(p / q).

    Parameters
    ----------
    sums, sizes : array
        Sum of the Dirichlet parameters of each topic, and its share.
    others : array
        What the other topics give to q at least, whatever the word.

    Notes
    -----
    q >= size p + others, so a word whose p is at most b has at most the relevance
    b log(b / (size b + others)), which grows with b where it is positive. This is the threshold
    algorithm of Fagin, Lotem and Naor (2003).
    """

    sums: Array
    sizes: Array
    others: Array

    def certain(self, topics: Array, bounds: Array, last: Array) -> Array:
        """Whether other words have less than this relevance, or none that speaks for a topic."""
        most = self._most(topics, bounds)
        return np.asarray((most <= 0) | (most < last))

    def limits(self, topics: Array, last: Array) -> Array:
        """Parameters that cannot have this relevance, found by bisection."""
        low, high = np.zeros(len(topics)), self.sums[topics]
        goal = np.maximum(last, 0.0) * (1 - 1e-6)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            fits = self._most(topics, middle) <= goal
            low, high = np.where(fits, middle, low), np.where(fits, high, middle)
        return low

    def _most(self, topics: Array, lam: Array) -> Array:
        p = np.maximum(lam, 0.0) / self.sums[topics]
        with np.errstate(divide="ignore", invalid="ignore"):
            lift = np.log(p / (self.sizes[topics] * p + self.others[topics]))
            return np.where(p > 0, p * (lift + ROUNDING), 0.0)
