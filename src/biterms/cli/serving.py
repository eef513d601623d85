"""A server beside a stream: a process of its own that ends with it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from biterms.cli.several import PARENT
from biterms.cli.terminal import say
from biterms.errors import MissingExtra

HOST = "127.0.0.1"
#: seconds that a server has to end
PATIENCE = 5.0


def check_serving(port: int) -> None:
    """Refuse to begin if there could be no server.

    Parameters
    ----------
    port : int
        Where it would listen.

    Raises
    ------
    MissingExtra, SettingError
        If packages are missing, or the port is taken.
    """
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise MissingExtra("--serve", "serve")
    from biterms.serve.run import check_free

    check_free(HOST, port)


@contextmanager
def served(folder: Path, port: int | None, *, quiet: bool) -> Iterator[None]:
    """Serve a live model while the block runs.

    Parameters
    ----------
    folder : Path
        The live model, which need not be there yet.
    port : int or None
        Where to listen; None: nowhere.
    quiet : bool
        Whether to say nothing.
    """
    if port is None:
        yield
        return
    words = ["serve", "--port", str(port), "--wait", *(["--quiet"] if quiet else []), "--"]
    server = subprocess.Popen(
        [sys.executable, "-m", "biterms.cli", *words, str(folder)],
        stdin=subprocess.DEVNULL,
        env=os.environ | {PARENT: str(os.getpid())},
        start_new_session=True,  # Ctrl-C comes to the stream alone
    )
    try:
        yield
    finally:
        _end(server)


def _end(server: subprocess.Popen[bytes]) -> None:
    if server.poll() is not None:
        say(f"the server had ended with code {server.returncode}")
        return
    server.terminate()
    try:
        server.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
