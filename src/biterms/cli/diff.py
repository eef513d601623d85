"""biterms diff: what became of the topics of a model in another one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from biterms.cli import options
from biterms.cli.terminal import say, show, write_json
from biterms.errors import SettingError


def diff(
    before: Annotated[
        Path, typer.Argument(metavar="BEFORE", help="The folder of a model.", show_default=False)
    ],
    after: Annotated[
        Path,
        typer.Argument(
            metavar="AFTER", help="That of a later state, or of another one.", show_default=False
        ),
    ],
    at: Annotated[
        str | None,
        typer.Option(
            metavar="<time>",
            help="Compare with BEFORE as it was then, such as 2026-11-01: the last state that "
            "`stream --states` kept.",
        ),
    ] = None,
    distance: Annotated[
        float,
        typer.Option(
            metavar="<float>",
            help="Topics that are farther apart (Hellinger, 0 to 1) are not matched by words.",
        ),
    ] = 0.8,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a picture.")] = None,
    json: options.Json = False,
) -> None:
    """Show which topics moved, grew, were born or died from one model to another.

    [bold]Examples[/bold]

    biterms diff monday.model tuesday.model

    biterms diff tweets.live tweets.live --at 2026-11-01 --svg changes.svg
    """
    from biterms import load

    if svg is not None and json:
        raise SettingError("--svg and --json are two ways to write it: leave one of them out")
    found = load(after).changes(since=load(before, at=at), distance=distance)
    if json:
        write_json(found.to_dicts())
        return
    show(str(found).splitlines())
    if svg is not None:
        _write(svg, found.svg())
        say(f"picture written to {svg}")


def _write(path: Path, picture: str) -> None:
    from biterms.store import atomic_file

    with atomic_file(str(path)) as file:
        file.write(picture)
