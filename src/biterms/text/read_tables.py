"""CSV and TSV. A quote that is never closed costs its own line, not the rest of the file."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from biterms.text.read_batches import Batch, Chosen, gathered
from biterms.text.read_blocks import MAX_LINE, Source
from biterms.text.read_lines import first_lines, numbered_lines
from biterms.text.records import BROKEN, JOINED, QUOTE, SHORT, Log

# (line, fields or None where they cannot be told, whether a quote is astray)
_Row = tuple[int, list[str] | None, bool]


class _Shape(NamedTuple):
    """How many columns, which of them is the text, and what is between them."""

    width: int
    text: int
    separator: str


class Table:
    """A comma gives way to a semicolon, tab or bar when only that is in the first line."""

    def __init__(self, separator: str) -> None:
        self._separator = separator

    def columns(self, source: Source) -> list[str]:
        """The first row that is not empty: names, if it is a header."""
        lines = first_lines(source)
        rows, _ = _rows(1, lines, self._found(lines), width=None, more=False)
        return next((fields for _, fields, _ in rows if fields), [])

    def batches(self, source: Source, chosen: Chosen, log: Log) -> Iterator[Batch]:
        names = self.columns(source)
        shape = _Shape(len(names), chosen.keys[0], self._found(first_lines(source)))
        header = chosen.header
        for rows in _blocks(source, shape, log):
            if header and (at := next((i for i, row in enumerate(rows) if row[1]), -1)) >= 0:
                del rows[at]
                header = False
            yield _batch(rows, shape, chosen, log)

    def _found(self, lines: list[str]) -> str:
        line = next(filter(str.strip, lines), "")
        if self._separator != "," or "," in line:
            return self._separator
        return next((other for other in ";\t|" if other in line), ",")


def _batch(rows: list[_Row], shape: _Shape, chosen: Chosen, log: Log) -> Batch:
    lines, usable = list[int](), list[Sequence[str | None]]()
    for row in rows:
        line, fields, stray = row
        # most rows are as they should be: no call for them
        right = fields and len(fields) == shape.width and not stray
        whole = fields if right else _mended(row, shape, log)
        if whole is not None:
            lines.append(line)
            usable.append(whole)
    return gathered(lines, chosen, lambda index: [fields[index] for fields in usable])


def _blocks(source: Source, shape: _Shape, log: Log) -> Iterator[list[_Row]]:
    """Rows of one block after another; lines of a row that is not at its end yet wait."""
    number, waiting = 1, list[str]()
    for first, lines in numbered_lines(source, log):
        number = first - len(waiting)
        rows, left = _rows(number, waiting + lines, shape.separator, width=shape.width, more=True)
        number, waiting = first + len(lines) - len(left), left
        yield rows
    yield _rows(number, waiting, shape.separator, width=shape.width, more=False)[0]


def _rows(
    first: int, lines: list[str], separator: str, *, width: int | None, more: bool
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
        rows.append(_alone(first + at, lines[at], separator))
        at += 1
    return rows, []


def _fed(lines: list[str], begin: int) -> Iterator[str]:
    return (lines[i] + "\n" for i in range(begin, len(lines)))


def _alone(number: int, line: str, separator: str) -> _Row:
    try:
        return number, next(csv.reader([line], delimiter=separator), []), True
    except csv.Error:  # a field beyond the limit of the csv module
        return number, None, False


def _mended(row: _Row, shape: _Shape, log: Log) -> Sequence[str | None] | None:
    """As many fields as there are columns; None when it is not clear which is which."""
    line, fields, stray = row
    width, text, separator = shape
    if fields is None:
        log.met(BROKEN, line, f"a field of more than {csv.field_size_limit():,} characters")
        return None
    if not fields:
        return [""] * max(width, 1)
    why = f"{len(fields)} columns, expected {width}"
    if stray:
        log.met(QUOTE, line)
    if any(fields[width:]) and text != width - 1:
        log.met(BROKEN, line, why)
        return None
    if any(fields[width:]):
        log.met(JOINED, line, why)
        return [*fields[:text], separator.join(fields[text:])]
    if text < len(fields) < width:
        log.met(SHORT, line, why)
    return [*fields, *[None] * (width - len(fields))]
