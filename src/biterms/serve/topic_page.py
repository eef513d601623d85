"""All that is known of a topic."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from biterms.serve.journal import Reading
from biterms.serve.refused import Refused
from biterms.serve.shapes import (
    DriftRow,
    LineageRow,
    PairRow,
    TopicPage,
    TopicText,
    Window,
    WordRow,
)
from biterms.serve.topic_views import Rows
from biterms.streams.digest_words import begins

if TYPE_CHECKING:
    from biterms.topics import TopicModel
    from biterms.topics.views import Topic

#: texts of a topic
TYPICAL, NEWEST = 20, 50
_TEXTS = "SELECT id, step, time, text, share FROM"
_DRIFT = """
SELECT begin, length, words, documents, moved, chance FROM topic_words
WHERE length = ? AND begin = ? AND topic = ?
"""
_LINEAGE = """
SELECT time, kind, topic, other, value, words FROM event WHERE topic = ? OR other = ?
ORDER BY number
"""
#: the newest texts first
ORDER = "ORDER BY step DESC, time DESC, place DESC"


def topic_page(
    reading: Reading, model: TopicModel | None, topic: int, window: Window, rows: int
) -> TopicPage:
    """All that is known of a topic.

    Parameters
    ----------
    reading : Reading
        The tables.
    model : TopicModel or None
        The newest snapshot.
    topic : int
        The id.
    window : str
        For what a list of topics says of it.
    rows : int
        Rows of words over time at most.

    Raises
    ------
    Refused
        If there is no such topic.
    """
    listed = Rows(reading, window, 48)
    found = [row for row in listed.all() if row["id"] == topic]
    in_use = model is not None and topic in model.ids_
    if not found and not in_use:
        raise Refused(
            404, f"topic {topic}", "the id of a topic that /v1/topics lists", "ask for the list"
        )
    view = model.topic(topic) if model is not None and in_use else None
    db = reading.db
    return {
        **listed.windowed(),
        "topic": found[0] if found else listed.unseen(topic),
        "size": None if view is None else view.size,
        "words": _words(reading, topic, view),
        "pairs": _pairs(reading, topic, view),
        "typical": _texts(db, "typical WHERE topic = ? ORDER BY share DESC, step DESC", topic)[
            :TYPICAL
        ],
        "newest": _texts(db, f"recent WHERE topic = ? {ORDER} LIMIT {NEWEST}", topic),
        "drift": [*islice(_drifts(db, topic), rows)][::-1],
        "lineage": [_event(reading, *row) for row in db.execute(_LINEAGE, (topic, topic))],
    }


def _words(reading: Reading, topic: int, view: Topic | None) -> list[WordRow]:
    """Its words, by the snapshot or by what the stream has written since."""
    row = reading.named.written.get(topic)
    if row is not None:
        pairs = zip(row.words, row.probabilities, strict=True)
        return [{"word": word, "probability": p, "relevance": None} for word, p in pairs]
    return [
        {"word": one.word, "probability": one.probability, "relevance": one.relevance}
        for one in (() if view is None else view.words)
    ]


def _pairs(reading: Reading, topic: int, view: Topic | None) -> list[PairRow]:
    """Its pairs by the snapshot; those of words that it has lost since are left out."""
    row = reading.named.written.get(topic)
    return [
        {"left": pair.left, "right": pair.right, "weight": pair.weight}
        for pair in (() if view is None else view.pairs)
        if row is None or not {pair.left, pair.right}.isdisjoint(row.words)
    ]


def _texts(db: Any, rest: str, topic: int) -> list[TopicText]:
    names = ("id", "step", "time", "text", "share")
    rows = db.execute(f"{_TEXTS} {rest}", (topic,))
    return [dict(zip(names, row, strict=True)) for row in rows]  # type: ignore[misc]


def _drifts(db: sqlite3.Connection, topic: int) -> Iterator[DriftRow]:
    """The words of a topic over time, the newest first."""
    for begin, length in begins(db, math.inf):
        row = db.execute(_DRIFT, (length, begin, topic)).fetchone()
        if row is not None:
            yield _drift(*row)


def _drift(
    begin: int, length: int, words: str, documents: float, moved: Any, chance: Any
) -> DriftRow:
    return {
        "begin": begin,
        "length": length,
        "words": [(word, share) for word, share, _ in json.loads(words)],
        "documents": documents,
        "moved": moved,
        "chance": chance,
    }


def _event(
    reading: Reading, time: float, kind: str, topic: int, other: Any, value: float, words: str
) -> LineageRow:
    return {
        "time": time,
        "kind": kind,
        "topic": topic,
        "label": reading.label(topic),
        "other": other,
        "other_label": None if other is None else reading.label(other),
        "value": value,
        "words": json.loads(words),
    }
