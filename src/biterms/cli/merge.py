"""biterms merge: one model of several that have learnt from different texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from biterms.cli.terminal import say


def merge(
    models: Annotated[
        list[Path],
        typer.Argument(metavar="MODEL", help="Folders of models.", show_default=False),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Folder of the merged model.")
    ],
    base: Annotated[
        Path | None,
        typer.Option(
            metavar="MODEL",
            help="The model that all of them began with, so that they are added up exactly. "
            "Default: topics are aligned by their words.",
        ),
    ] = None,
    consecutive: Annotated[
        bool,
        typer.Option(
            "--consecutive",
            help="They learnt one after another, in this order, which matters if learning fades.",
        ),
    ] = False,
    approximate: Annotated[
        bool,
        typer.Option(
            "--approximate",
            help="Merge models by annealed, svi and batch learners, too: an average by documents.",
        ),
    ] = False,
    distance: Annotated[
        float,
        typer.Option(
            metavar="<float>",
            help="Topics that are farther apart (Hellinger, 0 to 1) are not aligned.",
        ),
    ] = 0.8,
) -> None:
    """Make one model of several that have learnt from different texts.

    [bold]Examples[/bold]

    biterms merge monday.model tuesday.model --base sunday.model --out week.model

    biterms merge uk.model us.model --approximate --out both.model
    """
    from biterms import load
    from biterms import merge as merge_models

    given = [load(path) for path in models]
    start = None if base is None else load(base)
    merged = merge_models(
        *given, base=start, consecutive=consecutive, approximate=approximate, distance=distance
    )
    merged.save(out)
    found = merged.info()
    learnt = f"{len(merged.ids_)} topics, {found['n_docs']:,} texts"
    say(f"{found['merged_as']}: {learnt}: saved to {out}")
