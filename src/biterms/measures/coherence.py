"""NPMI: whether the top words of a topic occur together more often than by chance."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from biterms.measures.cooccurrence import Cooccurrence
from biterms.measures.tops import as_tops

#: The same as gensim's, so that scores are the same.
_EPSILON = 1e-12


def npmi(tops: ArrayLike, counts: Cooccurrence) -> NDArray[np.float64]:
    """Coherence of topics: whether their top words occur together more often than by chance.

    Parameters
    ----------
    tops : array of int of shape (topics, n)
        Top words, see `top_words`.
    counts : Cooccurrence
        In how many documents, or windows, these words are, alone and together.

    Returns
    -------
    array of float
        Of each topic, from -1 to 1.

    Raises
    ------
    InputError
        If a top word was not counted.

    Notes
    -----
    The mean over pairs of top words of log(p_ij / (p_i p_j)) / −log p_ij, where p are shares of
    documents or windows, and p_ij stands for p_ij + 10⁻¹², as in gensim's c_npmi, which this
    equals. A pair that never meets is thus a little above −1, and two words that are both in every
    document score −1. Pairs with a word that never occurs are left out, as gensim leaves out words
    that its dictionary lacks; a topic with no pair left scores 0. Bouma 2009; the appendix
    "Supplementary experimental result" of the paper.

    Examples
    --------
    >>> X = [[1, 1, 0], [1, 1, 0], [0, 0, 1], [0, 0, 0]]
    >>> npmi([[0, 1], [1, 2]], Cooccurrence.from_counts(X, [0, 1, 2])).round(2).tolist()
    [1.0, -0.92]
    """
    places = counts.places(as_tops(tops))
    left, right = np.triu_indices(places.shape[1], 1)
    i, j = places[:, left], places[:, right]
    if not i.size:
        return np.zeros(len(places))
    p = counts.alone / counts.total
    scores, met = pair_npmi(p[i], p[j], counts.pairs[i, j].toarray() / counts.total)
    return np.asarray(scores.sum(axis=1) / np.maximum(met.sum(axis=1), 1))


def pair_npmi(
    p_i: NDArray[np.float64], p_j: NDArray[np.float64], p_both: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """NPMI of pairs of words from shares of texts, and which pairs have one; others score 0."""
    met = (p_i > 0) & (p_j > 0)
    p_both = p_both + _EPSILON
    expected = np.where(met, p_i * p_j, 1)
    return np.where(met, np.log(p_both / expected) / -np.log(p_both), 0), met
