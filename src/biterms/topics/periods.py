"""Periods of the calendar: hours, days, weeks (from Monday), months, quarters, years, in UTC.

A period is a whole number: how many of its kind lie between 1970 and its begin.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal, get_args

import numpy as np

from biterms.errors import SettingError
from biterms.kernels import Array

Freq = Literal["auto", "hour", "day", "week", "month", "quarter", "year"]
#: as many periods as "auto" gives at most, unless even years are more
FEW = 60
#: the shortest first
LENGTHS: tuple[Freq, ...] = ("hour", "day", "week", "month", "quarter", "year")
#: what texts are counted by until the length is known: weeks are no parts of months, days are
COUNTED_BY: dict[Freq, Freq] = {
    "auto": "hour",
    "hour": "hour",
    "day": "day",
    "week": "day",
    "month": "month",
    "quarter": "month",
    "year": "month",
}
HOUR, DAY = 3600, 86_400
#: the first day of 1970 was a Thursday
FROM_MONDAY = 3


def check_freq(freq: Any) -> None:
    """Refuse a length of periods that there is not.

    Raises
    ------
    SettingError
        If it is none.
    """
    if freq not in get_args(Freq):
        raise SettingError(f"freq={freq!r}, expected one of {', '.join(get_args(Freq))}")


def periods_of(seconds: Array, unit: Freq) -> Array:
    """The hours, days or months of times in seconds since 1970."""
    if unit == "month":
        return _months(np.floor(seconds).astype("datetime64[s]"))
    return np.asarray(seconds // (HOUR if unit == "hour" else DAY), dtype=np.int64)


def longer(numbers: Array, unit: Freq, freq: Freq) -> Array:
    """The periods that hours, days or months lie in."""
    if unit == "hour" and freq != "hour":
        numbers, unit = numbers // 24, "day"
    if unit == "day" and freq == "week":
        return np.asarray((numbers + FROM_MONDAY) // 7)
    if unit == "day" and freq not in ("day", "week"):
        numbers = _months(numbers.astype("datetime64[D]"))
    return np.asarray(numbers // {"quarter": 3, "year": 12}.get(freq, 1))


def chosen(freq: Freq, unit: Freq, first: int, last: int) -> Freq:
    """The length itself, or for "auto" the shortest that gives few periods between two others."""
    if freq != "auto":
        return freq
    for length in LENGTHS[LENGTHS.index(unit) :]:
        begin, end = longer(np.array([first, last]), unit, length).tolist()
        if end - begin < FEW:
            return length
    return "year"


def begin_of(number: int, freq: Freq) -> date:
    """The first day of a period; of an hour its moment."""
    if freq == "hour":
        return datetime.fromtimestamp(number * HOUR, UTC).replace(tzinfo=None)
    if freq in ("day", "week"):
        days = number if freq == "day" else 7 * number - FROM_MONDAY
        return date(1970, 1, 1) + timedelta(days=days)
    months = number * {"month": 1, "quarter": 3, "year": 12}[freq]
    return date(1970 + months // 12, months % 12 + 1, 1)


def last_day(begin: date, freq: Freq) -> date:
    """The last day of the period that begins then; of an hour its moment."""
    if freq == "hour":
        return begin
    if freq in ("day", "week"):
        return begin + timedelta(days=0 if freq == "day" else 6)
    months = begin.year * 12 + begin.month - 1 + {"month": 1, "quarter": 3, "year": 12}[freq]
    return date(months // 12, months % 12 + 1, 1) - timedelta(days=1)


def _months(times: Array) -> Array:
    return np.asarray(times.astype("datetime64[M]").astype(np.int64))
