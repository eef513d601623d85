"""What a person should know of a stream: what rises, fades, is new or has changed its words."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from os import PathLike
from typing import Any, NamedTuple

import numpy as np

from biterms.errors import InputError, SettingError
from biterms.learning.span import span_seconds
from biterms.streams.digest_lines import lines
from biterms.streams.digest_words import Wording, wordings
from biterms.streams.edits import Overlay, overlay_of
from biterms.streams.periods import end_of
from biterms.streams.reader import opened
from biterms.streams.trends import Course, Trend

#: what is told of each kind at most
MOST = 10
_EVENTS = "SELECT time, kind, topic, other, value, words FROM event WHERE time >= ? ORDER BY number"
_TEXT = """
SELECT text FROM typical WHERE topic = ?
ORDER BY time >= ? DESC, share DESC, step DESC, place LIMIT 1
"""


class Told(NamedTuple):
    """A topic with what is told of it.

    Parameters
    ----------
    label : str
        Its name.
    trend : Trend
        How it went.
    text : str or None
        A typical text.
    """

    label: str
    trend: Trend
    text: str | None


class Happened(NamedTuple):
    """Something that happened to a topic.

    Parameters
    ----------
    time : float
        When, in seconds since 1970.
    kind : str
        "birth", "split", "death", "renewed" or "merge".
    topic : int
        The id of the topic.
    label : str
        Its name.
    other : str or None
        The name of the topic that it came from or merged with.
    """

    time: float
    kind: str
    topic: int
    label: str
    other: str | None


class Health(NamedTuple):
    """What may be wrong with a stream.

    Parameters
    ----------
    dead : int
        Records that could not be used.
    silent : float
        Seconds since the last texts came.
    behind : float
        Seconds by which the newest text was older than the moment when it came.
    unknown, unknown_before : float
        Share of words that the model did not know, in the window and in all.
    """

    dead: int
    silent: float
    behind: float
    unknown: float
    unknown_before: float


@dataclass(frozen=True)
class Digest:
    """What a person should know of a stream; printed, it is about ten lines.

    Parameters
    ----------
    since, until : float
        The window, in seconds since 1970, by the times of the texts.
    documents, documents_before : int
        Texts of the window, and of the seven times as long before it.
    topics : int
        Topics that the texts of the window have.
    alarms : list of dict
        Alarms of the window, the strongest first, with ``label``, ``words`` and ``texts``.
    rising, fading, followed : list of Told
        Topics whose share rose or fell beyond chance, the surest first, and those that somebody
        follows.
    happened : list of Happened
        Births, deaths and merges of topics.
    changed : list of Wording
        Topics whose words have changed beyond chance.
    health : Health
        What may be wrong.
    """

    since: float
    until: float
    documents: int
    documents_before: int
    topics: int
    alarms: list[dict[str, Any]] = field(default_factory=list)
    rising: list[Told] = field(default_factory=list)
    fading: list[Told] = field(default_factory=list)
    followed: list[Told] = field(default_factory=list)
    happened: list[Happened] = field(default_factory=list)
    changed: list[Wording] = field(default_factory=list)
    health: Health = field(default_factory=lambda: Health(0, 0.0, 0.0, 0.0, 0.0))

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON has it."""
        found = asdict(self)
        for name in ("rising", "fading", "followed"):
            found[name] = [
                {"label": one.label, **one.trend._asdict(), "text": one.text}
                for one in getattr(self, name)
            ]
        for name in ("happened", "changed"):
            found[name] = [one._asdict() for one in getattr(self, name)]
        return found | {"health": self.health._asdict()}

    def __str__(self) -> str:
        return "\n".join(lines(self))


def digest(folder: str | PathLike[str], since: str | timedelta = "24h") -> Digest:
    """What a person should know of the last day of a live model, or of any other span of time.

    It reads the tables of the journal, and not the model: also while the stream runs.

    Parameters
    ----------
    folder : str or path
        The live model.
    since : str or timedelta, default="24h"
        How far back it goes, from the newest text on: "90min", "12h", "7d".

    Returns
    -------
    Digest

    Raises
    ------
    InputError
        If no stream has been followed there, or it has no texts yet.
    SettingError
        If ``since`` is no span of time.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from biterms import LDA, TopicModel
    >>> from biterms.streams import Texts, digest, follow
    >>> texts = ["cheap flights to rome", "hotels in rome", "late goal wins", "no goal"] * 50
    >>> with TemporaryDirectory() as folder:
    ...     model = follow(Texts(texts), f"{folder}/live", TopicModel(LDA(2, random_state=0)))
    ...     digest(f"{folder}/live", since="1h").documents
    200
    """
    length = window_length(since)
    with opened(folder) as db:
        db.execute("BEGIN")  # all tables as they are at one moment
        periods = db.execute("SELECT begin, length FROM period").fetchall()
        if not periods:
            raise InputError(
                f"{folder}: no texts have been learnt yet, expected some; wait for them"
            )
        begins, lengths = np.array(periods, dtype=np.float64).T
        until = end_of(begins, lengths, time.time())
        return digest_of(db, Course.read(db, until, length), until, length)


def window_length(since: str | timedelta) -> float:
    """The seconds of a window; a minute at least.

    Parameters
    ----------
    since : str or timedelta
        How far back it goes.

    Raises
    ------
    SettingError
        If it is no span of time.
    """
    try:
        return max(60.0, span_seconds(since))
    except ValueError as error:
        raise SettingError(f"since={since!r:.40}: {error}") from None


def digest_of(
    db: sqlite3.Connection,
    course: Course,
    until: float,
    length: float,
    labels: Mapping[int, str] | None = None,
) -> Digest:
    """The digest of a window, for those who have read a part of the tables already.

    Parameters
    ----------
    db : Connection
        The journal.
    course : Course
        How topics went.
    until, length : float
        The end of the window in seconds since 1970, and its seconds.
    labels : mapping of int to str, optional
        Names of topics; by default what people say, or else their words.
    """
    return _Reader(db, course, until, length, labels).digest()


class _Reader:
    """Reads the tables of a journal for a window."""

    def __init__(
        self,
        db: sqlite3.Connection,
        course: Course,
        until: float,
        length: float,
        labels: Mapping[int, str] | None,
    ) -> None:
        self.db, self.until, self.since = db, until, until - length
        self.course, self.overlay = course, overlay_of(db)
        self.labels = labels_of(db, self.overlay) if labels is None else labels

    def digest(self) -> Digest:
        trends = [one for one in self.course.trends() if one.topic not in self.overlay.hidden]
        told = sorted((one for one in trends if one.told), key=lambda one: (one.p_value, one.topic))
        followed = [one for one in trends if one.topic in self.overlay.followed]
        now, before = self.course.texts
        return Digest(
            self.since,
            self.until,
            now,
            before,
            sum(one.documents > 0 for one in trends),
            self._alarms(),
            [self._told(one) for one in told if one.share > one.before][:MOST],
            [self._told(one) for one in told if one.share < one.before][:MOST],
            [self._told(one) for one in followed],
            self._happened(),
            [one for one in wordings(self.db, self.since, self.labels) if self._shown(one.topic)][
                :MOST
            ],
            self._health(),
        )

    def _shown(self, topic: int | None) -> bool:
        return topic not in self.overlay.hidden

    def _label(self, topic: int) -> str:
        return self.labels.get(topic, f"topic {topic}")

    def _told(self, trend: Trend) -> Told:
        text = self.db.execute(_TEXT, (trend.topic, self.since)).fetchone()
        return Told(self._label(trend.topic), trend, text[0] if text else None)

    def _happened(self) -> list[Happened]:
        """What became of topics; how their words moved is told apart."""
        found = []
        for at, kind, topic, other, _, words in self.db.execute(_EVENTS, (self.since,)):
            if kind != "drift" and self._shown(topic):
                name = self.labels.get(topic) or ", ".join(json.loads(words)[:3])
                found.append(
                    Happened(at, kind, topic, name, None if other is None else self._label(other))
                )
        return found[-MOST:]

    def _alarms(self) -> list[dict[str, Any]]:
        """Alarms of the window, and those that last; none if the stream has no such table."""
        known = self.db.execute("SELECT 1 FROM sqlite_master WHERE name = 'alarm'").fetchone()
        if not known:
            return []
        rows = self.db.execute(
            "SELECT * FROM alarm WHERE time >= ? OR ended IS NULL ORDER BY strength DESC, number",
            (self.since,),
        )
        names = [column[0] for column in rows.description]
        alarms = [dict(zip(names, row, strict=True)) for row in rows.fetchall()]
        for alarm in alarms:
            alarm |= {name: json.loads(alarm[name]) for name in ("words", "texts")}
            alarm["label"] = self.overlay.labels.get(alarm["topic"], ", ".join(alarm["words"][:3]))
            alarm["seen"] = alarm["number"] in self.overlay.seen
        return [alarm for alarm in alarms if self._shown(alarm["topic"])][:MOST]

    def _health(self) -> Health:
        (dead,) = self.db.execute("SELECT count(*) FROM dead WHERE NOT replayed").fetchone()
        arrived = self.db.execute("SELECT arrived FROM cut ORDER BY step DESC LIMIT 1").fetchone()
        came = float(arrived[0]) if arrived else time.time()
        asked = "SELECT sum(unknown) * 1.0 / max(sum(words), 1) FROM period WHERE begin >= ?"
        unknown, every = (
            float(self.db.execute(asked, (begin,)).fetchone()[0] or 0.0)
            for begin in (self.since, 0)
        )
        return Health(
            dead, max(0.0, time.time() - came), max(0.0, came - self.until), unknown, every
        )


def labels_of(db: sqlite3.Connection, overlay: Overlay | None = None) -> dict[int, str]:
    """Names of topics: what people say, or else the words of the newest row."""
    rows = db.execute(
        "SELECT topic, label, max(begin) FROM topic_words GROUP BY topic ORDER BY topic"
    )
    given = overlay_of(db) if overlay is None else overlay
    return {topic: label for topic, label, _ in rows} | given.labels
