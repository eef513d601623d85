"""Several numbers of topics, each learnt from the same texts and tried on the same others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from biterms.errors import InputError, SettingError, StopLearning
from biterms.kernels import Array
from biterms.measures.lpp import log_predictive, scorable
from biterms.models.estimator import TopicEstimator
from biterms.models.settings import MAX_TOPICS
from biterms.settings import check_whole
from biterms.text.readers import Record, Trouble
from biterms.text.vectoriser import Vectoriser
from biterms.topics.beginning import Beginning, wanted_model
from biterms.topics.coherence import Coherence
from biterms.topics.encode import encode, learn_vocabulary
from biterms.topics.handed_in import Beside, records_of
from biterms.topics.inference import table_of
from biterms.topics.most_probable import most_probable
from biterms.topics.stability import in_common, matched
from biterms.topics.sweep_table import Sweep, Tried
from biterms.topics.texts import plain
from biterms.topics.top_counts import TOP, TopCounts

if TYPE_CHECKING:
    from biterms.topics.topic_model import TopicModel

#: the share of the texts that is held out, and at most so many
HELD_OUT, MOST_HELD_OUT = 0.1, 5_000
#: texts without which nothing can be said
FEWEST_TEXTS = 50
MOST_SEEDS = 100
#: what is being learnt, and how much of all the work is done, from 0 to 1
SweepProgress = Callable[[str, float], None]


@dataclass(frozen=True)
class Task:
    """Documents to learn from, and held-out ones to predict, over the same words.

    Parameters
    ----------
    model : TopicEstimator
        The settings of the models.
    documents : Counts or InOrder
        To learn from.
    observed, held : documents, csr_array
        The words of other documents that are seen, and those that are predicted.
    n_held : int
        Texts that are predicted.
    remark : str
        What a reader should know of them.
    """

    model: TopicEstimator
    documents: Any
    observed: Any
    held: Any
    n_held: int
    remark: str

    @classmethod
    def of(cls, texts: list[str | Record], model: TopicEstimator, text: Vectoriser) -> Task:
        """Hold out some texts, and learn the words of the others."""
        if len(texts) < FEWEST_TEXTS:
            raise InputError(
                f"{len(texts)} texts to learn from and to try topics on; expected at least "
                f"{FEWEST_TEXTS}"
            )
        held = np.zeros(len(texts), dtype=bool)
        n_held = min(MOST_HELD_OUT, int(HELD_OUT * len(texts)))
        held[np.random.default_rng(0).permutation(len(texts))[:n_held]] = True
        known = plain([texts[i] for i in np.flatnonzero(~held)])
        # a text that has been learnt from says nothing about prediction
        copies = {each.casefold() for each in known}
        new = plain([texts[i] for i in np.flatnonzero(held)])
        documents = learn_vocabulary(text, model, known)
        others = encode(text, model, [each for each in new if each.casefold() not in copies] or new)
        parts, remark = scorable(table_of(others))
        return cls(model, documents, parts.observed, parts.held, len(parts.rows), remark)

    def tried(
        self, n_topics: int, seeds: Sequence[int], progress: Callable[[int, int, Any], None]
    ) -> Tried:
        """Learn this number of topics with each seed."""
        begin, models = time.perf_counter(), []
        for seed in seeds:
            settings = self.model.get_params(deep=False)
            settings |= {"n_topics": n_topics, "random_state": seed}
            models.append(
                type(self.model)(**settings).fit(
                    self.model._read(self.documents), progress=progress
                )
            )
        seconds = (time.perf_counter() - begin) / len(seeds)
        coherence = [self._coherence(model) for model in models]
        return Tried(
            n_topics=n_topics,
            scores=np.mean([self._scores(model) for model in models], axis=0),
            npmi=float(np.mean([np.nanmean(each.npmi) for each in coherence])),
            by_chance=float(np.mean([each.by_chance.mean() for each in coherence])),
            stability=_stability([model.topics_ for model in models]),
            seconds=seconds,
        )

    def _scores(self, model: TopicEstimator) -> Array:
        """LPP of each held-out text."""
        return log_predictive(model.transform(self.observed), model.topics_, self.held)

    def _coherence(self, model: TopicEstimator) -> Coherence:
        """Over all texts that were learnt from."""
        counts = TopCounts.of(model, self.model._read(self.documents))
        return Coherence.of(counts.together(most_probable(model.posterior_, TOP)))


def evaluate_topics(
    texts: Any,
    numbers: Iterable[int] = (10, 20, 50, 100, 200),
    *,
    text: str | None = None,
    model: TopicModel | None = None,
    seeds: int = 1,
    progress: SweepProgress | None = None,
) -> Sweep:
    """Try several numbers of topics, and recommend one.

    A tenth of the texts, at most 5,000, are held out, the same for all numbers; copies of other
    texts among them do not count. For each number a model learns from the others. LPP says how well
    it predicts words of the held-out texts, NPMI whether the top words of its topics occur together
    in the texts that were learnt from.

    Parameters
    ----------
    texts : iterable of str or Record, data frame or column of one
        The texts; all of them are kept in memory.
    numbers : iterable of int
        Numbers of topics.
    text : str, optional
        The column of the texts in a data frame.
    model : TopicModel, optional
        Whose settings are used: its words and its model, except for the number of topics. None:
        ``TopicModel()``.
    seeds : int, default=1
        Models that are learnt with each number, from as many seeds. With two or more the stability
        of topics is measured, too.
    progress : callable, optional
        Called with what is being learnt and the share of the work that is done, 0 to 1. If it
        raises `StopLearning`, the numbers that were tried so far are returned.

    Returns
    -------
    Sweep
        A row for each number, ``recommended`` and ``reason``. It shows itself as a table.

    Raises
    ------
    InputError
        If there are too few texts.
    SettingError
        If a number makes no sense, or if the model finds its number itself.

    Examples
    --------
    >>> from biterms import evaluate_topics
    >>> texts = ["late goal wins the match", "team scores a goal", "bank cuts lending rates"] * 40
    >>> sweep = evaluate_topics(texts, [1, 2])
    >>> [row.n_topics for row in sweep]
    [1, 2]
    """
    wanted = _numbers(numbers)
    check_whole("seeds", seeds, MOST_SEEDS)
    task = Task.of([*records_of(texts, Beside(text), Trouble())], *_settings(model))
    found, stopped = [], False
    try:
        for n_topics, watch in _watched(wanted, seeds, progress):
            found.append(task.tried(n_topics, range(seeds), watch))
    except StopLearning:
        stopped = True
    if not found:
        raise StopLearning("stopped before the first number of topics was tried")
    return Sweep(found, n_texts=len(task.documents), n_held=task.n_held, stopped=stopped)


def _numbers(numbers: Iterable[int]) -> list[int]:
    wanted = sorted({*numbers})
    if not wanted:
        raise SettingError("no numbers of topics to try; expected some, such as [10, 20, 50]")
    for number in wanted:
        check_whole("numbers", number, MAX_TOPICS)
    return wanted


def _settings(model: TopicModel | None) -> tuple[TopicEstimator, Vectoriser]:
    """A model and a vectoriser that have learnt nothing."""
    if model is None:
        new = Beginning.of(None, None, None)
    else:
        new = Beginning.of(wanted_model(model.model, model.n_topics), model.text, None)
        if model.guide is not None:
            raise SettingError("this model has a guide, which knows its topics: try it without")
    if "n_topics" not in new.model.parameter_names():
        raise SettingError(
            f"{type(new.model).__name__} finds the number of topics itself: expected LDA or BTM"
        )
    new.model.set_params(n_topics=50)  # "auto" would be asked for a number of its own
    return new.model, new.text


def _watched(
    numbers: list[int], seeds: int, progress: SweepProgress | None
) -> Iterator[tuple[int, Callable[[int, int, Any], None]]]:
    """Each number, with a callback of its models; the work of a number is about in proportion."""
    total, done = sum(numbers) * seeds, 0.0

    for place, number in enumerate(numbers, 1):
        calls = Calls(f"{number} topics ({place} of {len(numbers)})", progress, number / total)
        calls.before = done / total
        yield number, calls
        done += number * seeds


class Calls:
    """Turns the progress of some models into that of a sweep."""

    def __init__(self, what: str, progress: SweepProgress | None, share: float) -> None:
        self.what, self.progress, self.share = what, progress, share
        self.before, self._last, self._models = 0.0, 0, 0

    def __call__(self, done: int, total: int, lpp: Any = None) -> None:
        """What a model calls while it learns."""
        if done < self._last:
            self._models += 1
        self._last = done
        if self.progress is not None:
            now = self._models + done / max(1, total)
            self.progress(self.what, min(1.0, self.before + self.share * now))


def _stability(topics: list[Array]) -> float | None:
    """What topics of two seeds have in common, on average; None for one seed."""
    pairs = [matched(in_common(*two)).mean() for two in combinations(topics, 2)]
    return float(np.mean(pairs)) if pairs else None
