"""Topics whose words have changed in a window: which came, which went, how far they moved."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Mapping
from typing import Any, NamedTuple

#: words that are compared when it is told which came and which went
TOP = 10
#: words are said to have changed if they moved so far, and so many times as far as by chance
FAR, TIMES = 0.08, 2.0
_LAST = "SELECT max(begin) FROM topic_words WHERE topic = ? AND begin < ?"
_ROWS = """
SELECT begin, words, chance FROM topic_words WHERE topic = ? AND begin >= ? ORDER BY begin, length
"""


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
    topics = [row[0] for row in db.execute("SELECT DISTINCT topic FROM topic_words ORDER BY 1")]
    found = [_wording(db, since, topic, labels.get(topic, "")) for topic in topics]
    some = [one for one in found if one and one.moved >= max(FAR, TIMES * one.chance)]
    return sorted(some, key=lambda one: (-one.moved / max(one.chance, 1e-9), one.topic))


def _wording(db: sqlite3.Connection, since: float, topic: int, label: str) -> Wording | None:
    """Compare the last row before the window with the last one in it."""
    (last,) = db.execute(_LAST, (topic, since)).fetchone()
    if last is None:
        return None
    (_, first, _), *rows = db.execute(_ROWS, (topic, last)).fetchall()
    if not rows:
        return None
    before, now = json.loads(first), json.loads(rows[-1][1])
    chance = math.sqrt(sum((row[2] or 0.0) ** 2 for row in rows))
    # by their ids: how most texts write a word may change
    moved = distance(*({id_: p for _, p, id_ in each} for each in (before, now)))
    return Wording(topic, label, _only(now, before), _only(before, now), moved, chance)


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
