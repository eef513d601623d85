"""What topics are called, and their words: by the newest snapshot, the tables, or their texts.

A snapshot has the best names, but is up to a minute old, which may be months of a replay. The
stream writes words of topics when an hour of the texts has gone by. Whatever is newer tells the
words; the name of the snapshot stays as long as it fits them, for names should not flicker.
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

#: the part of the words of a name that must be among the words of the topic
FITS = 0.5
#: words of a name that is made of texts
WORDS = 3
_WORD = re.compile(r"[^\W\d_]{3,}")
#: of a topic that leads none of the newest texts there may still be typical ones
_TEXTS = """
SELECT topic, text FROM recent WHERE topic NOT NULL
UNION SELECT topic, text FROM typical WHERE topic IN (SELECT value FROM json_each(?))
"""


class Named(NamedTuple):
    """The names and words of topics at one moment.

    Parameters
    ----------
    step : int
        The last cut that the snapshot knows of.
    labels : mapping of int to str
        Names.
    words : mapping of int to list of str
        The most probable words of each topic.
    written : mapping of int to Worded
        What the stream has written since the snapshot.
    """

    step: int
    labels: Mapping[int, str]
    words: Mapping[int, list[str]]
    written: Mapping[int, Worded] = MappingProxyType({})


class Worded(NamedTuple):
    """What the stream wrote last of the words of a topic.

    Parameters
    ----------
    step : int
        The last cut when it was noticed; 0 if it was there before the server.
    begin : int
        When its period begins.
    label : str
        The words that speak most for the topic.
    words : list of str
        Its most probable words.
    probabilities : list of float
        Their probabilities.
    """

    step: int
    begin: int
    label: str
    words: list[str]
    probabilities: list[float]


NAMELESS = Named(0, {}, {})


def named(snapshot: Named, rows: Mapping[int, Worded]) -> Named:
    """Names and words of all topics, by what is newer.

    Parameters
    ----------
    snapshot : Named
        Those of the newest snapshot.
    rows : mapping of int to Worded
        What the stream wrote last.
    """
    labels = {topic: row.label for topic, row in rows.items()} | {**snapshot.labels}
    words = {topic: row.words for topic, row in rows.items()} | {**snapshot.words}
    written = {topic: row for topic, row in rows.items() if row.step > snapshot.step}
    for topic, row in written.items():
        words[topic] = row.words
        if not fits(labels[topic], row.words):
            labels[topic] = row.label
    return Named(snapshot.step, labels, words, written)


def fits(label: str, words: Iterable[str]) -> bool:
    """Whether at least half of a name are words of the topic."""
    known = {part for word in words for part in _parts(word)}
    parts = _parts(label)
    return sum(part in known for part in parts) >= FITS * len(parts)


def _parts(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def from_texts(db: sqlite3.Connection, topics: Iterable[int]) -> dict[int, str]:
    """Names for topics so new that nothing else is known of them: words of their texts.

    Parameters
    ----------
    db : Connection
        The journal.
    topics : iterable of int
        Their ids.

    Returns
    -------
    dict of int to str
        The words with the largest tf-idf of each; a topic without texts is left out.
    """
    wanted, texts = {*topics}, 0
    often: dict[int, Counter[str]] = {topic: Counter() for topic in wanted}
    everywhere: Counter[str] = Counter()
    for topic, text in db.execute(_TEXTS, (json.dumps([*wanted]),)) if wanted else ():
        words = {*_WORD.findall(text.casefold())}
        everywhere.update(words)
        texts += 1
        if topic in wanted:
            often[topic].update(words)
    found = {topic: _best(counts, everywhere, texts) for topic, counts in often.items()}
    return {topic: ", ".join(words) for topic, words in found.items() if words}


def _best(counts: Counter[str], everywhere: Counter[str], texts: int) -> list[str]:
    """The words with the largest tf-idf."""

    def weight(word: str) -> float:
        return counts[word] * math.log((1 + texts) / everywhere[word])

    return sorted(counts, key=lambda word: (-weight(word), word))[:WORDS]
