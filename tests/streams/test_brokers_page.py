"""The example of the page about brokers, with brokers."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from confluent_kafka import Producer

from biterms.store import JOURNAL
from tests.docs.markdown import ROOT, steps
from tests.streams.brokers import kafka_broker, redis_server
from tests.streams.models import TEXTS


def test_the_example_follows_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    [example] = steps(ROOT / "docs" / "streams_brokers.md")
    exec(example.code, names)
    with redis_server(tmp_path) as server, kafka_broker() as (address, _):
        client, producer = server.client(), Producer({"bootstrap.servers": address})
        for text in TEXTS[:200]:
            client.xadd("tweets", {"tweet": text, "created_at": "2026-01-02"})
            producer.produce("tickets", text)
        assert producer.flush(5) == 0
        last = client.xinfo_stream("tweets")["last-generated-id"].decode()
        model = names["follow_both"](server.url, address, stopping=lambda: read_to(last, 200))
    assert model.model_.n_docs_ == 400


def read_to(entry: str, messages: int) -> bool:
    """Whether the journal has all that there is."""
    with closing(sqlite3.connect(Path("live") / JOURNAL)) as db:
        rows = db.execute("SELECT source, value FROM position").fetchall()
    of_redis = [json.loads(value) for source, value in rows if source.startswith("redis")]
    of_kafka = [json.loads(value) for source, value in rows if source.startswith("kafka")]
    return of_redis == [entry] and sum(of_kafka) == messages
