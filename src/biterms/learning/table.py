"""The arrays and numbers of a posterior at one moment, and what steps and events make of them.

Functions of values: whoever is given a table leaves its arrays as they are, and makes new ones
where an event touches all rows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from biterms import kernels
from biterms.errors import InputError
from biterms.kernels import Array, Inference, Lazy, Rows, Scratch
from biterms.learning.learner import Step
from biterms.learning.lineage import Anchor, Lineage
from biterms.learning.statistics import Statistics
from biterms.learning.stretches import Stretches

#: powers of two, so that folding them into M rounds nothing (docs/how_it_works.md)
FOLD_BITS = 300
SMALLEST, FOLD = 2.0**-FOLD_BITS, 2.0**FOLD_BITS
#: a decay that leaves nothing of any number, and still has a logarithm
NOTHING = 5e-324
#: updates between two exact sums over all words
RESUM = 1 << 13


class Table(NamedTuple):
    """The arrays and numbers of one moment.

    ``M`` and ``eta`` have room for more words than the first ``n``; rows of holes are zero in M.
    ``extra`` holds K numbers by name that are learnt beside the words. ``drops`` says how often
    each id has lost its word, as far as the last that has. ``scale`` is what M is multiplied by in
    lam; ``folds`` counts the factors `SMALLEST` that M has taken from it, ``resets`` the decays
    that left nothing. Each of the three is a number, or K numbers once topics have faded by
    different factors. ``prior_fade`` is the logarithm of all decays of the prior, with base 2 so
    that halves are exact.
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
    scale: float | Array
    updates: int
    documents: int
    folds: int | Array
    resets: int | Array
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
            lineage=Lineage.new(),
        )

    @property
    def anchor(self) -> Anchor:
        """Which posterior this is, and which moment of it."""
        return Anchor(self.lineage.id, self.updates)

    def contents(self) -> Stretches:
        """What has been learnt, by lines of learning."""
        return self.lineage.contents(self.updates)

    @property
    def lazy(self) -> Lazy:
        """What the kernels read, as long as all topics have the same scale."""
        return Lazy(*self.words(), self.prior, float(self.scale))

    def words(self) -> tuple[Array, Array]:
        """M and eta without the room for more words."""
        return self.M[: self.n], self.eta if len(self.eta) == 1 else self.eta[: self.n]

    def learnt(self) -> Array:
        """sum_v (lam_kv - prior * eta_kv): the expected counts of each topic."""
        return np.asarray(self.scale * self.m)

    def sums(self) -> Array:
        """sum_v lam_kv = prior * H_k + scale * m_k: no pass over the words."""
        return np.asarray(self.prior * self.eta_sums + self.learnt())

    def rows(self, words: Array) -> Array:
        """lam of some words, n x K; the ids are int32 and have been checked."""
        return kernels.gather(*self._of(words))

    def expect(
        self, words: Array, inference: Inference, n_threads: int = 1, scratch: Scratch | None = None
    ) -> Rows:
        """What the document step needs of some words, given as int32 ids that have been checked."""
        sums, (lazy, ids) = self.sums(), self._of(words)
        return kernels.expect_words(lazy, ids, sums, inference, n_threads, scratch)

    def _of(self, words: Array) -> tuple[Lazy, Array]:
        """A posterior that has these words, and their ids in it."""
        if isinstance(self.scale, float):
            return self.lazy, words
        eta = self.eta if len(self.eta) == 1 else self.eta[words]
        some = Lazy(self.scale * self.M[words], eta, self.prior, 1.0)
        return some, np.arange(len(words), dtype=np.int32)


def taken(table: Table, statistics: Statistics, step: Step) -> Table:
    """The numbers after statistics were added, M and m apart: those are for the kernels.

    Raises
    ------
    InputError
        If the statistics are not of the words and topics of this table.
    """
    _check_same_kind(statistics, table)
    after = stepped(table, step, statistics.documents)
    extra = {
        name: step.decay * array + step.gain * statistics.extra[name]
        for name, array in table.extra.items()
    }
    return after._replace(extra=extra, prior=after.prior + step.gain * statistics.prior)


def _check_same_kind(statistics: Statistics, table: Table) -> None:
    """Refuse statistics that are not of the words and topics of this table."""
    if (statistics.n_words, statistics.n_topics) != (table.n, table.M.shape[1]):
        raise InputError(
            f"statistics of {statistics.n_words} word ids and {statistics.n_topics} topics, "
            f"expected {table.n} and {table.M.shape[1]}: those of this posterior"
        )
    shapes = {name: array.shape for name, array in statistics.extra.items()}
    if shapes != {name: array.shape for name, array in table.extra.items()}:
        raise InputError(
            f"statistics with {shapes} beside the words, expected K numbers for each of "
            f"{sorted(table.extra)}: what this posterior learns"
        )


def stepped(table: Table, step: Step, documents: int) -> Table:
    """The numbers after a step; M and m are copied where the step touches all of them.

    Raises
    ------
    InputError
        If the step is not made of such factors as a learner has.
    """
    _check_step(step, len(table.m))
    scale = table.scale * (step.decay if isinstance(step.decay, float) else np.asarray(step.decay))
    if not (type(scale) is float and scale >= SMALLEST):
        table = _faded(table, step.decay)
        scale = table.scale
    return table._replace(
        scale=scale,
        prior=table.prior + prior_increment(table, step),
        prior_fade=table.prior_fade + log2(step.prior_decay),
        updates=table.updates + 1,
        documents=table.documents + documents,
        lineage=table.lineage.followed(table.updates),
    )


def _check_step(step: Step, n_topics: int) -> None:
    """Refuse factors that are not between 0 and 1, and numbers that are not finite."""
    decay = step.decay
    if isinstance(decay, float | int):
        fine = 0.0 <= decay <= 1.0
    else:
        given = np.asarray(decay)
        fine = given.shape == (n_topics,) and bool(((given >= 0) & (given <= 1)).all())
    numbers = math.isfinite(step.gain) and math.isfinite(step.prior)
    if not (fine and numbers and 0.0 <= step.prior_decay <= 1.0):
        raise InputError(
            f"{step!r:.200}: expected a decay from 0 to 1, or one for each of {n_topics} topics, "
            "a finite gain and prior, and a decay of the prior from 0 to 1"
        )


def _faded(table: Table, decay: float | Array) -> Table:
    """What decays leave that differ between topics, or that leave nothing or next to nothing.

    Only then, or when a scale has become too small, M and m are touched.
    """
    M, m, gone = table.M, table.m, np.asarray(decay) < SMALLEST**2
    scale = np.where(gone, 1.0, table.scale * np.asarray(decay, dtype=np.float64))
    folds, resets = np.where(gone, 0, table.folds), table.resets + gone.astype(np.int64)
    if gone.any():
        M, m = np.where(gone, 0.0, M), np.where(gone, 0.0, m)
    while (small := scale < SMALLEST).any():
        fold = np.where(small, SMALLEST, 1.0)
        M, m, scale, folds = M * fold, m * fold, np.where(small, scale * FOLD, scale), folds + small
    numbers = {"scale": scale, "folds": folds, "resets": resets}
    return table._replace(M=M, m=m, **{name: as_number(each) for name, each in numbers.items()})


def as_number(given: Array) -> Any:
    """A number where there is one for all topics, else the array."""
    return given if given.ndim else given.item()


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
