"""Topics whose words have changed in a window: which came, which went, how far they moved."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from biterms.streams.periods import DAY, HOUR

#: words that are compared when it is told which came and which went
TOP = 10
#: words are said to have changed if they moved so far, and so many times as far as by chance
FAR, TIMES = 0.08, 2.0
_ROW = "SELECT words, chance FROM topic_words WHERE length = ? AND begin = ? AND topic = ?"
_TOPICS = "SELECT topic, words, chance FROM topic_words WHERE length = ? AND begin = ?"
_BEFORE = "SELECT max(begin) FROM topic_words WHERE length = ? AND begin < ?"


class Wording(NamedTuple):
    """How the words of a topic have changed.

    Parameters
    ----------
    topic : int
        The id of the topic.
    label : str
        Its name.
    came, went : list of str
        Words that are now among its first ten and were not, and the other way round.
    moved, chance : float
        Hellinger's distance, at least, and what chance alone would explain.
    """

    topic: int
    label: str
    came: list[str]
    went: list[str]
    moved: float
    chance: float


def wordings(db: sqlite3.Connection, since: float, labels: Mapping[int, str]) -> list[Wording]:
    """Topics whose words have changed, the largest change compared with chance first.

    Parameters
    ----------
    db : Connection
        The journal.
    since : float
        When the window begins, in seconds since 1970.
    labels : mapping of int to str
        Names of topics.
    """
    rows = _rows(db, since)
    found = [_wording(db, since, topic, own, labels) for topic, own in sorted(rows.items())]
    some = [one for one in found if one and one.moved >= max(FAR, TIMES * one.chance)]
    return sorted(some, key=lambda one: (-one.moved / max(one.chance, 1e-9), one.topic))


def begins(db: sqlite3.Connection, before: float) -> Iterator[tuple[int, int]]:
    """The periods in which words were written, the newest first; each costs one look.

    Parameters
    ----------
    db : Connection
        The journal.
    before : float
        Only those that begin before, in seconds since 1970.

    Yields
    ------
    (int, int)
        The begin and the seconds of a period.
    """
    last = {length: _last(db, length, before) for length in (DAY, HOUR)}
    while known := {length: begin for length, begin in last.items() if begin is not None}:
        length = max(known, key=lambda each: (known[each], each))
        yield known[length], length
        last[length] = _last(db, length, known[length])


def _last(db: sqlite3.Connection, length: int, before: float) -> int | None:
    found: int | None = db.execute(_BEFORE, (length, before)).fetchone()[0]
    return found


def _rows(db: sqlite3.Connection, since: float) -> dict[int, list[tuple[str, float | None]]]:
    """Words and chance of each topic in a window, the oldest first."""
    found: dict[int, list[tuple[str, float | None]]] = {}
    within = takewhile(lambda period: period[0] >= since, begins(db, math.inf))
    for begin, length in reversed([*within]):
        for topic, words, chance in db.execute(_TOPICS, (length, begin)):
            found.setdefault(topic, []).append((words, chance))
    return found


def _wording(
    db: sqlite3.Connection,
    since: float,
    topic: int,
    rows: list[tuple[str, float | None]],
    labels: Mapping[int, str],
) -> Wording | None:
    """Compare the last row before the window with the last one in it."""
    old = (db.execute(_ROW, (length, begin, topic)) for begin, length in begins(db, since))
    first = next((row for each in old if (row := each.fetchone())), None)
    if first is None:
        return None
    before, now = json.loads(first[0]), json.loads(rows[-1][0])
    chance = math.sqrt(sum((each or 0.0) ** 2 for _, each in rows))
    # by their ids: how most texts write a word may change
    moved = distance(*({id_: p for _, p, id_ in each} for each in (before, now)))
    return Wording(
        topic, labels.get(topic, ""), _only(now, before), _only(before, now), moved, chance
    )


def _only(some: list[Any], others: list[Any]) -> list[str]:
    """Words that only one of two lists has among its first."""
    ids = {id_ for *_, id_ in others[:TOP]}
    return [word for word, _, id_ in some[:TOP] if id_ not in ids]


def distance(before: Mapping[Any, float], now: Mapping[Any, float]) -> float:
    """Hellinger's distance of two lists of words, at least.

    A word that only one of them lists may have had as much in the other as the last word there.
    """
    words = {*before, *now}
    p, q = (
        {word: some.get(word, min(some.values(), default=0.0)) for word in words}
        for some in (before, now)
    )
    rest = [max(0.0, 1 - sum(each.values())) for each in (p, q)]
    sums = [sum(each.values()) + r for each, r in zip((p, q), rest, strict=True)]
    if not all(sums):
        return 0.0
    together = sum(math.sqrt(p[word] * q[word]) for word in sorted(words))
    together += math.sqrt(rest[0] * rest[1])
    return math.sqrt(max(0.0, 1 - together / math.sqrt(sums[0] * sums[1])))
