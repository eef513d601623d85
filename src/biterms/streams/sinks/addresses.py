"""Sinks by their addresses, as they are typed on the command line."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

from biterms.errors import InputError
from biterms.streams.sinks.json_lines import JsonLinesSink
from biterms.streams.sinks.kafka import KafkaSink
from biterms.streams.sinks.parquet import ParquetSink
from biterms.streams.sinks.redis import RedisSink
from biterms.streams.sinks.sink import Sink

EXPECTED = (
    "expected FILE.jsonl, FOLDER.parquet, redis://HOST:PORT/STREAM or kafka://HOST:PORT/TOPIC"
)


def sink_at(address: str) -> Sink:
    """The sink that an address stands for.

    Parameters
    ----------
    address : str
        A file that ends in ``.jsonl`` or ``.ndjson``; a folder that ends in ``.parquet``;
        ``redis://HOST:PORT/STREAM?max_length=N``; ``kafka://HOST:PORT,HOST:PORT/TOPIC``.

    Returns
    -------
    Sink

    Raises
    ------
    InputError
        If the address is none.
    """
    parts = urlsplit(address)
    if parts.scheme in ("redis", "rediss"):
        return _redis(address)
    if parts.scheme == "kafka":
        topic = unquote(parts.path.strip("/"))
        if not (parts.netloc and topic):
            raise InputError(f"{address:.80}: {EXPECTED}")
        return KafkaSink(topic, servers=parts.netloc)
    if "://" not in address and address.endswith((".jsonl", ".ndjson")):
        return JsonLinesSink(address)
    if "://" not in address and address.rstrip("/").endswith(".parquet"):
        return ParquetSink(address)
    raise InputError(f"{address:.80} is no sink: {EXPECTED}")


def _redis(address: str) -> RedisSink:
    """The last part of the path is the stream; a number before it is the database."""
    parts = urlsplit(address)
    database, _, stream = parts.path.strip("/").rpartition("/")
    length = parse_qs(parts.query).get("max_length", [None])[0]
    if not (parts.netloc and stream) or not (length is None or length.isdecimal()):
        raise InputError(f"{address:.80} is no sink: {EXPECTED}")
    url = f"{parts.scheme}://{parts.netloc}" + (f"/{database}" if database else "")
    most = None if length is None else int(length)
    return RedisSink(unquote(stream), url=url, max_length=most)
