"""Topics that do not help to predict some documents go; and how sharp mixtures should be."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from biterms.learning.heldout import Parts, heldout_lpp, parts_of
from biterms.learning.start import undecided
from biterms.models.hdp.gains import PastGains
from biterms.models.hdp.trials import Trials, TriedTopics
from biterms.models.lda.alpha import climb

if TYPE_CHECKING:
    from biterms.models.hdp.engine import HDPEngine
    from biterms.models.hdp.state import HDPState

#: how often the same documents try what their decisions have left
PRUNE_ROUNDS = 5
#: the concentration that predicts best is sought between these
SHARPEST, BROADEST = 0.1, 100.0


def prune(
    engine: HDPEngine,
    state: HDPState,
    X: Any,
    split_seed: int,
    gains: PastGains | None = None,
) -> int:
    """Empty the topics that do not help to predict documents; returns how many.

    It is decided with the concentration that suits these documents best: where mixtures are too
    broad for them, each copy of a topic would help, because an atom more makes them sharper.
    """
    parts = parts_of(X, split_seed)
    if parts is None or not state.posterior.learnt().any():
        return 0
    infer = partial(engine.theta, alpha=_sharpest(engine, state, parts))
    trials, gone = Trials(infer, *parts, gains), 0
    trials.look(_topics(engine, state, parts))
    for _ in range(PRUNE_ROUNDS):
        before = gone
        for move in trials.moves():
            now = trials.again(move) if gone > before else move
            if now is not None:
                state.without_topic(now.gone, now.heirs)
                trials.look(_topics(engine, state, parts), now.docs)
                gone += 1
        if gone == before:
            break
    return gone


def best_alpha(engine: HDPEngine, state: HDPState, X: Any, split_seed: int) -> float:
    """The concentration that predicts documents best."""
    parts = parts_of(X, split_seed)
    return state.alpha if parts is None else _sharpest(engine, state, parts)


def _sharpest(engine: HDPEngine, state: HDPState, parts: Parts) -> float:
    topics = _topics(engine, state, parts)

    def score(alpha: float) -> float:
        theta = engine.theta(parts.observed, topics.rows, topics.log_sigma, alpha)
        return heldout_lpp(theta, topics.beta, parts.heldout)

    return climb(score, state.alpha, SHARPEST, BROADEST)


def _topics(engine: HDPEngine, state: HDPState, parts: Parts) -> TriedTopics:
    posterior = state.posterior
    beta = posterior.rows(parts.heldout.words) / posterior.sums()
    guided = np.ones(posterior.n_topics, dtype=bool)
    guided[undecided(posterior.eta, posterior.n_topics)] = False
    rows = posterior.table.expect(parts.observed.words, engine.inference, engine.threads)
    return TriedTopics(rows, engine.log_sigma(state), beta, posterior.sums(), guided)
