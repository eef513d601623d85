"""biterms topics: the topics of a model."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from biterms.cli import options
from biterms.cli.picture import draw
from biterms.cli.terminal import say, write_csv, write_json
from biterms.errors import SettingError


def topics(
    model: options.Model,
    words: Annotated[
        int, options.whole(least=1, most=1_000_000, help="Number of words shown of each topic.")
    ] = 10,
    by: Annotated[
        Literal["relevance", "probability"], typer.Option(help="Which words are shown first.")
    ] = "relevance",
    word: Annotated[
        str | None, typer.Option(help="Only the topics of this word, or of several together.")
    ] = None,
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

    if json and csv:
        raise SettingError("--json and --csv: one format at a time, expected only one of them")
    known = load(model)
    found = known.topics(words, by=by, documents=json or csv)
    if word is not None:
        # A word may also belong to topics that are too small to be listed.
        listed, places = {topic.id: topic for topic in found}, known.find(word)
        found = Topics([listed[place.id] for place in places if place.id in listed])
        if places.unknown:
            say(f"words that the model does not know: {', '.join(places.unknown)}")
    if json:
        write_json(found.to_dicts())
    elif csv:
        write_csv(found.to_rows())
    else:
        draw(found)
