"""The paper's equations for one document, every term and every ordered biterm written out.

Float64 and logarithms throughout; shares no code with the package.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import psi


class Answer(NamedTuple):
    """gamma (K), s (n x K: a row per word of the document) and sum f log z + sum C log Z."""

    gamma: np.ndarray
    stats: np.ndarray
    fit: float


class Bag(NamedTuple):
    """A document's terms with weights f, its ordered biterms (first, second) with weights C."""

    f: np.ndarray
    first: np.ndarray
    second: np.ndarray
    C: np.ndarray


def bag_of_biterms(f: list[float], weight: float = 1.0, cap: float = np.inf) -> Bag:
    """Definition 2: (w_i, w_j), j != i, weighs min(f_i, f_j); times weight * min(1, cap N/half)."""
    first, second = np.nonzero(~np.eye(len(f), dtype=bool))
    f = np.asarray(f, dtype=float)
    return _weighted(f, first, second, np.minimum(f[first], f[second]), weight, cap)


def bag_of_given(
    f: list[float], pairs: list[tuple[int, int, float]], weight: float = 1.0, cap: float = np.inf
) -> Bag:
    """The given pairs (i, j, C), each in both orders."""
    both = pairs + [(j, i, c) for i, j, c in pairs]
    first, second = (np.array([pair[at] for pair in both], dtype=int) for at in (0, 1))
    C = np.array([c for _, _, c in both])
    return _weighted(np.asarray(f, dtype=float), first, second, C, weight, cap)


def _weighted(
    f: np.ndarray, first: np.ndarray, second: np.ndarray, C: np.ndarray, weight: float, cap: float
) -> Bag:
    half = C.sum() / 2
    limit = min(1.0, cap * f.sum() / half) if half > 0 else 1.0
    return Bag(f, first, second, C * weight * limit)


def log_beta(lam: np.ndarray, inference: str) -> np.ndarray:
    """E[log beta_kv] (vb) or log E[beta_kv] (mean), V x K, for lam given as V x K."""
    if inference == "vb":
        return psi(lam) - psi(lam.sum(axis=0))
    return np.log(lam) - np.log(lam.sum(axis=0))


def log_theta(gamma: np.ndarray, inference: str) -> np.ndarray:
    """E[log theta_k] without -psi(sum gamma), which cancels in phi, or log E[theta_k]."""
    return psi(gamma) if inference == "vb" else np.log(gamma / gamma.sum())


def local_vb(
    bag: Bag, logs: np.ndarray, alpha: np.ndarray, gamma: np.ndarray, iterations: int, how: str
) -> Answer:
    """Algorithm 1; ``logs`` is log_beta of the document's words (n x K)."""
    gamma = np.array(gamma, dtype=float)
    something = bag.f.sum() + bag.C.sum() > 0
    for _ in range(iterations if something else 0):
        phi, phi_bi, _ = responsibilities(bag, logs, gamma, how)
        gamma = alpha + bag.f @ phi + bag.C @ phi_bi
    if not something:
        return Answer(np.array(alpha, dtype=float), np.zeros((len(bag.f), len(alpha))), 0.0)
    phi, phi_bi, fit = responsibilities(bag, logs, gamma, how)
    stats = bag.f[:, None] * phi
    np.add.at(stats, bag.first, bag.C[:, None] * phi_bi)
    np.add.at(stats, bag.second, bag.C[:, None] * phi_bi)
    return Answer(gamma, stats, fit)


def responsibilities(
    bag: Bag, logs: np.ndarray, gamma: np.ndarray, how: str
) -> tuple[np.ndarray, np.ndarray, float]:
    """phi (terms x K), phi_bi (ordered biterms x K) and the log normalisers with their weights."""
    theta = log_theta(gamma, how)
    one = theta + logs
    two = theta + logs[bag.first] + logs[bag.second]
    z, Z = np.logaddexp.reduce(one, axis=1), np.logaddexp.reduce(two, axis=1)
    return np.exp(one - z[:, None]), np.exp(two - Z[:, None]), float(bag.f @ z + bag.C @ Z)
