"""alpha as users give it, and "auto": the one that foretells best, found in the first pass.

Before a minibatch is learnt from, its documents are split as for the LPP and foretold with alpha,
a little more and a little less; alpha follows the best (docs: the bound's own optimum is not
the predictive one).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.models.prior import LARGEST, SMALLEST, as_numbers
from biterms.store import Fields

FIRST_RATIO, LAST_RATIO, MEMORY = 1.6, 1.1, 0.7
#: what `climb` tries next to a number
CLIMB = 2**0.5
#: alpha stays in between: beyond them all mixtures are alike, or all of one topic
LEAST, MOST = 1e-4, 100.0


class AlphaSearch:
    """Steps log alpha by the prequential LPP, averaged over the last few minibatches."""

    def __init__(self, alpha: float) -> None:
        self.alpha = alpha
        self.ratio = FIRST_RATIO
        self._gain = np.zeros(2)

    def state(self) -> dict[str, float]:
        """Numbers that `from_state` goes on from."""
        less, more = self._gain.tolist()
        return {"alpha": self.alpha, "ratio": self.ratio, "less": less, "more": more}

    @classmethod
    def from_state(cls, kept: Fields) -> AlphaSearch:
        """What `state` gave."""
        # It may begin below or above: with many topics 10/K, and what users set.
        self = cls(kept.number("alpha", 1e-30, 1e30))
        self.ratio = kept.number("ratio", LAST_RATIO, FIRST_RATIO)
        self._gain = np.array([kept.number("less"), kept.number("more")])
        return self

    def step(self, foretell: Callable[[float], float]) -> float:
        """Compare alpha / ratio and alpha * ratio with alpha; move when one is better."""
        here = foretell(self.alpha)
        tried = np.array([foretell(self.alpha / self.ratio), foretell(self.alpha * self.ratio)])
        self._gain = MEMORY * self._gain + (1 - MEMORY) * (tried - here)
        best = int(self._gain.argmax())
        if self._gain[best] > 0:
            stepped = self.alpha * (1 / self.ratio, self.ratio)[best]
            self.alpha = min(max(stepped, LEAST), MOST)
            self._gain[:] = 0
        else:
            self.ratio = max(LAST_RATIO, self.ratio**0.7)
        return self.alpha


def climb(score: Callable[[float], float], start: float, least: float, most: float) -> float:
    """Of start * sqrt(2)^n between the ends: uphill from ``start`` as long as it gets better."""
    start = min(max(start, least), most)
    here = score(start)
    for ratio in (CLIMB, 1 / CLIMB):
        best, value = start, here
        while least <= best * ratio <= most and (found := score(best * ratio)) > value:
            best, value = best * ratio, found
        if best != start:
            return best
    return start


def read_alpha(alpha: Any, n_topics: int) -> Array:
    """None and "auto" start at 10/K; a number serves every topic."""
    if alpha is None or is_auto(alpha):
        return np.full(n_topics, 10.0 / n_topics)
    vector = as_numbers("alpha", alpha)
    fine = (vector >= SMALLEST) & (vector <= LARGEST)
    if vector.shape not in ((), (n_topics,)) or not fine.all():
        raise SettingError(
            f"alpha={alpha!r}: expected None, 'auto', a number above 0 ({SMALLEST:g} to "
            f"{LARGEST:g}), or {n_topics} of them"
        )
    return np.array(np.broadcast_to(vector, (n_topics,)))


def is_auto(alpha: Any) -> bool:
    """Whether alpha is to be searched for."""
    return isinstance(alpha, str) and alpha == "auto"
