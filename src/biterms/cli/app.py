"""The command `biterms`: parses, calls, and turns errors into one line with a hint."""

from __future__ import annotations

import os
import sys
import warnings
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from biterms.cli.alarms import alarms
from biterms.cli.assign import assign
from biterms.cli.demo import demo
from biterms.cli.diff import diff
from biterms.cli.digest import digest
from biterms.cli.evaluate import evaluate
from biterms.cli.fit import fit
from biterms.cli.forget import forget
from biterms.cli.info import info
from biterms.cli.interrupt import INTERRUPTED, Interrupted
from biterms.cli.label import label
from biterms.cli.merge import merge
from biterms.cli.replace import replace
from biterms.cli.report import report
from biterms.cli.serve import serve
from biterms.cli.status import status
from biterms.cli.stream import stream
from biterms.cli.terminal import say
from biterms.cli.timeline import timeline
from biterms.cli.topics import topics
from biterms.cli.update import update
from biterms.cli.wording import in_options
from biterms.errors import BitermsError
from biterms.version import __version__


class QuickHelp(TyperGroup):
    """Lists the commands in plain text, which takes half the time that tables take to load."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help of `biterms` itself; the commands have tables."""
        self.rich_markup_mode = None
        super().format_help(ctx, formatter)

    def format_commands(self, _: Any, formatter: Any) -> None:
        """Write the first sentence of each command, in full."""
        with formatter.section("Commands"):
            rows = [(name, str(each.help).split("\n\n")[0]) for name, each in self.commands.items()]
            formatter.write_dl([(name, " ".join(said.split())) for name, said in rows])


app = typer.Typer(
    name="biterms",
    cls=QuickHelp,
    help="Find the topics of short texts: titles, tweets, queries, tickets, chat messages.",
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    epilog="Exit codes: 0 done, 1 failed, 2 wrong usage or unusable input, 3 a check of `status` "
    "failed, 130 interrupted.",
)
for command in (
    *(demo, fit, update, topics, label, assign, evaluate, report, info, merge, diff),
    *(stream, status, timeline, alarms, digest, replace, forget, serve),
):
    app.command()(command)


def _version(asked: bool) -> None:
    if asked:
        print(__version__)
        raise typer.Exit


@app.callback()
def about(
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the full trace of an error.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Find the topics of short texts: titles, tweets, queries, tickets, chat messages."""


def run(arguments: list[str]) -> int:
    """Run one command in this process.

    Parameters
    ----------
    arguments : list of str
        What is typed after ``biterms``; nothing asks for help.

    Returns
    -------
    int
        The exit code. An error is one line on stderr, unless ``--debug`` is among the arguments:
        then it is raised.
    """
    typed = [argument for argument in arguments if argument != "--debug"]
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _warn
            code = app(typed or ["--help"], prog_name="biterms", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (Exception, Interrupted) as error:
        if len(typed) < len(arguments):
            raise
        line, code = explained(error)
        say(line)
    return code or 0


def explained(error: BaseException) -> tuple[str, int]:
    """Return one line for people, and the exit code."""
    if isinstance(error, Interrupted):
        return str(error) or "interrupted", INTERRUPTED
    if isinstance(error, BitermsError):
        return f"error: {in_options(str(error))}", 2
    # Wrong usage is recognised by its methods: some versions of typer bring their own click.
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):
        where = getattr(getattr(error, "ctx", None), "command_path", "biterms")
        what = " ".join(error.format_message().split()).rstrip(".")
        return f"error: {what}; see {where} --help", 2
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return f"error: {name}{error.strerror or error}", 1
    if isinstance(error, MemoryError):
        return "error: not enough memory; try fewer texts or topics, fit --memory or --stream", 1
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return f"error: {what}; that should not happen, --debug shows where", 1


def _warn(message: Warning | str, *_: Any, **__: Any) -> None:
    say(f"warning: {in_options(str(message))}")
