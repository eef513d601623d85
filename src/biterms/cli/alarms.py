"""biterms alarms: stories that began in a stream."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from biterms.cli import options
from biterms.cli.terminal import show, write_json
from biterms.errors import SettingError

if TYPE_CHECKING:
    from biterms.streams import Alarm

Since = Annotated[
    str | None,
    typer.Option(
        metavar="<span>",
        help="Only those found within this time before now, such as 24h or 7d, or not over then.",
    ),
]


def alarms(model: options.LiveModel, since: Since = None, json: options.Json = False) -> None:
    """Show the alarms of a live model: what began, when, and with which words and texts.

    [bold]Examples[/bold]

    biterms alarms tweets.live --since 24h

    biterms alarms tweets.live --json
    """
    from biterms.streams import alarms as alarms_of

    found = alarms_of(model, None if since is None else time.time() - _seconds(since))
    if json:
        write_json([one._asdict() for one in found])
        return
    show(line for one in found for line in _lines(one))


def _lines(alarm: Alarm) -> list[str]:
    about = "" if alarm.topic is None else f" of topic {alarm.topic}"
    end = "" if alarm.ended is None else f", over {_moment(alarm.ended)}"
    what = (
        f"    found {_moment(alarm.time)}, since {_moment(alarm.since)}{end}; {alarm.documents:,} "
        f"texts, {alarm.ratio:.3g} times as frequent, strength {alarm.strength:.1f}"
    )
    head = f"{alarm.number}  {alarm.kind}{about}: {', '.join(alarm.words[:8])}"
    return [head, what, *(f"    {text['text']}" for text in alarm.texts)]


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def _seconds(since: str) -> float:
    from biterms.learning.span import span_seconds

    try:
        return span_seconds(since)
    except ValueError as error:
        raise SettingError(f"--since {since[:40]}: {error}") from None
