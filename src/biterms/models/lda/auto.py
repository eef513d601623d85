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

from biterms.errors import SettingError, StopLearning
from biterms.kernels import Array, Counts
from biterms.learning.posterior import Posterior
from biterms.learning.prequential import Progress
from biterms.models.lda.counter import Counter
from biterms.models.lda.prevalent import PrevalentEngine
from biterms.models.lda.similar import EMPTY, Merging
from biterms.models.lda.starts import MOST_NUMBERS, PASSES, number_of_starts
from biterms.models.lda.state import LDAState
from biterms.models.lda.validation import LeavingOut, Validation

#: topics of the first start, and of the largest one, if so many documents come to each
FIRST, MOST, DOCUMENTS = 16, 1_024, 10
#: the next start has twice as many topics if the last one gained so much LPP
GAIN = 0.01
#: passes over the documents before the number is decided
SEARCH_PASSES = 4
#: where documents are so few that there would be so many starts, the best of these is better
MANY_STARTS = 3
#: LPP that topics must be worth; in standard errors of the difference where documents are few
WORTH, ERRORS = 0.008, 0.25
#: numbers of topics are tried in steps of one part in so many
FINE = 20
#: LPP below the best from which on fewer topics are not tried
GIVEN_UP = 0.025
#: share of the mean size below which a topic has nothing in the end
NOTHING = 0.01
#: a number this near to the largest may be no more than that
AT_LIMIT = 0.9


class TopicLimitWarning(UserWarning):
    """The number of topics that was found is the largest that was looked for.

    Examples
    --------
    >>> import warnings
    >>> import numpy as np
    >>> from biterms import LDA, TopicLimitWarning
    >>> X = np.kron(np.eye(20), np.ones((8, 4)))  # 20 kinds of documents, 8 of each
    >>> with warnings.catch_warnings(record=True) as said:
    ...     warnings.simplefilter("always", TopicLimitWarning)
    ...     _ = LDA("auto", random_state=0).fit(X)
    >>> said[0].category is TopicLimitWarning
    True
    """


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
        most_starts = number_of_starts(n, FIRST)
        again = most_starts if most_starts >= MANY_STARTS else 0
        ahead = (PASSES * (len([*numbers(counts)]) + again) + SEARCH_PASSES) * n
        counter = Counter(progress, ahead, ahead + passes * n)
        lam = self._found(state, counts, counter)
        if number_of_starts(n, len(lam)) < MANY_STARTS or counter.stopped:
            _set_topics(state, lam)
        else:
            state.set(**_beginning(self.unlearnt(state, len(lam)), len(lam)))
            self.begin_again(state, counts, counter)
        self.learn_passes(state, counts, passes, counter.learning, publish)
        _drop_empty(state)
        _warn_of_limit(len(lam), max(numbers(counts)))

    def _found(self, state: LDAState, counts: Counts, counter: Counter) -> Array:
        """lam of as many topics as there should be; the generator of the state moves on."""
        random = state.random.copied()
        validation = Validation.of(counts, random)
        state.set(random=random)
        start = self._largest_start(state, counts, validation, counter)
        if counter.stopped:
            return start
        search = self.unlearnt(state, len(start))
        _set_topics(search, start)
        self._learn_some(search, counts, SEARCH_PASSES, validation, counter)
        state.set(random=search.random)
        return self._decided(search, validation)

    def _largest_start(
        self, state: LDAState, counts: Counts, validation: Validation, counter: Counter
    ) -> Array:
        """lam of the largest start, which has more topics than are worth having."""
        scores: Array | None = None
        for n_topics in numbers(counts):
            start = self.unlearnt(state, n_topics)
            start.set(first_topics=n_topics)
            self._learn_some(start, counts, PASSES, validation, counter)
            state.set(random=start.random)
            if counter.stopped:
                return start.posterior.lam()
            before, scores = scores, validation.scores(self, start)
            if before is not None and not _gains(scores - before):
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
        with suppress(StopLearning):
            self.learn_passes(state, counts, passes, counter.starting, schedule=schedule)
        counter.end_start()

    def _decided(self, state: LDAState, validation: Validation) -> Array:
        """lam of the topics that are worth having."""
        best: Array | None = None
        for scores, lam in self._tried(state, validation):
            if best is None or scores.mean() > best.mean():
                best = scores
            loss = best - scores
            if loss.mean() <= max(WORTH, ERRORS * _error(loss)):
                chosen = lam
        return chosen

    def _tried(self, state: LDAState, validation: Validation) -> Iterator[tuple[Array, Array]]:
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
            n_topics -= max(1, n_topics // FINE)


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
