"""biterms status: how the stream of a live model is doing."""

from __future__ import annotations

import time
from typing import Any

from biterms.cli import options
from biterms.cli.terminal import show, write_json


def status(model: options.Model, json: options.Json = False) -> None:
    """Show how the stream of a live model is doing: texts, positions, broken records.

    [bold]Examples[/bold]

    biterms status tweets.live
    """
    from biterms.streams import status as status_of

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
    width = max(map(len, lines))
    show(f"{name:<{width}}  {value}" for name, value in lines.items())


def _where(source: str, key: str) -> str:
    """A file is its own name; other sources have keys of their own."""
    return key if "/" in key else f"{source} {key}"


def _position(at: Any) -> str:
    """What a person wants to know of a position."""
    if isinstance(at, dict):
        known = ((name, at[name]) for name in ("line", "records") if name in at)
        return ", ".join(f"{name} {value:,}" for name, value in known)
    return f"{at:,}" if isinstance(at, int) else str(at)
