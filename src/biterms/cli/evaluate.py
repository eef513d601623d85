"""biterms evaluate: how good a model is, and which number of topics is best."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from biterms.cli import options
from biterms.cli.reading import Reading, reads
from biterms.cli.terminal import accounted, show, write_json
from biterms.errors import SettingError

MOST_NUMBERS, MOST_SEEDS = 100, 100


@reads("text", "label")
def evaluate(
    given: Annotated[
        list[str],
        typer.Argument(
            metavar="[MODEL] FILE",
            help="A folder that `fit` wrote, and texts. With --topics the model may be left out; "
            "if it is there, its settings are used.",
            show_default=False,
        ),
    ],
    topics: Annotated[
        str | None,
        typer.Option(
            "--topics",
            "-k",
            metavar="<int>,<int>,...",
            help="Learn models with these numbers of topics, and recommend one.",
        ),
    ] = None,
    seeds: Annotated[
        int,
        options.whole(
            least=1, most=MOST_SEEDS, help="With --topics, models learnt with each number."
        ),
    ] = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="With --topics, picture of the curve: .svg, .png or .html."
        ),
    ] = None,
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
    quiet: options.Quiet = False,
    *,
    reading: Reading,
) -> None:
    """Measure LPP, NPMI and diversity of a model, or try several numbers of topics.

    [bold]Examples[/bold]

    biterms evaluate news.model test.jsonl --label section

    biterms evaluate news.model test.txt --reference wikipedia.txt.gz --window 10

    biterms evaluate tweets.jsonl --topics 10,20,50,100,200 -o topics.svg
    """
    from biterms import load
    from biterms.cli.measured import measured
    from biterms.cli.sweep import sweep

    if topics is not None:
        if reference or window is not None or reading.label is not None or top != 10:
            raise SettingError(
                "--topics tries numbers of topics: leave --label, --top, --reference and --window "
                "out"
            )
        sweep(given, read_numbers(topics), seeds, reading, out=out, json=json, quiet=quiet)
        return
    if out is not None or seeds != 1:
        raise SettingError("--out and --seeds are for several numbers of topics: add --topics")
    model, *files = given
    if not files:
        raise SettingError(
            f"{model} alone: expected a model and files of texts, or texts and --topics 10,20,50"
        )
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


def read_numbers(typed: str) -> list[int]:
    """The numbers of topics as they were typed.

    Raises
    ------
    SettingError
        If they are no whole numbers, out of range, or too many.
    """
    parts = [part.strip() for part in typed[:10_000].split(",")]
    numbers = [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 10]
    inside = all(1 <= number <= options.MOST_TOPICS for number in numbers)
    if len(numbers) < len(parts) or not inside or len(numbers) > MOST_NUMBERS:
        raise SettingError(
            f"--topics {typed[:40]}: expected at most {MOST_NUMBERS} whole numbers from 1 to "
            f"{options.MOST_TOPICS}, such as 10,20,50,100"
        )
    return numbers
