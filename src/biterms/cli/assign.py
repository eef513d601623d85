"""biterms assign: what each text is about."""

from __future__ import annotations

import csv as tables
import json as values
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer

from biterms.cli import options
from biterms.cli.source import Source, column
from biterms.cli.terminal import say, say_trouble
from biterms.text.records import Columns
from biterms.topics import load
from biterms.topics.assign import Assignment


def assign(
    model: options.Model,
    files: options.Files,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File to write; default: stdout.")
    ] = None,
    text: options.Text = None,
    id: options.Id = None,  # noqa: A002
    kind: options.Kind = None,
    strict: options.Strict = False,
    json: Annotated[bool, typer.Option("--json", help="JSON lines instead of CSV.")] = False,
) -> None:
    """Write id, topic, probability and the runner-up of each text; unclear ones are marked.

    [bold]Examples[/bold]

    biterms assign tweets.model new.csv --text body --id key -o topics.csv

    echo "late goal wins match" | biterms assign news.model -
    """
    known = load(model)
    source = Source(files, Columns(column(text), column(id)), kind, strict)
    with _opened(out) as stream:
        marked = _write(known.assign(source), stream, lines=json)
    say_trouble(source.trouble)
    if marked:
        say(f"{marked:,} texts are marked in the last column: no known word, short, or unclear")


def _write(rows: Iterable[Assignment], stream: TextIO, *, lines: bool) -> int:
    marked, writer = 0, tables.writer(stream)
    if not lines:
        writer.writerow(Assignment._fields)
    for row in rows:
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
    if path is None:
        yield sys.stdout
        return
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf8", newline="") as stream:
            yield stream
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
