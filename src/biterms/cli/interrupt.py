"""Ctrl-C: however often it is pressed and whenever, the command ends with the exit code 130."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import Any, NoReturn

INTERRUPTED = 130


class Interrupted(BaseException):
    """Ctrl-C was pressed. It is not a KeyboardInterrupt because typer handles those itself."""


class Handler:
    """Raises `Interrupted` the first time, and ends the process at once the next time.

    The next time clean-up has begun, and another exception might come at a line of it that
    nothing guards. Files are safe at any moment, and what is left over is removed by the next
    command that writes there.
    """

    def __init__(self) -> None:
        self._raised = False

    def __call__(self, *_: Any) -> None:
        if self._raised:
            end_at_once()
        self._raised = True
        raise Interrupted


def install() -> None:
    """Take over Ctrl-C, unless whoever started the command has it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, Handler())
        sys.unraisablehook = _unraisable


def ignore() -> None:
    """The exit code is decided: nothing may change it any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_at_once() -> NoReturn:
    """Leave the process without any clean-up."""
    with suppress(OSError):
        os.write(2, b"\ninterrupted\n")
    os._exit(INTERRUPTED)


def _unraisable(found: Any) -> None:
    """Python swallows exceptions of finalizers: Ctrl-C in one of them would be lost."""
    if isinstance(found.exc_value, Interrupted):
        end_at_once()
    if not _came_too_late(found.exc_value):
        sys.__unraisablehook__(found)


def _came_too_late(error: Any) -> bool:
    """Python reports a signal that came in the middle of `ignore`, where it changes nothing."""
    return isinstance(error, OSError) and "ignored due to race condition" in str(error)
