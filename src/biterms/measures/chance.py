"""The coherence that words would have if they met by chance alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from biterms.measures.coherence import pair_npmi

#: expected texts with both words from which on the mean is as good as 0
MANY = 50.0
#: no number of texts above this one has a probability worth counting where fewer are expected
MOST = 120

Whole = NDArray[np.int64]
Numbers = NDArray[np.float64]


def chance_npmi(left: Whole, right: Whole, texts: Whole) -> Numbers:
    """Mean NPMI of two words that have nothing to do with each other.

    Parameters
    ----------
    left, right : array of int
        Numbers of texts with the one word and with the other, above 0.
    texts : array of int
        Numbers of all texts.

    Returns
    -------
    array of float
        The expected NPMI of each pair.

    Notes
    -----
    Each word keeps its texts, drawn at random: the number of texts with both is hypergeometric
    with the mean left * right / texts. Where this is below 1, most such pairs never meet and score
    -0.5 or less: the NPMI of rare words is low by chance, and that of frequent ones is near 0,
    which is what is returned from a mean of 50 on.

    Examples
    --------
    >>> words = np.array([1800, 9])
    >>> chance_npmi(words, words, np.array([9000, 9000])).round(2).tolist()
    [0.0, -0.49]
    """
    few = left * (right / texts) < MANY
    mean = np.zeros(few.shape)
    left, right, texts = (each[few][:, None] for each in (left, right, texts))
    both = np.arange(MOST)
    possible = (both <= np.minimum(left, right)) & (right - both <= texts - left)
    both = np.where(possible, both, np.maximum(left + right - texts, 0))
    chance = _choices(left, both) + _choices(texts - left, right - both) - _choices(texts, right)
    scores, _ = pair_npmi(left / texts, right / texts, both / texts)
    mean[few] = np.where(possible, np.exp(chance) * scores, 0.0).sum(axis=1)
    return mean


def _choices(n: Whole, k: Whole) -> Numbers:
    """Logarithm of n over k."""
    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))
