"""biterms report: a model as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from biterms.cli import options
from biterms.cli.place import check_file
from biterms.cli.terminal import accounted, say


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

    biterms report news.model test.csv --label section --title "The news"
    """
    from biterms import load
    from biterms.browse.report import write_report
    from biterms.cli.source import source_of
    from biterms.topics.report import report_data

    check_file(out)
    known = load(model)
    quality = None
    if files:
        source = source_of(files, text, None, None, label, kind=kind, strict=strict)
        with accounted(source.trouble):
            records = list(source)
            labels = [record.label for record in records] if label is not None else None
            quality = known.evaluate(records, labels)
    write_report(report_data(known, title=title, quality=quality), out)
    say(f"written to {out}: open it in a browser")
