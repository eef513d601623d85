"""LDA whose mixtures begin at the prevalence of the topics: a few rounds for each document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from biterms import kernels
from biterms.errors import SettingError
from biterms.kernels import Array, Counts, DocumentResult, Local, Prevalence
from biterms.learning import Annealed, Posterior
from biterms.learning.learnt_prior import LearntPrior
from biterms.learning.prequential import Progress
from biterms.learning.start import drawn_lam, starts_random
from biterms.learning.state import Clock
from biterms.models.engine import Replayed
from biterms.models.lda.alpha import is_auto
from biterms.models.lda.counter import Counter, work
from biterms.models.lda.engine import LDAEngine
from biterms.models.lda.held import Held
from biterms.models.lda.relearning import Relearning, check_vectors
from biterms.models.lda.replay import replay
from biterms.models.lda.starts import (
    MOST_NUMBERS,
    PASSES,
    TIMES,
    best_start,
    number_of_starts,
    topics_of_start,
)
from biterms.models.lda.state import LDAState

#: sum of alpha where nothing is said: how much the prevalence of topics counts in a document
STRENGTH = 30.0
#: prior of the topics of so many documents, which is that of a stream; and its limits
USUAL_ETA, USUAL_DOCS = 0.05, 30_000
LEAST_ETA, MOST_ETA = 0.01, 0.2
#: documents are computed in float32: beyond it their words are lost beside alpha
MOST_ALPHA = 1e4
#: rounds that long documents have beside two where mixtures are predicted: many words can decide
MORE_ROUNDS = 4
#: biterms that all topics together have before anything was learnt
SMOOTH = 50.0
#: tables of the topics of a start that there are at a time, and of those with a prior from vectors
START_TABLES, VECTOR_TABLES = 2.25, 12


class PrevalentEngine(LDAEngine):
    """LDA-B as annealed memory learns it best.

    The first round of a document sees the prevalence of the topics alone, the second one the
    mixture of the first. Topics are learnt from biterms; words count where mixtures are predicted.
    """

    def __init__(self, alpha: Any, *settings: Any) -> None:
        if is_auto(alpha):
            raise SettingError(
                "alpha='auto' with inference='prevalence', whose alpha is learnt from the sizes of "
                "topics: use alpha=None, or inference='mean'"
            )
        super().__init__(alpha, *settings)
        if alpha is not None and np.max(alpha) > MOST_ALPHA:
            raise SettingError(
                f"alpha={alpha!r:.40} with inference='prevalence': expected at most "
                f"{MOST_ALPHA:g}, beyond which documents have no say"
            )
        self.takes_rounds = self.documents.own_rounds

    def prevalence(self, state: LDAState) -> Prevalence | None:
        """Where alpha comes from; None if each topic was given its own."""
        if np.ndim(self.alpha):
            return None
        strength = STRENGTH if self.alpha is None else float(self.alpha) * state.first_topics
        return Prevalence(strength, SMOOTH / state.first_topics)

    def fit(
        self,
        state: Any,
        counts: Counts,
        progress: Progress | None = None,
        publish: Callable[[int], None] | None = None,
    ) -> None:
        """Learn from all documents: some short starts, then the passes."""
        n, passes = len(counts), self.n_passes()
        ahead, learning = self.n_starts(state, counts) * PASSES * n, work(passes * n, self.n_topics)
        starting = work(ahead, topics_of_start(self, state))
        counter = Counter(progress, ahead + passes * n, starting + learning)
        self.begin_again(state, counts, counter)
        schedule = None
        if self.vectors is not None:
            usual, eta = self.schedule(len(counts), passes), self.first_eta(len(counts))
            schedule = Relearning(usual, passes, self.vectors, eta)
            schedule.relearn(state.posterior)
        part = counter.part(learning, scored=True)
        self.learn_passes(state, counts, passes, part, publish, schedule)

    def working_memory(self, n_docs: int, n_words: int) -> int:
        """Bytes that ``fit`` takes: a start has more topics, and word vectors are compared."""
        usual, most = super().working_memory(n_docs, n_words), TIMES * self.n_topics
        tables = 0.0 if self.vectors is None else VECTOR_TABLES * self.n_topics
        if most * n_words <= MOST_NUMBERS:
            tables = max(tables, START_TABLES * most)
        return max(usual, int(8 * tables * n_words))

    @property
    def vectors(self) -> LearntPrior | None:
        """What the prior of the topics is learnt from, if it is."""
        return self.eta if isinstance(self.eta, LearntPrior) else None

    def begin(
        self, counts: Counts, names: list[str] | None = None, *, complete: bool = True
    ) -> Any:
        """A state that has learnt nothing yet."""
        if self.vectors is not None:
            check_vectors(self.vectors, counts.n_words, complete)
        return super().begin(counts, names, complete=complete)

    def n_starts(self, state: LDAState, counts: Counts) -> int:
        """How many short starts there are."""
        learner = self.learning.learner
        if not isinstance(learner, Annealed) or not counts.indptr[-1]:
            return 0
        if learner.starts is not None:
            return learner.starts
        return number_of_starts(len(counts), state.first_topics)

    def first_eta(self, n_docs: int) -> Any:
        """A few documents need a smoother prior than many."""
        if self.eta is not None and self.vectors is None:
            return self.eta
        eta = USUAL_ETA * (USUAL_DOCS / max(1, n_docs or USUAL_DOCS)) ** (1 / 3)
        return min(max(eta, LEAST_ETA), MOST_ETA)

    def begin_again(self, state: LDAState, counts: Counts, counter: Counter | None = None) -> None:
        """Let a state that has learnt nothing begin at the best of some short starts."""
        if n_starts := self.n_starts(state, counts):
            lam = best_start(self, state, counts, n_starts, counter or Counter())
            state.posterior.begin_at(lam)
            # Its documents are not new any more: nothing can be predicted of them.
            clock = replace(state.clock, first_pass=False)
            state.set(symmetry_broken=bool((lam != lam[0]).any()), clock=clock)

    def unlearnt(self, state: LDAState, n_topics: int) -> LDAState:
        """A state of the same words and prior that has learnt nothing, with its own generator."""
        new, random = _unlearnt(state.posterior, n_topics), state.random.copied()
        if starts_random(self, self.learning.learner):
            new.begin_at(drawn_lam(random, new))
        alpha = state.alpha if n_topics == len(state.alpha) else np.ones(n_topics)
        return LDAState(
            posterior=new,
            random=random,
            alpha=alpha,
            clock=Clock(),
            first_topics=state.first_topics,
        )

    def stream_part(
        self, state: LDAState, counts: Counts, cuts: Array, at: int
    ) -> tuple[int, dict[str, Any]]:
        """One minibatch while documents are held: those of given biterms never are."""
        if (held := self._held(state, counts)) is None:
            return super().stream_part(state, counts, cuts, at)
        return at + 1, {"held": held.with_documents(counts, np.arange(cuts[at], cuts[at + 1]))}

    def catch_up(self, state: Any, replayed: Replayed | None = None) -> None:
        """Learn from the held documents again, if there are enough of them."""
        learner, held = self.learning.learner, state.held
        if held is not None and isinstance(learner, Annealed) and held.due(learner.held):
            replay(self, state, learner.held, replayed)

    def _held(self, state: LDAState, counts: Counts) -> Held | None:
        """The documents that are held so far; None if no more are to be held."""
        learner = self.learning.learner
        if counts.pairs is not None or not isinstance(learner, Annealed) or not learner.held:
            return None
        return Held.nothing() if not state.clock.documents else state.held

    def alpha_of(self, state: LDAState) -> Array:
        """Alpha of this moment."""
        if (prevalence := self.prevalence(state)) is None:
            return state.alpha
        table = state.posterior.table
        return kernels.prevalent_alpha(table.m * table.scale, 1.0, prevalence)

    def local_settings(self, state: LDAState) -> Local:
        """A round less than asked for: the statistics are those of the last one."""
        own = self.documents
        return Local(
            *(self.alpha_of(state), own.weight, own.cap, own.max_iter - 1, 0.0),
            at_prior=True,
            word_weight=own.word_weight,
            prevalence=self.prevalence(state),
        )

    def predict_settings(self, state: LDAState) -> Local:
        """Words count as much as biterms, also where topics are learnt from biterms alone."""
        return replace(
            self.local_settings(state),
            max_iter=self.documents.max_iter,
            more_rounds=MORE_ROUNDS if self.documents.own_rounds else 0,
            word_weight=1.0,
        )

    def mixtures(self, result: DocumentResult, settings: Local) -> Array:
        """theta proportional to pi + R, R the expected words and biterms of each topic.

        alpha is several times pi, so that one word does not decide; where nothing more is to come,
        pi counts once.
        """
        alpha = np.asarray(settings.alpha, dtype=np.float64)
        theta = np.asarray(result.gamma + alpha * (1 / alpha.sum() - 1))
        np.maximum(theta, 0.0, out=theta)
        theta /= theta.sum(axis=1, keepdims=True)
        return theta


def _unlearnt(posterior: Posterior, n_topics: int) -> Posterior:
    """A posterior of the same words and prior; words that were dropped stay so."""
    if n_topics != posterior.n_topics:
        return Posterior(posterior.n_words, n_topics, posterior.eta[:, :1])
    return posterior.unlearnt()
