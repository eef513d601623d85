"""Some lines of a file that have been read and are handed out little by little."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from biterms.streams.source import Batch, Broken
from biterms.text.readers import Record
from biterms.text.readers.problems import BROKEN, LONG, LOST, NOT_TEXT

#: what makes a record a broken one; a line without a text is only passed over
REASONS = frozenset({BROKEN, LONG, LOST, NOT_TEXT})
#: characters of a broken record that are kept
MOST_DATA = 10_000


class Origin(NamedTuple):
    """What lines are called: the file, and what stands before the number of a line in an id.

    Parameters
    ----------
    file : str
        Name of the file, for people.
    prefix : str
        What stands before the number of a line that is used as an id.
    """

    file: str
    prefix: str = ""

    def broken(self, line: int, kind: str, why: str, data: str) -> Broken:
        """A record that could not be used."""
        reason = f"{kind}: {why}" if why else kind
        return Broken(f"{self.file}:{line}", reason, data[:MOST_DATA])


@dataclass
class Chunk:
    """Records of some lines, and where to go on after each of them.

    Parameters
    ----------
    first : int
        Number of the first line.
    starts : sequence of int
        The offset at which each line begins, and the one where the last line ends.
    records : list of Record
        The records.
    lines : sequence of int
        The line of each record.
    broken : list of (int, Broken)
        Lines that could not be used, in order.
    """

    first: int
    starts: Sequence[int]
    records: Sequence[Record] = ()
    lines: Sequence[int] = ()
    broken: list[tuple[int, Broken]] = field(default_factory=list)
    _given: int = 0

    def take(self, n: int) -> Handed:
        """The next records, at most `n`, with what is broken before the one after them."""
        end = min(self._given + n, len(self.records))
        last = self.first + len(self.starts) - 1
        line = self.lines[end] if end < len(self.records) else last
        records, self._given = self.records[self._given : end], end
        passed = [one for at, one in self.broken if at < line]
        del self.broken[: len(passed)]
        return Handed(records, passed, self.starts[line - self.first], line, line == last)


class Handed(NamedTuple):
    """Records that are handed out, and the offset and the line where to go on after them."""

    records: Sequence[Record]
    broken: list[Broken]
    offset: int
    line: int
    last: bool


@dataclass
class Taken:
    """What one poll has taken so far."""

    positions: dict[str, Any] = field(default_factory=dict)
    records: list[Record] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)

    def add(self, handed: Handed) -> None:
        """Records that were handed out."""
        self.records += handed.records
        self.broken += handed.broken

    def batch(self) -> Batch:
        """All of it."""
        return Batch(self.records, self.positions, self.broken)

    def __bool__(self) -> bool:
        return bool(self.records or self.broken or self.positions)
