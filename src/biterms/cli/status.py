"""biterms status: how the stream of a live model is doing."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from biterms.cli import options
from biterms.cli.terminal import for_programs, json_text, show, write_json
from biterms.errors import SettingError

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


def status(
    model: options.Model, json: options.Json = False, dead: Dead = False, done: Done = None
) -> None:
    """Show how the stream of a live model is doing: texts, positions, broken records.

    [bold]Examples[/bold]

    biterms status tweets.live

    biterms status tweets.live --dead > dead.jsonl
    """
    from biterms.streams import mark_replayed
    from biterms.streams import status as status_of

    if done is not None:
        mark_replayed(model, _numbers(done))
    if dead:
        _write_dead(model)
        return
    found = status_of(model)
    if json:
        write_json(found._asdict())
        return
    ago = "" if found.last is None else f", the last {time.time() - found.last:,.0f} s ago"
    lines = {
        "texts": f"{found.documents:,}",
        "cuts": f"{found.step:,}{ago}",
        "journal": f"{found.size / 1e6:,.1f} MB",
        "not usable": f"{found.dead:,}",
    }
    for name, positions in found.positions.items():
        lines |= {f"at {_where(name, key)}": _position(at) for key, at in positions.items()}
    if named := _labelled(model):
        lines["named"] = named
    width = max(map(len, lines))
    show(f"{name:<{width}}  {value}" for name, value in lines.items())


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


def _where(source: str, key: str) -> str:
    """A file is its own name; other sources have keys of their own."""
    return key if "/" in key else f"{source} {key}"


def _position(at: Any) -> str:
    """What a person wants to know of a position."""
    if isinstance(at, dict):
        known = ((name, at[name]) for name in ("line", "records") if name in at)
        return ", ".join(f"{name} {value:,}" for name, value in known)
    return f"{at:,}" if isinstance(at, int) else str(at)
