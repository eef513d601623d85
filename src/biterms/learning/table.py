"""The arrays and numbers of a posterior at one moment, and what steps and events make of them.

Functions of values: whoever is given a table leaves its arrays as they are, and makes new ones
where an event touches all rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Inference, Lazy, Rows, Scratch
from biterms.learning.learner import Step

#: powers of two, so that folding them into M rounds nothing (docs/how_it_works.md)
SMALLEST, FOLD = 2.0**-300, 2.0**300
#: a decay that leaves nothing of any number, and still has a logarithm
NOTHING = 5e-324
#: updates between two exact sums over all words
RESUM = 1 << 13


class Table(NamedTuple):
    """The arrays and numbers of one moment.

    ``M`` and ``eta`` have room for more words than the first ``n``; rows of holes are zero in M.
    ``fades`` is the logarithm of the decays that were different for each topic, which M has taken.
    """

    M: Array
    m: Array
    eta: Array
    eta_sums: Array
    n: int
    holes: Array
    prior: float
    scale: float
    updates: int
    folds: int
    resets: int
    fades: Array

    @property
    def lazy(self) -> Lazy:
        """What the kernels read."""
        eta = self.eta if len(self.eta) == 1 else self.eta[: self.n]
        return Lazy(self.M[: self.n], eta, self.prior, self.scale)

    def sums(self) -> Array:
        """sum_v lam_kv = prior * H_k + scale * m_k: no pass over the words."""
        return np.asarray(self.prior * self.eta_sums + self.scale * self.m)

    def expect(
        self, words: Array, inference: Inference, n_threads: int = 1, scratch: Scratch | None = None
    ) -> Rows:
        """What the document step needs of some words, given as int32 ids that have been checked."""
        return kernels.expect_words(self.lazy, words, self.sums(), inference, n_threads, scratch)


def stepped(table: Table, step: Step) -> Table:
    """The numbers after a step; M and m are copied where the step touches all of them."""
    prior = table.prior + prior_increment(table, step)
    table = table._replace(prior=prior, updates=table.updates + 1)
    if not np.isscalar(step.decay):
        faded = np.asarray(step.decay, dtype=np.float64)
        fades = table.fades + np.log(np.maximum(faded, NOTHING))
        return table._replace(M=table.M * faded, m=table.m * faded, fades=fades)
    decay = float(step.decay)  # type: ignore[arg-type]
    if decay < SMALLEST**2:
        resets = table.resets + 1
        return table._replace(
            M=np.zeros_like(table.M), m=np.zeros_like(table.m), scale=1.0, resets=resets, folds=0
        )
    table = table._replace(scale=table.scale * decay)
    while table.scale < SMALLEST:
        table = table._replace(
            M=table.M * SMALLEST,
            m=table.m * SMALLEST,
            scale=table.scale * FOLD,
            folds=table.folds + 1,
        )
    return table


def prior_increment(table: Table, step: Step) -> float:
    """How much a step adds to the prior: p <- prior_decay p + prior."""
    return float((step.prior_decay - 1.0) * table.prior + step.prior)


def eta_sums(eta: Array, n_words: int, n_topics: int) -> Array:
    """sum_v eta_kv of some words."""
    total = eta.sum(axis=0) * (n_words if len(eta) == 1 else 1)
    return np.broadcast_to(total, (n_topics,)).astype(np.float64)
