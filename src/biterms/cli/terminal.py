"""What commands write: results to stdout, everything else to stderr, nothing hidden in it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from biterms.cli.source import TextFiles

#: Characters that move the cursor, change colours or turn the direction of writing.
_DIRECTIONS = "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_CONTROLS = re.compile(f"[\x00-\x1f\x7f-\x9f{_DIRECTIONS}]")
#: Those of them that JSON leaves as they are.
_LEFT_BY_JSON = re.compile(f"[\x7f-\x9f{_DIRECTIONS}]")
#: A spreadsheet takes a cell that begins like this for a formula and runs it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NEEDS_QUOTES = re.compile('[",\r\n]')


def visible(text: str) -> str:
    r"""Replace control characters by escapes such as ``\x1b``: no text can play with a terminal."""
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def say(line: str) -> None:
    """Write a remark for the person at the terminal to stderr."""
    print(visible(line), file=sys.stderr, flush=True)


def show(lines: Iterable[str]) -> None:
    """Write a result for the person at the terminal to stdout."""
    for line in lines:
        print(visible(line))


@contextmanager
def accounted(*sources: TextFiles) -> Iterator[None]:
    """Report at the end what there is to say of the files, also when the block fails."""
    try:
        yield
    finally:
        for source in sources:
            for line in source.lines():
                say(line)


def for_programs() -> TextIO:
    """Return stdout in UTF-8, whatever the encoding of the terminal is."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf8", errors="backslashreplace", newline="\n")
    return sys.stdout


def json_text(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON with its control characters escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    return _LEFT_BY_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def csv_line(cells: Iterable[Any], *, terminal: bool = False) -> str:
    """Return a line of CSV.

    A text that begins like a formula gets an apostrophe before it, so that a spreadsheet shows
    it and does not run it. On a terminal control characters are made visible.
    """
    return ",".join([_cell(cell, terminal) for cell in cells])


def _cell(value: Any, terminal: bool) -> str:
    if not isinstance(value, str):
        return "" if value is None else str(value)
    text = f"'{value}" if value.startswith(_FORMULA) else value
    text = visible(text) if terminal else text
    return '"' + text.replace('"', '""') + '"' if _NEEDS_QUOTES.search(text) else text


def write_json(value: Any) -> None:
    """Write one JSON value to stdout."""
    for_programs().write(json_text(value, indent=2) + "\n")


def write_csv(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] = ()) -> None:
    """Write a header and a line per row to stdout; without rows `columns` are the header."""
    out = for_programs()
    header = list(rows[0] if rows else columns)
    for row in ([header] if header else []) + [list(row.values()) for row in rows]:
        out.write(csv_line(row, terminal=out.isatty()) + "\n")
