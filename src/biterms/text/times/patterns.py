"""How dates and times are written, and what each way of writing means.

No text fits two of the ways, so their order does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from biterms.text.times.names import MONTHS, WEEKDAY, without_accents
from biterms.text.times.zones import zone_of

#: a day of the calendar is a date, whatever the time zone is
Moment = datetime | date


class DayMonth(NamedTuple):
    """A date such as 5/6/2024, in May or in June, or 24-05-31, which may begin with the year.

    Parameters
    ----------
    first, second, last : int
        The numbers, in their order.
    short : bool
        Whether the year has two digits.
    clock : time or None
        The time of the day.
    mark : str
        What separates the numbers.
    """

    first: int
    second: int
    last: int
    short: bool
    clock: time | None
    mark: str

    @property
    def year_first(self) -> bool | None:
        """Whether the year comes first; None: it may be the first or the last number."""
        first = self.short and 1 <= self.second <= 12 and 1 <= self.last <= 31
        last = 1 <= min(self.first, self.second) <= 12 and max(self.first, self.second) <= 31
        if not (first or last):
            raise ValueError(self)
        return None if first and last else first

    @property
    def day_first(self) -> bool | None:
        """Whether the day comes first; None: both orders are possible."""
        if self.first > 12 or self.second > 12:
            return self.first > 12
        return True if self.first == self.second else None

    def moment(self, *, day_first: bool) -> Moment | None:
        """The date in one of the orders; None if there is no such day."""
        day, month = (self.first, self.second) if day_first else (self.second, self.first)
        try:
            return _at(_year(self.last, short=self.short), month, day, self.clock)
        except ValueError:
            return None

    def with_year_first(self) -> Moment | None:
        """The date if the year comes first; None if there is no such day."""
        try:
            return _at(_year(self.first, short=True), self.second, self.last, self.clock)
        except ValueError:
            return None


_ZONE = (
    r"(?:\s?(?P<zone>[Zz]|(?:GMT|UTC)?[+-][0-9]{2}:?[0-9]{2}|[A-Z]{2,5}|[A-Z][A-Za-z_]+/[A-Za-z_/+-]+))?"
    r"(?:\s?[(\[][A-Za-z/_ ]+[)\]])?"
)
_CLOCK = (
    r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?P<part>[.,][0-9]{1,9})?)?"
    rf"(?:\s?(?P<half>[AaPp])\.?[Mm]\b\.?)?(?:\s(?:Uhr|uur)\b)?{_ZONE}"
)
_THEN = rf"(?:(?:,?\s|[T,:])\s*(?:(?:at|um|om|a|as|a las|alle)\s)?{_CLOCK})?"
_WEEKDAY = rf"(?:{WEEKDAY}\.?,?\s+)"
_MONTH = r"(?P<name>[a-z]{3,10})\.?"
_YEAR, _DAY = r"(?P<year>[0-9]{4})", r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th|er|o|\.)?"
_OF = r"(?:del?\s+)?"
_SHORT = r"(?P<year>[0-9]{4}|[0-9]{2})"


def _day_month(found: re.Match[str]) -> DayMonth:
    numbers = int(found["first"]), int(found["number"]), int(found["year"])
    written = DayMonth(*numbers, len(found["year"]) == 2, _clock(found), found["mark"])
    _ = written.year_first  # no order makes a date of it: a ValueError
    return written


def _day(found: re.Match[str]) -> Moment:
    groups = found.groupdict()
    year = _year(int(groups["year"]), short=len(groups["year"]) == 2)
    return _at(year, _month(groups), int(groups["day"]), _clock(found))


def _first_of_month(found: re.Match[str]) -> date:
    return date(int(found["year"]), _month(found.groupdict()), 1)


def _first_of_quarter(found: re.Match[str]) -> date:
    return date(int(found["year"]), 3 * int(found["number"]) - 2, 1)


def _first_of_week(found: re.Match[str]) -> date:
    return date.fromisocalendar(int(found["year"]), int(found["number"]), 1)


def _day_of_year(found: re.Match[str]) -> date:
    day = date(int(found["year"]), 1, 1) + timedelta(int(found["number"]) - 1)
    if day.year != int(found["year"]):
        raise ValueError(found[0])
    return day


_NUMBER = r"(?P<number>[0-9]{1,2})"
_WAYS: dict[str, Callable[[re.Match[str]], Moment | DayMonth]] = {
    rf"\[?(?P<first>[0-9]{{1,2}})(?P<mark>[./-]){_NUMBER}(?P=mark){_SHORT}{_THEN}\]?": _day_month,
    rf"{_YEAR}(?P<mark>[./-]){_NUMBER}(?P=mark)(?P<day>[0-9]{{1,2}}){_THEN}": _day,
    rf"{_WEEKDAY}?{_DAY}[\s/-]*{_OF}{_MONTH},?[\s/-]+{_OF}{_SHORT}{_THEN}": _day,
    rf"{_WEEKDAY}?{_MONTH}\s+{_DAY},?\s+{_YEAR}{_THEN}": _day,
    rf"{_WEEKDAY}{_MONTH}\s+{_DAY}\s+{_CLOCK}\s+{_YEAR}": _day,
    rf"{_YEAR}[./-]{_NUMBER}": _first_of_month,
    rf"{_NUMBER}[./-]{_YEAR}": _first_of_month,
    rf"{_MONTH}[\s,-]+{_OF}{_YEAR}": _first_of_month,
    rf"{_YEAR}[\s-]?Q(?P<number>[1-4])": _first_of_quarter,
    rf"Q(?P<number>[1-4])[\s/-]?{_YEAR}": _first_of_quarter,
    rf"{_YEAR}[\s-]?W{_NUMBER}": _first_of_week,
    rf"{_YEAR}-(?P<number>[0-9]{{3}})": _day_of_year,
}
_COMPILED = [(re.compile(way, re.IGNORECASE), meaning) for way, meaning in _WAYS.items()]
#: the way of the last text first: those of a column are mostly alike
_ordered = _COMPILED


def written_moment(text: str) -> Moment | DayMonth | None:
    """What a text means if it is written in one of the ways; None: it is not."""
    global _ordered  # noqa: PLW0603 - the result does not depend on it
    text = without_accents(text)
    for one in _ordered:
        if found := one[0].fullmatch(text):
            if one is not _ordered[0]:
                _ordered = [one, *(other for other in _ordered if other is not one)]
            try:
                return one[1](found)
            except ValueError:
                return None
    return None


def _at(year: int, month: int, day: int, clock: time | None) -> Moment:
    there = date(year, month, day)
    return there if clock is None else datetime.combine(there, clock)


def _clock(found: re.Match[str]) -> time | None:
    groups = found.groupdict()
    if groups.get("hour") is None:
        return None
    hour, second = int(groups["hour"]), int(groups["second"] or 0)
    if groups["half"]:
        if not 1 <= hour <= 12:
            raise ValueError(found[0])
        hour = hour % 12 + 12 * (groups["half"] in "pP")
    part = int((groups["part"] or ".0")[1:].ljust(6, "0")[:6])
    zone = None if groups["zone"] is None else zone_of(groups["zone"])
    if groups["zone"] and zone is None:
        raise ValueError(found[0])
    # A leap second has no place in the arithmetic of dates.
    return time(hour, int(groups["minute"]), min(second, 59) if second <= 60 else 60, part, zone)


def _year(year: int, *, short: bool) -> int:
    """Two digits are a year from 1969 to 2068, as in POSIX."""
    return year + (2000 if year < 69 else 1900) if short else year


def _month(groups: dict[str, str]) -> int:
    name = groups.get("name")
    if name is None:
        return int(groups["number"])
    if name.lower() not in MONTHS:
        raise ValueError(name)
    return MONTHS[name.lower()]
