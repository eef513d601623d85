"""As many topics as predict held-out words.

Short starts have more and more topics, as long as these predict better. Those of the last start
are learnt in a few passes; then topics that are not worth having are merged, and learning begins
with what is left. Some documents are left out till then, and decide.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from biterms.errors import SettingError, StopLearning, TopicLimitWarning
from biterms.kernels import Array, Counts
from biterms.learning.posterior import Posterior
from biterms.learning.prequential import Progress
from biterms.models.lda.ahead import MORE_PASSES, SEARCH_PASSES, Ahead, searching
from biterms.models.lda.counter import Counter, work
from biterms.models.lda.prevalent import PrevalentEngine
from biterms.models.lda.similar import EMPTY, Merging
from biterms.models.lda.starts import MOST_NUMBERS, PASSES, number_of_starts, topics_of_start
from biterms.models.lda.state import LDAState
from biterms.models.lda.validation import LeavingOut, Validation

#: topics of the first start, and of the largest one, if so many documents come to each
FIRST, MOST, DOCUMENTS = 16, 1_024, 10
#: the next start has twice as many topics if the last one gained so much LPP
GAIN = 0.01
#: where documents are so few that there would be so many starts, the best of these is better
MANY_STARTS = 3
#: LPP that a topic of mean size must be worth, times the number of topics
WORTH = 0.12
#: numbers of topics are tried in steps of one part in so many, of twice that where they are many
FINE, MANY = 20, 100
#: up to so many documents the number is first found roughly, in steps of one part in so many, and
#: so many times as many topics are kept; these learn on where fewer documents come to each
FEW, ROUGH, SPARE, FEW_EACH = 8_000, 10, 1.5, 150
#: LPP below the best from which on fewer topics are not tried
GIVEN_UP = 0.015
#: share of the mean size below which a topic has nothing in the end
NOTHING = 0.01
#: a number this near to the largest may be no more than that
AT_LIMIT = 0.9


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
        n, passes = len(counts), self.n_passes()
        most_starts, starts = number_of_starts(n, FIRST), len([*numbers(counts)])
        again = most_starts if most_starts >= MANY_STARTS else 0
        search = SEARCH_PASSES + (MORE_PASSES if n <= FEW else 0)
        counter = Counter(progress, (PASSES * (starts + again) + search + passes) * n)
        lam = self._found(state, counts, counter)
        learning = work(passes * n, len(lam))
        if number_of_starts(n, len(lam)) < MANY_STARTS or counter.stopped:
            counter.expect(learning)
            _set_topics(state, lam)
        else:
            state.set(**_beginning(self.unlearnt(state, len(lam)), len(lam)))
            ahead = self.n_starts(state, counts) * PASSES * n
            counter.expect(work(ahead, topics_of_start(self, state)) + learning)
            self.begin_again(state, counts, counter)
        self.learn_passes(state, counts, passes, counter.part(learning, scored=True), publish)
        _drop_empty(state)
        _warn_of_limit(len(lam), max(numbers(counts)))

    def _found(self, state: LDAState, counts: Counts, counter: Counter) -> Array:
        """lam of as many topics as there should be; the generator of the state moves on."""
        random = state.random.copied()
        validation = Validation.of(counts, random)
        state.set(random=random)
        ahead = Ahead(len(counts), self.n_passes(), validation.n_scored)
        start = self._largest_start(state, counts, validation, counter, ahead)
        if counter.stopped:
            return start
        search = self.unlearnt(state, len(start))
        _set_topics(search, start)
        counter.expect(ahead.of_search(len(start)), searching(len(start)))
        self._learn_some(search, counts, SEARCH_PASSES, validation, counter)
        if len(counts) <= FEW and not counter.stopped:
            self._learn_longer(search, counts, validation, counter, ahead)
        state.set(random=search.random)
        deciding = ahead.of_deciding(search.posterior.n_topics)
        return self._decided(search, validation, counter.part(deciding))

    def _learn_longer(
        self,
        search: LDAState,
        counts: Counts,
        validation: Validation,
        counter: Counter,
        ahead: Ahead,
    ) -> None:
        """Merge topics to not many more than are worth having, and learn rare ones in more passes.

        A rare topic has hardly begun after a few passes over a few documents, and would be merged.
        """
        rough = len(self._decided(search, validation.first_split(), None, ROUGH))
        lam = _merging(search).down_to(round(SPARE * rough)) + search.posterior.eta.T
        _set_topics(search, lam)
        if len(counts) < FEW_EACH * rough:
            counter.expect(ahead.of_search(len(lam)), searching(len(lam)))
            self._learn_some(search, counts, MORE_PASSES, validation, counter)

    def _largest_start(
        self,
        state: LDAState,
        counts: Counts,
        validation: Validation,
        counter: Counter,
        ahead: Ahead,
    ) -> Array:
        """lam of the largest start, which has more topics than are worth having."""
        scores: Array | None = None
        sizes = [*numbers(counts)]
        for at, n_topics in enumerate(sizes):
            start = self.unlearnt(state, n_topics)
            start.set(first_topics=n_topics)
            counter.expect(ahead.of_starts(sizes[at:]), searching(n_topics))
            self._learn_some(start, counts, PASSES, validation, counter)
            state.set(random=start.random)
            if counter.stopped:
                return start.posterior.lam()
            before, scores = scores, validation.scores(self, start)
            if _half_empty(start) or (before is not None and not _gains(scores - before)):
                break
        merging = _merging(start)
        return merging.down_to(len(merging)) + start.posterior.eta.T

    def _learn_some(
        self,
        state: LDAState,
        counts: Counts,
        passes: int,
        validation: Validation,
        counter: Counter,
    ) -> None:
        """Learn from all but the validation documents, or from as many as there was time for."""
        schedule = LeavingOut(self.schedule(len(counts), passes), validation.docs)
        part = counter.part(work(passes * len(counts), state.posterior.n_topics))
        with suppress(StopLearning):
            self.learn_passes(state, counts, passes, part, schedule=schedule)

    def _decided(
        self,
        state: LDAState,
        validation: Validation,
        progress: Progress | None,
        fine: int = FINE,
    ) -> Array:
        """lam of the topics that are worth having, as far as there was time to try."""
        best: Array | None = None
        n_topics = state.posterior.n_topics
        for scores, lam in self._tried(state, validation, fine):
            if best is None or scores.mean() > best.mean():
                best = scores
            if (best - scores).mean() <= min(WORTH / len(lam), GIVEN_UP):
                chosen = lam
            try:
                if progress is not None:
                    progress(min(2 * (n_topics - len(lam)), n_topics), n_topics, None)
            except StopLearning:
                break
        return chosen

    def _tried(
        self, state: LDAState, validation: Validation, fine: int
    ) -> Iterator[tuple[Array, Array]]:
        """LPP of the documents with fewer and fewer topics, and lam, until too much is lost."""
        merging, best = _merging(state), -np.inf
        n_topics = len(merging)
        while n_topics:
            lam = merging.down_to(n_topics) + state.posterior.eta.T
            other = self.unlearnt(state, n_topics)
            _set_topics(other, lam)
            scores = validation.scores(self, other)
            yield scores, lam
            best = max(best, scores.mean())
            if scores.mean() < best - GIVEN_UP:
                return
            n_topics -= max(1, n_topics * (2 if n_topics > MANY else 1) // fine)


def numbers(counts: Counts) -> Iterator[int]:
    """Topics of the starts: more need more documents, and more memory."""
    most = min(MOST, len(counts) // DOCUMENTS, MOST_NUMBERS // max(1, counts.n_words))
    number = FIRST
    while number < most:
        yield number
        number *= 2
    yield max(FIRST, most)


def _gains(gain: Array) -> bool:
    """Whether documents are predicted better by more than chance."""
    return bool(gain.mean() > max(GAIN, _error(gain)))


def _error(values: Array) -> float:
    """Standard error of their mean."""
    return float(values.std() / np.sqrt(len(values)))


def _merging(state: LDAState) -> Merging:
    """The topics of a state, without those that are empty."""
    learnt = np.maximum(state.posterior.lam() - state.posterior.eta.T, 0.0)
    return Merging(learnt[_in_use(learnt.sum(axis=1))])


def _in_use(sizes: Array) -> Array:
    return np.asarray(sizes >= EMPTY * sizes.mean())


def _half_empty(start: LDAState) -> bool:
    """Whether fewer topics are in use than a start with half as many would have had."""
    return bool(2 * _in_use(start.posterior.learnt()).sum() < start.posterior.n_topics)


def _drop_empty(state: LDAState) -> None:
    """Leave out topics that have lost all their documents in the last passes."""
    used = state.posterior.learnt() >= NOTHING * state.posterior.learnt().mean()
    if not used.all():
        _set_topics(state, state.posterior.lam()[used])


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


def _beginning(state: LDAState, n_topics: int) -> dict[str, Any]:
    """Fields of a state that has learnt nothing, as far as the number of topics matters."""
    return {"posterior": state.posterior, "alpha": state.alpha, "first_topics": n_topics}


def _warn_of_limit(found: int, most: int) -> None:
    if found >= AT_LIMIT * most:
        warnings.warn(
            f"n_topics='auto' found {found} topics, and with these documents it looks for no more "
            f"than {most}: more may predict better; give a number, or more documents",
            TopicLimitWarning,
            stacklevel=4,
        )
