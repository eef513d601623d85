"""Which topics help to predict documents that they have not learnt from, and which do not.

A move takes one topic away. Removal: its documents move to other topics, and what it had learnt
goes where they went. Merging: what it had learnt goes to one other topic. Either is scored by the
change of sum f log p(held-out word | observed words), with theta inferred anew for the documents
it concerns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array, Packed, Rows, entries_of
from biterms.models.hdp.gains import Key, PastGains

#: a document is concerned when it has more than this of a topic
FAR = 0.03
#: merging is tried with so many topics that have the same words, and the same documents
NEAR = 2
#: an exact trial is made when a first guess is not below zero by more than this of its error
SCREEN = 0.5
#: topics whose words are so much alike (cosine of sqrt beta) are one, whatever an atom more gains;
#: the observed words must be this share of both, else they say too little
SAME, KNOWN = 0.999, 0.5
#: heirs of less than this share have nothing
LEAST_HEIR = 0.02


class TriedTopics(NamedTuple):
    """What is known of the topics: rows of the observed words, log sigma (-inf: gone), beta of the
    held-out words (n x K), sum_v lam, and which ones stay because the prior names them."""

    rows: Rows
    log_sigma: Array
    beta: Array
    mass: Array
    guided: Array


class Move(NamedTuple):
    """A topic that goes: the gain, the topic, the shares of its heirs (K), the documents."""

    gain: float
    gone: int
    into: int | None
    heirs: Array
    docs: Array

    @property
    def key(self) -> Key:
        """Which move it is, whatever the shares."""
        other = self.gone if self.into is None else self.into
        return max(self.gone, other), min(self.gone, other)


class Trials:
    """Tries moves on documents in two parts.

    Parameters
    ----------
    infer : callable
        ``infer(packed, rows, log_sigma)`` gives theta of observed parts.
    observed, heldout : Packed
        The two parts.
    gains : PastGains, optional
        What other documents have said before.
    """

    def __init__(
        self,
        infer: Callable[[Packed, Rows, Array], Array],
        observed: Packed,
        heldout: Packed,
        gains: PastGains | None = None,
    ) -> None:
        self._infer, self._observed, self._heldout = infer, observed, heldout
        self._gains = PastGains() if gains is None else gains
        self._beyonder = np.repeat(np.arange(len(heldout)), np.diff(heldout.ptr))

    def look(self, topics: TriedTopics, docs: Array | None = None) -> None:
        """Take the topics as they are now; theta of ``docs`` alone has changed."""
        self._topics = topics
        if docs is None:
            self._theta = np.zeros((len(self._observed), len(topics.mass)))
            docs = np.arange(len(self._observed))
        if len(docs):
            self._theta[docs] = self._inferred(docs, topics.log_sigma)
        self._beta = topics.beta[self._heldout.labels]
        self._p = np.einsum("hk,hk->h", self._theta[self._beyonder], self._beta)
        self._beyond = self._beyond_prior()

    def moves(self) -> list[Move]:
        """Those that lose nothing, the best first."""
        found = [self.removal(int(k)) for k in self._alive()]
        found += [self.merging(k, j) for k, j in self._pairs() if self._promising(k, j)]
        totals = [self._total(move) for move in found]
        best = sorted(range(len(found)), key=lambda i: -totals[i])
        return [found[i] for i in best if totals[i] >= 0]

    def again(self, move: Move) -> Move | None:
        """The same move now that others have been made; None if it loses or is none any more."""
        alive = np.isfinite(self._topics.log_sigma)
        if not alive[move.gone] or alive.sum() < 2:
            return None
        if move.into is None:
            now = self.removal(move.gone)
        elif alive[move.into]:
            now = self.merging(move.into, move.gone)
        else:
            return None
        return now if self._total(now) >= 0 else None

    def _promising(self, k: int, j: int) -> bool:
        """Whether an exact trial may find that nothing is lost."""
        if self._same(k, j):
            return True
        return self._gains.total((max(k, j), min(k, j)), self._guess(k, j)) >= 0

    def _total(self, move: Move) -> float:
        """The gain, here and before; topics that are the same are so today."""
        if not np.isfinite(move.gain) or (move.into is not None and self._same(*move.key)):
            return move.gain
        return self._gains.total(move.key, move.gain)

    def removal(self, k: int) -> Move:
        """Topic k alone goes; not if it concerns no document here: others will decide."""
        docs, heirs = self._concerned(k), np.zeros(len(self._topics.mass))
        if not len(docs) or len(self._alive()) < 2 or self._topics.guided[k]:
            return Move(-np.inf, k, None, heirs, docs)
        theta = self._inferred(docs, self._without(k))
        heirs = np.maximum(theta - self._theta[docs], 0.0).sum(axis=0)
        heirs[k] = 0.0
        heirs[heirs < LEAST_HEIR * heirs.sum()] = 0.0
        heirs /= max(heirs.sum(), np.finfo(np.float64).tiny)
        entries, owner = _spans(self._heldout.ptr, docs)
        return Move(self._gain(theta[owner], self._beta[entries], entries), k, None, heirs, docs)

    def merging(self, k: int, j: int) -> Move:
        """The smaller of two topics goes into the larger, or into the guided one."""
        mass, rows = self._topics.mass, self._topics.rows.rows
        guided = self._topics.guided
        k, j = (k, j) if (guided[k], mass[k]) >= (guided[j], mass[j]) else (j, k)
        docs, heirs = self._concerned(k, j), np.zeros(len(mass))
        heirs[k] = 1.0
        if not len(docs) or guided[j]:
            copies = self._same(k, j) and not guided[j]
            return Move(0.0 if copies else -np.inf, j, k, heirs, docs)
        log_sigma, part = self._without(j), mass[k] / (mass[k] + mass[j])
        log_sigma[k] = np.logaddexp(*self._topics.log_sigma[[k, j]])
        before = rows[:, k].copy()
        rows[:, k] = part * before + (1 - part) * rows[:, j]
        theta = self._inferred(docs, log_sigma)
        rows[:, k] = before
        entries, owner = _spans(self._heldout.ptr, docs)
        beta = self._beta[entries]
        beta[:, k] = part * beta[:, k] + (1 - part) * beta[:, j]
        gain = self._gain(theta[owner], beta, entries)
        return Move(max(gain, 0.0) if self._same(k, j) else gain, j, k, heirs, docs)

    def _same(self, k: int, j: int) -> bool:
        """Two copies take each other's documents, and lose as one: fewer atoms are on it."""
        rows = self._topics.rows
        x, y = rows.rows[:, [k, j]].T * np.exp(rows.shifts)
        alike = np.sqrt(x) @ np.sqrt(y) >= SAME * np.sqrt(x.sum() * y.sum())
        return bool(alike and min(x.sum(), y.sum()) >= KNOWN)

    def _guess(self, k: int, j: int) -> float:
        """The gain of merging, to first order: theta_k + theta_j is not inferred anew."""
        docs, mass = self._concerned(k, j), self._topics.mass
        entries, owner = _spans(self._heldout.ptr, docs)
        a, b = self._theta[docs[owner]][:, [k, j]].T
        x, y = self._beta[entries][:, [k, j]].T
        merged = (mass[k] * x + mass[j] * y) / (mass[k] + mass[j])
        change = ((a + b) * merged - a * x - b * y) / self._p[entries]
        logs, f = np.log1p(np.maximum(change, -1 + 1e-9)), self._heldout.counts[entries]
        return float(f @ logs + SCREEN * np.sqrt(f @ logs**2))

    def _gain(self, theta: Array, beta: Array, entries: Array) -> float:
        p = np.einsum("hk,hk->h", theta, beta)
        return float(self._heldout.counts[entries] @ np.log(p / self._p[entries]))

    def _pairs(self) -> Iterator[tuple[int, int]]:
        alive = self._alive()
        pairs: set[tuple[int, int]] = set()
        for look in (np.sqrt(self._topics.beta), np.maximum(self._beyond, 0.0)):
            columns = look[:, alive]
            columns = columns / np.sqrt((columns**2).sum(axis=0) + np.finfo(np.float64).tiny)
            alike = columns.T @ columns
            np.fill_diagonal(alike, -1.0)
            for at, near in enumerate(np.argsort(-alike, axis=1, kind="stable")[:, :NEAR]):
                pairs |= {(int(alive[min(at, i)]), int(alive[max(at, i)])) for i in near if i != at}
        yield from sorted(pairs)

    def _beyond_prior(self) -> Array:
        """theta without what every document has by sigma, because most of its atoms are quiet."""
        alive = self._alive()
        sigma = np.exp(self._topics.log_sigma - np.logaddexp.reduce(self._topics.log_sigma))
        least = np.maximum(sigma[alive], np.finfo(np.float64).tiny)
        quiet = (self._theta[:, alive] / least).min(axis=1, keepdims=True)
        return np.asarray(self._theta - quiet * sigma)

    def _alive(self) -> Array:
        return np.flatnonzero(np.isfinite(self._topics.log_sigma))

    def _without(self, k: int) -> Array:
        log_sigma = self._topics.log_sigma.copy()
        log_sigma[k] = -np.inf
        return log_sigma

    def _concerned(self, *topics: int) -> Array:
        return np.flatnonzero(self._beyond[:, topics].sum(axis=1) > FAR)

    def _inferred(self, docs: Array, log_sigma: Array) -> Array:
        return self._infer(_some(self._observed, docs), self._topics.rows, log_sigma)


def _some(packed: Packed, docs: Array) -> Packed:
    """Some documents of a minibatch, whose words keep their labels."""
    ptr, entries = entries_of(packed.ptr, docs)
    pairs = None if packed.pairs is None else packed.pairs.of(docs)
    return Packed(ptr, packed.labels[entries], packed.counts[entries], packed.words, pairs)


def _spans(ptr: Array, docs: Array) -> tuple[Array, Array]:
    """The entries of some documents, and which of ``docs`` each belongs to."""
    begin, entries = entries_of(ptr, docs)
    return entries, np.repeat(np.arange(len(docs)), np.diff(begin))
