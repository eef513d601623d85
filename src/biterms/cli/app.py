"""The command `biterms`: parses, calls, and turns errors into one line with a hint."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from biterms import __version__
from biterms.cli.assign import assign
from biterms.cli.demo import demo
from biterms.cli.evaluate import evaluate
from biterms.cli.fit import fit
from biterms.cli.info import info
from biterms.cli.report import report
from biterms.cli.show import topics
from biterms.cli.terminal import say
from biterms.cli.update import update
from biterms.errors import BitermsError

app = typer.Typer(
    name="biterms",
    help="Topics of short texts: titles, tweets, queries, tickets, chat messages.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    epilog="Exit codes: 0 done, 1 failed, 2 wrong usage or unusable input, 130 interrupted.",
)
for command in (demo, fit, update, topics, assign, evaluate, report, info):
    app.command()(command)


def _version(asked: bool) -> None:
    if asked:
        print(__version__)
        raise typer.Exit


@app.callback()
def about(
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the whole trace of an error.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Topics of short texts: titles, tweets, queries, tickets, chat messages."""


def main() -> None:
    """What the installed command runs."""
    try:
        app()
    except BitermsError as error:
        _fail(f"error: {error}", 2)
    except KeyboardInterrupt:
        _fail("interrupted: nothing was saved", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
    except OSError as error:
        _fail(f"error: {error.filename or ''}: {error.strerror or error}", 1)


def _fail(line: str, code: int) -> None:
    if "--debug" in sys.argv:
        raise  # noqa: PLE0704  (inside an except of the caller)
    say(line)
    raise SystemExit(code)
