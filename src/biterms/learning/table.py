"""The arrays and numbers of a posterior at one moment, and what steps and events make of them.

Functions of values: whoever is given a table leaves its arrays as they are, and makes new ones
where an event touches all rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from biterms import kernels
from biterms.errors import InputError
from biterms.kernels import Array, Inference, Lazy, Rows, Scratch
from biterms.learning.learner import Step
from biterms.learning.row_map import RowMap

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


def copied(table: Table) -> Table:
    """The same with arrays of its own; eta too, since words that join are written to its room."""
    return table._replace(M=table.M.copy(), m=table.m.copy(), eta=table.eta.copy())


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


def fade_since(now: Table, then: Table) -> Array | float:
    """What M of an earlier moment has to be multiplied by to be its part of lam now."""
    if now.resets > then.resets:
        return 0.0
    common = now.scale * SMALLEST ** (now.folds - then.folds)
    return np.asarray(common * np.exp(now.fades - then.fades))


def remapped(table: Table, change: RowMap, eta: Array | None = None) -> Table:
    """Words have joined, as if they had always been there, and words have gone."""
    taken = np.setdiff1d(change.added[change.added < table.n], table.holes)
    if change.before != table.n or len(np.setdiff1d(taken, change.dropped)):
        raise InputError("the change of words is not one of the words of this posterior")
    if (len(table.eta) > 1) != (eta is not None) and len(change.added):
        raise InputError(
            "the prior differs between words, so words that join need one of their own"
            if eta is None
            else "all words have the same prior, so words that join take it: leave it out"
        )
    holes = np.setdiff1d(np.union1d(table.holes, change.dropped), change.added)
    table = reserved(table, change.after)
    if len(change.dropped):
        table = without_words(table, change.dropped)
    if len(change.added):
        table = with_words(table, change, eta)
    return table._replace(n=change.after, holes=holes)


def reserved(table: Table, n: int) -> Table:
    """The same with room for ``n`` words."""
    M = with_room(table.M, table.n, n)
    return table._replace(
        M=M, eta=table.eta if len(table.eta) == 1 else with_room(table.eta, table.n, n)
    )


def without_words(table: Table, dropped: Array) -> Table:
    """Rows of zeros in the place of these words; m and the sums of eta are taken anew."""
    M = table.M.copy()
    M[dropped] = 0.0
    holes = np.union1d(table.holes, dropped)
    sums = sums_of_words(table.eta, table.n, holes, M.shape[1])
    return table._replace(M=M, m=M[: table.n].sum(axis=0), eta_sums=sums)


def with_words(table: Table, change: RowMap, eta: Array | None) -> Table:
    """Rows of eta for words that join; they are zero in M already."""
    rows, K = table.eta, table.M.shape[1]
    if len(rows) > 1:
        if (change.added < change.before).any():
            rows = rows.copy()  # somebody may still read the row of the word before
        rows[change.added] = eta
    new = rows if len(rows) == 1 else rows[change.added]
    sums = table.eta_sums + eta_sums(new, len(change.added), K)
    return table._replace(eta=rows, eta_sums=sums)


def merged(table: Table, topics: list[int]) -> Table:
    """The first of these topics has taken what all have learnt, the others are gone."""
    first, rest = topics[0], topics[1:]
    M, eta = table.M.copy(), table.eta.copy()
    M[:, first] = M[:, topics].sum(axis=1)
    if eta.shape[1] > 1:
        eta[:, first] = eta[:, topics].mean(axis=1)
        eta = without_columns(eta, rest)
    M = without_columns(M, rest)
    sums = sums_of_words(eta, table.n, table.holes, M.shape[1])
    fades = np.delete(table.fades, rest)
    return table._replace(M=M, m=M[: table.n].sum(axis=0), eta=eta, eta_sums=sums, fades=fades)


def handed_over(table: Table, topic: int, shares: Array) -> Table:
    """What a topic has learnt has gone to others by their shares (K numbers)."""
    to = np.flatnonzero(shares)
    M, m = table.M.copy(), table.m.copy()
    M[:, to] += M[:, [topic]] * shares[to]
    m[to] += m[topic] * shares[to]
    M[:, topic], m[topic] = 0.0, 0.0
    return table._replace(M=M, m=m)


def sums_of_words(eta: Array, n: int, holes: Array, n_topics: int) -> Array:
    """sum_v eta_kv of all words but the holes."""
    alive = eta if len(eta) == 1 else np.delete(eta[:n], holes, axis=0)
    return eta_sums(alive, n - len(holes), n_topics)


def eta_sums(eta: Array, n_words: int, n_topics: int) -> Array:
    """sum_v eta_kv of some words."""
    total = eta.sum(axis=0) * (n_words if len(eta) == 1 else 1)
    return np.broadcast_to(total, (n_topics,)).astype(np.float64)


def without_columns(rows: Array, columns: list[int]) -> Array:
    """In C order, which `delete` does not always give and the kernels write to."""
    return np.ascontiguousarray(np.delete(rows, columns, axis=1))


def with_room(rows: Array, used: int, wanted: int) -> Array:
    """The rows with space for ``wanted``; doubling makes many small growths cheap."""
    if wanted <= len(rows):
        return rows
    grown = np.zeros((max(wanted, 2 * len(rows)), rows.shape[1]))
    grown[:used] = rows[:used]
    return grown
