"""What a report shows, as plain data: no model is needed to write or to read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

from biterms.errors import InputError
from biterms.topics.document_map import DocumentMap
from biterms.topics.over_time import TopicsOverTime
from biterms.topics.per_class import TopicsPerClass
from biterms.topics.quality_table import TopicQuality
from biterms.topics.themes import Theme
from biterms.topics.views import Example, Topic


@dataclass(frozen=True)
class ReportTopic:
    """A topic, its place on the map (see `positions`), typical texts, how good it is, and the ids
    of the topics whose words are most like its own."""

    topic: Topic
    x: float
    y: float
    examples: tuple[Example, ...]
    quality: TopicQuality | None = None
    relatives: tuple[int, ...] = ()


@dataclass(frozen=True)
class ReportData:
    """Everything that a report shows.

    `quality` holds figures by name (`lpp`, `npmi`, ...), `made` how the model came to be (version,
    settings, counts, dates, command). `words` is what the search knows, the most important words
    first: word -> (id of a topic, share of the word that is in that topic), ... `headline` says in
    sentences what somebody should know who reads nothing else; `themes` groups the topics and gives
    them colours; `classes` and `documents` are there where texts have classes and were kept or
    given.
    """

    title: str
    topics: tuple[ReportTopic, ...]
    quality: dict[str, float | str]
    made: dict[str, str]
    over_time: TopicsOverTime | None
    words: dict[str, tuple[tuple[int, float], ...]]
    headline: tuple[str, ...] = ()
    themes: tuple[Theme, ...] = ()
    classes: TopicsPerClass | None = None
    documents: DocumentMap | None = None

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
        if self.over_time is not None:
            _check_same(ids, {*self.over_time.ids})
        if self.themes and {k for theme in self.themes for k in theme.ids} != ids:
            raise InputError("the themes hold other topics than the report; expected each one once")
        for word, found in self.words.items():
            if any(topic not in ids for topic, _ in found):
                raise InputError(f"the word {word[:40]!r} is in a topic that the report has not")
            _check_finite((share for _, share in found), f"a share of the word {word[:40]!r}")


def _check_same(ids: set[int], counted: set[int]) -> None:
    """Refuse shares over time that were counted when there were other topics."""
    missing, gone = sorted(ids - counted), sorted(counted - ids)
    if missing or gone:
        odd = f"topic {missing[0]} is not in them" if missing else f"topic {gone[0]} is gone"
        raise InputError(
            f"shares over time of {len(counted)} topics, expected those of the {len(ids)} topics "
            f"that there are: {odd}; were topics merged since? Count again: "
            "over_time=model.topics_over_time(...)"
        )


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
