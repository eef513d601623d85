"""The rows of cuts: what was observed of each text, at the position of the text."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, overload

import numpy as np

from biterms.kernels import Array
from biterms.streams.cut import Cut
from biterms.streams.observed import Assigned, Late, Observer
from biterms.streams.sinks.sink import Row, encodable
from biterms.text.readers import Record

#: digits of a probability
DIGITS = 6


class Rows(Sequence[Row]):
    """Rows that lie in columns: a sink that takes many at a time need not make each of them.

    Parameters
    ----------
    columns : sequence of list
        A list for each field of `Row`, in their order.
    """

    def __init__(self, columns: Sequence[list[Any]]) -> None:
        self.columns = columns

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Rows:
        """Rows in columns, unless they are so already."""
        if isinstance(rows, Rows):
            return rows
        return cls(
            [list(column) for column in zip(*rows, strict=True)] or [[] for _ in Row._fields]
        )

    def __len__(self) -> int:
        return len(self.columns[0])

    def __iter__(self) -> Iterator[Row]:
        return map(Row, *self.columns)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Rows: ...
    def __getitem__(self, at: int | slice) -> Row | Rows:
        if isinstance(at, slice):
            return Rows([column[at] for column in self.columns])
        return Row(*(column[at] for column in self.columns))


def rows_of(cuts: Sequence[Cut], seen: Observer, labels: Mapping[int, str]) -> Rows:
    """A row for each text of some cuts.

    Parameters
    ----------
    cuts : sequence of Cut
        The cuts that were learnt from together.
    seen : Observer
        What it saw: their texts in the same order, but for those that the model does not learn
        from because they came before, or too late.
    labels : mapping of int to str
        Labels of topics.

    Returns
    -------
    Rows
    """
    records = [*chain.from_iterable(cut.records for cut in cuts)]
    observed = seen.assigned()
    there = _there(cuts, records, observed, seen.late)
    topics, shares = np.full(len(records), -1), np.zeros(len(records))
    topics[there], shares[there] = observed.topics, observed.shares
    times = np.empty(len(records))
    times[there] = observed.times
    for i in np.flatnonzero(~there).tolist():
        times[i] = seen.times([records[i]])[0]
    named = dict(labels) | {-1: None}
    return Rows(
        [
            [step for step, n in _sizes(cuts) for _ in range(n)],
            [place for _, n in _sizes(cuts) for place in range(n)],
            _ids(records),
            [None if topic < 0 else topic for topic in topics.tolist()],
            [named.get(topic) for topic in topics.tolist()],
            np.round(shares, DIGITS).tolist(),
            times.tolist(),
        ]
    )


def _sizes(cuts: Sequence[Cut]) -> Iterator[tuple[int, int]]:
    return ((cut.step, len(cut.records)) for cut in cuts)


def _ids(records: Sequence[Record]) -> list[str]:
    ids = [record.id for record in records]
    return ids if "".join(ids).isascii() else [*map(encodable, ids)]


def _there(cuts: Sequence[Cut], records: Sequence[Record], observed: Assigned, late: Late) -> Array:
    """Which texts were observed, in their order; nearly always all of them."""
    if len(observed.topics) == len(records):
        return np.ones(len(records), dtype=bool)
    positions = ((step, place) for step, n in _sizes(cuts) for place in range(n))
    there, waiting = np.zeros(len(records), dtype=bool), deque(observed.records)
    for i, (position, record) in enumerate(zip(positions, records, strict=True)):
        if waiting and position not in late.places and _same(waiting[0], record):
            there[i] = True
            waiting.popleft()
    return there


def _same(one: str | Record, other: Record) -> bool:
    """Whether two texts are the same; times may have been written in another way since."""
    return isinstance(one, Record) and one[:2] == other[:2]
