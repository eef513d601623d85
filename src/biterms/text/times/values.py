"""The time of one value: a text, a number, or a date of Python, NumPy or pandas."""

from __future__ import annotations

import math
import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Any

from biterms.text.times.patterns import DayMonth, Moment, written_moment

#: seconds of the years 1 and 9999: what dates can hold, a year and more away from the ends
FIRST, LAST = -62_000_000_000, 253_000_000_000
#: numbers beyond them are in units of a thousandth, a millionth, a billionth of a second
_UNITS = ((1e11, 1), (1e14, 1e3), (1e17, 1e6), (math.inf, 1e9))
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?")
#: whole numbers in a column that also has empty cells: many programs make 2024.0 of the year 2024
_WHOLE = re.compile(r"[0-9]+(?=\.0*$)")
#: days of a spreadsheet, from 1954 to 2100: seconds of these numbers would all be one night of 1970
_DAY_0, _DAYS = datetime(1899, 12, 30), (20_000, 73_051)
#: years that a number of eight or fourteen digits is taken for a date in
_OLDEST, _NEWEST = 1800, 2199


def seconds_of(time: Any) -> float:
    """Tell when something was, in seconds since 1970.

    Parameters
    ----------
    time : str, number, date, datetime, numpy.datetime64 or pandas.Timestamp
        A date or time as people write them; None is no time.

    Returns
    -------
    float
        Seconds since 1970 in UTC; NaN if it is no time, or a date such as 5/6/2024, whose order is
        decided on a whole column only: see `TimeColumn`.

    Examples
    --------
    >>> seconds_of("1970-01-02"), seconds_of("Wed Oct 10 20:00:24 +0000 2018")
    (86400.0, 1539201624.0)
    """
    moment = moment_of(time)
    if isinstance(moment, DayMonth):
        order = moment.day_first
        if moment.year_first:
            moment = moment.with_year_first()
        else:
            moment = None if order is None else moment.moment(day_first=order)
    return math.nan if moment is None else seconds_at(moment, UTC)


def moment_of(value: Any) -> Moment | DayMonth | None:
    """What a value means; None: it is no time."""
    if isinstance(value, str):
        return iso_moment(value) or _moment_of_text(value)
    if value is None or isinstance(value, date):
        return value if value == value else None  # NaT is a datetime that is not itself
    return moment_of(str(value))


def seconds_at(moment: Moment, zone: tzinfo) -> float:
    """Seconds since 1970; a time without a zone is in this one, a date is a day in UTC."""
    if not isinstance(moment, datetime):
        moment = datetime(moment.year, moment.month, moment.day, tzinfo=UTC)
    elif moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    try:
        seconds = moment.timestamp()
    except OverflowError:
        return math.nan
    return seconds if FIRST <= seconds <= LAST else math.nan


def iso_moment(text: str) -> Moment | None:
    """What an ISO date or time means; None: it is none."""
    # Python takes any sign between date and time, also a digit of a number of milliseconds.
    if text[4:5] in ("-", "W") or text[8:9] in ("T", " "):
        try:
            moment = datetime.fromisoformat(text)
            return moment if len(text) > 10 else moment.date()
        except ValueError:
            pass
    return None


@lru_cache(1 << 14)
def _moment_of_text(text: str) -> Moment | DayMonth | None:
    text = text.strip()
    if (moment := iso_moment(text)) is not None:
        return moment
    if _NUMBER.fullmatch(text):
        return _moment_of_number(text)
    return written_moment(text) if len(text) < 100 else None


def _moment_of_number(text: str) -> Moment | None:
    if whole := _WHOLE.match(text):
        text = whole[0]
    if len(text.partition(".")[0]) == 5 and _DAYS[0] <= float(text) < _DAYS[1]:
        counted = _DAY_0 + timedelta(days=float(text))
        return counted if "." in text else counted.date()
    if len(text) in (4, 8, 14) and text.isdecimal() and (moment := _moment_of_digits(text)):
        return moment
    number = float(text)
    unit = next(unit for most, unit in _UNITS if abs(number) <= most)
    seconds = number / unit
    return datetime.fromtimestamp(seconds, UTC) if FIRST <= seconds <= LAST else None


def _moment_of_digits(text: str) -> Moment | None:
    year, month, day = int(text[:4]), int(text[4:6] or 1), int(text[6:8] or 1)
    if len(text) > 4 and not _OLDEST <= year <= _NEWEST:
        return None
    try:
        if len(text) == 14:
            hour, minute, second = int(text[8:10]), int(text[10:12]), int(text[12:])
            return datetime(year, month, day, hour, minute, second)
        return date(year, month, day)
    except ValueError:
        return None
