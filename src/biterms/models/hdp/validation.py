"""How a model with room for many topics comes to as many as the data need.

In each pass of `fit` some documents are left out, others each time. After it they judge the topics:
whoever does not help to foretell them goes (`judge`), and did not help those of the passes before
(`evidence`). A few documents, the witnesses, are left out of all these passes and tell how sharp
mixtures should be. The last passes learn from all documents.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from biterms.kernels import Array
from biterms.models.evidence import Evidence
from biterms.models.settling import LEAST, Settled, best_alpha, settle

#: documents that are left out of a pass: a fifth, but no more than this, or so many per topic
SHARE, MOST, PER_TOPIC = 0.2, 4000, 20
#: no more than this share of all may be left out
LARGEST = 1 / 3
#: a tenth are witnesses, but no more than this; and no less, where it is a fifth at most
WITNESSES, MOST_WITNESSES, LEAST_WITNESSES = 0.1, 1000, 30
#: the first pass judges nothing, and the last ones learn from all
FIRST, LAST = 1, 3


@dataclass
class Hearing:
    """One `fit`: the order in which its documents are heard, who sits out this pass, the record."""

    order: Array
    passes: int
    judging: Array = field(default_factory=lambda: np.arange(0))
    evidence: Evidence = field(default_factory=Evidence)

    @property
    def witnesses(self) -> Array:
        """Nobody has learnt from them, until the last passes."""
        n = len(self.order)
        size = max(int(WITNESSES * n), LEAST_WITNESSES if LEAST_WITNESSES <= SHARE * n else 0)
        return self.order[: min(MOST_WITNESSES, size)]

    def begin_pass(self, n_topics: int, number: int) -> None:
        """Pass ``number`` (0, 1, ...) does without some."""
        others = self.order[len(self.witnesses) :]
        self.judging = left_out(others, n_topics, number, self.passes)

    def present(self, order: Array) -> Array:
        """Those of ``order`` that this pass learns from."""
        if not len(self.judging):
            return order
        return order[~np.isin(order, np.concatenate([self.witnesses, self.judging]))]

    def end_pass(self, model: Settled, X: sparse.csr_array, number: int) -> None:
        """They judge now, and then the witnesses are heard."""
        if not (len(self.judging) and judges(number, self.passes)):
            return
        settle(model, X[self.judging], number, self.evidence)
        self.evidence.end_round()
        if model.alpha is None:
            model.alpha_ = best_alpha(model, X[self.witnesses], 0)


def left_out(order: Array, n_topics: int, number: int, passes: int) -> Array:
    """Judges of pass ``number`` (0, 1, ...), of one order for all passes."""
    size = min(most_judges(n_topics), max(LEAST, int(SHARE * len(order))))
    if size > LARGEST * len(order) or passes <= FIRST + LAST or number >= passes - LAST:
        return order[:0]
    begin = number * size % (len(order) - size + 1)
    return order[begin : begin + size]


def judges(number: int, passes: int) -> bool:
    """Whether topics are judged after this pass."""
    return FIRST <= number < passes - LAST


def most_judges(n_topics: int) -> int:
    """Documents that judge at most: more cost more and tell no more."""
    return max(MOST, PER_TOPIC * n_topics)
