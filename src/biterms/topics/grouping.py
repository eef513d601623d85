"""From a model and texts to the shares of its topics in periods or classes."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import numpy as np

from biterms.errors import InputError, TimeWarning
from biterms.kernels import Array
from biterms.measures.split import canonical
from biterms.text.readers import Record, Trouble
from biterms.text.times import TimeColumn
from biterms.topics.counters import ClassCounter, PeriodCounter
from biterms.topics.dated import unsure
from biterms.topics.fitted import Fitted
from biterms.topics.handed_in import Beside, records_of
from biterms.topics.inference import encoded, infer, table_of
from biterms.topics.look import Look
from biterms.topics.over_time import TopicsOverTime
from biterms.topics.per_class import TopicsPerClass
from biterms.topics.periods import Freq, begin_of
from biterms.topics.tally import Tally
from biterms.topics.texts import pieces
from biterms.topics.times import times_of, written_times

#: what is counted by, and what it is called where it is given beside texts
GIVEN = {"time": "times", "label": "classes"}


class Told(NamedTuple):
    """Texts as records, and the mixtures of those that have a known word; others are NaN."""

    records: Sequence[str | Record]
    mixtures: Array


class TopicNames(NamedTuple):
    """The topics in use: their places as columns, ids and labels."""

    places: list[int]
    ids: tuple[int, ...]
    labels: tuple[str, ...]

    @classmethod
    def of(cls, look: Look) -> TopicNames:
        """Those of a look at a model."""
        places, ids, labels = list(look.in_use), look.fitted.ids, look.labels(look.in_use)
        return cls(places, tuple(ids[k] for k in places), tuple(labels[k] for k in places))

    def mixtures(self, fitted: Fitted, documents: Any) -> Array:
        """Mixtures over these topics; NaN where no word is known."""
        return self.known(infer(fitted, documents), canonical(table_of(documents)).indptr)

    def known(self, mixtures: Array, indptr: Array) -> Array:
        """The same of mixtures over all topics."""
        some = mixtures[:, self.places]
        some = some / some.sum(axis=1, keepdims=True)
        some[np.diff(indptr) == 0] = np.nan
        return np.asarray(some)


class Given(NamedTuple):
    """Topics, texts with their mixtures, how their times are read, and what they are a sample of.

    ``sampled_from`` is the number of texts; None where these are all.
    """

    names: TopicNames
    told: Iterable[Told]
    times: TimeColumn
    sampled_from: int | None = None


def of_sample(look: Look) -> Given:
    """The texts that a model has kept."""
    records = look.fitted.sample.records
    if not records:
        raise InputError(
            "no texts were kept (keep=0, or the model was made from counts): give texts"
        )
    names = TopicNames.of(look)
    told = Told(records, names.known(look.mixtures, look.counts.indptr))
    times = times_of(look.fitted.provenance.facts)
    return Given(names, [told], times, look.fitted.sample.seen)


def of_texts(look: Look, texts: Any, beside: Beside, lock: AbstractContextManager[Any]) -> Given:
    """Texts, and what stands beside them, that are read as they are needed."""
    fitted, names = look.fitted, TopicNames.of(look)
    if fitted.text is None:
        raise InputError("this model was made from counts: it cannot read texts")
    times = times_of(fitted.provenance.facts)
    records = records_of(texts, beside, Trouble())
    return Given(names, _read(fitted, names, records, lock), times)


def _read(
    fitted: Fitted, names: TopicNames, texts: Iterator[str | Record], lock: Any
) -> Iterator[Told]:
    for piece in pieces(texts):
        documents = encoded(fitted, piece)
        with lock:  # no other thread learns meanwhile
            mixtures = names.mixtures(fitted, documents)
        yield Told(piece, mixtures)


def count_periods(given: Given, freq: Freq) -> TopicsOverTime:
    """Count texts by periods.

    Raises
    ------
    InputError
        If no text has a time that can be read, or too many periods have texts.
    SettingError
        If there is no such length of periods.
    """
    counter, n_given, first = PeriodCounter(len(given.names.ids), freq), 0, None
    for records, mixtures in given.told:
        times = written_times(records)
        first = first or next(filter(None, times), None)
        counter.add(given.times.seconds(times), mixtures)
        n_given += len(records)
    _check_counted(counter.tally, n_given, "time", first)
    warn_of_times(given)
    return over_time_of(counter, given, n_given)


def count_classes(given: Given) -> TopicsPerClass:
    """Count texts by their labels.

    Raises
    ------
    InputError
        If no text has a label, or there are too many of them.
    """
    counter, n_given = ClassCounter(len(given.names.ids)), 0
    for records, mixtures in given.told:
        counter.add(records, mixtures)
        n_given += len(records)
    _check_counted(counter.tally, n_given, "label", None)
    return per_class_of(counter, given, n_given)


def over_time_of(counter: PeriodCounter, given: Given, n_given: int) -> TopicsOverTime:
    """What was counted by periods."""
    length = counter.finish()
    return TopicsOverTime(
        periods=tuple(begin_of(number, length) for number in counter.tally.keys.tolist()),
        freq=length,
        **_shares(counter.tally, given, n_given),
    )


def per_class_of(counter: ClassCounter, given: Given, n_given: int) -> TopicsPerClass:
    """What was counted by classes."""
    classes = tuple(str(key) for key in counter.tally.keys.tolist())
    return TopicsPerClass(classes=classes, **_shares(counter.tally, given, n_given))


def warn_of_times(given: Given) -> None:
    """Say what is a guess in the times of texts that were handed in."""
    if given.sampled_from is None and (said := unsure(given.times, asked=True)):
        warnings.warn("; ".join([given.times.counted(), *said]), TimeWarning, stacklevel=4)


def _shares(tally: Tally, given: Given, n_given: int) -> dict[str, Any]:
    return {
        "ids": given.names.ids,
        "labels": given.names.labels,
        "shares": tally.sums / tally.documents[:, None],
        "documents": tally.documents,
        "variances": tally.variances,
        "n_given": n_given,
        "sampled_from": given.sampled_from,
    }


def _check_counted(tally: Tally, n_given: int, what: str, first: str | None) -> None:
    if len(tally.keys):
        return
    found = "there is none" if first is None else f"{first!r:.40} is the first"
    raise InputError(
        f"none of the {n_given:,} texts has a known word and a {what} that can be read ({found}); "
        f"give them beside the texts: {GIVEN[what]}=..., on the command line --{what}"
    )
