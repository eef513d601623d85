"""biterms status: how the stream of a live model is doing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from biterms.cli import options
from biterms.cli.terminal import for_programs, json_text, say, show, write_json
from biterms.errors import SettingError

if TYPE_CHECKING:
    from biterms.streams import Health

Dead = Annotated[
    bool,
    typer.Option(
        "--dead", help="Write the records that could not be used as JSON lines, with the reason."
    ),
]
Done = Annotated[
    str | None,
    typer.Option(
        "--done",
        metavar="N,N,...",
        help="Mark broken records as dealt with, by their numbers: they are not listed any more.",
    ),
]


Running = Annotated[
    bool, typer.Option("--running", help="Exit with code 3 unless a process follows the stream.")
]
MaxLag = Annotated[
    str | None,
    typer.Option(
        "--max-lag",
        metavar="<span>",
        help="Exit with code 3 if the newest text is older, such as 10min.",
    ),
]
#: the exit code of a check that was asked for and failed
FAILED = 3


def status(
    model: options.LiveModel,
    json: options.Json = False,
    running: Running = False,
    max_lag: MaxLag = None,
    dead: Dead = False,
    done: Done = None,
) -> None:
    """Show how the stream of a live model is doing: who follows, lag, rates, positions, trouble.

    [bold]Examples[/bold]

    biterms status tweets.live

    biterms status tweets.live --running --max-lag 10min > /dev/null || send-mail

    biterms status tweets.live --dead > dead.jsonl
    """
    from biterms.streams import mark_replayed

    most = None if max_lag is None else _seconds(max_lag)
    if done is not None:
        mark_replayed(model, _numbers(done))
    if dead:
        _write_dead(model)
        return
    found = show_health(model, json=json)
    failed = [
        what
        for what, bad in (
            ("nobody follows", running and not found.is_followed),
            (f"the newest text is older than {max_lag}", _is_late(found, most)),
        )
        if bad
    ]
    if failed:
        say(f"{model}: {', and '.join(failed)}")
        raise typer.Exit(FAILED)


def show_health(model: Path, *, json: bool = False) -> Health:
    """Show how a live model is doing."""
    from biterms.cli.status_lines import lines_of, object_of
    from biterms.streams import health

    found = health(model)
    if json:
        write_json(object_of(found))
    else:
        named = _labelled(model)
        show([*lines_of(found), *([f"named       {named}"] if named else [])])
    return found


def _is_late(found: Health, most: float | None) -> bool:
    return most is not None and (found.lag is None or found.lag > most)


def _seconds(typed: str) -> float:
    from biterms.learning.span import span_seconds

    try:
        return span_seconds(typed)
    except ValueError as error:
        raise SettingError(f"--max-lag {typed[:40]}: {error}") from None


def _labelled(model: Path) -> str:
    """The names that people gave to topics."""
    from biterms.streams.edits import overlay_of
    from biterms.streams.reader import opened

    with opened(model) as db:
        labels = overlay_of(db).labels
    return ", ".join(f"{topic} {label}" for topic, label in sorted(labels.items()))


def _write_dead(model: Path) -> None:
    from biterms.streams import dead_letters

    out = for_programs()
    for letter in dead_letters(model):
        out.write(json_text(letter._asdict()) + "\n")


def _numbers(typed: str) -> list[int]:
    try:
        return [int(number) for number in typed.split(",")]
    except ValueError:
        raise SettingError(
            f"--done {typed[:40]}: expected numbers of `--dead` with commas between them, such as "
            "3,4"
        ) from None
