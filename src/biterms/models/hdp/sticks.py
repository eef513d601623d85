"""The sticks of the corpus: sigma_k(V) = V_k prod_{l<k} (1 - V_l) says how much topic k is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array, Inference

#: a Beta with more behind it is narrower than its mean is exact
CERTAIN = 1e15
#: beyond, the ratio of two moments is no number; what is left of such a topic is nothing
MOST_LOG_RATIO = 700.0


class Proportions(NamedTuple):
    """E[sigma_k(V)] of each topic, and the ends of the interval that holds it."""

    mean: Array
    low: Array
    high: Array


@dataclass(frozen=True)
class CorpusSticks:
    """V_k ~ Beta(a_k, b_k); the last one is 1, so that a_K and b_K are never read."""

    a: Array
    b: Array

    @classmethod
    def flat(cls, n_topics: int) -> CorpusSticks:
        """a = 1, b_k = K - k: E[sigma_k(V)], and E[log sigma_k(V)] too, is the same for all k."""
        b = np.arange(n_topics - 1, -1, -1, dtype=np.float64)
        b[-1] = 1.0
        return cls(np.ones(n_topics), b)

    @classmethod
    def learnt(cls, usage: Array, omega: float) -> CorpusSticks:
        """a_k = 1 + A_k, b_k = omega + sum_{l>k} A_l (Algorithm 5)."""
        after = np.append(np.cumsum(usage[:0:-1])[::-1], 0.0)
        return cls(1.0 + usage, omega + after)

    def log_weights(self, inference: Inference) -> Array:
        """E[log sigma_k(V)] (vb), or log E[sigma_k(V)]."""
        from biterms.kernels.reference_hdp import log_sticks  # SciPy takes its time to load

        return log_sticks(self.a, self.b, vb=inference == "vb")

    def proportions(self, coverage: float) -> Proportions:
        """Means, and the interval of the Beta that has the mean and the variance of sigma_k(V)."""
        from scipy.special import betaincinv

        mean = np.exp(self.log_weights("mean"))
        with np.errstate(divide="ignore", invalid="ignore"):
            strength = (1.0 - mean) / (mean * self._relative_variance()) - 1.0
        certain = ~(strength < CERTAIN)
        strength[certain] = 1.0
        ends = (
            betaincinv(mean * strength, (1.0 - mean) * strength, 0.5 + side * coverage / 2)
            for side in (-1, 1)
        )
        low, high = (np.where(certain, mean, end) for end in ends)
        return Proportions(mean, low, high)

    def _relative_variance(self) -> Array:
        """Var / E^2 of a product; E[v^2] / E[v]^2 of a Beta(a, b) is 1 + b / (a (a + b + 1))."""
        more = self.a + self.b + 1.0
        taken, left = np.log1p(self.b / (self.a * more)), np.log1p(self.a / (self.b * more))
        taken[-1] = 0.0
        ratio = taken + np.concatenate([[0.0], np.cumsum(left[:-1])])
        return np.asarray(np.expm1(np.minimum(ratio, MOST_LOG_RATIO)))
