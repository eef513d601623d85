"""biterms report: a model as one HTML page."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from biterms.cli import options
from biterms.cli.reading import Reading, reads
from biterms.cli.terminal import accounted, say

if TYPE_CHECKING:
    from biterms.topics.periods import Freq


@reads("text", "time", "label")
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
    texts: Annotated[
        list[str] | None,
        typer.Option(
            "--texts",
            metavar="<file>",
            help="Count topics over time and by class, and draw the map of texts, over all texts "
            "of this file, such as those learnt from; may be given several times.",
        ),
    ] = None,
    every: Annotated[
        str,
        typer.Option(
            metavar="<period>",
            help="Periods over time: hour, day, week, month, quarter or year; auto gives 60 at "
            "most.",
        ),
    ] = "auto",
    at: options.At = None,
    *,
    reading: Reading,
) -> None:
    """Write one page that works offline: headline, themes, maps, time, classes, search, quality.

    [bold]Examples[/bold]

    biterms report tweets.model -o tweets.html

    biterms report tweets.model --texts tweets.jsonl --time date --label party -o tweets.html

    biterms report news.model test.csv --label section --title "The news"
    """
    from biterms import load
    from biterms.cli.measured import measured
    from biterms.store import check_file
    from biterms.topics.periods import check_freq

    check_file(out)
    check_freq(every)
    known = load(model, at=at)
    quality = None
    if files:
        source = reading.source(files)
        with accounted(source):
            quality = measured(known, source, labels=reading.label is not None)
        for note in quality.notes:
            say(note)
    counted = reading.source(texts) if texts else None
    with accounted(counted) if counted else nullcontext():
        known.report(out, title=title, quality=quality, texts=counted, freq=cast("Freq", every))
    say(f"written to {out}: open it in a browser")
