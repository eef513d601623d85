"""biterms demo: from the docstrings of the Python standard library to a report."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from biterms.cli import options
from biterms.cli.picture import draw
from biterms.cli.progress import Progress
from biterms.cli.terminal import say
from biterms.errors import MissingExtra

if TYPE_CHECKING:
    from biterms.topics import TopicModel


def demo(
    topics: Annotated[
        int,
        options.whole(
            "--topics", "-k", least=1, most=options.MOST_TOPICS, help="Number of topics."
        ),
    ] = 20,
    seed: options.Seed = 0,
    packages: Annotated[bool, typer.Option(help="Also read the installed packages.")] = False,
    out: Annotated[Path, typer.Option("--out", "-o", help="Report to write.")] = Path("demo.html"),
    quiet: options.Quiet = False,
) -> None:
    """Find the topics of the docstrings of your Python and write a report.

    [bold]Examples[/bold]

    biterms demo

    biterms demo -k 40 --packages
    """
    from biterms import LDA, TopicModel
    from biterms.store import check_file
    from biterms.text.docstrings import docstrings
    from biterms.text.readers import Record

    check_file(out)
    say("reading the docstrings of Python ...")
    corpus = [
        Record(text, f"{module}:{place}", None, module)
        for place, (module, text) in enumerate(docstrings(packages=packages))
    ]
    begin, line = perf_counter(), None if quiet else Progress(sys.stderr)
    model = TopicModel(LDA(topics, random_state=seed)).fit(corpus, progress=line)
    seconds = perf_counter() - begin
    if line is not None:
        line.close()
    draw(model.topics())
    say(f"{len(corpus):,} docstrings, {len(model.ids_)} topics, {seconds:.1f} s")
    _report(model, out)


def _report(model: TopicModel, out: Path) -> None:
    from biterms.report import write_report
    from biterms.topics.report import report_data

    try:
        write_report(report_data(model, title="Topics of the docstrings of Python"), out)
    except MissingExtra as error:
        say(f"no report: {error}")
        return
    say(f"report: {out}, open it in a browser")
