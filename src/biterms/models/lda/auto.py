"""As many topics as predict held-out words.

Short starts with more and more topics show how many are worth having. Learning begins with the
topics of the last one, merged to somewhat more than that; once they are sharp, those that are not
worth it are merged. Some documents are left out till then: these decide. The last passes learn
from all.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import ceil
from typing import Any

import numpy as np

from biterms.errors import SettingError, StopLearning
from biterms.kernels import Array, Counts
from biterms.learning.posterior import Posterior
from biterms.learning.prequential import Progress
from biterms.models.lda.counter import Counter
from biterms.models.lda.prevalent import PrevalentEngine
from biterms.models.lda.similar import Merging
from biterms.models.lda.starts import MOST_NUMBERS, PASSES, number_of_starts
from biterms.models.lda.state import LDAState
from biterms.models.lda.validation import LeavingOut, Validation

#: topics of the first start, and of the largest one, if so many documents come to each
FIRST, MOST, DOCUMENTS = 16, 1_024, 4
#: the next start has twice as many topics if the last one gained so much LPP
GAIN = 0.01
#: topics that learning begins with, for each of the best number of the start
ROOM = 1.5
#: share of the passes before the number is decided
DECIDED = 0.8
#: LPP that topics must be worth; in standard errors of the difference where documents are few
WORTH, ERRORS = 0.01, 0.5
#: numbers of topics are tried in steps of one part in so many
COARSE, FINE = 8, 25
#: a number this near to the largest may be no more than that
AT_LIMIT = 0.9


class TopicLimitWarning(UserWarning):
    """The number of topics that was found is the largest that was looked for."""


class AutoEngine(PrevalentEngine):
    """LDA-B that finds the number of its topics when all documents are there."""

    def begin(
        self, counts: Counts, names: list[str] | None = None, *, complete: bool = True
    ) -> Any:
        """A state that has learnt nothing yet."""
        if not complete:
            raise SettingError(
                "n_topics='auto' needs all documents at once: use fit, after which the model can "
                "learn on, or give a number of topics"
            )
        return super().begin(counts, names)

    def fit(
        self,
        state: Any,
        counts: Counts,
        progress: Progress | None = None,
        publish: Callable[[int], None] | None = None,
    ) -> None:
        """Find the number of topics, and learn from all documents."""
        if number_of_starts(len(counts), FIRST) == 1:
            self._search(state, counts, progress, publish)
        else:  # with few documents one start is not enough for good topics
            found = self.unlearnt(state, FIRST)
            self._search(found, counts)
            state.set(**_beginning(self.unlearnt(found, found.first_topics)))
            super().fit(state, counts, progress, publish)
        _warn_of_limit(state.first_topics, max(numbers(counts)))

    def _search(
        self,
        state: LDAState,
        counts: Counts,
        progress: Progress | None = None,
        publish: Callable[[int], None] | None = None,
    ) -> None:
        """Learn as many topics as there should be."""
        n, passes = len(counts), self.n_passes()
        random = state.random.copied()
        validation = Validation.of(counts, random)
        state.set(random=random)
        ahead = PASSES * n * len([*numbers(counts)])
        counter = Counter(progress, ahead, ahead + passes * n)
        _set_topics(state, self._best_start(state, counts, validation, counter))
        decide, usual = partial(self._decide, state, validation), self.schedule(n, passes)
        schedule = LeavingOut(usual, validation.docs, int(DECIDED * passes), decide)
        self.learn_passes(state, counts, passes, counter.learning, publish, schedule)

    def _best_start(
        self, state: LDAState, counts: Counts, validation: Validation, counter: Counter
    ) -> Array:
        """lam of somewhat more topics than the best number of the largest start."""
        start, best = state, -np.inf
        for n_topics in numbers(counts):
            start = self._started(state, counts, n_topics, validation, counter)
            if counter.stopped:
                return start.posterior.lam()
            score = float(validation.scores(self, start).mean())
            if score < best + GAIN:
                break
            best = score
        n_best = max(self._tried(start, validation, COARSE), key=lambda tried: tried[1].mean())[0]
        merging = _merging(start)
        return merging.down_to(min(len(merging), ceil(ROOM * n_best))) + start.posterior.eta.T

    def _started(
        self,
        state: LDAState,
        counts: Counts,
        n_topics: int,
        validation: Validation,
        counter: Counter,
    ) -> LDAState:
        """A state after a short start with so many topics."""
        start, usual = self.unlearnt(state, n_topics), self.schedule(len(counts), PASSES)
        start.set(first_topics=n_topics)
        schedule = LeavingOut(usual, validation.docs, PASSES)
        with suppress(StopLearning):
            self.learn_passes(start, counts, PASSES, counter.starting, schedule=schedule)
        counter.end_start()
        state.set(random=start.random)
        return start

    def _decide(self, state: LDAState, validation: Validation) -> None:
        """Merge topics that are not worth having."""
        best = chosen = None
        for _, scores, lam in self._tried(state, validation, FINE):
            if best is None or scores.mean() > best.mean():
                best = scores
            loss = best - scores
            error = loss.std() / np.sqrt(len(loss))
            if loss.mean() <= max(WORTH, ERRORS * error):
                chosen = lam
        assert chosen is not None
        _set_topics(state, chosen)

    def _tried(
        self, state: LDAState, validation: Validation, fine: int
    ) -> Iterator[tuple[int, Array, Array]]:
        """Fewer and fewer topics, LPP of the documents, and lam, until too much is lost."""
        merging, best = _merging(state), -np.inf
        n_topics = len(merging)
        while n_topics:
            lam = merging.down_to(n_topics) + state.posterior.eta.T
            other = self.unlearnt(state, n_topics)
            _set_topics(other, lam)
            scores = validation.scores(self, other)
            yield n_topics, scores, lam
            best = max(best, scores.mean())
            if scores.mean() < best - 4 * WORTH:
                return
            n_topics -= max(1, n_topics // fine)


def numbers(counts: Counts) -> Iterator[int]:
    """Topics of the starts: more need more documents, and more memory."""
    most = min(MOST, len(counts) // DOCUMENTS, MOST_NUMBERS // max(1, counts.n_words))
    number = FIRST
    yield number
    while (number := 2 * number) <= most:
        yield number


def _merging(state: LDAState) -> Merging:
    return Merging(np.maximum(state.posterior.lam() - state.posterior.eta.T, 0.0))


def _set_topics(state: LDAState, lam: Array) -> None:
    """Let a state have these topics, whose documents are not new any more."""
    posterior = Posterior(state.posterior.n_words, len(lam), state.posterior.eta[:, :1])
    posterior.begin_at(lam)
    state.set(
        posterior=posterior,
        alpha=np.ones(len(lam)),
        first_topics=len(lam),
        symmetry_broken=True,
        clock=replace(state.clock, first_pass=False),
    )


def _beginning(state: LDAState) -> dict[str, Any]:
    """Fields of a state that has learnt nothing and differ with the number of topics."""
    names = ("posterior", "alpha", "first_topics", "random")
    return {name: getattr(state, name) for name in names}


def _warn_of_limit(found: int, most: int) -> None:
    if found >= AT_LIMIT * most:
        warnings.warn(
            f"n_topics='auto' found {found} topics, and with these documents it looks for no more "
            f"than {most}: more may predict better; give a number, or more documents",
            TopicLimitWarning,
            stacklevel=4,
        )
