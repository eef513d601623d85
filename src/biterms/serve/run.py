"""`serve`: answer requests about a live model until somebody ends it."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable
from importlib.util import find_spec

from biterms.errors import MissingExtra, SettingError
from biterms.serve.limits import LOOPBACK, Serving

#: letters of a token, at least
SHORTEST = 16
#: seconds between two looks at whether to go on
LOOK = 0.2


def serve(
    serving: Serving,
    started: Callable[[str], None] | None = None,
    ended: Callable[[], bool] | None = None,
) -> None:
    """Answer requests about a live model until the process is ended.

    Parameters
    ----------
    serving : Serving
        What is served, and to whom.
    started : callable, optional
        Called with the address when it listens.
    ended : callable, optional
        Asked from time to time whether to end.

    Raises
    ------
    SettingError
        If others could ask without a token, or it cannot listen there.
    MissingExtra
        If the packages of the extra ``serve`` are not installed.
    """
    check(serving)
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise MissingExtra("the server", "serve")
    from biterms.serve.listening import Listening

    check_free(serving.host, serving.port)
    listening = Listening(serving)
    watched = threading.Thread(target=_watch, args=(listening, started, ended), daemon=True)
    watched.start()
    listening.run_until_ended()


def check(serving: Serving) -> None:
    """Refuse what would let strangers in.

    Parameters
    ----------
    serving : Serving
        What is served, and to whom.

    Raises
    ------
    SettingError
        If it is so.
    """
    token = serving.token
    if token is None and serving.host not in LOOPBACK:
        raise SettingError(
            f"host={serving.host}: others could ask without a token, expected --token-file or "
            f"BITERMS_TOKEN; choose one of {SHORTEST} letters or more"
        )
    if token is not None and (len(token) < SHORTEST or not token.isascii() or " " in token):
        raise SettingError(
            f"the token has {len(token)} letters, expected {SHORTEST} or more of ASCII without "
            'spaces; python -c "import secrets; print(secrets.token_urlsafe())" makes one'
        )


def check_free(host: str, port: int) -> None:
    """Refuse an address at which nothing can listen.

    Parameters
    ----------
    host : str
        The address, or a name of it.
    port : int
        The port.

    Raises
    ------
    SettingError
        If another program listens there, or it is no address of this machine.
    """
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise SettingError(
            f"--host {host}: no address ({error.strerror}), expected one of this machine"
        ) from None
    with socket.socket(family, kind) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind(address)
        except OSError as error:
            raise SettingError(
                f"--port {port}: cannot be listened at ({error.strerror}), expected a free port; "
                "choose another, or 0 for any"
            ) from None


def _watch(
    listening: object, started: Callable[[str], None] | None, ended: Callable[[], bool] | None
) -> None:
    """Say where it listens, and end it when it is time."""
    from biterms.serve.listening import Listening

    assert isinstance(listening, Listening)
    while not (listening.started or listening.should_exit):
        time.sleep(LOOK / 10)
    if listening.started and started is not None:
        started(listening.address)
    while ended is not None and not listening.should_exit:
        if ended():
            listening.end()
        time.sleep(LOOK)


def token_in_environment() -> str | None:
    """The token that the environment has, if it has one."""
    return os.environ.get("BITERMS_TOKEN") or None
