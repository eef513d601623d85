"""The lower bound of the paper's appendix on LDA-B, every phi written out (errata: docs).

L = E[log p(beta)] + E[log p(theta)] + E[log p(z)] + E[log p(w)] - E[log q]: log Gamma where the
paper prints log, and a biterm's words each weigh E[log beta].
"""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln, psi

from tests.kernels.enumeration import Bag, responsibilities


def expected_log(dirichlet: np.ndarray) -> np.ndarray:
    """E[log p] of each row."""
    return psi(dirichlet) - psi(dirichlet.sum(axis=-1, keepdims=True))


def log_dirichlet(parameter: np.ndarray, expected: np.ndarray) -> float:
    """E[log Dirichlet(p | parameter)] where E[log p] is known, summed over rows."""
    normaliser = gammaln(parameter.sum(axis=-1)) - gammaln(parameter).sum(axis=-1)
    return float((normaliser + ((parameter - 1) * expected).sum(axis=-1)).sum())


def topics_bound(lam: np.ndarray, eta: np.ndarray) -> float:
    """sum_k E[log p(beta_k | eta_k)] - E[log q(beta_k | lam_k)]; K x V."""
    log_beta = expected_log(lam)
    return log_dirichlet(np.broadcast_to(eta, lam.shape), log_beta) - log_dirichlet(lam, log_beta)


def document_bound(
    bag: Bag, words: list[int], lam: np.ndarray, alpha: np.ndarray, gamma: np.ndarray
) -> float:
    """The terms of one document, with phi and phi_bi at their best for gamma and lam."""
    log_beta, log_theta = expected_log(lam).T[words], expected_log(gamma)
    phi, phi_bi, _ = responsibilities(bag, log_beta, gamma, "vb")
    terms = log_theta + log_beta - np.log(phi)
    biterms = log_theta + log_beta[bag.first] + log_beta[bag.second] - np.log(phi_bi)
    assigned = bag.f @ (phi * terms).sum(axis=1) + bag.C @ (phi_bi * biterms).sum(axis=1)
    return float(assigned) + log_dirichlet(alpha, log_theta) - log_dirichlet(gamma, log_theta)
