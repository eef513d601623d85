"""Spans of time as settings: "30d", "12h", "90min", "2w", or a timedelta."""

from __future__ import annotations

import re
from datetime import timedelta

#: seconds of the units, from long to short
UNITS = {"w": 604_800, "d": 86_400, "h": 3_600, "min": 60, "s": 1}
SPAN = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,6})?) ?(w|d|h|min|s)", re.ASCII)
#: a thousand years
LONGEST = 31_557_600_000.0
EXPECTED = "a span of time from 1s to 1000 years, such as '90min', '12h', '30d' or '2w'"


def span_seconds(span: str | timedelta) -> float:
    """Length of a span of time in seconds.

    Parameters
    ----------
    span : str or timedelta
        A number and a unit: s, min, h, d or w.

    Returns
    -------
    float
        Seconds.

    Raises
    ------
    ValueError
        If it cannot be read, or is shorter than a second or longer than a thousand years.

    Examples
    --------
    >>> span_seconds("12h"), span_seconds("1.5 d")
    (43200.0, 129600.0)
    """
    if isinstance(span, timedelta):
        seconds = span.total_seconds()
    else:
        found = SPAN.fullmatch(span.strip())
        seconds = float(found[1]) * UNITS[found[2]] if found else 0.0
    if not 1 <= seconds <= LONGEST:
        raise ValueError(f"expected {EXPECTED}")
    return seconds


def span_text(span: timedelta) -> str:
    """A timedelta as a text that `span_seconds` reads, in the longest unit that divides it."""
    seconds = span.total_seconds()
    unit = next((unit for unit, each in UNITS.items() if seconds % each == 0), None)
    return f"{seconds!r}s" if unit is None else f"{int(seconds // UNITS[unit])}{unit}"
