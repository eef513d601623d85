"""Whatever is killed, sinks hold the topic of every text, once where they say so."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from biterms.streams import Texts
from tests.streams.brokers import kafka_broker, redis_server
from tests.streams.killing import CUTTING, assert_undisturbed, killed_again_and_again
from tests.streams.models import RECORDS, undisturbed
from tests.streams.sinks.written import (
    all_sinks,
    assert_at_least_once,
    json_rows,
    kafka_rows,
    parquet_rows,
    redis_rows,
)

KILLS = 5


def test_every_topic_is_written_once(tmp_path: Path) -> None:
    calm, killed = tmp_path / "calm", tmp_path / "killed"
    for place in (calm, killed):
        place.mkdir()
    with redis_server(tmp_path) as server, kafka_broker() as (brokers, _):
        sinks = all_sinks(calm, server.url, brokers)
        undisturbed(calm / "live", sinks=sinks, **CUTTING)
        expected = json_rows(calm / "rows.jsonl")
        cuts, every = len(RECORDS) // CUTTING["every"], CUTTING["every"]
        places = [(1 + i // every, i % every) for i in range(len(RECORDS))]
        assert [row[:2] for row in expected] == places
        assert [row[2] for row in expected] == [record.id for record in RECORDS]

        records = killed_again_and_again(
            Texts, {"texts": RECORDS}, killed / "live", cuts, KILLS,
            sinks=partial(all_sinks, killed, server.url, brokers),
        )  # fmt: skip
        assert_undisturbed(killed / "live", records, tmp_path / "other")
        for place in (calm, killed):
            assert json_rows(place / "rows.jsonl") == expected
            assert parquet_rows(place / "rows.parquet") == expected
            assert redis_rows(server.client(), place.name) == expected
        messages = kafka_rows(brokers, "killed", len(expected))
        assert_at_least_once(messages, expected)
