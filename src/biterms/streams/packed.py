"""Records as bytes for the journal, and back."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np

from biterms.errors import StoreError
from biterms.text.readers import Record

FIELDS = len(Record._fields)
#: bytes that a packed cut may have when it is unpacked; more is damage
MOST_BYTES = 1 << 32


def packed(records: Sequence[Record]) -> bytes:
    """Make bytes of records: the lengths of all fields, then their letters, compressed.

    Parameters
    ----------
    records : sequence of Record
        Documents.

    Returns
    -------
    bytes
        What `unpacked` reads. JSON would take five times as long.
    """
    fields = [field for record in records for field in record]
    lengths = np.array([-1 if field is None else len(field) for field in fields], dtype="<i4")
    letters = "".join(filter(None, fields)).encode("utf8", "surrogatepass")
    return zlib.compress(lengths.tobytes() + letters, level=1)


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
    fields = [letters[begin:end] for begin, end in pairwise(ends)]
    given = [field if known else None for field, known in zip(fields, lengths >= 0, strict=True)]
    return [Record(*given[at : at + FIELDS]) for at in range(0, len(given), FIELDS)]  # type: ignore[arg-type]


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
