"""Followers of Redis and Kafka that are killed at random moments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from confluent_kafka import Producer

from biterms.streams import KafkaTopic, RedisStream, Source
from tests.streams.brokers import kafka_broker, redis_server
from tests.streams.killing import CUTTING, assert_undisturbed, killed_again_and_again
from tests.streams.models import TEXTS


def redis_kills(place: Path, kills: int, seed: int) -> None:
    """Kill followers of a Redis stream; raise unless every entry was learnt from once."""
    with redis_server(place) as server:
        client = server.client().pipeline()
        for n, text in enumerate(TEXTS):
            client.xadd("tweets", {"text": text}, id=f"1700000000000-{n + 1}")
        client.execute()
        settings = {"stream": "tweets", "url": server.url}
        _killed(RedisStream, settings, place, kills, seed)


def kafka_kills(place: Path, kills: int, seed: int) -> None:
    """Kill followers of a Kafka topic; raise unless every message was learnt from once."""
    with kafka_broker() as (address, _):
        producer = Producer({"bootstrap.servers": address, "log_level": 0})
        for text in TEXTS:
            producer.produce("tweets", text.encode(), partition=0)
        assert producer.flush(10) == 0
        settings = {"topic": "tweets", "servers": address, "settings": {"fetch.wait.max.ms": 20}}
        _killed(KafkaTopic, settings, place, kills, seed)


def _killed(
    source: type[Source], settings: dict[str, Any], place: Path, kills: int, seed: int
) -> None:
    cuts = len(TEXTS) // CUTTING["every"]
    records = killed_again_and_again(source, settings, place / "live", cuts, kills, seed=seed)
    assert [record.text for record in records] == TEXTS
    assert_undisturbed(place / "live", records, place / "straight")
