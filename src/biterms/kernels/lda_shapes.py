"""What goes into the document step of LDA, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from biterms.kernels.shapes import Array

#: different words of a document for which it has one round more, see `Local`
WORDS_OF_ROUND = 8


@dataclass(frozen=True)
class Prevalence:
    """A prior of the mixtures by how many biterms the topics have.

    Parameters
    ----------
    strength : float
        Sum of alpha.
    smooth : float
        Biterms that each topic has beside those that were learnt.
    """

    strength: float
    smooth: float


@dataclass(frozen=True)
class Local:
    """Settings of the document step of LDA.

    Parameters
    ----------
    alpha : array of shape (K,)
        Prior of the topic mixture of a document.
    weight : float, default=1
        Factor of the weights of biterms; 0 is plain LDA.
    cap : float, default=inf
        Limit of the total weight of the biterms of a document, see Notes.
    max_iter : int, default=100
        Iterations for each document at most.
    more_rounds : int, default=0
        Iterations that longer documents have beside these: one for each 8 different words, at most
        so many.
    tol : float, default=1e-3
        Iteration stops when the mean change of gamma is below; for documents of
        n > ``LONGEST_PAIRED`` words, below tol * n / ``LONGEST_PAIRED``.
    drop : bool, default=True
        Whether topics that no longer matter to a document are left out of its iterations; for
        ``inference="vb"`` only.
    exact : bool, default=False
        Whether each document's statistics are rounded to multiples of 2**-20, so that their sums
        over any split of the documents, in any order, have the same bits.
    at_prior : bool, default=False
        Whether gamma begins at alpha instead of 1, so that the first round sees the prior alone.
    word_weight : float, default=1
        Factor of the counts of words beside the biterms; 0 leaves the biterms alone.
    prevalence : Prevalence, optional
        Where alpha comes from anew at each minibatch when several are learnt in one call.

    Notes
    -----
    C is multiplied by weight * min(1, cap * N / sum_{i<j} C_ij).
    """

    alpha: Array
    weight: float = 1.0
    cap: float = np.inf
    max_iter: int = 100
    tol: float = 1e-3
    drop: bool = True
    exact: bool = False
    at_prior: bool = False
    word_weight: float = 1.0
    prevalence: Prevalence | None = None
    more_rounds: int = 0


@dataclass(frozen=True)
class DocumentResult:
    """Results of the document step of LDA.

    Parameters
    ----------
    gamma : array of shape (n, K)
        Dirichlet parameters of the topic mixtures.
    stats : array of shape (words, K) or None
        Expected count of each word of the minibatch in each topic, if asked for.
    fit : array of shape (n,) or None
        sum f log z + sum C log Z of each document, if asked for.
    iterations : int32 array of shape (n,)
        Iterations that each document took.
    """

    gamma: Array
    stats: Array | None
    fit: Array | None
    iterations: NDArray[np.int32]
