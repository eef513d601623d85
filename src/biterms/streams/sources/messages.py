"""Documents of messages: which field is which, and what is wrong with those that have no text."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from biterms.errors import SettingError
from biterms.streams.source import Broken
from biterms.text.readers import Columns, Record
from biterms.text.readers.columns import USUAL_NAMES
from biterms.text.readers.json_lines import parse_object
from biterms.text.readers.source import MAX_LINE


class NoDocument(ValueError):
    """A message cannot be used; the text says why."""


def check_columns(columns: Columns) -> None:
    """Refuse columns that are numbers: fields of a message have no order.

    Parameters
    ----------
    columns : Columns
        The user's choice.

    Raises
    ------
    SettingError
        If one of them is no name.
    """
    for name in ("text", "id", "time", "label"):
        given = getattr(columns, name)
        if not (given is None or (isinstance(given, str) and given)):
            raise SettingError(
                f"columns: {name}={given!r:.40}, expected the name of a field: those of a message "
                "have no numbers"
            )


def decoded(data: bytes, what: str) -> str:
    """Read bytes as a text.

    Parameters
    ----------
    data : bytes
        UTF-8.
    what : str
        What they are, for the reason.

    Returns
    -------
    str
        The text.

    Raises
    ------
    NoDocument
        If they are something else, or too many.
    """
    if len(data) > MAX_LINE:
        raise NoDocument(f"{what} has {len(data):,} bytes, expected at most {MAX_LINE:,}")
    try:
        return data.decode("utf8")
    except UnicodeDecodeError as error:
        raise NoDocument(f"{what} is not UTF-8: {error.reason} at byte {error.start}") from None


def object_of(text: str, what: str) -> dict[str, Any]:
    """Read a text as a JSON object.

    Parameters
    ----------
    text : str
        JSON.
    what : str
        What it is, for the reason.

    Returns
    -------
    dict of str to object
        Its fields.

    Raises
    ------
    NoDocument
        If it is none.
    """
    parsed = parse_object(text)
    if parsed is None:
        raise NoDocument(f"{what} is no JSON object")
    return parsed


def record_of(values: Mapping[str, Any], columns: Columns, id: str, time: str | None) -> Record:  # noqa: A002
    """Make a document of the fields of a message.

    Parameters
    ----------
    values : mapping of str to object
        The fields.
    columns : Columns
        Which of them is which; without a name the text is the field with a usual name, and the
        id the field ``id``.
    id : str
        The id of a message without one.
    time : str or None
        The time of a message without one.

    Returns
    -------
    Record
        The document.

    Raises
    ------
    NoDocument
        If there is no text.
    """
    name = columns.text or next((usual for usual in USUAL_NAMES if usual in values), "text")
    text = _string(values, name)
    if text is None or not text.strip():
        raise NoDocument(
            f"the field {name!r:.80} is {'missing' if text is None else 'empty'}; there are "
            f"{', '.join(map(repr, values)) or 'none'}"[:400]
        )
    return Record(
        text,
        _string(values, columns.id or "id") or id,
        (_string(values, columns.time) if columns.time else None) or time,
        _string(values, columns.label) if columns.label else None,
    )


def _string(values: Mapping[str, Any], name: str | int) -> str | None:
    """A field as a text; a number is its digits, as in files."""
    value = values.get(str(name))
    if isinstance(value, bytes):
        value = decoded(value, f"the field {name!r:.80}")
    if isinstance(value, bool | list | dict):
        raise NoDocument(f"the field {name!r:.80} is a {type(value).__name__}, expected a text")
    if value is None:
        return None
    # an escape of JSON can be half a letter
    return str(value).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def broken(position: str, reason: object, data: str) -> Broken:
    """A message that could not be used, with as much of it as is kept of a line of a file."""
    return Broken(position, str(reason), data[:MAX_LINE])


def moment(milliseconds: int) -> str | None:
    """A moment in milliseconds since 1970 as ISO 8601 in UTC; None where there is no such year."""
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError, OSError):
        return None
