"""biterms update: a model learns from more texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from biterms.cli import options
from biterms.cli.reading import Reading, reads


@reads("text", "id", "time", "label")
def update(
    model: options.Model,
    files: options.Files,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Folder to save to; default: the model itself."),
    ] = None,
    prior: Annotated[
        Path | None, typer.Option(help="The file that `fit --prior` was given.")
    ] = None,
    quiet: options.Quiet = False,
    *,
    reading: Reading,
) -> None:
    """Go on learning from more texts; words that have become frequent join the vocabulary.

    [bold]Examples[/bold]

    biterms update tweets.model today.jsonl

    zcat june.txt.gz | biterms update tickets.model - -o tickets.june
    """
    from biterms import Vectors, load
    from biterms.cli.learning import learn
    from biterms.store import lock

    # From before the model is loaded: what another process learns meanwhile would be lost.
    with lock(out or model, create=out is not None):
        known = load(model)
        if prior:
            known.guide = Vectors(prior)
        source = reading.source(files)
        learnt = known.model_.n_docs_
        source.none = f"0 new texts, {learnt:,} in all: no texts were read, so nothing was saved"
        learn(known, source, out or model, stream=True, quiet=quiet)
