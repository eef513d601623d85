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

Numbers = NDArray[np.float64]


def chance_npmi(p_i: Numbers, p_j: Numbers, n: NDArray[np.int64]) -> Numbers:
    """Mean NPMI of two words that have nothing to do with each other.

    Parameters
    ----------
    p_i, p_j : array of float
        Shares of texts with the one word and with the other, above 0.
    n : array of int
        Numbers of texts.

    Returns
    -------
    array of float
        The expected NPMI of each pair.

    Notes
    -----
    The number of texts with both words is Poisson with the mean n p_i p_j. Where this is below 1,
    most such pairs never meet and score -0.5 or less: the NPMI of rare words is low by chance, and
    that of frequent ones is near 0, which is what is returned from a mean of 50 on.

    Examples
    --------
    >>> p, n = np.array([0.2, 0.001]), np.array([9000, 9000])
    >>> chance_npmi(p, p, n).round(2).tolist()
    [0.0, -0.49]
    """
    expected = n * p_i * p_j
    few, met = expected < MANY, np.arange(MOST)
    mean, each = np.zeros(expected.shape), expected[few][:, None]
    chance = np.exp(met * np.log(each) - each - gammaln(met + 1))
    scores, _ = pair_npmi(p_i[few][:, None], p_j[few][:, None], met / n[few][:, None])
    mean[few] = (chance * scores).sum(axis=1)
    return mean
