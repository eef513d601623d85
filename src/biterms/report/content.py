"""What the page is told: the report's data cut to size, rounded and explained."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from biterms.errors import InputError
from biterms.report.explanations import explained, named
from biterms.topics.report_data import Prevalence, ReportData, ReportTopic, timestamp
from biterms.topics.views import Topic, Word

MAX_TOPICS = 500
MAX_WORDS = 50_000
MAX_TIMES = 400
#: per topic; words by probability and as many by relevance
TOPIC_WORDS, TOPIC_PAIRS, EXAMPLES = 20, 15, 8
#: per word of the search
WORD_TOPICS = 6
#: characters
TEXT_LENGTH, NAME_LENGTH, VALUE_LENGTH = 400, 80, 2_000
#: rows of quality figures, and of how it was made
MAX_ROWS = 100


def content(data: ReportData) -> dict[str, Any]:
    """Plain values for JSON: the largest topics first, everything within the limits above."""
    order = sorted(range(len(data.topics)), key=lambda i: (-data.topics[i].topic.size, i))
    order = order[:MAX_TOPICS]
    shown = [data.topics[i] for i in order]
    place = {entry.topic.id: at for at, entry in enumerate(shown)}
    return {
        "title": cut(data.title, NAME_LENGTH * 2),
        "topics": [_topic(entry) for entry in shown],
        "words": _search_words(data.words, place),
        "time": None if data.prevalence is None else _time(data.prevalence, order),
        "quality": _rows(explained(data.quality)),
        "made": _rows(named(data.made)),
        "left_out": _left_out(data),
    }


def cut(text: str, length: int) -> str:
    """At most `length` characters; three dots stand for the rest."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def short(number: float) -> float:
    """Four digits are more than a screen shows."""
    return float(f"{number:.4g}")


def _topic(entry: ReportTopic) -> dict[str, Any]:
    topic = entry.topic
    pairs = sorted(topic.pairs, key=lambda pair: -pair.weight)[:TOPIC_PAIRS]
    examples = sorted(entry.examples, key=lambda example: -example.probability)[:EXAMPLES]
    return {
        "id": topic.id,
        "label": cut(topic.label, NAME_LENGTH) or f"topic {topic.id}",
        "size": short(topic.size),
        "documents": short(topic.documents),
        "x": short(entry.x),
        "y": short(entry.y),
        "words": [
            [cut(word.word, NAME_LENGTH), short(word.probability), short(word.relevance)]
            for word in _words(topic)
        ],
        "pairs": [
            [cut(pair.left, NAME_LENGTH), cut(pair.right, NAME_LENGTH), short(pair.weight)]
            for pair in pairs
        ],
        "examples": [
            [
                cut(example.text, TEXT_LENGTH),
                cut(example.id, NAME_LENGTH),
                short(example.probability),
            ]
            for example in examples
        ],
    }


def _words(topic: Topic) -> list[Word]:
    """The most probable and the most relevant words, each once."""
    probable = sorted(topic.words, key=lambda word: -word.probability)[:TOPIC_WORDS]
    relevant = sorted(topic.words, key=lambda word: -word.relevance)[:TOPIC_WORDS]
    return list(dict.fromkeys(probable + relevant))


def _rows(rows: Iterable[Sequence[str]]) -> list[list[str]]:
    return [[cut(text, VALUE_LENGTH) for text in row] for row in islice(rows, MAX_ROWS)]


def _search_words(
    words: dict[str, tuple[tuple[int, float], ...]], place: dict[int, int]
) -> list[list[Any]]:
    """[word, place of a topic, share, place of the next topic, share, ...], largest share first."""
    rows: list[list[Any]] = []
    for word, found in list(words.items())[:MAX_WORDS]:
        largest = sorted((f for f in found if f[0] in place), key=lambda f: -f[1])[:WORD_TOPICS]
        flat = [value for topic, share in largest for value in (place[topic], round(share, 3))]
        rows.append([cut(word, NAME_LENGTH), *flat])
    return rows


def _time(prevalence: Prevalence, order: Sequence[int]) -> dict[str, Any]:
    if len(prevalence.times) > MAX_TIMES:
        raise InputError(
            f"{len(prevalence.times)} times; a report shows at most {MAX_TIMES}: take longer "
            "buckets, as weeks or months"
        )
    return {
        "names": [cut(time.removesuffix("T00:00"), NAME_LENGTH) for time in prevalence.times],
        "stamps": [int(timestamp(time) * 1000) for time in prevalence.times],
        "documents": list(prevalence.documents),
        "shares": [[round(share, 4) for share in prevalence.shares[i]] for i in order],
    }


def _left_out(data: ReportData) -> list[str]:
    notes = []
    if len(data.topics) > MAX_TOPICS:
        notes.append(f"This page shows the {MAX_TOPICS} largest of {len(data.topics):,} topics.")
    if len(data.words) > MAX_WORDS:
        notes.append(f"The search knows {MAX_WORDS:,} of {len(data.words):,} words.")
    return notes
