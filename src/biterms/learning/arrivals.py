"""How many documents of a stream came within a span of time, in little memory."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np

from biterms.kernels import Array
from biterms.store.record import array_field

#: of times that are nearer to each other than such a part of the span, some are left out
PARTS = 128


@dataclass(frozen=True, kw_only=True)
class Arrivals:
    """When the documents of a stream came, as far back as a span of time; it never changes.

    A document that is older than one before it counts as if it came with that one: what was learnt
    fades in the order in which documents come. So does one whose time is not known; before the
    first time that is known, it counts as if it came then.

    Parameters
    ----------
    times : tuple of float
        Seconds since 1970, increasing; the last is that of the newest document.
    before : tuple of int
        Documents that had come before each of these times.
    """

    times: Sequence[float] = array_field(("times",))
    before: Sequence[int] = array_field(("times",), dtype=np.int64, least=0)

    def __post_init__(self) -> None:
        if not isinstance(self.times, tuple):  # arrays, as they come from a file
            object.__setattr__(self, "times", tuple(np.asarray(self.times).tolist()))
            object.__setattr__(self, "before", tuple(np.asarray(self.before).tolist()))

    @classmethod
    def of(cls, times: Iterable[Array], span: float) -> Self:
        """The arrivals of a collection whose times are all known, in any order.

        Parameters
        ----------
        times : iterable of array
            The times, piece by piece, which are read twice; no piece is empty.
        span : float
            Seconds that must be looked back on.
        """
        newest = max(float(some.max()) for some in times)
        first, number = np.full(PARTS + 1, np.inf), np.zeros(PARTS + 1, dtype=np.int64)
        older = 0
        for some in times:
            within = some[some >= newest - span]
            older += len(some) - len(within)
            part = np.minimum((newest - within) * PARTS // span, PARTS).astype(np.int64)
            np.minimum.at(first, part, within)
            number += np.bincount(part, minlength=PARTS + 1)
        there = np.flatnonzero(number)[::-1]  # the oldest part has the largest number
        before = older + np.cumsum(number[there]) - number[there]
        return cls(times=tuple(first[there].tolist()), before=tuple(before.tolist()))

    def check(self, documents: int) -> None:
        """Refuse what no stream of so many documents leads to.

        Raises
        ------
        ValueError
            If times or numbers of documents are not in order.
        """
        rising = all(a < b for a, b in pairwise(self.times))
        counts = (*self.before, documents)
        if not self.times or not rising or any(a > b for a, b in pairwise(counts)):
            raise ValueError("the times at which its documents came are not in order")

    def after(self, time: float, documents: int, span: float) -> Arrivals:
        """Arrivals when documents have come at a time, or without one (NaN), after so many."""
        if not time > self.times[-1]:
            return self
        begin, end = bisect_left(self.times, time - span), len(self.times)
        if end - begin > 1 and time - self.times[-2] < span / PARTS:
            end -= 1
        return Arrivals(
            times=(*self.times[begin:end], time), before=(*self.before[begin:end], documents)
        )

    def within(self, span: float, documents: int) -> int:
        """How many of all documents came within a span of time before the newest.

        Those of the first 1/128 of the span may be left out.
        """
        return documents - self.before[bisect_left(self.times, self.times[-1] - span)]


def arrivals_after(
    before: Arrivals | None, times: Iterable[float], documents: Iterable[int], span: float
) -> list[Arrivals | None]:
    """The arrivals after each minibatch.

    Parameters
    ----------
    before : Arrivals or None
        Those before the first minibatch; None if no time is known.
    times : iterable of float
        The newest time in each minibatch, in seconds; NaN where none is known.
    documents : iterable of int
        Documents that had come before each minibatch.
    span : float
        Seconds that must be looked back on.

    Returns
    -------
    list of Arrivals or None
        None as long as no time is known.
    """
    found = []
    for time, n in zip(times, documents, strict=True):
        if before is not None:
            before = before.after(float(time), int(n), span)
        elif not math.isnan(time):
            before = Arrivals(times=(float(time),), before=(0,))
        found.append(before)
    return found
