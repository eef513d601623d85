"""biterms serve: a live model over HTTP, for pages and programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from biterms.cli import options
from biterms.cli.several import is_orphan
from biterms.cli.terminal import say
from biterms.errors import InputError

Live = Annotated[
    Path,
    typer.Argument(metavar="DIR", help="The folder of a live model.", show_default=False),
]
Host = Annotated[
    str,
    typer.Option(help="The address to listen at; beyond this machine a token is needed."),
]
Port = Annotated[int, options.whole(least=0, most=65535, help="The port; 0 is any that is free.")]
TokenFile = Annotated[
    Path | None,
    typer.Option(
        "--token-file",
        metavar="FILE",
        help="A file whose first line each request must know; or set BITERMS_TOKEN.",
    ),
]
ReadOnly = Annotated[
    bool, typer.Option("--read-only", help="Refuse edits: labels, groups, hidden topics.")
]
Name = Annotated[
    list[str] | None,
    typer.Option(
        "--name",
        help="Another name of this server, as it is typed in a browser. May be given several "
        "times.",
        show_default=False,
    ),
]
Rate = Annotated[
    int, options.whole(least=1, most=10**6, help="Requests per second of one address at most.")
]
Wait = Annotated[
    bool, typer.Option("--wait", help="Start also if no stream has been followed there yet.")
]


def serve(
    model: Live,
    host: Host = "127.0.0.1",
    port: Port = 8765,
    token_file: TokenFile = None,
    read_only: ReadOnly = False,
    name: Name = None,
    rate: Rate = 10_000,
    wait: Wait = False,
    quiet: options.Quiet = False,
) -> None:
    """Serve a live model over HTTP: topics, alarms, texts, questions; for pages and programs.

    [bold]Examples[/bold]

    biterms serve tweets.live

    biterms serve tweets.live --host 0.0.0.0 --token-file token.txt --read-only
    """
    from biterms.serve.limits import Bounds, Serving
    from biterms.serve.run import serve as run
    from biterms.serve.run import token_in_environment
    from biterms.store import JOURNAL

    if not wait and not (model / JOURNAL).is_file():
        raise InputError(
            f"{model}: no stream has been followed there, expected a {JOURNAL} in it; start "
            "`biterms stream` first, or give --wait"
        )
    token = token_in_environment() if token_file is None else _token(token_file)
    serving = Serving(
        *(model, host, port, token, read_only, tuple(name or ())), Bounds(rate=float(rate))
    )
    run(serving, None if quiet else _started(model), is_orphan)


def _started(model: Path) -> Callable[[str], None]:
    return lambda address: say(f"{model} is served at {address}; Ctrl-C ends it")


def _token(path: Path) -> str:
    """The first line of a file; it is never shown."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline(10_000).strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise InputError(f"{path}: cannot be read ({why}), expected a file with a token") from None
