"""How a model with room for many topics comes to as many as the data need.

Each pass of `fit` leaves out some documents, others each time. After the pass these validation
documents decide which topics stay: a topic that does not help to predict them is pruned
(`trials`), if it did not help those of the passes before either (`gains`). A few documents are
held out of all these passes and tell how sharp mixtures should be. The last passes learn from all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from biterms.bags.counts import some_documents
from biterms.kernels import Array, Counts
from biterms.learning.heldout import FEWEST
from biterms.learning.shuffled import Shuffled, permuted
from biterms.models.hdp.gains import PastGains
from biterms.models.hdp.prune import best_alpha, prune
from biterms.models.variational import Schedule

if TYPE_CHECKING:
    from biterms.models.hdp.engine import HDPEngine
    from biterms.models.hdp.state import HDPState

#: documents that a pass leaves out: a fifth, but no more than this, or so many per topic
SHARE, MOST, PER_TOPIC = 0.2, 4000, 20
#: no more than this share of all may be left out
MAX_SHARE = 1 / 3
#: a tenth are held out, but no more than this; and no fewer, where it is a fifth at most
HELD_OUT, MOST_HELD_OUT, FEWEST_HELD_OUT = 0.1, 1000, 30
#: topics are not validated after the first pass, and the last ones learn from all
FIRST, LAST = 1, 3


class ValidationSchedule(Schedule):
    """Passes that leave out documents, which then decide which topics stay.

    Parameters
    ----------
    n_docs, n_topics, passes : int
        Documents, topics that learning begins with, and passes.
    """

    def __init__(self, n_docs: int, n_topics: int, passes: int) -> None:
        super().__init__(n_docs, n_docs)
        self.n_topics, self.passes = n_topics, passes
        self.gains = PastGains()
        self._all = self._left_out = np.arange(0)

    @property
    def held_out(self) -> Array:
        """Documents that nothing is learnt from before the last passes."""
        fewest = FEWEST_HELD_OUT if FEWEST_HELD_OUT <= SHARE * self.n_docs else 0
        return self._all[: min(MOST_HELD_OUT, max(int(HELD_OUT * self.n_docs), fewest))]

    def order(self, number: int, random: np.random.RandomState) -> Array | Shuffled:
        """The documents that pass ``number`` learns from."""
        if number == 0:
            self._all = permuted(self.n_docs, random)
        rest = self._all[len(self.held_out) :]
        self._left_out = left_out(rest, self.n_topics, number, self.passes)
        if not len(self._left_out):
            return super().order(number, random)
        return self.without(np.concatenate([self.held_out, self._left_out]), random)

    def end_pass(self, engine: HDPEngine, state: HDPState, counts: Counts, number: int) -> None:
        """Prune topics by the documents that were left out, then choose the concentration."""
        if not (len(self._left_out) and validates(number, self.passes)):
            return
        prune(engine, state, some_documents(counts, self._left_out), number, self.gains)
        self.gains.end_round()
        if not engine.fixed_alpha:
            held_out = some_documents(counts, self.held_out)
            state.set(alpha=best_alpha(engine, state, held_out, 0))


def left_out(order: Array, n_topics: int, number: int, passes: int) -> Array:
    """The validation documents of pass ``number`` (0, 1, ...), of one order for all passes."""
    size = min(most_validating(n_topics), max(FEWEST, int(SHARE * len(order))))
    if size > MAX_SHARE * len(order) or passes <= FIRST + LAST or number >= passes - LAST:
        return order[:0]
    begin = number * size % (len(order) - size + 1)
    return order[begin : begin + size]


def validates(number: int, passes: int) -> bool:
    """Whether topics are validated after this pass."""
    return FIRST <= number < passes - LAST


def most_validating(n_topics: int) -> int:
    """Validation documents at most: more cost more and tell no more."""
    return max(MOST, PER_TOPIC * n_topics)
