"""Several short starts on a small collection; learning goes on from the one that fits best."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

import numpy as np

from biterms.kernels import Array, Counts
from biterms.learning.minibatches import chunks
from biterms.learning.random import Random
from biterms.learning.start import drawn_lam, starts_random

if TYPE_CHECKING:
    from biterms.models.lda.prevalent import PrevalentEngine
    from biterms.models.lda.state import LDAState

#: there are as many starts as make up so many documents, and no more than this
DOCUMENTS, MOST = 10_000, 10
#: passes over the documents in a start
PASSES = 3


def number_of_starts(n_docs: int) -> int:
    """One on a collection that is large enough to forget a bad start."""
    return max(1, min(MOST, round(DOCUMENTS / max(1, n_docs))))


def best_start(
    engine: PrevalentEngine, state: LDAState, counts: Counts, n_starts: int
) -> Array | None:
    """lam (K x V) of the start whose topics give the documents the highest probability.

    None if there is only one, or nothing to learn from. The generator of the state moves on.
    """
    if n_starts < 2 or not counts.indptr[-1]:
        return None
    seeds = state.random.randint(0, 2**31, n_starts)
    started = [_started(engine, state, counts, int(seed)) for seed in seeds]
    fits = [_fit(engine, other, counts) for other in started]
    return started[int(np.argmax(fits))].posterior.lam()


def _started(engine: PrevalentEngine, state: LDAState, counts: Counts, seed: int) -> LDAState:
    other = deepcopy(state)
    other.set(random=Random.new(seed))
    if starts_random(engine, engine.learning.learner):
        other.posterior.begin_at(drawn_lam(other.random, other.posterior))
    engine.learn_passes(other, counts, PASSES)
    return other


def _fit(engine: PrevalentEngine, state: LDAState, counts: Counts) -> float:
    """Log probability of words and biterms at the mixtures of their documents."""
    settings, total = engine.predict_settings(state), 0.0
    for batch in chunks(counts):
        result = engine.result(state, settings, batch.packed, stats=False, fit=True)
        assert result.fit is not None
        total += float(result.fit.sum())
    return total
