"""Which documents are learnt from where and when: it depends on their number alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from biterms.cluster.schedules import Lanes
from biterms.kernels import Array


class Chosen(NamedTuple):
    """The documents of the anchor.

    Parameters
    ----------
    n, total : int
        How many of how many they are.
    spread : bool
        Whether they are spread evenly over all; otherwise they are the first.

    Examples
    --------
    >>> Chosen(4, 10, True).within(0, 10)
    array([0, 2, 5, 7])
    >>> Chosen(4, 10, False).within(2, 10)
    array([2, 3])
    """

    n: int
    total: int
    spread: bool

    def within(self, begin: int, end: int) -> Array:
        """Those from ``begin`` to ``end`` of all documents."""
        if not self.spread:
            return np.arange(begin, max(begin, min(end, self.n)))
        first, last = self._before(begin), self._before(end)
        return np.arange(first, last) * self.total // self.n

    def n_within(self, begin: int, end: int) -> int:
        """How many there are from ``begin`` to ``end``."""
        if self.spread:
            return self._before(end) - self._before(begin)
        return max(0, min(end, self.n) - begin)

    def _before(self, place: int) -> int:
        return -(-place * self.n // self.total)


class Slice(NamedTuple):
    """Documents ``begin`` to ``end`` of a partition, whose first is number ``offset`` of all."""

    partition: int
    offset: int
    begin: int
    end: int

    def within(self) -> tuple[int, int]:
        """Where it is among all documents."""
        return self.offset + self.begin, self.offset + self.end

    def chosen(self, chosen: Chosen) -> Array:
        """Documents of the anchor in it, counted from the first of the partition."""
        return chosen.within(*self.within()) - self.offset

    def others(self, chosen: Chosen) -> Array:
        """All other documents in it, likewise."""
        docs = np.arange(self.begin, self.end)
        return np.setdiff1d(docs, self.chosen(chosen), assume_unique=True)

    def n_others(self, chosen: Chosen) -> int:
        """How many these are."""
        return self.end - self.begin - chosen.n_within(*self.within())


class Lane(NamedTuple):
    """Documents that one worker learns from by itself.

    Parameters
    ----------
    number : int
        By which its statistics are known.
    slices : tuple of Slice
        Where its documents are; most lanes are of one partition.
    n_docs : int
        How many there are.
    """

    number: int
    slices: tuple[Slice, ...]
    n_docs: int


class Layout(NamedTuple):
    """The documents of the anchor, and all others in the order in which they are learnt.

    Parameters
    ----------
    chosen : Chosen
        Which documents the anchor is made of.
    anchor : list of Slice
        Where they are.
    lanes : list of Lane
        The others.
    """

    chosen: Chosen
    anchor: list[Slice]
    lanes: list[Lane]

    @classmethod
    def of(cls, sizes: Sequence[int], schedule: Lanes) -> Layout:
        """Divide the documents of partitions.

        A lane has documents of one partition, as far as possible, since they are on one worker.
        Lanes that follow each other are of different partitions, so that different workers have
        them.

        Parameters
        ----------
        sizes : sequence of int
            Documents of each partition.
        schedule : Lanes
            The settings.
        """
        whole = partitions(sizes)
        total = sum(sizes)
        chosen = Chosen(min(schedule.anchor, total), max(1, total), schedule.spread)
        anchor = [some for some in whole if chosen.n_within(*some.within())]
        pieces = [list(_cut(some, chosen, schedule.lane)) for some in whole]
        order = (
            some[at] for at in range(max(map(len, pieces))) for some in pieces if at < len(some)
        )
        lanes = [
            Lane(number, tuple(some), sum(each.n_others(chosen) for each in some))
            for number, some in enumerate(_together(order, chosen, schedule.lane))
        ]
        return cls(chosen, anchor, lanes)

    def rounds(self, growth: float) -> Iterator[list[Lane]]:
        """The lanes of each round."""
        learnt, at = self.chosen.n, 0
        while at < len(self.lanes):
            end, docs = at + 1, self.lanes[at].n_docs
            while end < len(self.lanes) and docs + self.lanes[end].n_docs <= growth * learnt:
                docs += self.lanes[end].n_docs
                end += 1
            yield self.lanes[at:end]
            learnt, at = learnt + docs, end


def partitions(sizes: Sequence[int]) -> list[Slice]:
    """All documents of each partition."""
    offsets = pairwise(accumulate(sizes, initial=0))
    return [Slice(i, begin, 0, end - begin) for i, (begin, end) in enumerate(offsets)]


def ranges(whole: Sequence[Slice], begin: int, end: int) -> list[Slice]:
    """Where the documents ``begin`` to ``end`` of all are."""
    found = []
    for some in whole:
        first, last = (min(max(at - some.offset, 0), some.end) for at in (begin, end))
        if first < last:
            found.append(some._replace(begin=first, end=last))
    return found


def _cut(some: Slice, chosen: Chosen, lane: int) -> Iterator[Slice]:
    """A partition in equal slices of about as many documents as a lane has."""
    n_docs = some.n_others(chosen)
    if n_docs:
        begin = some.begin if chosen.spread else some.end - n_docs
        cuts = np.linspace(begin, some.end, max(1, round(n_docs / lane)) + 1).astype(int)
        slices = (some._replace(begin=begin, end=end) for begin, end in pairwise(cuts.tolist()))
        yield from (each for each in slices if each.n_others(chosen))


def _together(slices: Iterable[Slice], chosen: Chosen, most: int) -> Iterator[list[Slice]]:
    """Small slices in a row as one lane."""
    group, docs = list[Slice](), 0
    for some in slices:
        n = some.n_others(chosen)
        if group and docs + n > most:
            yield group
            group, docs = [], 0
        group.append(some)
        docs += n
    if group:
        yield group
