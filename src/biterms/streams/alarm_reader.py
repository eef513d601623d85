"""The alarms of a live model, read by any process while it follows its stream."""

from __future__ import annotations

import json
import math
from os import PathLike
from typing import Any, NamedTuple

from biterms.streams.reader import opened


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
