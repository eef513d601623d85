"""The command `biterms`: parses, calls, and turns errors into one line with a hint."""

from __future__ import annotations

import os
import signal
import sys
import warnings
from io import TextIOWrapper
from typing import Annotated, Any

import typer

from biterms.cli.assign import assign
from biterms.cli.demo import demo
from biterms.cli.evaluate import evaluate
from biterms.cli.fit import fit
from biterms.cli.info import info
from biterms.cli.report import report
from biterms.cli.show import topics
from biterms.cli.terminal import Interrupted, say
from biterms.cli.update import update
from biterms.errors import BitermsError
from biterms.version import __version__

INTERRUPTED = 130
_twice = iter((True, True))

app = typer.Typer(
    name="biterms",
    help="Topics of short texts: titles, tweets, queries, tickets, chat messages.",
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
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    warnings.showwarning = _warn
    arguments = [argument for argument in sys.argv[1:] if argument != "--debug"]
    try:
        code = run(arguments, debug=len(arguments) < len(sys.argv) - 1)
    except Interrupted:  # once more, while the first one was being explained
        code = INTERRUPTED
    raise SystemExit(code)


def run(arguments: list[str], *, debug: bool) -> int:
    """The exit code; errors are a line on stderr, or with ``debug`` raised."""
    try:
        code = app(arguments or ["--help"], prog_name="biterms", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (Exception, Interrupted) as error:
        if debug:
            raise
        line, code = explained(error)
        say(line)
    return code or 0


def explained(error: BaseException) -> tuple[str, int]:
    """One line for people, and the exit code."""
    if isinstance(error, Interrupted):
        return str(error) or "interrupted", INTERRUPTED
    if isinstance(error, BitermsError):
        return f"error: {error}", 2
    # wrong usage, by its looks: some versions of typer bring click's classes along
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):
        where = getattr(getattr(error, "ctx", None), "command_path", "biterms")
        return f"error: {error.format_message().rstrip('.')}; see {where} --help", 2
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return f"error: {name}{error.strerror or error}", 1
    if isinstance(error, MemoryError):
        return "error: more memory is needed than there is; try fewer texts or --stream", 1
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return f"error: {what}; that should not happen, --debug shows where", 1


def _interrupt(*_: Any) -> None:
    """The first stops, the second stops at once; more would only disturb the ending."""
    if next(_twice, False):
        raise Interrupted


def _warn(message: Warning | str, *_: Any, **__: Any) -> None:
    say(f"warning: {message}")
