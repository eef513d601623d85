"""CSV and TSV; a quote that is never closed costs its line, not the rest of the file."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from biterms.text.readers.batches import ChosenColumns, RowBatch, make_batch
from biterms.text.readers.lines import first_lines, numbered_lines
from biterms.text.readers.problems import BROKEN, JOINED, QUOTE, SHORT, ProblemLog
from biterms.text.readers.source import MAX_LINE, Source

# A row is (line, fields or None if they cannot be separated, whether there is a stray quote).
_Row = tuple[int, list[str] | None, bool]
#: what separates columns, the most usual first
_SEPARATORS = ",;\t|"
#: lines that show which of them does, and the share of them that must agree
_LOOKED_AT, _REGULAR = 50, 0.8
#: the first line with which spreadsheets tell each other the separator
_TOLD = re.compile(r'"?sep=([,;:|\t])"?\r*', re.IGNORECASE)


class Shape(NamedTuple):
    """Number of columns of a table, number of the text column, separator."""

    width: int
    text: int
    separator: str


class TableReader:
    """Reads tables; a semicolon, tab or bar takes the place of a comma if it fits better."""

    def __init__(self, separator: str) -> None:
        self._separator = separator

    def columns(self, source: Source) -> list[str]:
        """Read the first row that is not empty: names, if it is a header."""
        lines = first_lines(source, marked=True)
        return next(_filled(lines[is_told(lines) :], self._separator_in(lines)), [])

    def is_regular(self, source: Source) -> bool:
        """Whether the first lines have several columns, all of them the same number."""
        lines = first_lines(source, marked=True)
        return is_told(lines) or any(_separates(_few(lines), each) for each in _SEPARATORS)

    def batches(self, source: Source, chosen: ChosenColumns, log: ProblemLog) -> Iterator[RowBatch]:
        """Read the rows after the header."""
        shape, header = self.shape(source, chosen), chosen.header
        for rows in _blocks(source, shape, log):
            header = header and not _dropped_header(rows)
            yield _batch(rows, shape, chosen, log)

    def shape(self, source: Source, chosen: ChosenColumns) -> Shape:
        """What the first rows show of all others."""
        separator = self._separator_in(first_lines(source, marked=True))
        return Shape(len(self.columns(source)), chosen.keys[0], separator)

    def _separator_in(self, lines: list[str]) -> str:
        """Spreadsheets of many countries write semicolons, since their numbers have commas."""
        if self._separator != ",":
            return self._separator
        if told := _TOLD.fullmatch(lines[0]):
            return told[1]
        fitting = [other for other in _SEPARATORS if _separates(_few(lines), other)]
        if fitting:
            return fitting[0]
        line = next(filter(str.strip, lines), "")
        return next((other for other in _SEPARATORS if other in line), ",")


def is_told(lines: list[str]) -> bool:
    """Whether the first line is no row, but tells the separator."""
    return _TOLD.fullmatch(lines[0]) is not None


def batch_of(
    first: int, lines: list[str], table: tuple[Shape, ChosenColumns], log: ProblemLog, *, more: bool
) -> tuple[RowBatch, int, bool]:
    """The rows of some lines, of which the first has this number and begins a row.

    Parameters
    ----------
    first : int
        Number of the first line.
    lines : list of str
        The lines; their ends are marked, see `lines.line_blocks`.
    table : (Shape, ChosenColumns)
        The table.
    log : ProblemLog
        Where problems are counted.
    more : bool
        Whether the last row may go on in lines that come later.

    Returns
    -------
    RowBatch
        The rows.
    int
        Number of lines at the end to try again when there are more.
    bool
        Whether the header is still to come.
    """
    shape, chosen = table
    rows, left = _rows(first, lines, shape.separator, width=shape.width, more=more)
    header = chosen.header and not _dropped_header(rows)
    return _batch(rows, shape, chosen, log), len(left), header


def _dropped_header(rows: list[_Row]) -> bool:
    """Whether the rows held the header, the first that is not empty; it is taken out."""
    at = next((i for i, row in enumerate(rows) if row[1]), -1)
    if at >= 0:
        del rows[at]
    return at >= 0


def _few(lines: list[str]) -> list[str]:
    """The lines that are looked at; the last one may be cut off."""
    return lines[: min(len(lines) - 1, _LOOKED_AT) or 1]


def _separates(lines: list[str], separator: str) -> bool:
    """Whether nearly all rows have as many columns as the first one, of which there are several.

    A separator that stands before a space in the first row is one of a sentence.
    """
    rows = list(_filled(lines, separator))
    widths = [*map(len, rows)]
    if not widths or widths[0] < 2 or any(name.startswith(" ") for name in rows[0][1:]):
        return False
    return widths.count(widths[0]) >= _REGULAR * len(widths)


def _filled(lines: list[str], separator: str) -> Iterator[list[str]]:
    rows, _ = _rows(1, lines, separator, width=None, more=False)
    return (fields for _, fields, _ in rows if fields)


def _batch(rows: list[_Row], shape: Shape, chosen: ChosenColumns, log: ProblemLog) -> RowBatch:
    lines, usable = list[int](), list[Sequence[str | None]]()
    for row in rows:
        line, fields, stray = row
        # Most rows are well formed, and for them a call would be too slow.
        well_formed = fields and len(fields) == shape.width and not stray
        repaired = fields if well_formed else _repaired(row, shape, log)
        if repaired is not None:
            lines.append(line)
            usable.append(repaired)
    return make_batch(lines, chosen, lambda index: [fields[index] for fields in usable])


def _blocks(source: Source, shape: Shape, log: ProblemLog) -> Iterator[list[_Row]]:
    """Rows of one block after another; the lines of an unfinished row wait for the next block."""
    number, waiting = 1, list[str]()
    for begin, block in numbered_lines(source, log, marked=True):
        told = begin == 1 and is_told(block)
        first, lines = begin + told, block[told:]
        number = first - len(waiting)
        rows, left = _rows(number, waiting + lines, shape.separator, width=shape.width, more=True)
        number, waiting = first + len(lines) - len(left), left
        yield rows
    yield _rows(number, waiting, shape.separator, width=shape.width, more=False)[0]


def _rows(
    first: int, lines: list[str], separator: str, *, width: int | None, more: bool
) -> tuple[list[_Row], list[str]]:
    """Rows, and the lines to try again when `more` lines are there.

    A row may span lines only if its quotes are closed and followed by a separator and it has
    `width` columns. Otherwise its first line is read by itself, and reading continues at the next.
    """
    rows: list[_Row] = []
    at = 0
    while at < len(lines):
        begin = at
        reader = csv.reader(_lines_from(lines, begin), delimiter=separator, strict=True)
        try:
            for fields in reader:
                end = begin + reader.line_num
                if end - at > 1 and width is not None and len(fields) != width:
                    break
                rows.append((first + at, fields, False))
                at = end
            else:
                return rows, []
        except csv.Error:
            unfinished = begin + reader.line_num == len(lines)
            if more and unfinished and sum(map(len, lines[at:])) <= MAX_LINE:
                return rows, lines[at:]
        rows.append(_single_line(first + at, lines[at], separator))
        at += 1
    return rows, []


def _lines_from(lines: list[str], begin: int) -> Iterator[str]:
    """The lines with the ends that they have in the file, which are text inside quotes."""
    for i in range(begin, len(lines)):
        line = lines[i]
        yield line[:-1] if line.endswith("\r\r") else line + "\n"


def _single_line(number: int, line: str, separator: str) -> _Row:
    try:
        return number, next(csv.reader([line.rstrip("\r")], delimiter=separator), []), True
    except csv.Error:  # A field is longer than the csv module allows.
        return number, None, False


def _repaired(row: _Row, shape: Shape, log: ProblemLog) -> Sequence[str | None] | None:
    """As many fields as there are columns; None if it is unclear which field is which."""
    line, fields, stray = row
    width, text, separator = shape
    if fields is None:
        log.add(BROKEN, line, f"a field of more than {csv.field_size_limit():,} characters")
        return None
    if not fields:
        return [""] * max(width, 1)
    why = f"{len(fields)} columns, expected {width}"
    if stray:
        log.add(QUOTE, line)
    if any(fields[width:]) and text != width - 1:
        log.add(BROKEN, line, why)
        return None
    if any(fields[width:]):
        log.add(JOINED, line, why)
        return [*fields[:text], separator.join(fields[text:])]
    if text < len(fields) < width:
        log.add(SHORT, line, why)
    return [*fields, *[None] * (width - len(fields))]
