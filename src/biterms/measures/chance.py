"""The coherence that words would have if they met by chance alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from biterms.measures.coherence import pair_npmi

#: expected texts with both words from which on their number is as good as normal
MANY = 50.0
#: no number of texts above this one has a probability worth counting where fewer are expected
MOST = 120

Numbers = NDArray[np.float64]


def chance_npmi(p_i: Numbers, p_j: Numbers, n: NDArray[np.int64]) -> tuple[Numbers, Numbers]:
    """Mean and variance of the NPMI of two words that have nothing to do with each other.

    Parameters
    ----------
    p_i, p_j : array of float
        Shares of texts with the one word and with the other, above 0.
    n : array of int
        Numbers of texts.

    Returns
    -------
    mean, variance : array of float
        Of each pair.

    Notes
    -----
    The number of texts with both words is Poisson with the mean n p_i p_j. Where this is below 1,
    most such pairs never meet and score -1: the NPMI of rare words is low by chance, and that of
    frequent ones is near 0. From 50 on it is taken as normal: the mean is 0, and the variance
    1 / (n p_i p_j log² p_i p_j).

    Examples
    --------
    >>> mean, _ = chance_npmi(np.array([0.2, 0.001]), np.array([0.2, 0.001]), np.array([9000, 9000]))
    >>> mean.round(2).tolist()
    [0.0, -0.98]
    """
    expected = n * p_i * p_j
    few, met = expected < MANY, np.arange(MOST)
    mean = np.zeros(expected.shape)
    variance = 1 / (np.where(few, MANY, expected) * np.log(np.minimum(p_i * p_j, 0.99)) ** 2)
    each = expected[few][:, None]
    chance = np.exp(met * np.log(each) - each - gammaln(met + 1))
    scores, _ = pair_npmi(p_i[few][:, None], p_j[few][:, None], met / n[few][:, None])
    mean[few] = (chance * scores).sum(axis=1)
    variance[few] = (chance * scores**2).sum(axis=1) - mean[few] ** 2
    return mean, variance
