"""biterms digest: what a person should know of a stream."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from biterms.cli import options
from biterms.cli.terminal import say, show, write_json
from biterms.errors import SettingError


def digest(
    model: options.LiveModel,
    since: Annotated[
        str, typer.Option(metavar="<span>", help="How far back, from the newest text on.")
    ] = "24h",
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with pictures.")
    ] = None,
    json: options.Json = False,
) -> None:
    """Show what a person should know of a stream: what rises, fades, is new; alarms.

    [bold]Examples[/bold]

    biterms digest tweets.live

    biterms digest tweets.live --since 7d --html week.html
    """
    from biterms.streams import digest as digest_of

    if html is not None and json:
        raise SettingError("--html and --json are two ways to write it: leave one of them out")
    found = digest_of(model, since)
    if json:
        write_json(found.to_dict())
    elif html is not None:
        from biterms.report.digest_page import write_digest

        write_digest(found, html, title=Path(model).absolute().name)
        say(f"written to {html}: open it in a browser")
    else:
        show(str(found).splitlines())
