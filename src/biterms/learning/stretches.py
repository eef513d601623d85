"""What a posterior holds of which lines of learning, also where it is a sum of others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple, Self

from biterms.errors import StoreError
from biterms.store import Fields

#: lines that are remembered; the earliest are forgotten if there are more
LINES = 1 << 14
_ID = re.compile("[0-9a-f]{16}", re.ASCII)


class Stretch(NamedTuple):
    """The minibatches of a line after the first ``begin``, up to ``end``.

    Parameters
    ----------
    line : str
        Id of the line of learning.
    begin, end : int
        Numbers of minibatches.
    times : int, default=1
        How often they are held; below zero if they were taken away without being there.
    """

    line: str
    begin: int
    end: int
    times: int = 1


@dataclass(frozen=True)
class Stretches:
    """How often each minibatch of each line of learning is held: a commutative group.

    Only the places where that number changes are kept, and these changes add up. None of them is
    zero, so what holds the same is equal, in whatever order it was added up.

    Parameters
    ----------
    jumps : mapping of (str, int) to int
        By how much the number changes after so many minibatches of a line.
    complete : bool
        Whether nothing else is held; files of earlier versions do not say.
    """

    jumps: Mapping[tuple[str, int], int] = field(default_factory=dict)
    complete: bool = True

    @classmethod
    def of(cls, *given: Stretch) -> Self:
        """What some stretches hold together."""
        jumps = Counter[tuple[str, int]]()
        for line, begin, end, times in given:
            jumps[line, begin] += times
            jumps[line, end] -= times
        return cls._bounded(jumps, complete=True)

    def __add__(self, other: Stretches) -> Stretches:
        """What both hold."""
        jumps = Counter(self.jumps)
        for point, jump in other.jumps.items():
            jumps[point] += jump
        return self._bounded(jumps, complete=self.complete and other.complete)

    def __neg__(self) -> Stretches:
        """What takes these away."""
        return Stretches({point: -jump for point, jump in self.jumps.items()}, self.complete)

    def __sub__(self, other: Stretches) -> Stretches:
        """What is left without those of the other."""
        return self + -other

    def __iter__(self) -> Iterator[Stretch]:
        """Stretches that are held equally often, line by line."""
        lines = dict[str, list[int]]()
        for line, step in self.jumps:
            lines.setdefault(line, []).append(step)
        for line, steps in lines.items():
            times = 0
            for begin, end in pairwise(sorted(steps)):
                times += self.jumps[line, begin]
                if times:
                    yield Stretch(line, begin, end, times)

    def shared(self, other: Stretches) -> Stretches:
        """What both hold, where each holds nothing twice."""
        return self.of(*(each._replace(times=1) for each in self + other if each.times > 1))

    def missing(self) -> Stretches:
        """What was taken away without being there."""
        return self.of(*(each._replace(times=-each.times) for each in self if each.times < 0))

    def present(self) -> Stretches:
        """The same without what is missing."""
        return self + self.missing()

    @classmethod
    def _bounded(cls, jumps: Mapping[tuple[str, int], int], *, complete: bool) -> Self:
        """Without zeros, and with no more than the latest lines."""
        jumps = {point: jump for point, jump in jumps.items() if jump}
        lines = [*dict.fromkeys(line for line, _ in jumps)]
        if len(lines) <= LINES:
            return cls(jumps, complete)
        gone = {*lines[:-LINES]}
        kept = {point: jump for point, jump in jumps.items() if point[0] not in gone}
        return cls(kept, complete=False)

    def to_setting(self) -> dict[str, Any]:
        """Changes by line and minibatch, for a model file."""
        jumps = [[*point, jump] for point, jump in self.jumps.items()]
        return {"complete": self.complete, "jumps": jumps}

    @classmethod
    def from_setting(cls, kept: Fields) -> Self:
        """Restore what `to_setting` returned.

        Raises
        ------
        StoreError
            If it is not made of ids, steps and changes that add up to zero.
        """
        given, complete, sums = kept.value("jumps"), kept.value("complete"), Counter[str]()
        if not isinstance(given, list) or type(complete) is not bool:
            raise StoreError(f"{kept.of} are {given!r:.60}, expected ids, steps and changes")
        jumps = dict(map(_jump, given))
        for (line, _), jump in jumps.items():
            sums[line] += jump
        if len(jumps) < len(given) or len(sums) > LINES or any(sums.values()):
            raise StoreError(f"{kept.of} do not say what is held of which line")
        return cls(jumps, complete)


def _jump(given: Any) -> tuple[tuple[str, int], int]:
    match given:
        case [str(line), int(step), int(jump)] if type(step) is type(jump) is int and jump:
            if _ID.fullmatch(line) and step >= 0:
                return (line, step), jump
    raise StoreError(f"what the posterior holds has {given!r:.60}, expected an id and two numbers")
