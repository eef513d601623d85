"""The evidence lower bound without phi (docs/how_it_works.md), for `vb`."""

from __future__ import annotations

import numpy as np

from biterms.kernels import Array


def document_bound(fit: Array, gamma: Array, alpha: Array) -> Array:
    """L_d = fit - sum_k (gamma_k - alpha_k) psi(gamma_k) + log B(gamma) - log B(alpha).

    ``fit`` is sum f log z + sum C log Z. Holds for a gamma that an update produced: then
    sum_k (gamma_k - alpha_k) = N + M and the terms in psi(sum gamma) cancel.
    """
    from scipy.special import gammaln, psi

    gamma = np.asarray(gamma, dtype=np.float64)
    alpha = np.asarray(alpha, dtype=np.float64)
    return np.asarray(
        fit
        - ((gamma - alpha) * psi(gamma)).sum(axis=1)
        + (gammaln(gamma).sum(axis=1) - gammaln(gamma.sum(axis=1)))
        - (gammaln(alpha).sum() - gammaln(alpha.sum()))
    )


def topic_bound(lam: Array, eta: Array) -> float:
    """L_beta = sum_k { sum_v (eta - lam) E[log beta] + log B(lam_k) - log B(eta_k) }; K x V."""
    from scipy.special import gammaln, psi

    eta = np.broadcast_to(eta, lam.shape)
    log_beta = psi(lam) - psi(lam.sum(axis=1, keepdims=True))
    cross = ((eta - lam) * log_beta).sum()
    own = gammaln(lam).sum() - gammaln(lam.sum(axis=1)).sum()
    prior = gammaln(eta).sum() - gammaln(eta.sum(axis=1)).sum()
    return float(cross + own - prior)
