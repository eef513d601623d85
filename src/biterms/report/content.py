"""The data of the page: the report's data shortened, rounded and explained."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import islice
from typing import Any

from biterms.errors import InputError
from biterms.report.documents import documents_content
from biterms.report.explanations import provenance_rows, quality_rows
from biterms.report.groups import classes_content, themes_content, themes_of_page
from biterms.text.shorten import shorten
from biterms.topics.changes import LEVEL
from biterms.topics.over_time import TopicsOverTime
from biterms.topics.quality_table import TopicQuality
from biterms.topics.report_data import ReportData, ReportTopic
from biterms.topics.themes import MOST_THEMES, theme_numbers
from biterms.topics.views import Topic, Word

SHOWN_TOPICS = 500
MAX_WORDS = 50_000
MAX_TIMES = 400
#: Per topic: words by probability and as many by relevance.
TOPIC_WORDS, TOPIC_PAIRS, EXAMPLES = 20, 15, 8
#: Per word of the search.
WORD_TOPICS = 6
#: In characters.
TEXT_LENGTH, NAME_LENGTH, VALUE_LENGTH = 400, 80, 2_000
#: Of quality figures, and of lines about how the model was made.
MAX_ROWS = 100


def content(data: ReportData) -> dict[str, Any]:
    """Turn the data of a report into plain values for JSON, within the limits of a page.

    Parameters
    ----------
    data : ReportData
        What the report shows.

    Returns
    -------
    dict
        The largest topics, largest first, and what belongs to them.

    Raises
    ------
    InputError
        If there are more points in time than a page can show.
    """
    order = sorted(range(len(data.topics)), key=lambda i: (-data.topics[i].topic.size, i))
    order = order[:SHOWN_TOPICS]
    shown = [data.topics[i] for i in order]
    position = {entry.topic.id: i for i, entry in enumerate(shown)}
    themes = theme_numbers(themes_of_page(data))
    return {
        "title": shorten(data.title, NAME_LENGTH * 2),
        "headline": [shorten(sentence, VALUE_LENGTH) for sentence in data.headline],
        "themes": themes_content(data, position),
        "topics": [
            _topic(entry)
            | {
                "theme": themes[entry.topic.id] % MOST_THEMES,
                "relatives": [position[k] for k in entry.relatives if k in position],
            }
            for entry in shown
        ],
        "classes": classes_content(data.classes, position),
        "documents": documents_content(data.documents, position),
        "words": _search_words(data.words, position),
        "time": _time(data.over_time, position),
        "quality": _rows(quality_rows(data.quality)),
        "provenance": _rows(provenance_rows(data.made)),
        "left_out": _left_out(data),
    }


def _topic(entry: ReportTopic) -> dict[str, Any]:
    topic = entry.topic
    pairs = sorted(topic.pairs, key=lambda pair: -pair.weight)[:TOPIC_PAIRS]
    examples = sorted(entry.examples, key=lambda example: -example.probability)[:EXAMPLES]
    return {
        "id": topic.id,
        "label": _name(topic.label) or f"topic {topic.id}",
        "size": _rounded(topic.size),
        "documents": _rounded(topic.documents or 0.0),
        "quality": _quality(entry.quality),
        "figures": _figures(entry.quality),
        "x": _rounded(entry.x),
        "y": _rounded(entry.y),
        "words": [
            [_name(word.word), _rounded(word.probability), _rounded(word.relevance)]
            for word in _words(topic)
        ],
        "pairs": [[_name(pair.left), _name(pair.right), _rounded(pair.weight)] for pair in pairs],
        "examples": [
            [
                shorten(example.text, TEXT_LENGTH),
                _name(example.id),
                _rounded(example.probability),
                _name(example.time or ""),
            ]
            for example in examples
        ],
    }


def _quality(good: TopicQuality | None) -> str:
    """One line for people."""
    if good is None:
        return ""
    facts = []
    if good.coherence is not None:
        facts.append(f"coherence {good.coherence:.2f} over {good.n_texts:,} texts")
    if good.sharpness is not None:
        facts.append(f"makes up {good.sharpness:.0%} of the texts that it leads")
    if good.junk:
        facts.append(f"junk: {', '.join(good.junk)}")
    return " · ".join(facts)


def _figures(good: TopicQuality | None) -> list[float | str | None]:
    """Coherence, sharpness and why it is junk."""
    if good is None:
        return [None, None, ""]
    numbers = (good.coherence, good.sharpness)
    return [*(None if one is None else _rounded(one) for one in numbers), ", ".join(good.junk)]


def _words(topic: Topic) -> list[Word]:
    """The most probable and the most relevant words, each once."""
    probable = sorted(topic.words, key=lambda word: -word.probability)[:TOPIC_WORDS]
    relevant = sorted(topic.words, key=lambda word: -word.relevance)[:TOPIC_WORDS]
    return list(dict.fromkeys(probable + relevant))


def _name(text: str) -> str:
    return shorten(text, NAME_LENGTH)


def _rounded(number: float) -> float:
    """Four digits are more than a screen shows."""
    return float(f"{number:.4g}")


def _rows(rows: Iterable[Sequence[str]]) -> list[list[str]]:
    return [[shorten(text, VALUE_LENGTH) for text in row] for row in islice(rows, MAX_ROWS)]


def _search_words(
    words: Mapping[str, Sequence[tuple[int, float]]], position: Mapping[int, int]
) -> list[list[Any]]:
    """[word, position of a topic, share, position, share, ...], the largest share first."""
    rows: list[list[Any]] = []
    for word, shares in islice(words.items(), MAX_WORDS):
        known = [(position[topic], share) for topic, share in shares if topic in position]
        largest = sorted(known, key=lambda entry: -entry[1])[:WORD_TOPICS]
        flat = [value for at, share in largest for value in (at, round(share, 3))]
        rows.append([_name(word), *flat])
    return rows


def _time(course: TopicsOverTime | None, position: Mapping[int, int]) -> dict[str, Any] | None:
    """Shares by topic and period, and the topics by how surely they changed, with what happened."""
    if course is None or len(course.periods) < 2:
        return None
    if len(course.periods) > MAX_TIMES:
        raise InputError(
            f"{len(course.periods)} points in time, expected at most {MAX_TIMES}; use longer "
            "periods, such as weeks or months"
        )
    columns = [course.ids.index(topic) for topic in position]
    changes = [change for change in course.changes(level=1.0) if change.id in position]
    return {
        "names": [period.isoformat()[:16] for period in course.periods],
        "stamps": [_milliseconds(period) for period in course.periods],
        "documents": course.documents.tolist(),
        "shares": course.shares[:, columns].T.round(5).tolist(),
        "counted": course.counted(),
        "freq": course.freq,
        "changes": [
            [position[change.id], change.description() if change.p_value <= LEVEL else ""]
            for change in changes
        ],
    }


def _milliseconds(period: date) -> int:
    """Since 1970 in UTC."""
    begin = datetime.fromisoformat(period.isoformat()).replace(tzinfo=UTC)
    return int(begin.timestamp() * 1000)


def _left_out(data: ReportData) -> list[str]:
    notes = []
    if len(data.topics) > SHOWN_TOPICS:
        notes.append(f"This page shows the {SHOWN_TOPICS} largest of {len(data.topics):,} topics.")
    if len(data.words) > MAX_WORDS:
        notes.append(f"The search covers {MAX_WORDS:,} of {len(data.words):,} words.")
    return notes
