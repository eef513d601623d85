"""Power priors: how much of what a topic had learnt still predicts what it is learning now.

A topic had learnt M and has learnt S since. Its prior for S is the past to the power of rho,

    p(beta | rho) = Dir(eta + rho M)          rho = 1: all of the past, rho = 0: the prior alone

and rho is found from S, for each topic by itself. With B(a) = prod_v Gamma(a_v) / Gamma(sum_v a_v)
and S taken as it is, the evidence of rho, the bound at its best q(beta), is

    ln p(S | rho) = ln B(eta + rho M + S) - ln B(eta + rho M)

`evidence_powers` maximises it. Words without new statistics cancel, so it costs the words of S.

The hierarchical power prior (SVB-HPP; Masegosa et al., ICML 2017) has a distribution q(rho) and a
second bound. ln B is convex, so -ln B(eta + rho M) >= -rho ln B(eta + M) - (1 - rho) ln B(eta), and

    ln p(beta | rho) >= rho ln Dir(beta; eta + M) + (1 - rho) ln Dir(beta; eta)

is linear in rho. Under q(beta) its factor is E_q[ln Dir(beta; eta + M) - ln Dir(beta; eta)], which
is omega = KL(q || prior) - KL(q || past). With p(rho) proportional to exp(gamma rho) on [0, 1], the
best q(rho) is proportional to exp((omega + gamma) rho), a truncated exponential whose mean is
1 / (1 - exp(-omega)) - 1 / omega, and the best q(beta) is Dir(eta + E[rho] M + S). Here p(rho) is
flat, gamma = 0: any gamma of that order (they take 0.1) is lost beside an omega of thousands. Note
the sign: if p(rho) is written as proportional to exp(-gamma rho), it is omega - gamma.

That bound is convex in rho where q(beta) is at its best: ln B(eta + rho M + S) and a line. So its
maximum is at 0 or at 1, and only where the past of a topic predicts worse than a flat prior
is anything forgotten. The evidence has its maximum in between.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from biterms.kernels import Array

#: as much of a topic is kept at least: a word or two must not erase it
LEAST = 2.0**-6
#: halvings of the interval in which the logarithm of rho is; the last one is 1.6 % of rho
HALVINGS = 8
#: statistics of a word that are left out: most words have next to none in most topics
FEW = 0.1
#: rounds of q(beta) and q(rho)
ROUNDS = 10


class Change(NamedTuple):
    """What topics had learnt, and what they have learnt since, of n words.

    Parameters
    ----------
    past, new : array of shape (n, K)
        M and S.
    eta : array of shape (1 or n, 1 or K)
        The prior.
    past_sums, new_sums, eta_sums : array of shape (K,)
        The sums of M, S and eta over all words.
    """

    past: Array
    new: Array
    eta: Array
    past_sums: Array
    new_sums: Array
    eta_sums: Array


def evidence_powers(change: Change) -> Array:
    """Find the power of the past that predicts best what has been learnt since.

    Parameters
    ----------
    change : Change
        Of the words that have new statistics, at least.

    Returns
    -------
    array of shape (K,)
        rho of each topic, from `LEAST` to 1; 1 where nothing is new.

    Notes
    -----
    d/d rho ln p(S | rho) = sum_v M_v (psi(eta_v + rho M_v + S_v) - psi(eta_v + rho M_v)), less the
    same of the sums. It is zero at the maximum, which is found by halving.
    """
    slope = _Slope(change)
    low, high = np.full(len(change.new_sums), np.log2(LEAST)), np.zeros(len(change.new_sums))
    whole = slope(np.ones_like(high)) >= 0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        rising = slope(2.0**middle) > 0
        low, high = np.where(rising, middle, low), np.where(rising, high, middle)
    return np.where(whole, 1.0, 2.0**low)


class _Slope:
    """d/d rho of the evidence of all topics, from the words that a topic has something new of."""

    def __init__(self, change: Change) -> None:
        words, self.topics = np.nonzero(change.new > FEW)
        self.n_topics = len(change.new_sums)
        eta = np.broadcast_to(change.eta, change.new.shape)
        self.eta, self.past, self.new = (
            each[words, self.topics] for each in (eta, change.past, change.new)
        )
        self.new_sums = self._sum(self.new)
        self.sums = change

    def _sum(self, of_words: Array) -> Array:
        return np.bincount(self.topics, weights=of_words, minlength=self.n_topics)

    def __call__(self, rho: Array) -> Array:
        """The slope at rho of each topic."""
        words = self._sum(self.past * _risen(self.eta + rho[self.topics] * self.past, self.new))
        past = self.sums.past_sums
        return np.asarray(words - past * _risen(self.sums.eta_sums + rho * past, self.new_sums))


def _risen(a: Array, by: Array) -> Array:
    """psi(a + by) - psi(a)."""
    from scipy.special import digamma

    return np.asarray(digamma(a + by) - digamma(a))


def hpp_powers(change: Change) -> Array:
    """Find E[rho] of the hierarchical power prior.

    Parameters
    ----------
    change : Change
        Of all words.

    Returns
    -------
    array of shape (K,)
        E[rho] of each topic.
    """
    rho = np.ones(len(change.new_sums))
    for _ in range(ROUNDS):
        rho = mean_power(hpp_omega(change, rho))
    return rho


def hpp_omega(change: Change, rho: Array) -> Array:
    """KL(q || prior) - KL(q || past) of each topic, where q = Dir(eta + rho M + S)."""
    from scipy.special import digamma

    eta = np.broadcast_to(change.eta, change.new.shape)
    sums = change.eta_sums + rho * change.past_sums + change.new_sums
    expected = digamma(eta + rho * change.past + change.new) - digamma(sums)
    normalisers = log_beta(eta, change.eta_sums) - log_beta(
        eta + change.past, change.eta_sums + change.past_sums
    )
    return np.asarray(normalisers + (change.past * expected).sum(axis=0))


def mean_power(omega: Array) -> Array:
    """E[rho] = 1 / (1 - exp(-omega)) - 1 / omega of density proportional to exp(omega rho)."""
    near = np.abs(omega) < 1e-3
    safe = np.where(near, 1.0, omega)
    with np.errstate(over="ignore"):
        far = -1 / np.expm1(-safe) - 1 / safe
    return np.where(near, 0.5 + omega / 12, far)


def log_beta(a: Array, sums: Array) -> Array:
    """ln B(a) of each topic: sum_v ln Gamma(a_v) - ln Gamma(sum_v a_v)."""
    from scipy.special import gammaln

    return np.asarray(gammaln(a).sum(axis=0) - gammaln(sums))
