"""As many topics as predict held-out words.

Short starts have more and more topics, as long as these predict better. Those of the last start, or
of few documents twice as many as predict best, are learnt in some passes; then topics that are not
worth having are merged, and learning begins with what is left. Some documents are left out till
then, and decide.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from operator import itemgetter
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
from biterms.models.lda.starts import (
    MOST_NUMBERS,
    PASSES,
    TIMES,
    number_of_starts,
    topics_of_start,
)
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
ROUGH, FINE, MANY = 10, 20, 100
#: up to so many documents there may be a start more, and topics learn longer before their number is
#: decided
FEW = 8_000
#: where it is known how many topics are to be left, likeness counts more: roots of their sizes
LIKENESS = 2
#: LPP below the best from which on fewer topics are not tried
GIVEN_UP = 0.015
#: share of the mean size below which a topic has nothing in the end
NOTHING = 0.01
#: a number this near to the largest may be no more than that
AT_LIMIT = 0.9
#: tables of the topics of a start that there are at a time, and bytes of a document while some are
#: chosen that decide
SEARCH_TABLES, CHOICE = 6, 12


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

    def working_memory(self, n_docs: int, n_words: int) -> int:
        """Bytes that ``fit`` takes with as many topics as may be tried."""
        tables = SEARCH_TABLES * 8 * _most(n_docs, n_words) * n_words
        return max(super().working_memory(n_docs, n_words), tables) + CHOICE * n_docs

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
        expected = PASSES * (starts + again) + _search_passes(n) + passes
        counter = Counter(progress, expected * n)
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
        lam = self._largest_start(state, counts, validation, counter, ahead)
        if counter.stopped:
            return lam
        search, passes = self.unlearnt(state, len(lam)), _search_passes(len(counts))
        _set_topics(search, lam)
        counter.expect(ahead.of_search(len(lam), passes), searching(len(lam)))
        self._learn_some(search, counts, passes, validation, counter)
        state.set(random=search.random)
        learnt = _learnt(search)
        tried = self._tried(search, Merging(learnt), validation, FINE)
        found = _worth_having(tried, counter.part(ahead.of_deciding(len(lam))))
        lam = Merging(learnt, n_roots=LIKENESS, copy=False).down_to(found)
        return np.asarray(lam + search.posterior.eta.T)

    def _largest_start(
        self,
        state: LDAState,
        counts: Counts,
        validation: Validation,
        counter: Counter,
        ahead: Ahead,
    ) -> Array:
        """lam of a start, with more topics than are worth having.

        Of few documents it has twice as many as predict best. If there were not so many, one more
        start is made: few documents can miss a gain.
        """
        scores: Array | None = None
        sizes, few, roughs = [*numbers(counts)], len(counts) <= FEW, list[int]()
        for at, n_topics in enumerate(sizes):
            start = self.unlearnt(state, n_topics)
            start.set(first_topics=n_topics)
            counter.expect(ahead.of_starts(sizes[at:]), searching(n_topics))
            self._learn_some(start, counts, PASSES, validation, counter)
            state.set(random=start.random)
            if counter.stopped:
                return start.posterior.lam()
            before, scores = scores, validation.scores(self, start)
            largest = n_topics == sizes[-1] or _half_empty(start)
            if not largest and (before is None or _gains(scores - before)):
                continue
            learnt = _learnt(start)
            if few:
                roughs.append(self._rough(start, learnt, validation))
            if largest or len(roughs) != 1 or TIMES * roughs[0] <= n_topics:
                break
        merging = Merging(learnt, n_roots=LIKENESS, copy=False)
        return merging.down_to(TIMES * roughs[-1] if few else len(merging)) + start.posterior.eta.T

    def _rough(self, start: LDAState, learnt: Array, validation: Validation) -> int:
        """How many topics of a start predict best: whether all are worth having is left open."""
        merging = Merging(learnt, n_roots=LIKENESS)
        tried = self._tried(start, merging, validation.first_split(), ROUGH)
        return max(tried, key=itemgetter(1))[0]

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

    def _tried(
        self, state: LDAState, merging: Merging, validation: Validation, fine: int
    ) -> Iterator[tuple[int, float]]:
        """Fewer and fewer topics and the LPP of the documents with them, until too much is lost."""
        best, n_topics = -np.inf, len(merging)
        while n_topics:
            lam = merging.down_to(n_topics) + state.posterior.eta.T
            other = self.unlearnt(state, n_topics)
            _set_topics(other, lam)
            lpp = validation.scores(self, other).mean()
            yield n_topics, lpp
            best = max(best, lpp)
            if lpp < best - GIVEN_UP:
                return
            n_topics -= max(1, n_topics * (2 if n_topics > MANY else 1) // fine)


def _worth_having(tried: Iterator[tuple[int, float]], progress: Progress | None) -> int:
    """How many topics are worth having, as far as there was time to try."""
    best, most = -np.inf, 0
    for n_topics, lpp in tried:
        best, most = max(best, lpp), max(most, n_topics)
        if best - lpp <= min(WORTH / n_topics, GIVEN_UP):
            chosen = n_topics
        try:
            if progress is not None:
                progress(min(2 * (most - n_topics), most), most, None)
        except StopLearning:
            break
    return chosen


def _search_passes(n_docs: int) -> int:
    """A rare topic has hardly begun after a few passes over few documents, and would be merged."""
    return MORE_PASSES if n_docs <= FEW else SEARCH_PASSES


def numbers(counts: Counts) -> Iterator[int]:
    """Topics of the starts: more need more documents, and more memory."""
    most, number = _most(len(counts), counts.n_words), FIRST
    while number < most:
        yield number
        number *= 2
    yield most


def _most(n_docs: int, n_words: int) -> int:
    """Topics of the largest start."""
    return max(FIRST, min(MOST, n_docs // DOCUMENTS, MOST_NUMBERS // max(1, n_words)))


def _gains(gain: Array) -> bool:
    """Whether documents are predicted better by more than chance."""
    return bool(gain.mean() > max(GAIN, gain.std() / np.sqrt(len(gain))))


def _learnt(state: LDAState) -> Array:
    """What the topics of a state have learnt, without those that are empty."""
    learnt = state.posterior.learnt_counts()
    return np.asarray(learnt[_in_use(learnt.sum(axis=1))])


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
