"""How the stream and the server are doing."""

from __future__ import annotations

from biterms.serve.journal import Reading
from biterms.serve.shapes import HealthView, ServerRow
from biterms.streams.checkup import Health
from biterms.streams.periods import HOUR


def health_view(
    reading: Reading, found: Health, rate: float | None, server: ServerRow
) -> HealthView:
    """How everything is doing.

    Parameters
    ----------
    reading : Reading
        The tables.
    found : Health
        How the stream is doing.
    rate : float or None
        Texts per second of the last minute by the clock, as far as that is known.
    server : ServerRow
        How the server is doing.
    """
    status, follower = found.status, found.follower
    return {
        "step": reading.step,
        "now": found.now,
        "followed": found.is_followed,
        "documents": status.documents,
        "last": status.last,
        "lag": found.lag,
        "rate": rate,
        "rates": found.rates,
        "lpp": _newest(reading, 6, 5),
        "unknown": _newest(reading, 4, 3),
        "dead": status.dead,
        "waiting": status.waiting,
        "snapshot": found.snapshot and found.snapshot._asdict(),  # type: ignore[typeddict-item]
        "follower": follower
        and {
            "process": follower.process,
            "host": follower.host,
            "since": follower.since,
            "running": follower.running,
            "memory": follower.memory,
        },
        "sinks": [sink._asdict() for sink in found.sinks],  # type: ignore[misc]
        "journal": status.size,
        "disk": found.disk,
        "free": found.free,
        "server": server,
    }


def _newest(reading: Reading, value: int, weight: int) -> float | None:
    """A mean over the newest hour or day that has any: the sum of one column over another one's."""
    table, ends = reading.periods.table, reading.periods.ends
    some = table[:, weight] > 0
    if not some.any():
        return None
    last = table[some & (ends > ends[some].max() - HOUR)].sum(axis=0)
    return float(last[value] / last[weight])
