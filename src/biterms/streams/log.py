"""What a stream says while it runs: records of Python's logging, each with an event and fields.

Whoever uses the library attaches a handler to the logger "biterms.streams". A record has the
attributes ``event``, a name that does not change, and ``fields``, a dict of plain values. Texts of
documents are never among them.
"""

from __future__ import annotations

import logging
from typing import Any

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
        extra = {"event": event, "fields": fields}
        LOGGER.log(level, "%s", message.format_map(fields), extra=extra)
