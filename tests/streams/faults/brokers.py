"""Followers of Redis and Kafka, with sinks there, that are killed at random moments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from confluent_kafka import Producer

from biterms.streams import KafkaSink, KafkaTopic, RedisSink, RedisStream, Sink, Source
from tests.streams.brokers import kafka_broker, redis_server
from tests.streams.killing import CUTTING, assert_undisturbed, killed_again_and_again
from tests.streams.models import TEXTS
from tests.streams.sinks.written import (
    Rows,
    assert_at_least_once,
    exactly_once,
    file_sinks,
    kafka_rows,
    redis_rows,
)


def redis_kills(place: Path, kills: int, seed: int) -> None:
    """Kill followers of a Redis stream; raise unless every entry was learnt from once.

    Their sink is a Redis stream, which must have every row once.
    """
    with redis_server(place) as server:
        client = server.client().pipeline()
        for n, text in enumerate(TEXTS):
            client.xadd("tweets", {"text": text}, id=f"1700000000000-{n + 1}")
        client.execute()
        settings = {"stream": "tweets", "url": server.url}
        sinks = partial(_redis_sink, server.url)
        rows = _killed(RedisStream, settings, sinks, place, kills, seed)
        assert redis_rows(server.client(), "rows") == rows, "rows are missing, or there twice"


def kafka_kills(place: Path, kills: int, seed: int) -> None:
    """Kill followers of a Kafka topic; raise unless every message was learnt from once.

    Their sink is a Kafka topic, which may have a row several times, with the same key.
    """
    with kafka_broker() as (address, _):
        producer = Producer({"bootstrap.servers": address, "log_level": 0})
        for text in TEXTS:
            producer.produce("tweets", text.encode(), partition=0)
        assert producer.flush(10) == 0
        settings = {"topic": "tweets", "servers": address, "settings": {"fetch.wait.max.ms": 20}}
        rows = _killed(KafkaTopic, settings, partial(_kafka_sink, address), place, kills, seed)
        assert_at_least_once(kafka_rows(address, "rows", len(rows)), rows)


def _redis_sink(url: str) -> list[Sink]:
    return [RedisSink("rows", url=url)]


def _kafka_sink(address: str) -> list[Sink]:
    return [KafkaSink("rows", servers=address)]


def _killed(
    source: type[Source],
    settings: dict[str, Any],
    sinks: Callable[[], list[Sink]],
    place: Path,
    kills: int,
    seed: int,
) -> Rows:
    """Kill followers; the rows of a run over the same texts that nothing has disturbed."""
    cuts = len(TEXTS) // CUTTING["every"]
    records = killed_again_and_again(source, settings, place / "live", cuts, kills, sinks, seed)
    assert [record.text for record in records] == TEXTS
    assert_undisturbed(place / "live", records, place / "straight", file_sinks(place))
    rows = exactly_once(place)
    assert len(rows) == len(TEXTS)
    return rows
