"""The log of a stream as lines of JSON, for programs that watch it."""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import Any

from biterms.cli.terminal import json_text, say
from biterms.errors import InputError

#: the logger of `biterms.streams`; its records have an event and fields
LOGGER = logging.getLogger("biterms.streams")


class JsonLines(logging.Formatter):
    """Makes a line of JSON of a record: time, level, event, the model, fields, and a sentence.

    Parameters
    ----------
    model : str
        The folder of the live model.
    """

    def __init__(self, model: str) -> None:
        super().__init__()
        self.model = model

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        known: dict[str, Any] = {
            "time": moment.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", "remark"),
            "model": self.model,
        }
        fields, message = getattr(record, "fields", {}), {"message": record.getMessage()}
        try:
            return json_text(known | fields | message)
        except (TypeError, ValueError):  # no line may be lost for what JSON cannot hold
            return json_text(known | {name: str(one) for name, one in fields.items()} | message)


class Remarks(logging.Handler):
    """Shows warnings to the person at the terminal.

    Parameters
    ----------
    remark : callable
        Takes a line.
    """

    def __init__(self, remark: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._remark = remark

    def emit(self, record: logging.LogRecord) -> None:
        """Show it."""
        self._remark(f"{record.levelname.lower()}: {record.getMessage()}")


@contextmanager
def logging_to(log: str | None, model: Path, remark: Callable[[str], None] = say) -> Iterator[None]:
    """Log what happens in the block, also how it fails.

    Parameters
    ----------
    log : str or None
        A file to which lines of JSON are added, or - for stdout; None shows warnings only.
    model : Path
        The folder of the live model.
    remark : callable
        Shows a line to the person at the terminal.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    handler = Remarks(remark) if log is None else _handler(log, model)
    before, propagate, warn = LOGGER.level, LOGGER.propagate, warnings.showwarning
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO if log is not None else logging.WARNING)
    LOGGER.propagate = False  # nobody else has asked for them
    if log is not None:
        warnings.showwarning = _warned(warn)
    try:
        yield
    except Exception as error:
        if log is not None:
            fields = {"kind": type(error).__name__, "error": str(error)}
            LOGGER.error("%s", error, extra={"event": "error", "fields": fields})
        raise
    finally:
        warnings.showwarning = warn
        LOGGER.removeHandler(handler)
        LOGGER.setLevel(before)
        LOGGER.propagate = propagate
        handler.close()


def check_log(log: str | None) -> None:
    """Refuse a log whose folder is not there, before anything starts.

    Parameters
    ----------
    log : str or None
        A file, - for stdout, or None.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    if log not in (None, "-") and not (folder := Path(str(log)).absolute().parent).is_dir():
        raise _unwritable(str(log), f"there is no folder {folder}")


def _unwritable(log: str, reason: str | None) -> InputError:
    return InputError(
        f"--log {log}: cannot be written ({reason}), expected a file in a folder that is there, or "
        "- for stdout"
    )


def _handler(log: str, model: Path) -> logging.Handler:
    """A file is opened again when it was renamed, as logrotate does."""
    try:
        handler = (
            logging.StreamHandler(sys.stdout)
            if log == "-"
            else WatchedFileHandler(log, encoding="utf8", errors="backslashreplace")
        )
    except OSError as error:
        raise _unwritable(log, error.strerror) from None
    handler.setFormatter(JsonLines(str(model)))
    return handler


def _warned(shown: Callable[..., None]) -> Callable[..., None]:
    """Log warnings, beside showing them."""

    def showwarning(message: Warning | str, *given: Any, **more: Any) -> None:
        LOGGER.warning("%s", message, extra={"event": "warning", "fields": {}})
        shown(message, *given, **more)

    return showwarning
