"""What a stream says while it runs: records of Python's logging, each with an event and fields.

Whoever uses the library attaches a handler to the logger "biterms.streams". A record has the
attributes ``event``, a name that does not change, and ``fields``, a dict of plain values. Texts of
documents are never among them.
"""

from __future__ import annotations

import logging
from typing import Any

from biterms.streams.packed import readable

LOGGER = logging.getLogger("biterms.streams")


def report(event: str, message: str, /, level: int = logging.INFO, **fields: Any) -> None:
    """Say what has happened.

    Parameters
    ----------
    event : str
        Its name, for programs.
    message : str
        A sentence for people, with the names of fields in braces.
    level : int
        A level of logging.
    **fields
        What JSON can hold.
    """
    if LOGGER.isEnabledFor(level):
        # the name of a file need not be text that can be written anywhere
        known = {name: readable(v) if isinstance(v, str) else v for name, v in fields.items()}
        extra = {"event": event, "fields": known}
        LOGGER.log(level, "%s", message.format_map(known), extra=extra)
