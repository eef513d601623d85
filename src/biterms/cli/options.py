"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from biterms.errors import SettingError

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Texts: .txt (one per line), .csv, .tsv, .jsonl, .parquet, each also .gz; - is stdin.",
        show_default=False,
    ),
]
Model = Annotated[
    Path,
    typer.Argument(metavar="MODEL", help="A folder that `fit` has written.", show_default=False),
]
Text = Annotated[
    str | None,
    typer.Option(
        "--text",
        help="Column of the text: its name, or its place from 0 in a table without a header; "
        "a name of digits in quotes, '\"0\"'. Default: text, title, message, ...",
        rich_help_panel="Columns",
    ),
]
Id = Annotated[
    str | None,
    typer.Option(
        "--id",
        help="Column of the id. Default: the column id, else the number of the line.",
        rich_help_panel="Columns",
    ),
]
Time = Annotated[
    str | None, typer.Option("--time", help="Column of the time.", rich_help_panel="Columns")
]
Label = Annotated[
    str | None, typer.Option("--label", help="Column of a known class.", rich_help_panel="Columns")
]
Kind = Annotated[
    str | None,
    typer.Option("--kind", help="txt, csv, tsv, jsonl or parquet, when the name does not say."),
]
Strict = Annotated[
    bool, typer.Option("--strict", help="Stop at the first broken line instead of counting it.")
]
Json = Annotated[bool, typer.Option("--json", help="JSON, for programs.")]
Csv = Annotated[bool, typer.Option("--csv", help="CSV, for programs.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")]


def check_between(option: str, value: int, least: int, most: int) -> None:
    """Refuse a number that nothing can be done with, before anything is read."""
    if not least <= value <= most:
        raise SettingError(f"{option} {value}: expected a whole number from {least} to {most}")


def check_seed(seed: int) -> None:
    """Seeds are what the generator of random numbers takes."""
    check_between("--seed", seed, 0, 2**32 - 1)
