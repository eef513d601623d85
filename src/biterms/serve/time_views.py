"""Topics over time, alarms, and the digest of a span of time."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.serve.journal import Reading
from biterms.serve.periods import pieces
from biterms.serve.shapes import AlarmList, AlarmRow, DigestView, TimelineView
from biterms.streams.digest import Digest, digest_of
from biterms.streams.digest_lines import lines
from biterms.streams.reader import LENGTHS

#: periods at most
MOST = 1500
_ALARMS = """
SELECT * FROM alarm WHERE :since IS NULL OR time >= :since OR ended IS NULL ORDER BY number DESC
"""


class AskedPeriods(NamedTuple):
    """Which periods and topics are asked for.

    Parameters
    ----------
    period : {"minute", "hour", "day"}
        How long periods are.
    since, until : float or None
        From when to when, in seconds since 1970.
    topics : tuple of int or None
        Which topics; None are the largest.
    top : int
        How many of the largest.
    """

    period: str
    since: float | None
    until: float | None
    topics: tuple[int, ...] | None
    top: int


class AskedAlarms(NamedTuple):
    """Which alarms are asked for.

    Parameters
    ----------
    since : float or None
        Only alarms found since then, or not over yet.
    unseen : bool
        Only those that nobody has seen.
    limit : int
        How many at most.
    """

    since: float | None
    unseen: bool
    limit: int


def timeline(reading: Reading, asked: AskedPeriods) -> TimelineView:
    """The topics over time.

    Parameters
    ----------
    reading : Reading
        The tables.
    asked : AskedPeriods
        Which periods and topics.
    """
    periods, length = reading.periods, LENGTHS[asked.period]
    begin = periods.table[:, 1] // length * length
    some = periods.table[:, 0] <= length
    some &= begin + length > (-np.inf if asked.since is None else asked.since)
    some &= begin < (np.inf if asked.until is None else asked.until)
    begins = np.unique(begin[some])[-MOST:]
    some &= begin >= (begins[0] if len(begins) else np.inf)
    at = np.searchsorted(begins, begin[some])
    table, led, shares = (
        pieces(values[some], at, len(begins))
        for values in (periods.table, periods.led, periods.shares)
    )
    chosen = _chosen(periods.ids, shares, asked, [*reading.overlay.hidden])
    documents = table[:, 2]
    part = np.round(shares / np.maximum(documents, 1.0)[:, None], 6)
    others = np.ones(len(periods.ids), dtype=bool)
    others[chosen] = False
    return {
        "step": reading.step,
        "period": length,
        "begins": begins.astype(int).tolist(),
        "documents": documents.astype(int).tolist(),
        "lpp": _ratios(table[:, 6], table[:, 5]),
        "unknown": _ratios(table[:, 4], table[:, 3]),
        "topics": [
            {
                "id": (topic := int(periods.ids[k])),
                "label": reading.label(topic),
                "documents": led[:, k].astype(int).tolist(),
                "shares": part[:, k].tolist(),
            }
            for k in chosen.tolist()
        ],
        "others": {
            "documents": led[:, others].sum(axis=1).astype(int).tolist(),
            "shares": np.round(part[:, others].sum(axis=1), 6).tolist(),
        },
    }


def _chosen(ids: Array, shares: Array, asked: AskedPeriods, hidden: list[int]) -> Array:
    """Columns of the topics that are listed."""
    if asked.topics is not None:
        topics = {*asked.topics}
        return np.array([k for k, topic in enumerate(ids.tolist()) if topic in topics], dtype=int)
    sizes = np.where(np.isin(ids, hidden), -1.0, shares.sum(axis=0))
    order = np.argsort(-sizes, kind="stable")[: asked.top]
    return order[sizes[order] > 0]


def _ratios(sums: Array, n: Array) -> list[float | None]:
    pairs = zip(sums.tolist(), n.tolist(), strict=True)
    return [round(value / count, 6) if count else None for value, count in pairs]


def alarm_list(reading: Reading, asked: AskedAlarms) -> AlarmList:
    """Alarms, the newest first.

    Parameters
    ----------
    reading : Reading
        The tables.
    asked : AskedAlarms
        Which ones.
    """
    found = reading.db.execute(_ALARMS, {"since": asked.since})
    names = [column[0] for column in found.description]
    rows = [_alarm(reading, dict(zip(names, row, strict=True))) for row in found]
    rows = [row for row in rows if not (asked.unseen and row["seen"])]
    return {"step": reading.step, "alarms": rows[: asked.limit]}


def _alarm(reading: Reading, row: dict[str, Any]) -> AlarmRow:
    row |= {name: json.loads(row[name]) for name in ("words", "texts")}
    return completed(reading, row)


def completed(reading: Reading, row: dict[str, Any]) -> AlarmRow:
    """An alarm with its name, and whether somebody has seen it."""
    words = ", ".join(row["words"][:3])
    label = words if row["topic"] is None else reading.label(row["topic"])
    return row | {"label": label, "seen": row["number"] in reading.overlay.seen}  # type: ignore[return-value]


def told(reading: Reading, length: float) -> Digest:
    """What a person should know of a window; a stream without texts has an empty one.

    Parameters
    ----------
    reading : Reading
        The tables.
    length : float
        The seconds of the window.
    """
    until = reading.until
    if not len(reading.periods.table):
        return Digest(until - length, until, 0, 0, 0)
    course = reading.periods.course(until, length)
    labels = {
        topic: reading.label(topic) for topic in (*course.ids.tolist(), *reading.named.labels)
    }
    return digest_of(reading.db, course, until, length, labels)


def digest_view(reading: Reading, found: Digest) -> DigestView:
    """A digest as an answer.

    Parameters
    ----------
    reading : Reading
        The tables.
    found : Digest
        What there is to tell.
    """
    view = found.to_dict()
    view["alarms"] = [completed(reading, row) for row in view["alarms"]]
    view["lines"] = [*lines(found)]
    return view | {"step": reading.step}  # type: ignore[return-value]
