"""The document step of HDP and HDP-B in plain NumPy, float64 and the log domain.

It is the specification of the compiled one. Stick i of a document belongs to atom i, zeta_ik says
how much atom i is topic k; the words and biterms belong to atoms.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import digamma, entr

from biterms.kernels.hdp_shapes import Atoms, Shares, Sticks
from biterms.kernels.pair_sample import tolerance
from biterms.kernels.reference import given, log_sum, pair_weights, rounded, softmax
from biterms.kernels.row_shapes import Rows
from biterms.kernels.scratch import Scratch
from biterms.kernels.shapes import Array, Packed


def log_sticks(x: Array, y: Array, *, vb: bool) -> Array:
    """E[log sigma_i] (vb) or log E[sigma_i] where stick i is Beta(x_i, y_i) and the last is 1."""
    log = digamma if vb else np.log
    taken, left = log(x) - log(x + y), log(y) - log(x + y)
    taken[-1] = 0.0
    return np.asarray(taken + np.concatenate([[0.0], np.cumsum(left[:-1])]))


def atoms(
    packed: Packed,
    rows: Rows,
    sticks: Sticks,
    *,
    shares: Shares | None = None,
    stats: bool = True,
    fit: bool = False,
    keep: bool = False,
    n_threads: int = 1,
    scratch: Scratch | None = None,
) -> Atoms:
    """The local part of Algorithm 5 for each document by the identity of docs/hdp.md.

    The statistics come from the m and S of the last gamma and zeta, to which also ``gamma`` and
    ``fit`` belong; theta is that zeta with the sticks of this m. An empty document uses no topic.
    """
    found = _nothing(packed, rows, sticks, stats, fit, keep)
    for d in range(len(packed)):
        entries = slice(packed.ptr[d], packed.ptr[d + 1])
        labels, f = packed.labels[entries], packed.counts[entries].astype(np.float64)
        if f.sum() <= 0:
            continue
        C = pair_weights(f, sticks, given(packed, d))
        one = Document(_logs(rows, labels), f, C, sticks)
        state = one.start() if shares is None else _state(shares, d, entries)
        last, found.iterations[d] = one.converge(state)
        found.theta[d] = one.theta(last)
        usage, s = last.zeta.sum(axis=0), last.state.S @ last.zeta
        found.usage[d] = rounded(usage) if sticks.exact else usage
        found.gamma[d] = last.gamma
        if found.stats is not None:
            np.add.at(found.stats, labels, rounded(s) if sticks.exact else s)
        if found.fit is not None:
            found.fit[d] = one.fit(last)
        if found.shares is not None:
            found.shares.occupancy[d], found.shares.spread[entries] = last.state.m, last.state.S
    return found


def _nothing(
    packed: Packed, rows: Rows, sticks: Sticks, stats: bool, fit: bool, keep: bool
) -> Atoms:
    """What is found in documents without words."""
    n, T, (n_words, K) = len(packed), sticks.n_atoms, rows.rows.shape
    prior = np.array([np.ones(T), np.full(T, sticks.alpha)])
    return Atoms(
        np.tile(softmax(sticks.log_sigma), (n, 1)),
        np.zeros((n, K)),
        np.tile(prior, (n, 1, 1)),
        np.zeros((n_words, K)) if stats else None,
        np.zeros(n) if fit else None,
        Shares(np.zeros((n, T)), np.zeros((len(packed.labels), T))) if keep else None,
        np.zeros(n, dtype=np.int32),
    )


def _logs(rows: Rows, labels: Array) -> Array:
    logs = np.log(rows.rows[labels]) if rows.logs is None else rows.logs[labels]
    return np.asarray(logs.astype(np.float64) + rows.shifts[labels][:, None])


def _state(shares: Shares, d: int, entries: slice) -> AtomCounts:
    return AtomCounts(
        shares.occupancy[d].astype(np.float64), shares.spread[entries].astype(np.float64)
    )


class AtomCounts(NamedTuple):
    """m_i = sum_n phi_ni + sum_m phi_bi_mi and S_vi, the expected counts of word v in atom i.

    ``score`` is sum f log z + sum C log Z of the normalisers they come from.
    """

    m: Array
    S: Array
    score: float = 0.0


class AtomRound(NamedTuple):
    """gamma (2 x T) and zeta (T x K), and the state at its best for them."""

    gamma: Array
    zeta: Array
    state: AtomCounts


class Document:
    """One document: E[log beta] of its words (n x K), counts f, pair weights C."""

    def __init__(self, E: Array, f: Array, C: Array, sticks: Sticks) -> None:
        self.E, self.f, self.C, self.sticks = E, f, C, sticks

    def start(self) -> AtomCounts:
        """Atom i is the i-th best topic of the document; atoms beyond them are the prior.

        A topic whose log_sigma is -inf is none.
        """
        log_sigma = self.sticks.log_sigma
        T, ranked = self.sticks.n_atoms, np.isfinite(log_sigma).sum()
        shares = self.f[:, None] * softmax(log_sigma + self.E)
        best = np.argsort(-shares.sum(axis=0), kind="stable")[: min(T, ranked)]
        zeta = np.tile(softmax(log_sigma), (T, 1))
        zeta[: len(best)] = np.eye(len(log_sigma))[best]
        return self.phi(np.zeros(T), zeta)

    def converge(self, state: AtomCounts) -> tuple[AtomRound, int]:
        """Steps until the mean change of m is below tol."""
        step, last, iteration = self.step(state), state.m, 1
        tol = tolerance(self.sticks.tol, len(self.f))
        while iteration < self.sticks.max_iter and _change(step, last) >= tol:
            step, last, iteration = self.step(step.state), step.state.m, iteration + 1
        return step, iteration

    def step(self, state: AtomCounts) -> AtomRound:
        """gamma and zeta of the state, then the state of these."""
        gamma, zeta = self.gamma(state.m), self.zeta(state.S)
        return AtomRound(gamma, zeta, self.phi(log_sticks(*gamma, vb=self.sticks.vb), zeta))

    def gamma(self, m: Array) -> Array:
        """gamma1_i = 1 + m_i, gamma2_i = alpha + sum_{j>i} m_j."""
        after = np.concatenate([np.cumsum(m[:0:-1])[::-1], [0.0]])
        return np.array([1.0 + m, self.sticks.alpha + after])

    def zeta(self, S: Array) -> Array:
        """zeta_ik ~ exp(E[log sigma_k(V)] + sum_v S_vi E_vk)."""
        return np.asarray(softmax(self.sticks.log_sigma + S.T @ self.E))

    def phi(self, log_p: Array, zeta: Array) -> AtomCounts:
        """phi_vi ~ p_i exp(A_vi), phi_bi_uvi ~ p_i exp(A_ui + A_vi), A_vi = sum_k zeta_ik E_vk."""
        A = self.E @ zeta.T
        S, score = _shared(self.f, log_p + A)
        m = S.sum(axis=0)
        for u in np.flatnonzero(self.C.any(axis=1)):
            pairs, more = _shared(self.C[u], log_p + A[u] + A)
            m = m + pairs.sum(axis=0)
            S[u] += 2 * pairs.sum(axis=0)
            score += more
        return AtomCounts(m, S, score)

    def theta(self, step: AtomRound) -> Array:
        """theta_k = sum_i E[sigma_i(pi)] zeta_ik, the sticks being those of the last m."""
        sigma = np.exp(log_sticks(*self.gamma(step.state.m), vb=False))
        return np.asarray(sigma @ step.zeta)

    def fit(self, step: AtomRound) -> float:
        """sum f log z + sum C log Z + sum_ik zeta_ik (E[log sigma_k(V)] - log zeta_ik)."""
        living = np.isfinite(self.sticks.log_sigma)
        own = (step.zeta[:, living] @ self.sticks.log_sigma[living]).sum() + entr(step.zeta).sum()
        return float(step.state.score + own)


def _change(step: AtomRound, last: Array) -> float:
    return float(np.abs(step.state.m - last).mean())


def _shared(weights: Array, e: Array) -> tuple[Array, float]:
    """weights_v * softmax(e_v) and sum_v weights_v * log sum_i exp(e_vi)."""
    z = log_sum(e)
    return weights[:, None] * np.exp(e - z[:, None]), float(weights @ z)
