"""Options that several commands share."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

#: Limits of what a model file holds.
MOST_TOPICS, MOST_PASSES, MOST_THREADS = 10**6, 10**6, 1 << 10
#: Counts of words and texts fit into 32 bits.
MAX_WHOLE = 2**31 - 1


def whole(*names: str, least: int, most: int, other: str | None = None, **more: Any) -> Any:
    """Declare an option that is a whole number in a range, both ends included, or one word."""
    words = "" if other is None else f", or {other}"

    def number(text: str) -> int | str:
        if text == other:
            return text
        with suppress(ValueError):
            if least <= (found := int(text)) <= most:
                return found
        raise typer.BadParameter(f"{text}, expected a whole number from {least} to {most}{words}")

    metavar = "<int>" if other is None else f"<int>|{other}"
    return typer.Option(*names, parser=number, metavar=metavar, **more)


Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="Texts: .txt (one per line), .csv, .tsv, .jsonl, .parquet, also with .gz; - is stdin.",
        show_default=False,
    ),
]
Model = Annotated[
    Path,
    typer.Argument(metavar="MODEL", help="A folder that `fit` wrote.", show_default=False),
]
LiveModel = Annotated[
    Path,
    typer.Argument(
        metavar="MODEL",
        help="The folder of a live model, which `stream` wrote.",
        show_default=False,
    ),
]
At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="<time>",
        help="The model as it was then, such as 2026-11-01 or '2026-11-01 12:30' (UTC): the last "
        "state that `stream --states` kept.",
    ),
]
Text = Annotated[
    str | None,
    typer.Option(
        "--text",
        help="Column of the text: its name, or its number from 0 in a table without a header; "
        "a name made of digits needs quotes, '\"0\"'. Default: text, title, message, ...",
        rich_help_panel="Columns",
    ),
]
Id = Annotated[
    str | None,
    typer.Option(
        "--id",
        help="Column of the id. Default: the column named id, or else the line number.",
        rich_help_panel="Columns",
    ),
]
Time = Annotated[
    str | None, typer.Option("--time", help="Column of the time.", rich_help_panel="Columns")
]
TimeFormat = Annotated[
    str | None,
    typer.Option(
        "--time-format",
        help="How times are written: day-first, month-first, or a pattern such as "
        "'%d.%m.%Y %H:%M'. Default: it is found.",
        rich_help_panel="Columns",
    ),
]
TimeZone = Annotated[
    str | None,
    typer.Option(
        "--time-zone",
        help="Zone of times that have none, such as Europe/Berlin. Default: UTC.",
        rich_help_panel="Columns",
    ),
]
Label = Annotated[
    str | None, typer.Option("--label", help="Column of a known class.", rich_help_panel="Columns")
]
Kind = Annotated[
    str | None,
    typer.Option("--kind", help="Format, if not by file name: txt, csv, tsv, jsonl or parquet."),
]
Encoding = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        help="Encoding of the files, such as utf-8, utf-16 or windows-1252. Default: it is found.",
    ),
]
Strict = Annotated[
    bool,
    typer.Option("--strict", help="Stop at the first broken line; otherwise they are counted."),
]
Seed = Annotated[int, whole(least=0, most=2**32 - 1, help="The same seed gives the same topics.")]
Json = Annotated[bool, typer.Option("--json", help="Write JSON.")]
Csv = Annotated[bool, typer.Option("--csv", help="Write CSV.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]
