"""The topics of a window of time, as rows of a list."""

from __future__ import annotations

from collections import Counter

import numpy as np

from biterms.kernels import Array
from biterms.serve.journal import Reading
from biterms.serve.periods import pieces
from biterms.serve.shapes import (
    TopicList,
    TopicRow,
    Trend,
    Window,
    Windowed,
)
from biterms.serve.snapshots import WORDS
from biterms.streams.trends import Trend as Course

#: seconds of each window
WINDOWS: dict[str, float] = {"1h": 3600.0, "24h": 86_400.0, "7d": 604_800.0}
_ALARMS = "SELECT topic, number FROM alarm WHERE topic NOT NULL AND (since >= ? OR ended IS NULL)"


def topic_list(reading: Reading, window: Window, points: int, *, hidden: bool) -> TopicList:
    """The topics of a window, the largest first.

    Parameters
    ----------
    reading : Reading
        The tables.
    window : str
        Which window.
    points : int
        Points of each sparkline.
    hidden : bool
        Whether hidden topics are listed, too.
    """
    rows = Rows(reading, window, points)
    listed = [row for row in rows.all() if hidden or not row["hidden"]]
    now, before = rows.documents
    return {**rows.windowed(), "documents": now, "documents_before": before, "topics": listed}


class Rows:
    """Topics as rows of a list.

    Parameters
    ----------
    reading : Reading
        The tables.
    window : str
        Which window.
    points : int
        Points of each sparkline.
    """

    def __init__(self, reading: Reading, window: Window, points: int) -> None:
        self.reading, self.window, self.points = reading, window, points
        periods, self.until = reading.periods, reading.until
        first = float(periods.table[:, 1].min()) if len(periods.table) else self.until
        self.length = WINDOWS.get(window) or max(60.0, self.until - first)
        self.since = self.until - self.length
        self.course = periods.course(self.until, self.length)
        self.alarms = Counter(
            topic
            for topic, number in reading.db.execute(_ALARMS, (self.since,))
            if number not in reading.overlay.seen
        )

    @property
    def documents(self) -> tuple[int, int]:
        """Texts of the window, and of the time before."""
        return self.course.texts

    def windowed(self) -> Windowed:
        """What the window is."""
        return {
            "step": self.reading.step,
            "window": self.window,
            "since": self.since,
            "until": self.until,
            "bucket": self.length / self.points,
        }

    def all(self) -> list[TopicRow]:
        """All topics, the largest first."""
        periods = self.reading.periods
        if not len(periods.table):
            return []
        sparklines = self._sparklines()
        used = periods.led > 0
        first = np.where(used.any(axis=0), used.argmax(axis=0), -1)
        ends = np.where(used, periods.ends[:, None], -np.inf).max(axis=0, initial=-np.inf)
        totals = periods.led.sum(axis=0)
        rows = []
        trends = {trend.topic: trend for trend in self.course.trends()}
        for k, topic in enumerate(periods.ids.tolist()):
            trend = trends.get(topic) or self._none(topic)
            born = None if first[k] < 0 else float(periods.table[first[k], 1])
            seen = None if first[k] < 0 else float(ends[k])
            row = self._row(trend, born, seen, int(totals[k]))
            row["sparkline"] = sparklines[k]
            rows.append(row)
        return sorted(rows, key=lambda row: (-row["share"], row["id"]))

    def unseen(self, topic: int) -> TopicRow:
        """A topic that leads no text yet."""
        return self._row(self._none(topic), None, None, 0)

    def _none(self, topic: int) -> Course:
        """How a topic went that was not there."""
        return Course(topic, 0, 0.0, 0.0, self.since, 1.0, [])

    def _row(self, trend: Course, born: float | None, seen: float | None, total: int) -> TopicRow:
        reading, topic, compared = self.reading, trend.topic, self.window != "all"
        overlay = reading.overlay
        before = trend.before if compared and self.documents[1] else None
        return {
            "id": topic,
            "label": reading.label(topic),
            "named": topic in overlay.labels,
            "words": reading.named.words.get(topic, [])[:WORDS],
            "documents": trend.documents,
            "share": round(trend.share, 6),
            "before": before if before is None else round(before, 6),
            "ratio": round(trend.share / before, 4) if before else None,
            "trend": self._trend(trend, born) if compared else None,
            "changed": trend.since if compared else None,
            "p_value": trend.p_value if compared else None,
            "sparkline": [None] * self.points,
            "alarms": self.alarms[topic],
            "born": born,
            "seen": seen,
            "total": total,
            "hidden": topic in overlay.hidden,
            "followed": topic in overlay.followed,
            "group": overlay.groups.get(topic),
        }

    def _trend(self, trend: Course, born: float | None) -> Trend | None:
        if born is not None and born >= self.since and self.documents[1]:
            return "new"
        if not trend.told:
            return None
        return "rising" if trend.share > trend.before else "fading"

    def _sparklines(self) -> list[list[float | None]]:
        """The share of each topic in equal buckets of the window."""
        periods, n = self.reading.periods, self.points
        some = (periods.ends > self.since) & (periods.table[:, 1] < self.until)
        middle = periods.table[some, 1] + periods.table[some, 0] / 2
        at = np.clip((middle - self.since) / self.length * n, 0, n - 1).astype(np.int64)
        documents = pieces(periods.documents[some], at, n)
        shares = pieces(periods.shares[some], at, n)
        return _without(shares, documents)


def _without(shares: Array, documents: Array) -> list[list[float | None]]:
    """Shares of each column; None where there are no documents."""
    there = documents > 0
    part = np.round(shares / np.where(there, documents, 1.0)[:, None], 6)
    known = there.tolist()
    return [
        [value if is_there else None for value, is_there in zip(column, known, strict=True)]
        for column in part.T.tolist()
    ]
