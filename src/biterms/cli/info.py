"""biterms info: how a model was made."""

from __future__ import annotations

from biterms.cli import options
from biterms.cli.terminal import show, write_json


def info(model: options.Model, at: options.At = None, json: options.Json = False) -> None:
    """Show how a model was made: version, settings, counts, seed and data.

    [bold]Examples[/bold]

    biterms info tweets.model
    """
    from biterms import load

    found = load(model, at=at).info()
    if json:
        write_json(found)
        return
    if "passes_asked" in found:
        early = ", stopped early" if found.pop("stopped", False) else ""
        found["passes"] = f"{found.get('passes')} of {found.pop('passes_asked')}{early}"
    width = max(map(len, found))
    show(f"{name:<{width}}  {value}" for name, value in found.items())
