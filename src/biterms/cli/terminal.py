"""What commands write: results to stdout, everything else to stderr."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from biterms.text.readers import Trouble


class Interrupted(BaseException):
    """Ctrl-C. Not KeyboardInterrupt, which typer takes for itself."""


def say(line: str) -> None:
    """A remark for the person at the terminal."""
    print(line, file=sys.stderr, flush=True)


@contextmanager
def accounted(*troubles: Trouble) -> Iterator[None]:
    """What was wrong with the files, if anything, is said at the end, also that of a failure."""
    try:
        yield
    finally:
        for trouble in troubles:
            for line in trouble.lines():
                say(line)


def for_programs(stream: TextIO | None = None) -> TextIO:
    """Stdout, or another stream, as UTF-8 whatever the terminal speaks."""
    out = sys.stdout if stream is None else stream
    if isinstance(out, TextIOWrapper):
        out.reconfigure(encoding="utf8", errors="backslashreplace", newline="\n")
    return out


def write_json(value: Any) -> None:
    """One JSON value with a newline."""
    out = for_programs()
    json.dump(value, out, ensure_ascii=False, indent=2, allow_nan=False)
    out.write("\n")


def write_csv(rows: Sequence[Mapping[str, Any]]) -> None:
    """A header and a line per row."""
    writer = csv.DictWriter(for_programs(), list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
