"""biterms update: a model learns on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from biterms.cli import options
from biterms.cli.fit import learn
from biterms.cli.source import Source, column
from biterms.text.records import Columns
from biterms.topics import load


def update(
    model: options.Model,
    files: options.Files,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Another folder; default: the same.")
    ] = None,
    text: options.Text = None,
    id: options.Id = None,  # noqa: A002
    time: options.Time = None,
    label: options.Label = None,
    kind: options.Kind = None,
    strict: options.Strict = False,
    quiet: options.Quiet = False,
) -> None:
    """Learn from more texts; words that have become frequent enough join.

    [bold]Examples[/bold]

    biterms update tweets.model today.jsonl
    """
    known = load(model)
    columns = Columns(*map(column, (text, id, time, label)))
    learn(known, Source(files, columns, kind, strict), out or model, stream=True, quiet=quiet)
