"""The alarms and bursts of a live model, read by any process while it follows its stream."""

from __future__ import annotations

import json
import math
from os import PathLike
from typing import Any, NamedTuple

from biterms.errors import InputError
from biterms.streams.periods import DAY, HOUR
from biterms.streams.reader import opened

_BURSTS = """
SELECT begin / :length * :length, topic, sum(documents), sum(expected),
       avg((high - score) / 1.96)
FROM burst WHERE length <= :length GROUP BY 1, 2 ORDER BY 1, 2
"""


class Alarm(NamedTuple):
    """A story that began, or a topic that burst.

    Parameters
    ----------
    number : int
        Its number, from 1 on.
    step : int
        The cut with which it was found.
    time, since : float
        When it was found and when it began, by the times of the texts, in seconds since 1970.
    kind : str
        "burst" if a topic covers it, "birth" if none does.
    topic : int or None
        The id of that topic.
    strength : float
        Logarithm of the evidence at its largest.
    ratio : float
        How many times as frequent its first word was as before when it was found.
    documents : int
        Texts so far; noted whenever their number has doubled, and at the end.
    words : list of str
        Its words; the first is the one that was noticed.
    texts : list of dict
        Up to three typical texts, each with `id` and `text`.
    ended : float or None
        When it was over; None while it lasts.
    """

    number: int
    step: int
    time: float
    since: float
    kind: str
    topic: int | None
    strength: float
    ratio: float
    documents: int
    words: list[str]
    texts: list[dict[str, str]]
    ended: float | None


class Burst(NamedTuple):
    """How far a topic was above or below what it usually has.

    Parameters
    ----------
    begin, length : int
        The period: its beginning in seconds since 1970, and its seconds.
    topic : int
        The id of the topic.
    documents : int
        Documents that it led.
    expected : float
        Documents to be expected by its share of those before.
    score : float
        Logarithm of the ratio of the two: 0 is as ever, 0.7 twice as many.
    low, high : float
        Interval of 95 % of the score.
    """

    begin: int
    length: int
    topic: int
    documents: int
    expected: float
    score: float
    low: float
    high: float


def alarms(folder: str | PathLike[str], since: float | None = None) -> list[Alarm]:
    """The alarms of a live model: what began, when, and with which words and texts.

    Parameters
    ----------
    folder : str or path
        The live model.
    since : float, optional
        Only alarms that were found since then or are not over yet, in seconds since 1970.

    Returns
    -------
    list of Alarm
        In the order in which they were found.

    Raises
    ------
    InputError
        If no stream has been followed there.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from biterms import LDA, TopicModel
    >>> from biterms.streams import Texts, alarms, follow
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 50
    >>> with TemporaryDirectory() as folder:
    ...     model = follow(Texts(texts), f"{folder}/live", TopicModel(LDA(2, random_state=0)))
    ...     alarms(f"{folder}/live")
    []
    """
    asked = "SELECT * FROM alarm WHERE time >= ? OR ended IS NULL OR ended >= ? ORDER BY number"
    moment = -math.inf if since is None else since
    with opened(folder) as db:
        rows = db.execute(asked, (moment, moment)).fetchall()
    return [_alarm(dict(zip(Alarm._fields, row, strict=True))) for row in rows]


def _alarm(row: dict[str, Any]) -> Alarm:
    return Alarm(**row | {name: json.loads(row[name]) for name in ("words", "texts")})


def bursts(folder: str | PathLike[str], period: str = "day") -> list[Burst]:
    """How many documents topics led in each period, against what was to be expected.

    Parameters
    ----------
    folder : str or path
        The live model.
    period : {"hour", "day"}
        How long periods are. Hours are put together; days of slow streams, and of 60 days ago and
        more, are left out when hours are asked for. The last period is told when the next begins.

    Returns
    -------
    list of Burst
        By period and topic.

    Raises
    ------
    InputError
        If no stream has been followed there, or there is no such period.
    """
    lengths = {"hour": HOUR, "day": DAY}
    if period not in lengths:
        raise InputError(f"period={period!r:.40}: expected one of {', '.join(lengths)}")
    length = lengths[period]
    with opened(folder) as db:
        rows = db.execute(_BURSTS, {"length": length}).fetchall()
    return [_burst(length, *row) for row in rows]


def _burst(
    length: int, begin: int, topic: int, documents: int, expected: float, sd: float
) -> Burst:
    score = math.log((documents + 0.5) / (expected + 0.5))
    half = 1.96 * sd
    return Burst(begin, length, topic, documents, expected, score, score - half, score + half)
