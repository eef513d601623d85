"""How a live model is doing, as lines for people and as JSON."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from biterms.learning.span import UNITS

if TYPE_CHECKING:
    from biterms.streams.checkup import Follower, Health
    from biterms.streams.reader import Status


def lines_of(found: Health) -> list[str]:
    """A line for each thing that is known.

    Parameters
    ----------
    found : Health
        How it is doing.

    Returns
    -------
    list of str
        Names and values, one below the other.
    """
    status, now = found.status, found.now
    ago = "" if status.last is None else f", the last {span(now - status.last)} ago"
    lines = {
        "followed": _follower(found.follower, now),
        "texts": f"{status.documents:,}{_late(status)}",
        "cuts": f"{status.step:,}{ago}",
        "lag": "no texts yet" if found.lag is None else f"{span(found.lag)} behind the clock",
        "rates": ", ".join(f"{rate:,.2f}/s last {name}" for name, rate in found.rates.items()),
        "snapshot": _snapshot(found),
        "last alarm": _alarm(found.alarm),
        "not usable": f"{status.dead:,}",
        "journal": f"{status.size / 1e6:,.1f} MB",
        "disk": f"{found.disk / 1e6:,.1f} MB, {found.free / 1e9:,.1f} GB free",
    }
    for sink in found.sinks:
        lines[f"sink {sink.name}"] = f"step {sink.step:,}, {sink.behind:,} behind"
    for name, positions in status.positions.items():
        for key, at in positions.items():
            left = found.backlog.get(key)
            more = "" if left is None else f", {left:,} bytes to read"
            lines[f"at {_where(name, key)}"] = _position(at) + more
    width = max(map(len, lines))
    return [f"{name:<{width}}  {value}" for name, value in lines.items()]


def object_of(found: Health) -> dict[str, Any]:
    """The same as an object of JSON.

    Parameters
    ----------
    found : Health
        How it is doing.
    """
    more = found._asdict()
    del more["status"]
    more["follower"] = found.follower and found.follower._asdict()
    more["snapshot"] = found.snapshot and found.snapshot._asdict()
    more["sinks"] = [sink._asdict() for sink in found.sinks]
    return found.status._asdict() | more | {"lag": found.lag, "is_followed": found.is_followed}


def span(seconds: float) -> str:
    """A span of time for people: its two longest units.

    Parameters
    ----------
    seconds : float
        Its length.

    Examples
    --------
    >>> span(4.2), span(3700), span(200_000)
    ('4 s', '1 h 1 min', '2 d 7 h')
    """
    left, parts = max(0, int(seconds)), list[str]()
    for unit, each in UNITS.items():
        if unit != "w" and left >= each:
            parts.append(f"{left // each} {unit}")
            left %= each
    return " ".join(parts[:2]) or "0 s"


def _follower(follower: Follower | None, now: float) -> str:
    if follower is None:
        return "by nobody"
    who = f"process {follower.process} on {follower.host}"
    since = "" if follower.since is None else f" since {span(now - follower.since)}"
    if follower.running is False:
        return f"by nobody; {who} has been killed"
    memory = "" if follower.memory is None else f", {follower.memory / 1e6:,.0f} MB of memory"
    unknown = ", which cannot be looked at from here" if follower.running is None else ""
    return f"by {who}{since}{memory}{unknown}"


def _late(status: Status) -> str:
    if not status.late + status.dropped:
        return ""
    return f", {status.late:,} of them late; {status.dropped:,} others came late and were dropped"


def _snapshot(found: Health) -> str:
    known = found.snapshot
    if known is None:
        return "none yet"
    behind, age = max(0, found.status.step - known.step), span(found.now - known.saved)
    counts = f"{known.words:,} words, {known.topics:,} topics, {known.documents:,} texts"
    return f"{age} old, {behind:,} cuts behind: {counts}"


def _alarm(alarm: dict[str, Any] | None) -> str:
    if alarm is None:
        return "none"
    moment = datetime.fromtimestamp(float(alarm["time"]), UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    words = ", ".join(json.loads(alarm["words"])[:5]) if alarm.get("words") else ""
    about = "" if alarm["topic"] is None else f" of topic {alarm['topic']}"
    return f"{moment}: {alarm['kind']}{about} ({words})"


def _where(source: str, key: str) -> str:
    """A file is its own name; other sources have keys of their own."""
    return key if "/" in key else f"{source} {key}"


def _position(at: Any) -> str:
    """What a person wants to know of a position."""
    if isinstance(at, dict):
        known = ((name, at[name]) for name in ("line", "records") if name in at)
        return ", ".join(f"{name} {value:,}" for name, value in known)
    return f"{at:,}" if isinstance(at, int) else str(at)
