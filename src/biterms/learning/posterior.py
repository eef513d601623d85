"""One global posterior for all learners: lam = prior * eta + scale * M, kept lazily.

Arrays are word-major: a word's K numbers lie together, and a minibatch touches its own words only.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from biterms import kernels
from biterms.errors import StoreError
from biterms.kernels import Array, Lazy
from biterms.learning.learner import Step
from biterms.store import Fields

#: powers of two, so that folding them into M rounds nothing (docs/how_it_works.md)
SMALLEST, FOLD = 2.0**-300, 2.0**300
#: updates between two exact sums over all words
RESUM = 1 << 13
#: lam beyond these, or its digamma, does not fit in the float32 of the kernels
LEAST_LAM, MOST_LAM = 1e-31, 1e36
#: how far sums that were kept up may be from sums taken anew
TOLERANCE = 1e-6
#: rows that are checked together: they stay in the cache
CHECKED_ROWS = 512


class Posterior:
    """Dirichlet parameters of the topics; ``eta`` is (1 or V) x (1 or K), word-major."""

    def __init__(self, n_words: int, n_topics: int, eta: Array) -> None:
        self.prior, self.scale, self.updates = 1.0, 1.0, 0
        self._n = n_words
        self._M = np.zeros((n_words, n_topics))
        self._m = np.zeros(n_topics)
        self._eta = np.ascontiguousarray(eta, dtype=np.float64)
        self._H = self._eta_sum(self._eta, n_words)

    @property
    def n_words(self) -> int:
        """V, the words known so far."""
        return self._n

    @property
    def n_topics(self) -> int:
        """K."""
        return self._M.shape[1]

    @property
    def M(self) -> Array:
        """What has been learnt, V x K, before scaling."""
        return self._M[: self._n]

    @property
    def eta(self) -> Array:
        """The prior as (1 or V) x (1 or K)."""
        return self._eta if len(self._eta) == 1 else self._eta[: self._n]

    @property
    def lazy(self) -> Lazy:
        """What the kernels read."""
        return Lazy(self._M, self._eta, self.prior, self.scale)

    def sums(self) -> Array:
        """sum_v lam_kv = prior * H_k + scale * m_k: no pass over the words."""
        return np.asarray(self.prior * self._H + self.scale * self._m)

    def learnt(self) -> Array:
        """sum_v (lam_kv - prior * eta_kv): the expected counts of each topic."""
        return np.asarray(self.scale * self._m)

    def rows(self, words: Array) -> Array:
        """lam of some words, n x K."""
        return kernels.gather(self.lazy, words)

    def lam(self) -> Array:
        """All of lam, K x V: costs K x V."""
        return np.asarray((self.prior * self.eta + self.scale * self.M).T)

    def start(self, lam: Array) -> None:
        """Begin at a given lam (K x V): M_0 = lam - eta, which may be negative."""
        self._M[: self._n] = lam.T - self.prior * self.eta
        self.scale = 1.0
        self.resum()

    def update(self, words: Array, stats: Array, step: Step, n_threads: int = 1) -> None:
        """The affine rule of a learner; ``words`` are distinct, ``stats`` is n x K."""
        if step.decay < SMALLEST**2:
            self._M[: self._n] = 0.0
            self._m[:] = 0.0
            self.scale = 1.0
        else:
            self.scale *= step.decay
        while self.scale < SMALLEST:
            self._fold()
        gain = step.gain / self.scale
        kernels.add_rows(self._M, self._m, words, stats, gain, n_threads)
        self.prior += step.prior
        self.updates += 1
        if self.updates % RESUM == 0:
            self.resum()

    def grow(self, n: int, eta: Array | None = None) -> None:
        """Append ``n`` words with M = 0, as if they had always been there; ``eta`` is their rows.

        Without ``eta`` the words take the one number or row that all others have.
        """
        before, after = self._n, self._n + int(n)
        M, rows = _with_room(self._M, before, after), self._eta
        if len(rows) > 1:
            rows = _with_room(rows, before, after)
            rows[before:after] = eta
        new = rows if len(rows) == 1 else rows[before:after]
        H = self._H + self._eta_sum(new, int(n))
        self._M, self._eta, self._H, self._n = M, rows, H, after

    def keep(self, words: Array) -> None:
        """Only these words stay, different ones, in this order; the room of the others stays too.

        lam of a word that stays is the same to the bit; H and m are summed anew.
        """
        n, M, eta = len(words), np.zeros_like(self._M), self._eta
        np.take(self._M[: self._n], words, axis=0, out=M[:n])
        if len(eta) > 1:
            eta = np.ones_like(eta)
            np.take(self.eta, words, axis=0, out=eta[:n])
        H = self._eta_sum(eta if len(eta) == 1 else eta[:n], n)
        m = M[:n].sum(axis=0)
        self._M, self._m, self._eta, self._H, self._n = M, m, eta, H, n

    def merge(self, topics: list[int]) -> None:
        """The first of these topics holds what all have learnt; the others are gone.

        Where the prior differs between topics, the merged one has their mean.
        """
        first, rest = topics[0], topics[1:]
        M, eta = self._M.copy(), self._eta.copy()
        M[:, first] = M[:, topics].sum(axis=1)
        if eta.shape[1] > 1:
            eta[:, first] = eta[:, topics].mean(axis=1)
            eta = _without(eta, rest)
        self._M, self._eta = _without(M, rest), eta
        self._H = self._eta_sum(self.eta, self._n)
        self.resum()

    def hand_over(self, topic: int, heirs: Array) -> None:
        """What ``topic`` has learnt goes to others by their shares (K numbers); it has nothing."""
        to = np.flatnonzero(heirs)
        columns = np.append(to, topic)
        M, m = self._M[:, columns], self._m[columns]
        M[:, :-1] += M[:, -1:] * heirs[to]
        m[:-1] += m[-1] * heirs[to]
        M[:, -1], m[-1] = 0.0, 0.0
        self._M[:, columns], self._m[columns] = M, m  # at once: an interrupt doubles nothing

    def resum(self) -> None:
        """m_k = sum_v M_kv anew, so that rounding does not add up over a long stream."""
        self._m = self.M.sum(axis=0)

    def state(self) -> tuple[dict[str, Any], dict[str, Array]]:
        """Numbers and arrays that `from_state` makes the same posterior of, to the bit."""
        self.check()
        numbers = {"prior": self.prior, "scale": self.scale, "updates": self.updates}
        return numbers, {"M": self.M, "m": self._m, "eta": self.eta, "H": self._H}

    @classmethod
    def from_state(cls, kept: Fields) -> Posterior:
        """What `state` gave; the arrays are taken over, not copied."""
        M = kept.array("M", (None, None))
        (V, K), eta = M.shape, kept.array("eta", (None, None))
        if not V or not K or eta.shape[0] not in (1, V) or eta.shape[1] not in (1, K):
            raise StoreError(f"eta of shape {eta.shape} does not fit to {V} words and {K} topics")
        self = cls(V, K, eta)
        self._M, self._m, self._H = M, kept.array("m", (K,)), kept.array("H", (K,))
        self.prior = kept.number("prior", 1.0, 2.0**53)
        self.scale = kept.number("scale", SMALLEST, 1.0)
        self.updates = kept.whole("updates")
        self.check()
        return self

    def check(self) -> None:
        """Refuse numbers that no learning leads to: lam out of range, sums of something else."""
        total, ends = np.zeros(self.n_topics), []
        with np.errstate(over="ignore", invalid="ignore"):
            for at in range(0, self._n, CHECKED_ROWS):
                M = self.M[at : at + CHECKED_ROWS]
                eta = self.eta if len(self.eta) == 1 else self.eta[at : at + CHECKED_ROWS]
                lam = self.prior * eta + self.scale * M
                ends += [eta.min(), eta.max(), lam.min(), lam.max()]
                total += M.sum(axis=0)
            H, sums = self._eta_sum(self.eta, self._n), self.sums()
            near = TOLERANCE * (self.prior * H + np.abs(self.scale * total))
            agree = np.abs(self.prior * H + self.scale * total - sums) <= near
            agree &= (np.abs(H - self._H) <= TOLERANCE * H) & (sums > 0)
        least, most = np.min(ends), np.max(ends)
        if not (least >= LEAST_LAM and most <= MOST_LAM and agree.all()):
            raise StoreError(
                f"the topics hold numbers from {least:.3g} to {most:.3g}, expected positive ones "
                f"({LEAST_LAM:g} to {MOST_LAM:g}) that agree with their sums"
            )

    def _fold(self) -> None:
        self._M[: self._n] *= SMALLEST
        self._m *= SMALLEST
        self.scale *= FOLD

    def _eta_sum(self, eta: Array, n_words: int) -> Array:
        total = eta.sum(axis=0) * (n_words if len(eta) == 1 else 1)
        return np.broadcast_to(total, (self.n_topics,)).astype(np.float64)


def _without(rows: Array, columns: list[int]) -> Array:
    """In C order, which `delete` does not always give and the kernels write to."""
    return np.ascontiguousarray(np.delete(rows, columns, axis=1))


def _with_room(rows: Array, used: int, wanted: int) -> Array:
    """The rows with space for ``wanted``; doubling makes many small growths cheap."""
    if wanted <= len(rows):
        return rows
    grown = np.zeros((max(wanted, 2 * len(rows)), rows.shape[1]))
    grown[:used] = rows[:used]
    return grown
