"""The times of a column: what is the day and what the month is decided on all of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.text.readers.records import NO_VALUE, Record
from biterms.text.times.given import ORDERS, Pattern
from biterms.text.times.order import DateOrder
from biterms.text.times.patterns import DayMonth, Moment
from biterms.text.times.plain_iso import plain_seconds
from biterms.text.times.values import FIRST, LAST, iso_moment, moment_of, seconds_at
from biterms.text.times.zones import chosen_zone

#: values after which a column without a single time is refused
TRIED = 10_000
#: a text of so many letters is more than a word for a missing value
SHORTEST = 1 + max(map(len, NO_VALUE))
#: values that are no times and are quoted
QUOTED = 3
EXPECTED = (
    "expected dates such as 2024-05-31, 31.05.2024, 5/31/2024 2:30 PM, May 2024 or 2024-Q2, or "
    "seconds since 1970"
)


class TimeColumn:
    """Reads the times of a column and keeps an account of what was understood.

    A date such as 5/6/2024 is in May or in June. Which it is is decided once, on the ``whole`` of
    the column, or else on the first values with such a date: see `DateOrder`.

    Parameters
    ----------
    format : str, optional
        ``day-first``, ``month-first``, or a pattern for `datetime.strptime`, such as
        ``%d.%m.%Y %H:%M``. By default all usual ways of writing are understood.
    zone : str, default="UTC"
        Time zone of times that have none: a name such as ``Europe/Berlin``, or ``+02:00``. A date
        without a time of day is that day in UTC.
    whole : callable, optional
        Gives all values of the column, for the decision, if it can be read twice.

    Attributes
    ----------
    given, understood : int
        Number of values so far, and of those that are times.
    order : DateOrder
        What is the day, the month and the year, and how that was decided.

    Examples
    --------
    >>> column = TimeColumn()
    >>> column.iso(["05/06/2024", "31/05/2024 14:30", "Q2 2024", "soon", None])
    ['2024-06-05', '2024-05-31T14:30:00', '2024-04-01', 'soon', None]
    >>> print(*column.lines())
    times: 3 of 4 understood, not 'soon'; day before month (1 must be so, 1 fits both orders)
    """

    def __init__(
        self,
        format: str | None = None,  # noqa: A002
        zone: str = "UTC",
        whole: Callable[[], Iterable[Any]] | None = None,
    ) -> None:
        self.order = DateOrder(ORDERS.get(format or ""))
        self._pattern = None if format is None or format in ORDERS else Pattern(format)
        self._zone = chosen_zone(zone)
        self.whole = whole
        self.given = self.understood = 0
        self._unread: list[str] = []

    def seconds(self, values: Sequence[Any]) -> Array:
        """Seconds since 1970 of values, NaN where there is no time.

        Parameters
        ----------
        values : sequence
            Texts, numbers or dates; None, NaN and the like for missing values.

        Returns
        -------
        array of float
        """
        if (plain := self._plain(values)) is not None:
            return np.where((plain >= FIRST) & (plain <= LAST), plain.astype(np.float64), math.nan)
        found = [
            math.nan if moment is None else seconds_at(moment, self._zone)
            for moment in self._moments(_given(values))
        ]
        return np.array(found, dtype=np.float64)

    def iso(self, values: Sequence[Any]) -> list[str | None]:
        """The values as ISO dates and times; what is no time stays as it is.

        Parameters
        ----------
        values : sequence
            Texts, numbers or dates; None, NaN and the like for missing values.

        Returns
        -------
        list of str or None
        """
        if self._plain(values) is not None:
            return [*values]
        values = _given(values)
        return [
            (None if value is None else str(value)) if moment is None else self._iso(value, moment)
            for value, moment in zip(values, self._moments(values), strict=True)
        ]

    def records(self, records: Sequence[Record]) -> list[Record]:
        """The records with their times as ISO dates and times.

        Parameters
        ----------
        records : sequence of Record
            Texts with their times.

        Returns
        -------
        list of Record
        """
        times = self.iso([record.time for record in records])
        return [
            record if record.time == time else record._replace(time=time)
            for record, time in zip(records, times, strict=True)
        ]

    def check(self, column: str, remedy: str = "choose another column") -> None:
        """Refuse a column in which nothing is a time.

        Parameters
        ----------
        column : str
            Its name, for the message.
        remedy : str, default="choose another column"
            What can be done.

        Raises
        ------
        InputError
            If nothing was understood.
        """
        if self.understood:
            return
        odd = f"; the first is {self._unread[0]}" if self._unread else ""
        if self._pattern is not None and self.given:
            found = f"none of {self.given:,} values is written as {self._pattern.written}{odd}"
            raise InputError(f"{column}: {found}; {remedy}")
        found = f"none of {self.given:,} values is a time{odd}" if self.given else "it is empty"
        raise InputError(f"{column}: {found}; {EXPECTED}; {remedy}")

    def lines(self) -> list[str]:
        """Describe for people how many times were understood, and what was decided.

        Returns
        -------
        list of str
            One line.
        """
        order = self.order.lines("--time-format day-first or month-first decides")
        return ["; ".join([self.counted(), *order])]

    def counted(self) -> str:
        """Say how many times were understood, and which were the first that were not.

        Returns
        -------
        str
        """
        if not self.given:
            return "times: none was given"
        odd = f", not {', '.join(self._unread)}" if self._unread else ""
        return f"times: {self.understood:,} of {self.given:,} understood{odd}"

    def _plain(self, values: Sequence[Any]) -> Array | None:
        """Seconds since 1970 if all values are ISO and written alike, which is most often so."""
        if self._pattern is not None or self._zone is not UTC or not len(values):
            return None
        found = plain_seconds(values)
        if found is not None:
            self.given += len(found)
            self.understood += len(found)
        return found

    def _moments(self, values: Sequence[Any]) -> list[Moment | None]:
        found = [self._read(value) for value in values]
        if not all(map(self.order.knows, found)):
            self.order.decide(found if self.whole is None else map(self._read, self.whole()))
        moments = [self.order.resolved(m) if isinstance(m, DayMonth) else m for m in found]
        given = len(values) - sum(value is None for value in values)
        self.given += given
        self.understood += len(moments) - (missing := moments.count(None))
        if missing > len(values) - given and len(self._unread) < QUOTED:
            self._quote(values, moments)
        return moments

    def _quote(self, values: Sequence[Any], moments: Sequence[Moment | None]) -> None:
        for value, moment in zip(values, moments, strict=True):
            odd = "" if moment is not None or value is None else f"{value!r:.40}"
            if odd and odd not in self._unread and len(self._unread) < QUOTED:
                self._unread.append(odd)

    def _read(self, value: Any) -> Moment | DayMonth | None:
        if self._pattern is None or not isinstance(value, str):
            return moment_of(value)
        return self._pattern.moment(value)

    def _iso(self, value: Any, moment: Moment) -> str:
        if isinstance(moment, datetime) and moment.tzinfo is None and self._zone is not UTC:
            return moment.replace(tzinfo=self._zone).isoformat()
        # Most values are ISO already; weeks become their first day.
        kept = type(value) is str and "W" not in value and iso_moment(value)
        return value if kept else moment.isoformat()


def _given(values: Sequence[Any]) -> list[Any]:
    """The values, None where there is none: an empty cell, NaN, NULL, ..."""
    return [None if _is_missing(value) else value for value in values]


def _is_missing(value: Any) -> bool:
    text = value if isinstance(value, str) else str(value)
    return len(text) < SHORTEST and ((bare := text.strip()) in NO_VALUE or not bare)
