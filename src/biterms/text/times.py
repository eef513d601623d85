"""Times of texts as people write them."""

from __future__ import annotations

import math
import re
from datetime import UTC, date, datetime
from typing import Any

#: seconds of the years 1 and 9999: what dates can hold, a year and more away from the ends
FIRST, LAST = -62_000_000_000, 253_000_000_000
YEAR = re.compile(r"[0-9]{4}", re.ASCII)


def seconds_of(time: Any) -> float:
    """Seconds since 1970 of an ISO date, a year, or a number of (milli)seconds; else no number."""
    if time is None:
        return math.nan
    time = time.isoformat() if isinstance(time, date) else str(time).strip()
    if YEAR.fullmatch(time):
        time += "-01-01"
    try:
        moment = datetime.fromisoformat(time)
        return _within((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
    except ValueError:
        return _seconds(time)


def _seconds(time: str) -> float:
    try:
        number = float(time)
    except ValueError:
        return math.nan
    number = number / 1000 if abs(number) > 1e11 else number
    return _within(number)


def _within(seconds: float) -> float:
    return seconds if FIRST <= seconds <= LAST else math.nan
