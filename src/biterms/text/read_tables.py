"""CSV and TSV. A quote that is never closed costs its own line, not the rest of the file."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from biterms.text.read_batches import Batch, Chosen, gathered
from biterms.text.read_blocks import MAX_LINE, Source
from biterms.text.read_lines import first_lines, numbered_lines
from biterms.text.records import BROKEN, JOINED, QUOTE, SHORT, Log


class _Row(NamedTuple):
    line: int
    fields: list[str] | None
    stray: bool = False


class Table:
    """A comma gives way to a semicolon, tab or bar when only that is in the first line."""

    def __init__(self, separator: str) -> None:
        self._separator = separator

    def columns(self, source: Source) -> list[str]:
        """The first row that is not empty: names, if it is a header."""
        lines = first_lines(source)
        rows, _ = _rows(1, lines, self._found(lines), width=0, more=False)
        return next((row.fields for row in rows if row.fields), [])

    def batches(self, source: Source, chosen: Chosen, log: Log) -> Iterator[Batch]:
        separator, width = self._found(first_lines(source)), len(self.columns(source))
        header = chosen.header
        for rows in _blocks(source, separator, width, log):
            if header and (at := next((i for i, row in enumerate(rows) if row.fields), -1)) >= 0:
                del rows[at]
                header = False
            checked = [(row.line, _fields(row, width, chosen, separator, log)) for row in rows]
            lines = [line for line, fields in checked if fields is not None]
            usable = [fields for _, fields in checked if fields is not None]
            yield gathered(lines, chosen, partial(_column, usable))

    def _found(self, lines: list[str]) -> str:
        line = next(filter(str.strip, lines), "")
        if self._separator != "," or "," in line:
            return self._separator
        return next((other for other in ";\t|" if other in line), ",")


def _column(rows: list[Sequence[str | None]], index: int) -> list[str | None]:
    return [row[index] for row in rows]


def _blocks(source: Source, separator: str, width: int, log: Log) -> Iterator[list[_Row]]:
    """Rows of one block after another; lines of a row that is not at its end yet wait."""
    number, waiting = 1, list[str]()
    for first, lines in numbered_lines(source, log):
        number = first - len(waiting)
        rows, left = _rows(number, waiting + lines, separator, width=width, more=True)
        number, waiting = first + len(lines) - len(left), left
        yield rows
    yield _rows(number, waiting, separator, width=width, more=False)[0]


def _rows(
    first: int, lines: list[str], separator: str, *, width: int, more: bool
) -> tuple[list[_Row], list[str]]:
    """Rows, and the lines to try again with `more`.

    A row may span lines only as the rules have it: quotes closed, followed by a separator, and
    `width` columns. Otherwise its first line is read alone, and reading goes on at the next line.
    """
    rows: list[_Row] = []
    at = 0
    while at < len(lines):
        begin = at
        reader = csv.reader(_fed(lines, begin), delimiter=separator, strict=True)
        try:
            for fields in reader:
                end = begin + reader.line_num
                if end - at > 1 and len(fields) != width:
                    break
                rows.append(_Row(first + at, fields))
                at = end
            else:
                return rows, []
        except csv.Error:
            unfinished = begin + reader.line_num == len(lines)
            if more and unfinished and sum(map(len, lines[at:])) <= MAX_LINE:
                return rows, lines[at:]
        rows.append(_alone(first + at, lines[at], separator))
        at += 1
    return rows, []


def _fed(lines: list[str], begin: int) -> Iterator[str]:
    return (lines[i] + "\n" for i in range(begin, len(lines)))


def _alone(number: int, line: str, separator: str) -> _Row:
    try:
        return _Row(number, next(csv.reader([line], delimiter=separator), []), stray=True)
    except csv.Error:  # a field beyond the limit of the csv module
        return _Row(number, None)


def _fields(
    row: _Row, width: int, chosen: Chosen, separator: str, log: Log
) -> Sequence[str | None] | None:
    """As many fields as there are columns; None when it is not clear which is which."""
    fields, text = row.fields, chosen.keys[0]
    if fields and len(fields) == width and not row.stray:
        return fields
    if fields is None:
        log.met(BROKEN, row.line, f"a field of more than {csv.field_size_limit():,} characters")
        return None
    if not fields:
        return [""] * max(width, 1)
    why = f"{len(fields)} columns, expected {width}"
    if row.stray:
        log.met(QUOTE, row.line)
    if any(fields[width:]) and text != width - 1:
        log.met(BROKEN, row.line, why)
        return None
    if any(fields[width:]):
        log.met(JOINED, row.line, why)
        return [*fields[:text], separator.join(fields[text:])]
    if text < len(fields) < width:
        log.met(SHORT, row.line, why)
    return [*fields, *[None] * (width - len(fields))]
