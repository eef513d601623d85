"""What goes into the document step of HDP, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from biterms.kernels.shapes import Array


@dataclass(frozen=True)
class Sticks:
    """Settings of the document step of HDP.

    Parameters
    ----------
    log_sigma : array of shape (K,)
        E[log sigma_k(V)], the expected log weights of the topics in the corpus.
    alpha : float
        Concentration of the sticks of a document.
    n_atoms : int
        Number of atoms of a document, T.
    vb : bool, default=True
        Whether expectations are those of variational Bayes; otherwise posterior means are used.
    weight, cap, max_iter, tol
        As in `Local`.
    exact : bool, default=False
        As in `Local`; usage is rounded, too.
    """

    log_sigma: Array
    alpha: float
    n_atoms: int
    vb: bool = True
    weight: float = 1.0
    cap: float = np.inf
    max_iter: int = 100
    tol: float = 1e-3
    exact: bool = False


@dataclass(frozen=True)
class Shares:
    """Words and biterms of a minibatch assigned to atoms; a later call may start from them.

    Parameters
    ----------
    occupancy : array of shape (n, T)
        m_i = sum phi + sum phi_bi of each document.
    spread : array of shape (entries, T)
        S_vi, the expected count of each entry in each atom.
    """

    occupancy: Array
    spread: Array


@dataclass(frozen=True)
class Atoms:
    """Results of the document step of HDP.

    Parameters
    ----------
    theta : array of shape (n, K)
        Topic mixtures, sum_i E[sigma_i(pi)] zeta_ik.
    usage : array of shape (n, K)
        sum_i zeta_ik, the expected number of atoms of each topic.
    gamma : array of shape (n, 2, T)
        gamma1 and gamma2, the Beta parameters of the sticks.
    stats : array of shape (words, K) or None
        Expected count of each word of the minibatch in each topic, if asked for.
    fit : array of shape (n,) or None
        sum f log z + sum C log Z + sum_ik zeta_ik (E[log sigma_k(V)] - log zeta_ik) of each
        document, if asked for.
    shares : Shares or None
        Where a later call may start from, if asked for.
    iterations : int32 array of shape (n,)
        Iterations that each document took.
    """

    theta: Array
    usage: Array
    gamma: Array
    stats: Array | None
    fit: Array | None
    shares: Shares | None
    iterations: NDArray[np.int32]
