"""biterms info: how a model was made."""

from __future__ import annotations

from biterms.cli import options
from biterms.cli.terminal import write_json


def info(model: options.Model, json: options.Json = False) -> None:
    """Version, settings, counts, seed and data of a model.

    [bold]Examples[/bold]

    biterms info tweets.model
    """
    from biterms import load

    found = load(model).info()
    if json:
        write_json(found)
        return
    width = max(map(len, found))
    print("\n".join(f"{name:<{width}}  {value}" for name, value in found.items()))
