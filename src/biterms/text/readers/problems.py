"""What was wrong with a file: problems are counted, or raised as errors in strict mode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from biterms.errors import InputError
from biterms.text.counted import n_texts
from biterms.text.readers.encodings import Encoding

# The line is left out.
BROKEN = "broken line"
LONG = "line too long"
MISSING = "text missing"
NOT_TEXT = "not a text"
EMPTY = "text empty"
LOST = "rows damaged"
# The line is kept.
INVALID = "invalid characters"
NUMBER = "number as text"
QUOTE = "stray quote"
SHORT = "columns missing"
JOINED = "separator in the last column"
NESTED = "list or object as id, time or label"
DAMAGED = "file damaged, read up to there"

LEFT_OUT = frozenset({BROKEN, LONG, MISSING, NOT_TEXT, EMPTY, LOST})
MAX_LOCATIONS = 3


class Location(NamedTuple):
    """A line of a file, or a row of a Parquet file.

    Parameters
    ----------
    file : str
        Name of the file.
    line : int
        Number of the line or row, from 1.

    Examples
    --------
    >>> import pandas as pd
    >>> from biterms import TopicModel
    >>> column = pd.Series(["late goal", None, "late goal", "late goal"])
    >>> TopicModel(1).fit(column).trouble_.locations["text missing"][0].line
    1
    """

    file: str
    line: int


@dataclass
class Trouble:
    """Summary of what was read and of every problem met, filled while reading.

    A line (in a table: a row) is kept or left out, and left out for one reason only. Problems
    outside ``LEFT_OUT`` do not remove a text, and a line may have several of them.

    Parameters
    ----------
    kept : int
        Number of texts read. It grows by blocks of lines, so it may be ahead of the records
        handed out so far.
    counts : dict of str to int
        Number of problems of each kind.
    locations : dict of str to list of Location
        The first few places of each kind of problem.
    encodings : dict of str to Encoding
        The encoding of each file that is not plain UTF-8, and how sure that is.

    Examples
    --------
    >>> import pandas as pd
    >>> from biterms import TopicModel
    >>> column = pd.Series(["late goal", None, "late goal", "late goal"])
    >>> TopicModel(1).fit(column).trouble_.counts
    {'text missing': 1}
    """

    kept: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    locations: dict[str, list[Location]] = field(default_factory=dict)
    encodings: dict[str, Encoding] = field(default_factory=dict)

    @property
    def left_out(self) -> int:
        """Number of lines that gave no text."""
        return sum(n for kind, n in self.counts.items() if kind in LEFT_OUT)

    @property
    def total(self) -> int:
        """Number of lines, kept or left out."""
        return self.kept + self.left_out

    def count(self, kind: str, location: Location, times: int = 1) -> None:
        """Add a problem.

        Parameters
        ----------
        kind : str
            Kind of problem.
        location : Location
            Where it was met first.
        times : int, default=1
            Number of lines with this problem.
        """
        self.counts[kind] = self.counts.get(kind, 0) + times
        first = self.locations.setdefault(kind, [])
        if len(first) < MAX_LOCATIONS:
            first.append(location)

    def lines(self) -> list[str]:
        """Describe for people what was decided and what was wrong, the most frequent first.

        Returns
        -------
        list of str
            One line per file that is not UTF-8, one in total and one per kind of problem; empty if
            there is nothing to say.
        """
        summary = [f"{file}: {encoding}" for file, encoding in self.encodings.items()]
        if not self.counts:
            return summary
        summary.append(f"{self.kept:,} of {n_texts(self.total)} read")
        for kind, n in sorted(self.counts.items(), key=lambda item: (-item[1], item[0])):
            first = ", ".join(f"{at.file}:{at.line}" for at in self.locations[kind])
            dots = ", ..." if n > len(self.locations[kind]) else ""
            removed = " left out" if kind in LEFT_OUT else ""
            summary.append(f"{kind}: {n:,}{removed} ({first}{dots})")
        return summary


@dataclass(frozen=True)
class ProblemLog:
    """Collects the problems of one file; with ``strict`` the first one is an error.

    Who wants to keep the lines that are left out gives ``left_out``, which is called with the kind
    of problem, the number of the line and what is wrong with it.
    """

    file: str
    trouble: Trouble
    strict: bool = False
    left_out: Callable[[str, int, str], None] | None = None

    def add(self, kind: str, line: int, why: str = "", times: int = 1) -> None:
        """Count a problem, or raise InputError if ``strict``; an empty text is never an error."""
        if self.strict and kind != EMPTY:
            raise InputError(
                f"{self.file}, line {line}: {kind}{f' ({why})' if why else ''}; "
                "correct it, or read without strict=True to have it counted"
            )
        self.trouble.count(kind, Location(self.file, line), times)
        if self.left_out is not None and kind in LEFT_OUT:
            self.left_out(kind, line, why)
