"""biterms topics: the topics of a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from biterms.cli import options
from biterms.cli.picture import draw
from biterms.cli.reading import Reading, reads
from biterms.cli.terminal import accounted, say, show, write_csv, write_json
from biterms.errors import SettingError

if TYPE_CHECKING:
    from biterms.cli.source import TextFiles
    from biterms.topics import TopicModel
    from biterms.topics.ranking import By
    from biterms.topics.views import Topics


@reads("text")
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
    quality: Annotated[
        bool,
        typer.Option(
            "--quality", help="How good each topic is, and which are junk, instead of its words."
        ),
    ] = False,
    stability: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="With --quality, how much of each topic comes back: learn from the texts of this "
            "file once more, with another seed. May be given for several files.",
        ),
    ] = None,
    at: options.At = None,
    horizon: Annotated[
        str | None,
        typer.Option(
            metavar="<span>|all",
            help="Topics of the last 1h, 24h, 30d, ... of a stream, as far as `stream --states` "
            "kept old states.",
        ),
    ] = None,
    json: options.Json = False,
    csv: options.Csv = False,
    *,
    reading: Reading,
) -> None:
    """Show the topics of a model, the largest first.

    [bold]Examples[/bold]

    biterms topics tweets.model

    biterms topics tweets.model --word climate --json

    biterms topics tweets.model --quality

    biterms topics tweets.model --quality --stability tweets.jsonl

    biterms topics tweets.live --horizon 24h
    """
    from biterms.topics.quality_table import Quality

    if json and csv:
        raise SettingError("--json and --csv: one format at a time, expected only one of them")
    if quality and word is not None:
        raise SettingError("--quality is about all topics: leave --word out")
    if stability and not quality:
        raise SettingError("--stability is a column of --quality: give that, too")
    known = _known(model, at, horizon)
    found: Quality | Topics
    if quality:
        found = known.quality(stability=_stability(known, reading.source(stability or [])))
    else:
        found = _listed(known, words, by, word, documents=json or csv)
    if json:
        write_json(found.to_dicts())
    elif csv:
        write_csv(found.to_rows())
    elif isinstance(found, Quality):
        show(found.lines())
    else:
        draw(found)


def _known(model: Path, at: str | None, span: str | None) -> TopicModel:
    """The model, or what it was, or what it has learnt lately."""
    from biterms import load
    from biterms.streams import horizon
    from biterms.text.counted import n_texts
    from biterms.topics.moments import described

    if span is None:
        return load(model, at=at)
    if at is not None:
        raise SettingError(
            "--at is about the past and --horizon about the time up to now: give one"
        )
    found = horizon(model, span)
    if found.since is not None and found.until is not None:
        say(
            f"learnt from {n_texts(found.model.model_.n_docs_)} between {described(found.since)} "
            f"and {described(found.until)}"
        )
    return found.model


def _stability(known: TopicModel, source: TextFiles) -> dict[int, float] | None:
    if not source.files:
        return None
    with accounted(source):
        return known.stability(source)


def _listed(known: TopicModel, words: int, by: By, word: str | None, *, documents: bool) -> Topics:
    from biterms.topics.views import Topics

    found = known.topics(words, by=by, documents=documents)
    if word is None:
        return found
    # A word may also belong to topics that are too small to be listed.
    listed, places = {topic.id: topic for topic in found}, known.find(word)
    if places.unknown:
        say(f"words that the model does not know: {', '.join(places.unknown)}")
    return Topics([listed[place.id] for place in places if place.id in listed])
