"""Texts on their way into a model: their times become ISO dates, with an account of it."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from biterms.errors import TimeWarning
from biterms.text.readers import Record, Trouble
from biterms.text.readers.frames import can_be_read_again
from biterms.text.times import TimeColumn
from biterms.text.times.column import EXPECTED
from biterms.topics.handed_in import Beside, records_of
from biterms.topics.texts import TEXTS_AT_ONCE, lists
from biterms.topics.times import remember, written_times

REMEDY = "give dates of Python, NumPy or pandas (pandas.to_datetime reads other ways of writing)"


class Dated:
    """Reads the times of texts, and says what was not understood.

    Texts that have a `TimeColumn` as ``times``, as files of the command line do, have read their
    times with it already, and have said what there is to say of single ones.

    Parameters
    ----------
    texts : iterable of str or Record, data frame or column of one
        The texts.
    beside : Beside
        What stands beside them.
    facts : mapping
        What the model remembers of the times before.
    strict : bool
        Whether it is an error if no time is understood. A stream that has been recorded goes on: a
        document without a time has that of its arrival.
    """

    def __init__(
        self, texts: Any, beside: Beside, facts: Mapping[str, Any], *, strict: bool = True
    ) -> None:
        self._strict = strict
        own = getattr(texts, "times", None)
        self._column = own if isinstance(own, TimeColumn) else TimeColumn()
        remember(self._column, facts)
        self._read_before = self._column is own
        self._named = beside.times
        if not self._read_before and can_be_read_again(texts) and _again(beside.times):
            self._column.whole = lambda: written_times(records_of(texts, beside, Trouble()))

    def records(self, records: Iterator[str | Record]) -> Iterator[str | Record]:
        """The texts with ISO times.

        Raises
        ------
        InputError
            When the first of them is asked for, if none of the times of the first piece is one.
        """
        return records if self._read_before else chain.from_iterable(self._dated(records))

    def _dated(self, records: Iterator[str | Record]) -> Iterator[Iterable[str | Record]]:
        for n, piece in enumerate(lists(records)):
            dated = self._with_times(piece)
            some = self._column.given or len(piece) < TEXTS_AT_ONCE
            if n == 0 and some and self._strict:
                self.check()
            yield dated

    def _with_times(self, piece: list[str | Record]) -> Iterable[str | Record]:
        written = written_times(piece)
        if not any(written):
            return piece
        return [
            text._replace(time=time) if isinstance(text, Record) and text.time != time else text
            for text, time in zip(piece, self._column.iso(written), strict=True)
        ]

    def check(self) -> None:
        """Refuse times of which none was understood.

        Raises
        ------
        InputError
            If it is so; also if there is none where times were asked for.
        """
        if self._named is not None or self._column.given:
            named = isinstance(self._named, str | int)
            self._column.check(f"the column of times, {self._named}" if named else "times", REMEDY)

    def order(self) -> dict[str, bool]:
        """The fact about times that a model remembers, if it was needed; a guess is none."""
        return self._column.order.facts()

    def warn(self) -> None:
        """Say what was not understood, was guessed, or is written in another way than before.

        Warns
        -----
        TimeWarning
            If there is something to say.
        """
        doubts = [] if self._read_before else unsure(self._column, asked=self._named is not None)
        said = self._column.order.contradiction() + doubts
        if said:
            warnings.warn("; ".join([self._column.counted(), *said]), TimeWarning, stacklevel=3)


def unsure(column: TimeColumn, *, asked: bool) -> list[str]:
    """What was not understood of some times, which may have been asked for, and what is a guess."""
    unread = (asked and not column.understood) or column.understood < column.given
    said = [f"{EXPECTED}; the other texts have no time"] if unread else []
    order = column.order
    return said + (order.lines(REMEDY) if order.guessed and order.ambiguous else [])


def _again(times: Any) -> bool:
    """Whether times can be read twice: values, or those of a column of the texts."""
    return times is None or isinstance(times, str | int) or can_be_read_again(times)
