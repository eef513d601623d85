"""What sinks hold, as rows without labels, which depend on when snapshots were taken."""

from __future__ import annotations

import json
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import redis
from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

from biterms.streams import JsonLinesSink, KafkaSink, ParquetSink, RedisSink, Sink

FIELDS = ("step", "place", "id", "topic", "probability", "time")
Rows = list[tuple[Any, ...]]


def all_sinks(folder: Path, server: str, brokers: str) -> list[Sink]:
    """One of each kind, in a folder and at servers."""
    return [
        JsonLinesSink(folder / "rows.jsonl"),
        ParquetSink(folder / "rows.parquet"),
        RedisSink(folder.name, url=server),
        KafkaSink(folder.name, servers=brokers),
    ]


def file_sinks(folder: Path) -> list[Sink]:
    """Those that need no server; their names do not depend on the folder."""
    return [
        JsonLinesSink(folder / "rows.jsonl", name="jsonl"),
        ParquetSink(folder / "rows.parquet", name="parquet"),
    ]


def exactly_once(folder: Path) -> Rows:
    """The rows of `file_sinks`; raises if a text has two, or if the two do not agree."""
    rows = json_rows(folder / "rows.jsonl")
    assert len({row[:2] for row in rows}) == len(rows), "a text was written twice"
    assert parquet_rows(folder / "rows.parquet") == rows, "the sinks do not agree"
    return rows


def plain(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in FIELDS)


def json_rows(path: Path) -> Rows:
    return [plain(json.loads(line)) for line in path.read_text(encoding="utf8").splitlines()]


def parquet_rows(folder: Path) -> Rows:
    """In the order of their positions; every row is in the folder of its day."""
    rows = ds.dataset(folder, partitioning="hive").to_table().to_pylist()
    assert all(f"{row['time']:%Y-%m-%d}" == str(row["day"]) for row in rows)
    return sorted(plain(row | {"time": _written(row["time"])}) for row in rows)


def _written(moment: datetime) -> str:
    thousandths = moment.microsecond // 1000
    return f"{moment:%Y-%m-%dT%H:%M:%S}{f'.{thousandths:03}' if thousandths else ''}Z"


def redis_rows(client: redis.Redis, stream: str) -> Rows:
    found: Any = client.xrange(stream)
    rows = []
    for at, fields in found:
        row = {name.decode(): value.decode() for name, value in fields.items()}
        step, place = map(int, at.decode().split("-"))
        topic = int(row["topic"]) if "topic" in row else None
        share = float(row["probability"])
        rows.append((step, place, row["id"], topic, share, row["time"]))
    return rows


def kafka_rows(brokers: str, topic: str, least: int) -> dict[str, list[tuple[Any, ...]]]:
    """Messages by their keys, when there are so many keys."""
    settings = {"bootstrap.servers": brokers, "group.id": "readers", "fetch.wait.max.ms": 20}
    consumer, found = Consumer(settings), dict[str, list[tuple[Any, ...]]]()
    try:
        places = consumer.list_topics(topic, timeout=5).topics[topic].partitions
        consumer.assign([TopicPartition(topic, place, OFFSET_BEGINNING) for place in places])
        end = time.monotonic() + 5
        while (messages := consumer.consume(100, 0.1)) or len(found) < least:
            assert messages or time.monotonic() < end, "messages are missing"
            for message in messages:
                row = plain(json.loads(message.value() or b""))
                found.setdefault((message.key() or b"").decode(), []).append(row)
    finally:
        consumer.close()
    return found


def assert_at_least_once(messages: dict[str, list[tuple[Any, ...]]], expected: Rows) -> None:
    """Each row is there with its key, and whatever has the same key is the same row."""
    assert {key: {*rows} for key, rows in messages.items()} == {
        f"{row[0]}-{row[1]}": {row} for row in expected
    }
