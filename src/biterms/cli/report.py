"""biterms report: a model as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from biterms.browse.report import write_report
from biterms.cli import options
from biterms.cli.source import Source, column
from biterms.cli.terminal import say, say_trouble
from biterms.text.records import Columns
from biterms.topics import load
from biterms.topics.report import report_data


def report(
    model: options.Model,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE...]", help="New texts for the quality figures."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="HTML file to write.")] = Path(
        "topics.html"
    ),
    title: Annotated[str, typer.Option(help="Headline of the page.")] = "Topics",
    text: options.Text = None,
    label: options.Label = None,
    kind: options.Kind = None,
    strict: options.Strict = False,
) -> None:
    """Write one page that works offline: map, words, pairs, examples, search, time, quality.

    [bold]Examples[/bold]

    biterms report tweets.model -o tweets.html
    """
    known = load(model)
    quality = None
    if files:
        source = Source(files, Columns(column(text), label=column(label)), kind, strict)
        records = list(source)
        labels = [record.label for record in records] if label is not None else None
        quality = known.evaluate(records, labels)
        say_trouble(source.trouble)
    write_report(report_data(known, title=title, quality=quality), out)
    say(f"written to {out}: open it in a browser")
