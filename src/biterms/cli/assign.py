"""biterms assign: what each text is about."""

from __future__ import annotations

import csv as tables
import json as values
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from biterms.cli import options
from biterms.cli.place import check_file
from biterms.cli.reading import Reading, reads
from biterms.cli.terminal import accounted, for_programs, say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from biterms.topics.assign import Assignment


@reads("text", "id")
def assign(
    model: options.Model,
    files: options.Files,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File to write; default: stdout.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON lines instead of CSV.")] = False,
    *,
    reading: Reading,
) -> None:
    """Write id, topic, probability and the runner-up of each text; unclear ones are marked.

    [bold]Examples[/bold]

    biterms assign tweets.model new.csv --text body --id key -o topics.csv

    echo "late goal wins match" | biterms assign news.model -
    """
    from biterms import load

    known = load(model)
    source = reading.source(files)
    source.none = None  # no texts, no lines
    with accounted(source.trouble), _opened(out) as stream:
        marked = _write(known.assign(source), stream, lines=json)
    if marked:
        say(f"{marked:,} texts are marked in the last column: no known word, short, or unclear")


def _write(rows: Iterable[Assignment], stream: TextIO, *, lines: bool) -> int:
    from biterms.topics.assign import Assignment

    marked, writer = 0, tables.writer(stream, lineterminator="\n")
    rest = iter(rows)
    begin = [*islice(rest, 1)]  # errors of reading come before the header
    if not lines:
        writer.writerow(Assignment._fields)
    for row in chain(begin, rest):
        marked += bool(row.note)
        if lines:
            stream.write(values.dumps(row._asdict(), ensure_ascii=False) + "\n")
        else:
            shown = row._replace(
                probability=round(row.probability, 4),
                second_probability=round(row.second_probability, 4),
            )
            writer.writerow(shown)
    return marked


@contextmanager
def _opened(path: Path | None) -> Iterator[TextIO]:
    """The file appears under its name when it is whole."""
    if path is None or str(path) == "-":
        yield for_programs()
        return
    check_file(path)
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with part.open("x") as stream:
            yield for_programs(stream)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
