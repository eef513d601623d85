"""Where annealed memory begins: more topics than asked for, merged after a few passes.

Two topics that begin in the same place stay two halves of one, and another one is never found;
with twice as many there is one in each place, and what belongs together is merged. Where documents
are few, several such starts are made and the one that fits best is taken; if the first one shows
that the topics of a word follow from its vector, the others begin at clusters of word vectors.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from biterms.errors import StopLearning
from biterms.kernels import Array, Counts
from biterms.learning.minibatches import chunks
from biterms.learning.start import undecided
from biterms.learning.vector_rules import blended
from biterms.models.lda.counter import Counter, work
from biterms.models.lda.similar import Merging

if TYPE_CHECKING:
    from biterms.models.lda.prevalent import PrevalentEngine
    from biterms.models.lda.state import LDAState

#: there are as many starts as make up so many documents or topics, and no more than this
DOCUMENTS, TOPICS, MOST = 10_000, 1_000, 10
#: passes over the documents in a start
PASSES = 2
#: topics of a start for each that is asked for, unless they have more numbers than this
TIMES, MOST_NUMBERS = 2, 1 << 25
#: share of word vectors in the prior from which topics may begin at clusters of them
TRUSTED = 0.5


def number_of_starts(n_docs: int, n_topics: int) -> int:
    """One on a collection that is large enough to forget a bad start, fewer where they are dear."""
    return max(1, min(MOST, round(DOCUMENTS / max(1, n_docs)), TOPICS // n_topics))


def best_start(
    engine: PrevalentEngine, state: LDAState, counts: Counts, n_starts: int, counter: Counter
) -> Array:
    """lam (K x V) of the start whose topics give the documents the highest probability.

    The generator of the state moves on.
    """
    n_topics, share = topics_of_start(engine, state), 0.0
    started = list[Array]()
    while len(started) < n_starts and not counter.stopped:
        started.append(_started(engine, state, counts, n_topics, counter, share))
        if len(started) == 1 and n_starts > 1:
            share = _share(engine, state, started[0])
    if share and len(started) > 1:
        del started[0]  # it has shown that words say less than their vectors
    if len(started) == 1:
        return started[0]
    return started[int(np.argmax([_fit(engine, state, lam, counts) for lam in started]))]


def topics_of_start(engine: PrevalentEngine, state: LDAState) -> int:
    """How many there are: only those that are alike can be more."""
    posterior, K = state.posterior, state.posterior.n_topics
    alike = len(undecided(posterior.eta, K)) == K and engine.prevalence(state) is not None
    return TIMES * K if alike and TIMES * K * posterior.n_words <= MOST_NUMBERS else K


def _share(engine: PrevalentEngine, state: LDAState, lam: Array) -> float:
    """How much the prior of further starts comes from clusters of word vectors."""
    if engine.vectors is None:
        return 0.0
    learnt = np.maximum(lam - state.posterior.eta.T, 0.0)
    share = engine.vectors.rule(learnt, 1.0).share
    return share if share >= TRUSTED else 0.0


def _started(
    engine: PrevalentEngine,
    state: LDAState,
    counts: Counts,
    n_topics: int,
    counter: Counter,
    share: float,
) -> Array:
    """lam of one start, or of as much of it as there was time for."""
    posterior, run = state.posterior, (engine, state, counts, n_topics, counter, share)
    K = posterior.n_topics
    # Tables of many words are large, and here are most of them: nobody holds on to one.
    lam = _run(*run) if n_topics == K else Merging(_run(*run), K, copy=False).down_to(K)
    lam += posterior.eta.T
    return lam


def _run(
    engine: PrevalentEngine,
    state: LDAState,
    counts: Counts,
    n_topics: int,
    counter: Counter,
    share: float,
) -> Array:
    """Expected counts of the words in the topics of a start; the generator moves on."""
    other = engine.unlearnt(state, n_topics)
    if share and engine.vectors is not None:
        clusters = engine.vectors.clusters(n_topics, other.random)
        if clusters is not None:
            eta = float(state.posterior.eta[0, 0])
            other.posterior.set_prior(blended(clusters, share, eta))
    with suppress(StopLearning):
        part = counter.part(work(PASSES * len(counts), n_topics))
        engine.learn_passes(other, counts, PASSES, part)
    state.set(random=other.random)
    return other.posterior.learnt_counts()


def _fit(engine: PrevalentEngine, state: LDAState, lam: Array, counts: Counts) -> float:
    """Log probability of words and biterms at the mixtures of their documents."""
    other = engine.unlearnt(state, state.posterior.n_topics)
    other.posterior.begin_at(lam)
    settings, total = engine.predict_settings(other), 0.0
    for batch in chunks(counts):
        result = engine.result(other, settings, batch.packed, stats=False, fit=True)
        assert result.fit is not None
        total += float(result.fit.sum())
    return total
