"""biterms evaluate: how good a model is on texts it has not seen."""

from __future__ import annotations

from typing import Annotated

import typer

from biterms.cli import options
from biterms.cli.source import Source, column
from biterms.cli.terminal import say_trouble, write_json
from biterms.text.records import Columns
from biterms.topics import load


def evaluate(
    model: options.Model,
    files: options.Files,
    top: Annotated[int, typer.Option(help="Words of a topic that NPMI looks at.")] = 10,
    text: options.Text = None,
    label: options.Label = None,
    kind: options.Kind = None,
    strict: options.Strict = False,
    json: options.Json = False,
) -> None:
    """LPP, NPMI and diversity; with --label also purity and NMI.

    [bold]Examples[/bold]

    biterms evaluate news.model test.jsonl --label section
    """
    known = load(model)
    source = Source(files, Columns(column(text), label=column(label)), kind, strict)
    records = list(source)
    labels = [record.label for record in records] if label is not None else None
    found = known.evaluate(records, labels, top=top)
    say_trouble(source.trouble)
    if json:
        write_json(found.as_dict())
    else:
        print("\n".join(found.lines()))
