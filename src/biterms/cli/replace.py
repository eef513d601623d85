"""biterms replace: put a model in the place of another while everything goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from biterms.cli.terminal import say
from biterms.errors import SettingError


def replace(
    link: Annotated[
        Path, typer.Argument(metavar="LINK", help="The name that readers use: a link to a model.")
    ],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The folder of the new model.")],
    behind: Annotated[
        str,
        typer.Option(
            metavar="<span>|any",
            help="How much older its newest text may be than that of the model in place.",
        ),
    ] = "1min",
) -> None:
    """Put a model in the place of another while streams and readers go on.

    [bold]Examples[/bold]

    biterms replace current tickets.v2
    """
    from biterms.streams import replace as replace_by

    before = replace_by(link, new, behind=_seconds(behind))
    said = "" if before is None else f", and no longer to {before}"
    say(f"{link} leads to {new}{said}")


def _seconds(typed: str) -> float:
    from biterms.learning.span import span_seconds

    if typed == "any":
        return float("inf")
    try:
        return span_seconds(typed)
    except ValueError as error:
        raise SettingError(f"--behind {typed[:40]}: {error}, or any") from None
