"""biterms topics: what a model has found."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from biterms.cli import options
from biterms.cli.picture import picture
from biterms.cli.terminal import write_csv, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from biterms.topics.views import Topic


def topics(
    model: options.Model,
    words: Annotated[int, typer.Option(help="Words of each topic.")] = 10,
    by: Annotated[
        Literal["relevance", "probability"], typer.Option(help="Which words are shown.")
    ] = "relevance",
    word: Annotated[str | None, typer.Option(help="Only the topics of this word.")] = None,
    json: options.Json = False,
    csv: options.Csv = False,
) -> None:
    """Show the topics of a model, the largest first.

    [bold]Examples[/bold]

    biterms topics tweets.model

    biterms topics tweets.model --word climate --json
    """
    from biterms import load
    from biterms.topics.views import Topics

    known = load(model)
    found = known.topics(words, by=by)
    if word is not None:
        order = [place.id for place in known.find(word)]
        found = Topics([next(t for t in found if t.id == k) for k in order])
    if json:
        write_json(found.to_dicts())
    elif csv:
        write_csv(found.to_rows())
    else:
        draw(found)


def draw(found: Sequence[Topic]) -> None:
    """A line per topic on stdout."""
    width = shutil.get_terminal_size((120, 40)).columns
    print(picture(found, width=width, encoding=sys.stdout.encoding or "ascii"))
