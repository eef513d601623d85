"""The local part of Algorithm 5 for one document: every phi of every term and ordered biterm.

Each is stored and each sum is a loop; shares no code with the package.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import psi, xlogy

from tests.kernels.enumeration import Bag


class Setting(NamedTuple):
    """E[log sigma_k(V)], alpha of the document's sticks, T, and "vb" or "mean"."""

    log_sigma: np.ndarray
    alpha: float
    T: int
    how: str


class Answer(NamedTuple):
    """As a kernel gives it for one document; ``stats`` and ``spread`` have a row per word."""

    theta: np.ndarray
    usage: np.ndarray
    gamma: np.ndarray
    stats: np.ndarray
    fit: float
    occupancy: np.ndarray
    spread: np.ndarray


class Elements(NamedTuple):
    """Terms, then ordered biterms: the words of each, its weight and its phi over atoms."""

    words: list[tuple[int, ...]]
    weights: list[float]
    phi: list[np.ndarray]


def document(bag: Bag, E: np.ndarray, setting: Setting, iterations: int) -> Answer:
    """``E`` is E[log beta] of the words of the document (n x K)."""
    if bag.f.sum() == 0:
        return unread(E, setting)
    zeta = first_zeta(bag, E, setting)
    elements = all_phi(bag, E, zeta, np.zeros(setting.T))
    for _ in range(iterations):
        gamma = all_gamma(elements, setting)
        zeta = all_zeta(elements, E, setting)
        log_p = log_sigma_of(gamma, setting.how)
        elements = all_phi(bag, E, zeta, log_p)
    spread = all_spread(elements, len(E))
    return Answer(
        np.exp(log_sigma_of(all_gamma(elements, setting), "mean")) @ zeta,
        zeta.sum(axis=0),
        gamma,
        sum(np.outer(spread[:, i], zeta[i]) for i in range(setting.T)),
        fit_of(elements, E, zeta, log_p) + zeta_bound(zeta, setting),
        sum(w * phi for w, phi in zip(elements.weights, elements.phi, strict=True)),
        spread,
    )


def unread(E: np.ndarray, setting: Setting) -> Answer:
    """A document without words: the prior, and no topic used."""
    prior = np.array([np.ones(setting.T), np.full(setting.T, setting.alpha)])
    nothing = np.zeros((len(E), setting.T))
    return Answer(
        normalised(setting.log_sigma),
        np.zeros(len(setting.log_sigma)),
        prior,
        np.zeros_like(E),
        0.0,
        np.zeros(setting.T),
        nothing,
    )


def normalised(logs: np.ndarray) -> np.ndarray:
    return np.exp(logs - np.logaddexp.reduce(logs))


def first_zeta(bag: Bag, E: np.ndarray, setting: Setting) -> np.ndarray:
    """Atom i holds the i-th best topic of the words alone; an atom beyond K is the prior."""
    K = len(setting.log_sigma)
    liking = sum(f * normalised(setting.log_sigma + E[v]) for v, f in enumerate(bag.f))
    order = sorted(range(K), key=lambda k: (-liking[k], k))
    zeta = np.zeros((setting.T, K))
    for i in range(setting.T):
        if i < K:
            zeta[i, order[i]] = 1.0
        else:
            zeta[i] = normalised(setting.log_sigma)
    return zeta


def all_phi(bag: Bag, E: np.ndarray, zeta: np.ndarray, log_p: np.ndarray) -> Elements:
    """phi^i ~ exp(E[log sigma_i(pi)] + sum_k zeta_ik E[log beta_k,w]), for both words of a pair."""
    words: list[tuple[int, ...]] = [(v,) for v in range(len(bag.f))]
    words += zip(bag.first.tolist(), bag.second.tolist(), strict=True)
    phi = [normalised(log_p + sum(zeta @ E[v] for v in element)) for element in words]
    return Elements(words, [*bag.f, *bag.C], phi)


def all_gamma(elements: Elements, setting: Setting) -> np.ndarray:
    gamma1, gamma2 = np.ones(setting.T), np.full(setting.T, setting.alpha)
    for weight, phi in zip(elements.weights, elements.phi, strict=True):
        for i in range(setting.T):
            gamma1[i] += weight * phi[i]
            gamma2[i] += weight * phi[i + 1 :].sum()
    return np.array([gamma1, gamma2])


def all_zeta(elements: Elements, E: np.ndarray, setting: Setting) -> np.ndarray:
    logs = np.tile(setting.log_sigma, (setting.T, 1))
    for words, weight, phi in zip(*elements, strict=True):
        for v in words:
            logs += weight * np.outer(phi, E[v])
    return np.array([normalised(row) for row in logs])


def all_spread(elements: Elements, n: int) -> np.ndarray:
    spread = np.zeros((n, len(elements.phi[0])))
    for words, weight, phi in zip(*elements, strict=True):
        for v in words:
            spread[v] += weight * phi
    return spread


def log_sigma_of(gamma: np.ndarray, how: str) -> np.ndarray:
    """E[log sigma_i(pi)], or the log of its mean; the last stick takes what the others left."""
    total = gamma[0] + gamma[1]
    if how == "vb":
        taken, left = psi(gamma[0]) - psi(total), psi(gamma[1]) - psi(total)
    else:
        taken, left = np.log(gamma[0] / total), np.log(gamma[1] / total)
    T = len(total)
    return np.array([(taken[i] if i < T - 1 else 0.0) + left[:i].sum() for i in range(T)])


def fit_of(elements: Elements, E: np.ndarray, zeta: np.ndarray, log_p: np.ndarray) -> float:
    """E[log p(z)] + E[log p(w)] - E[log q(z)] of terms and biterms."""
    total = 0.0
    for words, weight, phi in zip(*elements, strict=True):
        expected = phi @ (log_p + sum(zeta @ E[v] for v in words))
        total += weight * (expected - xlogy(phi, phi).sum())
    return float(total)


def zeta_bound(zeta: np.ndarray, setting: Setting) -> float:
    """E[log p(c)] - E[log q(c)]."""
    return float((zeta @ setting.log_sigma).sum() - xlogy(zeta, zeta).sum())
