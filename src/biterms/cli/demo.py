"""biterms demo: a year of news, its topics, and what rose and fell."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from biterms.cli import options
from biterms.cli.picture import draw
from biterms.cli.progress import Progress
from biterms.cli.terminal import say, show
from biterms.errors import MissingExtra, SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from biterms.text.readers import Record
    from biterms.topics import TopicModel, TopicsOverTime

#: topics of a year of news that are listed before the story, the largest
LISTED = 10


def demo(
    topics: Annotated[
        int,
        options.whole(
            "--topics", "-k", least=1, most=options.MOST_TOPICS, help="Number of topics."
        ),
    ] = 50,
    seed: options.Seed = 0,
    docstrings: Annotated[
        bool, typer.Option("--docstrings", help="Read the docstrings of your Python instead.")
    ] = False,
    packages: Annotated[
        bool,
        typer.Option("--packages", help="With --docstrings: also read the installed packages."),
    ] = False,
    out: Annotated[Path, typer.Option("--out", "-o", help="Report to write.")] = Path("demo.html"),
    live: Annotated[
        bool, typer.Option("--live", help="Replay the news as a stream, with a page to watch it.")
    ] = False,
    speed: Annotated[
        str | None,
        typer.Option(help="With --live: how much time passes in a second; 1d if not given."),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option("--model", "-m", help="With --live: keep the live model in this folder."),
    ] = None,
    port: Annotated[
        int | None,
        options.whole(least=0, most=65535, help="With --live: the port; 8765 if not given."),
    ] = None,
    quiet: options.Quiet = False,
) -> None:
    """Find the topics of a year of news, tell what rose and fell, and write a report.

    [bold]Examples[/bold]

    biterms demo

    biterms demo --docstrings -k 20

    biterms demo --live --speed 12h
    """
    from biterms.store import check_file

    if live:
        _live(topics, seed, speed or "1d", model, 8765 if port is None else port, quiet)
        return
    _refuse_without_live(speed, model, port)
    if packages and not docstrings:
        raise SettingError(
            "--packages has docstrings too, but the demo reads news: add --docstrings"
        )
    check_file(out)
    if docstrings:
        _docstrings(topics, seed, packages, out, quiet)
    else:
        _news(topics, seed, out, quiet)


def _live(topics: int, seed: int, speed: str, folder: Path | None, port: int, quiet: bool) -> None:
    from biterms.cli.live_demo import LiveDemo, live_demo

    live_demo(LiveDemo(topics, seed, speed, folder, port, quiet))


def _refuse_without_live(speed: str | None, model: Path | None, port: int | None) -> None:
    for name, given in (("--speed", speed), ("--model", model), ("--port", port)):
        if given is not None:
            raise SettingError(f"{name} {given} is of the live demo: add --live")


def _news(topics: int, seed: int, out: Path, quiet: bool) -> None:
    from biterms import sample_headlines
    from biterms.cli.story import story

    corpus = sample_headlines()
    say(f"{len(corpus):,} headlines of ABC News (Australia), {corpus[0].time} to {corpus[-1].time}")
    model = _learn(corpus, topics, seed, quiet)
    largest = model.topics()[:LISTED]
    show([f"The {len(largest)} largest of {len(model.ids_)} topics:", ""])
    draw(largest)
    course = model.topics_over_time("week", corpus)
    show([""])
    show(story(model, course, corpus, encoding=sys.stdout.encoding or "ascii"))
    show([""])
    _report(model, out, "A year of news", corpus, course)


def _docstrings(topics: int, seed: int, packages: bool, out: Path, quiet: bool) -> None:
    from biterms.text.docstrings import docstrings
    from biterms.text.readers import Record

    say("reading the docstrings of Python ...")
    corpus = [
        Record(text, f"{module}:{place}", None, module)
        for place, (module, text) in enumerate(docstrings(packages=packages))
    ]
    model = _learn(corpus, topics, seed, quiet)
    draw(model.topics())
    say(f"{len(corpus):,} docstrings, {len(model.ids_)} topics")
    _report(model, out, "Topics of the docstrings of Python", corpus, None)


def _learn(corpus: Sequence[Record], topics: int, seed: int, quiet: bool) -> TopicModel:
    from biterms import LDA, TopicModel

    begin, line = perf_counter(), None if quiet else Progress(sys.stderr)
    model = TopicModel(LDA(topics, random_state=seed)).fit(corpus, progress=line)
    if line is not None:
        line.close()
    say(f"learnt in {perf_counter() - begin:.1f} s")
    return model


def _report(
    model: TopicModel,
    out: Path,
    title: str,
    corpus: Sequence[Record],
    course: TopicsOverTime | None,
) -> None:
    try:
        model.report(out, title=title, texts=corpus, over_time=course)
    except MissingExtra as error:
        say(f"no report: {error}")
        return
    say(f"report: {out}, open it in a browser")
