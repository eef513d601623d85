"""How much numbers of documents waver beyond chance, learnt from the stream."""

from __future__ import annotations

import numpy as np

from biterms.kernels import Array

#: what is left of what was learnt after each period
_LEFT = 0.99
_LEAST, _MOST = 0.01, 2.0


class Spread:
    """Relative variance of rates, from one period to the next.

    A number x with the mean m has the variance m + v m²; v is the ratio of the sums of
    (x - m)² - m and of m², where no x counts for more than four standard deviations.
    """

    def __init__(self) -> None:
        self.sums = [0.1, 1.0]

    @property
    def value(self) -> float:
        """The variance v."""
        return float(np.clip(self.sums[0] / self.sums[1], _LEAST, _MOST))

    def learn(self, x: Array, mean: Array) -> None:
        """Learn from the numbers of one period.

        Parameters
        ----------
        x, mean : array of float
            Documents of each topic, and how many were expected.
        """
        most = 16.0 * (mean + self.value * mean**2)
        beyond = np.minimum((x - mean) ** 2, most) - mean
        self.sums = [
            _LEFT * self.sums[0] + float(beyond.sum()),
            _LEFT * self.sums[1] + float((mean**2).sum()),
        ]


def scored(x: Array, mean: Array, spread: float) -> tuple[Array, Array, Array]:
    """Log of the ratio of numbers to their means, and its interval of 95 %.

    Parameters
    ----------
    x, mean : array of float
        Documents, and how many were expected.
    spread : float
        Relative variance of rates.

    Returns
    -------
    tuple of arrays
        The score, and the ends of its interval.
    """
    score = np.log((x + 0.5) / (mean + 0.5))
    half = 1.96 * np.sqrt(1.0 / (x + 0.5) + spread)
    return score, score - half, score + half
