"""Sources by their addresses, as they are typed on the command line."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

from biterms.errors import InputError
from biterms.streams.source import Source
from biterms.streams.sources.files import Files
from biterms.streams.sources.kafka import KafkaTopic
from biterms.streams.sources.redis import RedisStream
from biterms.streams.sources.stdin import Stdin
from biterms.text.readers import Columns

EXPECTED = (
    "expected a file, a folder, a pattern, - for standard input, "
    "redis://HOST:PORT/STREAM or kafka://HOST:PORT/TOPIC"
)


def source_at(
    address: str,
    columns: Columns,
    *,
    kind: str | None = None,
    encoding: str | None = None,
    follow: bool = False,
) -> Source:
    """The source that an address stands for.

    Parameters
    ----------
    address : str
        A file, folder or pattern; ``-`` for standard input;
        ``redis://HOST:PORT/STREAM?group=NAME``; ``kafka://HOST:PORT,HOST:PORT/TOPIC``.
    columns : Columns
        Which columns or fields hold the text, id, time and label.
    kind, encoding : str, optional
        Format and encoding of files.
    follow : bool
        Whether files are followed as they grow.

    Returns
    -------
    Source

    Raises
    ------
    InputError
        If the address is none.
    """
    if address == "-":
        return Stdin(columns, kind=kind, encoding=encoding)
    parts = urlsplit(address)
    if parts.scheme in ("redis", "rediss"):
        return _redis(address, columns)
    if parts.scheme == "kafka":
        topic = unquote(parts.path.strip("/"))
        if not (parts.netloc and topic):
            raise InputError(f"{address:.80}: {EXPECTED}")
        group = parse_qs(parts.query).get("group", ["biterms"])[0]
        return KafkaTopic(topic, servers=parts.netloc, columns=columns, group=group)
    if "://" in address:
        raise InputError(f"{address:.80}: {EXPECTED}")
    return Files(address, columns, kind=kind, encoding=encoding, follow=follow, name=address)


def _redis(address: str, columns: Columns) -> RedisStream:
    """The last part of the path is the stream; a number before it is the database."""
    parts = urlsplit(address)
    database, _, stream = parts.path.strip("/").rpartition("/")
    if not (parts.netloc and stream):
        raise InputError(f"{address:.80}: {EXPECTED}")
    asked = parse_qs(parts.query)
    url = f"{parts.scheme}://{parts.netloc}" + (f"/{database}" if database else "")
    return RedisStream(
        unquote(stream),
        url=url,
        group=asked.get("group", ["biterms"])[0],
        columns=columns,
        json=asked.get("json", [None])[0],
    )
