"""What sticks add to the evidence lower bound of HDP (docs/hdp.md), for `vb`."""

from __future__ import annotations

import numpy as np

from biterms.kernels import Array


def stick_bound(x: Array, y: Array, p: float, q: float) -> Array:
    """B(x, y; p, q) = E[log Beta(v | p, q)] - E[log Beta(v | x, y)] of each v ~ Beta(x, y).

    (p - x) E[log v] + (q - y) E[log(1 - v)] + log B(x, y) - log B(p, q).
    """
    from scipy.special import betaln, psi

    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    both = psi(x + y)
    cross = (p - x) * (psi(x) - both) + (q - y) * (psi(y) - both)
    return np.asarray(cross + betaln(x, y) - betaln(p, q))


def document_stick_bound(gamma: Array, alpha: float) -> Array:
    """sum_{i<T} B(gamma1_i, gamma2_i; 1, alpha) of each document (gamma: D x 2 x T).

    With the ``fit`` of the same gamma it is L_d.
    """
    return np.asarray(stick_bound(gamma[:, 0, :-1], gamma[:, 1, :-1], 1.0, alpha).sum(axis=1))


def corpus_stick_bound(a: Array, b: Array, omega: float) -> float:
    """sum_{k<K} B(a_k, b_k; 1, omega): with L_beta what L has beside its documents."""
    return float(stick_bound(a[:-1], b[:-1], 1.0, omega).sum())
