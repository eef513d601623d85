"""alpha as users give it, and "auto": the one that predicts best, searched for in the first pass.

Before a minibatch is learnt from, its documents are split as for the LPP and predicted with alpha,
a little more and a little less; alpha follows the best (the bound's own optimum is not the
predictive one).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.models.prior import MAX_PRIOR, MIN_PRIOR, as_numbers
from biterms.store.record import number_field

FIRST_RATIO, LAST_RATIO, MEMORY = 1.6, 1.1, 0.7
#: what `climb` tries next to a number
CLIMB = 2**0.5
#: alpha stays in between: beyond them all mixtures are alike, or all of one topic
MIN_ALPHA, MAX_ALPHA = 1e-4, 100.0


@dataclass(frozen=True, kw_only=True)
class AlphaSearch:
    """Steps log alpha by the prequential LPP, averaged over the last few minibatches.

    Parameters
    ----------
    alpha : float
        The best so far.
    ratio : float
        What it is multiplied and divided by to try others.
    less, more : float
        Gains of a smaller and a larger one.
    """

    # It may begin outside of MIN_ALPHA to MAX_ALPHA: with many topics, and where users say so.
    alpha: float = number_field(least=MIN_PRIOR, most=MAX_PRIOR)
    ratio: float = number_field(FIRST_RATIO, least=LAST_RATIO, most=FIRST_RATIO)
    less: float = number_field(0.0)
    more: float = number_field(0.0)

    def stepped(self, lpp: Callable[[float], float]) -> AlphaSearch:
        """Compare alpha / ratio and alpha * ratio with alpha; move when one is better."""
        here = lpp(self.alpha)
        tried = np.array([lpp(self.alpha / self.ratio), lpp(self.alpha * self.ratio)])
        gain = MEMORY * np.array([self.less, self.more]) + (1 - MEMORY) * (tried - here)
        best = int(gain.argmax())
        if gain[best] > 0:
            alpha = self.alpha * (1 / self.ratio, self.ratio)[best]
            return AlphaSearch(alpha=min(max(alpha, MIN_ALPHA), MAX_ALPHA), ratio=self.ratio)
        ratio = max(LAST_RATIO, self.ratio**0.7)
        return replace(self, ratio=ratio, less=float(gain[0]), more=float(gain[1]))


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
    fine = (vector >= MIN_PRIOR) & (vector <= MAX_PRIOR)
    if vector.shape not in ((), (n_topics,)) or not fine.all():
        raise SettingError(
            f"alpha={alpha!r}: expected None, 'auto', a number above 0 ({MIN_PRIOR:g} to "
            f"{MAX_PRIOR:g}), or {n_topics} of them"
        )
    return np.array(np.broadcast_to(vector, (n_topics,)))


def is_auto(alpha: Any) -> bool:
    """Whether alpha is to be searched for."""
    return isinstance(alpha, str) and alpha == "auto"
