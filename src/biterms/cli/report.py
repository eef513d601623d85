"""biterms report: a model as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from biterms.cli import options
from biterms.cli.reading import Reading, reads
from biterms.cli.terminal import accounted, say


@reads("text", "label")
def report(
    model: options.Model,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="New texts to measure the quality on."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="HTML file to write.")] = Path(
        "topics.html"
    ),
    title: Annotated[str, typer.Option(help="Headline of the page.")] = "Topics",
    at: options.At = None,
    *,
    reading: Reading,
) -> None:
    """Write one page that works offline: map, words, pairs, examples, search, time, quality.

    [bold]Examples[/bold]

    biterms report tweets.model -o tweets.html

    biterms report news.model test.csv --label section --title "The news"
    """
    from biterms import load
    from biterms.cli.measured import measured
    from biterms.store import check_file

    check_file(out)
    known = load(model, at=at)
    quality = None
    if files:
        source = reading.source(files)
        with accounted(source):
            quality = measured(known, source, labels=reading.label is not None)
        for note in quality.notes:
            say(note)
    known.report(out, title=title, quality=quality)
    say(f"written to {out}: open it in a browser")
