"""biterms status: how the stream of a live model is doing."""

from __future__ import annotations

import time

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
        "in the journal": f"{found.waiting:,} cuts, {found.size / 1e6:,.1f} MB",
        "not usable": f"{found.dead:,} records",
    }
    lines |= {f"at {name}": str(at) for name, at in found.positions.items()}
    width = max(map(len, lines))
    show(f"{name:<{width}}  {value}" for name, value in lines.items())
