"""biterms evaluate: how good a model is on texts it has not learnt from."""

from __future__ import annotations

from typing import Annotated

import typer

from biterms.cli import options
from biterms.cli.reading import Reading, reads
from biterms.cli.terminal import accounted, show, write_json


@reads("text", "label")
def evaluate(
    model: options.Model,
    files: options.Files,
    top: Annotated[
        int, options.whole(least=2, most=1000, help="Top words of each topic to measure.")
    ] = 10,
    reference: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Other texts for NPMI to count in; may be repeated."),
    ] = None,
    window: Annotated[
        int | None,
        options.whole(
            least=1,
            most=1_000_000_000,
            help="NPMI counts in windows of this many words instead of in texts.",
        ),
    ] = None,
    json: options.Json = False,
    *,
    reading: Reading,
) -> None:
    """Measure LPP, NPMI and diversity; with --label also purity and NMI.

    [bold]Examples[/bold]

    biterms evaluate news.model test.jsonl --label section

    biterms evaluate news.model test.txt --reference wikipedia.txt.gz --window 10
    """
    from biterms import load
    from biterms.cli.measured import measured

    known = load(model)
    source, counted = reading.source(files), reading._replace(label=None).source(reference or [])
    with accounted(source, counted):
        found = measured(
            known,
            source,
            labels=reading.label is not None,
            reference=counted if reference else None,
            window=window,
            top=top,
        )
    if json:
        write_json(found.as_dict())
    else:
        show(found.lines())
