"""What reading gives: records, and an account of everything that was not as it should be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from biterms.errors import InputError

# Left out: what is no document.
BROKEN = "broken line"
LONG = "line too long"
MISSING = "text missing"
NOT_TEXT = "not a text"
EMPTY = "text empty"
LOST = "rows damaged"
# Costs no text by itself.
INVALID = "invalid UTF-8"
NUMBER = "number as text"
QUOTE = "stray quote"
SHORT = "columns missing"
JOINED = "separator in the last column"
NESTED = "list or object as id, time or label"
DAMAGED = "file damaged, read up to there"

LEFT_OUT = frozenset({BROKEN, LONG, MISSING, NOT_TEXT, EMPTY, LOST})
MAX_PLACES = 3


@dataclass(frozen=True)
class Columns:
    """Which columns hold what: a name, or a number from 0 in tables and Parquet.

    Without a choice the text is the column with a usual name (text, title, message, ...), or the
    only one, and the id is the column ``id`` if there is one. A table whose columns
    are chosen by numbers alone has no header.
    """

    text: str | int | None = None
    id: str | int | None = None
    time: str | int | None = None
    label: str | int | None = None


class Record(NamedTuple):
    """One text; ``id`` is that of its column, else its line, else ``file:line`` of many files."""

    text: str
    id: str
    time: str | None
    label: str | None


class Place(NamedTuple):
    """Lines, and rows of Parquet, count from 1."""

    file: str
    line: int


@dataclass
class Trouble:
    """Grows while reading: how many texts were kept, and each kind of trouble with its places.

    A line (a row of a table) is kept or left out, for one reason; ``total`` is all of them. Kinds
    outside ``LEFT_OUT`` cost no text by themselves, and one line may be in several of them.
    ``kept`` grows by whole blocks, so it may be ahead of the records handed over.
    """

    kept: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    places: dict[str, list[Place]] = field(default_factory=dict)

    @property
    def left_out(self) -> int:
        return sum(n for kind, n in self.counts.items() if kind in LEFT_OUT)

    @property
    def total(self) -> int:
        return self.kept + self.left_out

    def count(self, kind: str, place: Place, times: int = 1) -> None:
        self.counts[kind] = self.counts.get(kind, 0) + times
        first = self.places.setdefault(kind, [])
        if len(first) < MAX_PLACES:
            first.append(place)

    def lines(self) -> list[str]:
        """The account for people; empty when there was no trouble."""
        if not self.counts:
            return []
        report = [f"{self.kept:,} of {self.total:,} texts read"]
        for kind, n in sorted(self.counts.items(), key=lambda item: (-item[1], item[0])):
            places = ", ".join(f"{place.file}:{place.line}" for place in self.places[kind])
            dots = ", ..." if n > len(self.places[kind]) else ""
            fate = " left out" if kind in LEFT_OUT else ""
            report.append(f"{kind}: {n:,}{fate} ({places}{dots})")
        return report


@dataclass(frozen=True)
class Log:
    """Where the reader of one file hands in its trouble; ``strict`` makes it an error."""

    file: str
    trouble: Trouble
    strict: bool = False

    def met(self, kind: str, line: int, why: str = "", times: int = 1) -> None:
        # an empty text is no damage
        if self.strict and kind != EMPTY:
            raise InputError(
                f"{self.file}, line {line}: {kind}{f' ({why})' if why else ''}; "
                "correct it, or read without strict to have it counted"
            )
        self.trouble.count(kind, Place(self.file, line), times)
