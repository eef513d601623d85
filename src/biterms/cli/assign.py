"""biterms assign: the topic of each text."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from biterms.cli import options
from biterms.cli.reading import Reading, reads
from biterms.cli.terminal import accounted, csv_line, for_programs, json_text, say

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
    with_text: Annotated[
        bool, typer.Option("--with-text", help="Write each text, too, in the last column.")
    ] = False,
    at: options.At = None,
    json: Annotated[bool, typer.Option("--json", help="JSON lines instead of CSV.")] = False,
    *,
    reading: Reading,
) -> None:
    """Write the id, topic, label, probability and runner-up of each text; unclear ones are marked.

    [bold]Examples[/bold]

    biterms assign tweets.model new.csv --text body --id key -o topics.csv

    echo "late goal wins match" | biterms assign news.model -
    """
    from biterms import load

    opened = _opened(out)
    known = load(model, at=at)
    source = reading.source(files)
    source.none = None  # without texts there are no lines, and that is no error
    with accounted(source), opened as stream:
        rows = known.assign(source, with_text=with_text)
        marked = _write(rows, stream, lines=json, with_text=with_text)
    if marked:
        what = "1 text is" if marked == 1 else f"{marked:,} texts are"
        say(f"{what} marked in the column note: no known word, short, or unclear")


def _write(rows: Iterable[Assignment], stream: TextIO, *, lines: bool, with_text: bool) -> int:
    from biterms.topics.assign import Assignment

    marked, terminal, rest = 0, stream.isatty(), iter(rows)
    begin = [*islice(rest, 1)]  # errors of reading come before the header
    columns = Assignment._fields if with_text else Assignment._fields[:-1]
    if not lines:
        stream.write(csv_line(columns) + "\n")
    for row in chain(begin, rest):
        marked += bool(row.note)
        if lines:
            stream.write(json_text(dict(zip(columns, row, strict=False))) + "\n")
        else:
            shown = row._replace(
                probability=round(row.probability, 4),
                second_probability=round(row.second_probability, 4),
            )
            stream.write(csv_line(shown[: len(columns)], terminal=terminal) + "\n")
    return marked


def _opened(path: Path | None) -> AbstractContextManager[TextIO]:
    """Stdout, or a file that appears under its name when it is complete."""
    if path is None or str(path) == "-":
        return nullcontext(for_programs())
    from biterms.store import atomic_file, check_file

    check_file(path)
    return atomic_file(path)
