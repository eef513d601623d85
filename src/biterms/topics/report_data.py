"""What a report shows, as plain data: no model is needed to write or to read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from math import isfinite

from biterms.errors import InputError
from biterms.topics.quality_table import TopicQuality
from biterms.topics.views import Example, Topic


@dataclass(frozen=True)
class ReportTopic:
    """A topic, its place on the map (see `positions`), typical texts, and how good it is."""

    topic: Topic
    x: float
    y: float
    examples: tuple[Example, ...]
    quality: TopicQuality | None = None


@dataclass(frozen=True)
class Prevalence:
    """Shares of the topics over time.

    `times` are ISO dates, the begin of each bucket; `shares[i][t]` is the share of topic i, in the
    order of the topics, in bucket t; `documents[t]` counts the texts of bucket t.
    """

    times: tuple[str, ...]
    shares: tuple[tuple[float, ...], ...]
    documents: tuple[int, ...]

    def __post_init__(self) -> None:
        stamps = [timestamp(time) for time in self.times]
        if any(later <= earlier for earlier, later in pairwise(stamps)):
            raise InputError("the times of the prevalence do not ascend; sort them, each one once")
        if not stamps or len(self.documents) != len(stamps):
            raise InputError(
                f"{len(stamps)} times and {len(self.documents)} counts of documents; expected one "
                "count for each time, and at least one time"
            )
        for at, row in enumerate(self.shares):
            if len(row) != len(stamps):
                raise InputError(
                    f"{len(row)} shares of topic number {at} for {len(stamps)} times; expected one "
                    "for each time"
                )
            _check_finite(row, f"a share over time of topic number {at}")


@dataclass(frozen=True)
class ReportData:
    """Everything that a report shows.

    `quality` holds figures by name (`lpp`, `npmi`, ...), `made` how the model came to be (version,
    settings, counts, dates, command). `words` is what the search knows, the most important words
    first: word -> (id of a topic, share of the word that is in that topic), ...
    """

    title: str
    topics: tuple[ReportTopic, ...]
    quality: dict[str, float | str]
    made: dict[str, str]
    prevalence: Prevalence | None
    words: dict[str, tuple[tuple[int, float], ...]]

    def __post_init__(self) -> None:
        if not self.topics:
            raise InputError("a report without topics; expected at least one")
        ids = {shown.topic.id for shown in self.topics}
        if len(ids) != len(self.topics):
            raise InputError(f"{len(self.topics)} topics with {len(ids)} ids; each needs its own")
        figures = (value for value in self.quality.values() if not isinstance(value, str))
        _check_finite(figures, "a quality figure")
        for shown in self.topics:
            _check_finite(_numbers(shown), f"a number of topic {shown.topic.id}")
        if self.prevalence is not None and len(self.prevalence.shares) != len(self.topics):
            raise InputError(
                f"shares over time of {len(self.prevalence.shares)} topics; expected one row for "
                f"each of the {len(self.topics)} topics"
            )
        for word, found in self.words.items():
            if any(topic not in ids for topic, _ in found):
                raise InputError(f"the word {word[:40]!r} is in a topic that the report has not")
            _check_finite((share for _, share in found), f"a share of the word {word[:40]!r}")


def timestamp(time: str) -> float:
    """Seconds since 1970 of an ISO date or date with time; without a zone it is in UTC."""
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        raise InputError(
            f"the time {time[:40]!r} is no ISO date; expected one like '2024-12-31'"
        ) from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _numbers(shown: ReportTopic) -> Iterable[float]:
    topic = shown.topic
    yield from (shown.x, shown.y, topic.size, topic.documents or 0.0)
    for word in topic.words:
        yield from (word.probability, word.relevance)
    yield from (pair.weight for pair in topic.pairs)
    yield from (example.probability for example in shown.examples)


def _check_finite(numbers: Iterable[float], what: str) -> None:
    for number in numbers:
        if not isfinite(number):
            raise InputError(f"{what} is {number}; expected a finite number")
