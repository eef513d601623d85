"""Records as bytes for the journal, and back."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from biterms.errors import StoreError
from biterms.kernels import Array
from biterms.text.readers import Record

FIELDS = len(Record._fields)
#: bytes that a packed cut may have when it is unpacked; more is damage
MOST_BYTES = 1 << 32


def packed(records: Sequence[Record], level: int = 1) -> bytes:
    """Make bytes of records: the lengths of all fields, column by column, then their letters.

    Parameters
    ----------
    records : sequence of Record
        Documents.
    level : int
        How hard to compress, from 0 to 9. It takes longer than all the rest, so texts that are kept
        for a minute are not compressed.

    Returns
    -------
    bytes
        What `unpacked` reads.
    """
    columns = [*zip(*records, strict=True)]
    lengths = [_lengths(column).tobytes() for column in columns]
    letters = [_letters(column) for column in columns]
    return zlib.compress(b"".join(lengths + letters), level)


def _letters(column: Sequence[str | None]) -> bytes:
    """The letters of all fields; one by one, for a long text with one emoji is wide all through."""
    fields = [*filter(None, column)]
    try:
        return b"".join(map(str.encode, fields))
    except UnicodeEncodeError:
        return "".join(fields).encode("utf8", "surrogatepass")


def _lengths(column: Sequence[str | None]) -> Array:
    """The number of letters of each field; -1 for none."""
    missing = column.count(None)
    if missing == len(column):
        return np.full(len(column), -1, "<i4")
    if not missing:
        return np.fromiter(map(len, column), "<i4", len(column))  # type: ignore[arg-type]
    return np.array([-1 if field is None else len(field) for field in column], "<i4")


def unpacked(data: bytes, n: int) -> list[Record]:
    """Read the records that `packed` wrote.

    Parameters
    ----------
    data : bytes
        What it gave.
    n : int
        Number of records.

    Returns
    -------
    list of Record
        The records.

    Raises
    ------
    StoreError
        If the bytes are of anything else.
    """
    try:
        plain = zlib.decompressobj().decompress(data, MOST_BYTES)
        lengths = np.frombuffer(plain, dtype="<i4", count=n * FIELDS)
        letters = plain[lengths.nbytes :].decode("utf8", "surrogatepass")
    except (zlib.error, ValueError) as error:
        raise StoreError(f"the journal is damaged: {error}") from error
    ends = [*accumulate(np.maximum(lengths, 0).tolist(), initial=0)]
    if ends[-1] != len(letters):
        raise StoreError("the journal is damaged: its texts have other lengths")
    fields: list[Any] = [letters[begin:end] for begin, end in pairwise(ends)]
    for place in np.flatnonzero(lengths < 0).tolist():
        fields[place] = None
    return [*map(Record, *(fields[at : at + n] for at in range(0, len(fields), n)))] if n else []


def as_json(value: object) -> str:
    """JSON of a position, the same for the same position."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text if _encodable(text) else json.dumps(value, sort_keys=True, separators=(",", ":"))


def as_key(name: str) -> str:
    """A name as SQLite can hold it: that of a file need not be UTF-8, and is then JSON."""
    return name if _encodable(name) and not name.startswith('"') else json.dumps(name)


def from_key(key: str) -> str:
    """The name that `as_key` was given."""
    return str(json.loads(key)) if key.startswith('"') else key


def readable(text: str) -> str:
    """A text for people: what cannot be encoded is written as an escape."""
    return text.encode("utf8", "backslashreplace").decode("utf8")


def _encodable(text: str) -> bool:
    try:
        text.encode("utf8")
    except UnicodeEncodeError:
        return False
    return True
