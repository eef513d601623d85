"""Alarms and what became of topics, as a feed that any reader follows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import quote
from xml.sax.saxutils import escape

from biterms.serve.journal import Reading
from biterms.streams.digest import Happened
from biterms.streams.digest_lines import alarm_line, event_line

#: entries of a feed
MOST = 100
#: what XML cannot hold
_CONTROL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ALARMS = "SELECT * FROM alarm ORDER BY number DESC LIMIT ?"
_EVENTS = """
SELECT number, time, kind, topic, other, words FROM event WHERE kind != 'drift'
ORDER BY number DESC LIMIT ?
"""


class Entry(NamedTuple):
    """An entry of a feed."""

    id: str
    time: float
    title: str
    text: str


def atom(reading: Reading, name: str) -> str:
    """The newest alarms and events as an Atom feed.

    Parameters
    ----------
    reading : Reading
        The tables.
    name : str
        The name of the live model.

    Returns
    -------
    str
        The XML.
    """
    found = sorted([*_alarms(reading), *_events(reading)], key=lambda one: -one.time)[:MOST]
    own = f"urn:biterms:{quote(name, safe='')}"
    updated = found[0].time if found else reading.until
    entries = "".join(_entry(own, one) for one in found)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<id>{own}</id>\n<title>{_text(name)}</title>\n<updated>{_moment(updated)}</updated>\n"
        f"<author><name>biterms</name></author>\n{entries}</feed>\n"
    )


def _alarms(reading: Reading) -> Iterator[Entry]:
    rows = reading.db.execute(_ALARMS, (MOST,))
    names = [column[0] for column in rows.description]
    for row in rows:
        alarm = dict(zip(names, row, strict=True))
        alarm |= {each: json.loads(alarm[each]) for each in ("words", "texts")}
        if alarm["topic"] in reading.overlay.hidden:
            continue
        alarm["seen"] = alarm["number"] in reading.overlay.seen
        texts = "\n".join(one["text"] for one in alarm["texts"])
        title = ", ".join(map(str, alarm["words"][:6]))
        yield Entry(
            f"alarm:{alarm['number']}", alarm["time"], title, f"{alarm_line(alarm)}\n{texts}"
        )


def _events(reading: Reading) -> Iterator[Entry]:
    for number, time, kind, topic, other, words in reading.db.execute(_EVENTS, (MOST,)):
        if topic in reading.overlay.hidden:
            continue
        label = reading.label(topic) if reading.has(topic) else ", ".join(json.loads(words)[:3])
        from_ = None if other is None else reading.label(other)
        line = event_line(Happened(time, kind, topic, label, from_))
        yield Entry(f"event:{number}", time, line, ", ".join(json.loads(words)))


def _entry(own: str, one: Entry) -> str:
    return (
        f"<entry><id>{own}:{one.id}</id><title>{_text(one.title)}</title>"
        f"<updated>{_moment(one.time)}</updated><content>{_text(one.text)}</content></entry>\n"
    )


def _text(text: str) -> str:
    return escape(_CONTROL.sub("\ufffd", text))


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
