"""biterms demo: the docstrings of the Python standard library, from nothing to a report."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from biterms.cli.show import show
from biterms.cli.terminal import Learning, say
from biterms.errors import MissingExtra
from biterms.models.lda import LDA
from biterms.text.docstrings import docstrings
from biterms.text.records import Record
from biterms.topics.report import report_data
from biterms.topics.topic_model import TopicModel


def demo(
    topics: Annotated[int, typer.Option("--topics", "-k", help="Number of topics.")] = 20,
    seed: Annotated[int, typer.Option(help="The same seed gives the same topics.")] = 0,
    packages: Annotated[bool, typer.Option(help="Add the installed packages.")] = False,
    out: Annotated[Path, typer.Option("--out", "-o", help="Report.")] = Path("demo.html"),
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
) -> None:
    """Topics of the docstrings of your own Python, and a report of them.

    [bold]Examples[/bold]

    biterms demo

    biterms demo -k 40 --packages
    """
    say("reading docstrings ...")
    corpus = [
        Record(text, f"{module}:{place}", None, module)
        for place, (module, text) in enumerate(docstrings(packages=packages))
    ]
    begin = time.perf_counter()
    model = TopicModel(LDA(topics, random_state=seed))
    model.fit(corpus, progress=Learning(quiet=quiet))
    seconds = time.perf_counter() - begin
    show(model)
    say(f"{len(corpus):,} docstrings, {len(model.ids_)} topics, {seconds:.1f} s")
    _report(model, out)


def _report(model: TopicModel, out: Path) -> None:
    try:
        from biterms.browse.report import write_report

        write_report(report_data(model, title="Topics of the docstrings of Python"), out)
    except MissingExtra as error:
        say(f"no report: {error}")
        return
    say(f"report: {out}, open it in a browser")
