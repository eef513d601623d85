"""The arrays and numbers of a posterior at one moment, and what steps and events make of them.

Functions of values: whoever is given a table leaves its arrays as they are, and makes new ones
where an event touches all rows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Inference, Lazy, Rows, Scratch
from biterms.learning.learner import Step
from biterms.learning.lineage import Anchor, Lineage
from biterms.learning.statistics import Statistics

#: powers of two, so that folding them into M rounds nothing (docs/how_it_works.md)
SMALLEST, FOLD = 2.0**-300, 2.0**300
#: a decay that leaves nothing of any number, and still has a logarithm
NOTHING = 5e-324
#: updates between two exact sums over all words
RESUM = 1 << 13


class Table(NamedTuple):
    """The arrays and numbers of one moment.

    ``M`` and ``eta`` have room for more words than the first ``n``; rows of holes are zero in M.
    ``extra`` holds K numbers by name that are learnt beside the words. ``drops`` says how often
    each id has lost its word, as far as the last that has. ``fades`` and ``prior_fade`` are
    logarithms (base 2, so that halves are exact) of the decays that were different for each topic,
    which M has taken, and of those of the prior.
    """

    M: Array
    m: Array
    eta: Array
    eta_sums: Array
    n: int
    holes: Array
    drops: Array
    extra: Mapping[str, Array]
    prior: float
    prior_fade: float
    scale: float
    updates: int
    documents: int
    folds: int
    resets: int
    fades: Array
    lineage: Lineage

    @classmethod
    def new(cls, n_words: int, n_topics: int, eta: Array, extra: Sequence[str]) -> Table:
        """Nothing has been learnt yet."""
        none = np.empty(0, dtype=np.int64)
        return cls(
            M=np.zeros((n_words, n_topics)),
            m=np.zeros(n_topics),
            eta=eta,
            eta_sums=eta_sums(eta, n_words, n_topics),
            n=n_words,
            holes=none,
            drops=none,
            extra={name: np.zeros(n_topics) for name in extra},
            prior=1.0,
            prior_fade=0.0,
            scale=1.0,
            updates=0,
            documents=0,
            folds=0,
            resets=0,
            fades=np.zeros(n_topics),
            lineage=Lineage.new(),
        )

    @property
    def anchor(self) -> Anchor:
        """Which posterior this is, and which moment of it."""
        return Anchor(self.lineage.id, self.updates)

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


def taken(table: Table, statistics: Statistics, step: Step) -> Table:
    """The numbers after statistics were added, M and m apart: those are for the kernels."""
    after = stepped(table, step, statistics.documents)
    extra = {
        name: step.decay * array + step.gain * statistics.extra[name]
        for name, array in table.extra.items()
    }
    return after._replace(extra=extra, prior=after.prior + step.gain * statistics.prior)


def stepped(table: Table, step: Step, documents: int) -> Table:
    """The numbers after a step; M and m are copied where the step touches all of them."""
    table = table._replace(
        prior=table.prior + prior_increment(table, step),
        prior_fade=table.prior_fade + log2(step.prior_decay),
        updates=table.updates + 1,
        documents=table.documents + documents,
        lineage=table.lineage.followed(table.updates),
    )
    if not np.isscalar(step.decay):
        faded = np.asarray(step.decay, dtype=np.float64)
        fades = table.fades + np.log2(np.maximum(faded, NOTHING))
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


def log2(decay: float) -> float:
    """The logarithm of a factor, also of one that leaves nothing."""
    return 0.0 if decay == 1.0 else math.log2(max(decay, NOTHING))


def prior_increment(table: Table, step: Step) -> float:
    """How much a step adds to the prior: p <- prior_decay p + prior."""
    return float((step.prior_decay - 1.0) * table.prior + step.prior)


def eta_sums(eta: Array, n_words: int, n_topics: int) -> Array:
    """sum_v eta_kv of some words."""
    total = eta.sum(axis=0) * (n_words if len(eta) == 1 else 1)
    return np.broadcast_to(total, (n_topics,)).astype(np.float64)
