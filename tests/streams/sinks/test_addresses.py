"""Sinks as they are typed, and what cannot be one."""

from __future__ import annotations

from pathlib import Path

import pytest

from biterms import InputError
from biterms.streams import JsonLinesSink, KafkaSink, ParquetSink, RedisSink, Texts, follow
from biterms.streams.sinks.addresses import sink_at
from tests.streams.models import RECORDS


def test_an_address_says_which_sink_it_is(tmp_path: Path) -> None:
    assert isinstance(sink_at("rows.jsonl"), JsonLinesSink)
    parquet = sink_at("some/rows.parquet/")
    assert isinstance(parquet, ParquetSink)
    assert parquet.folder.name == "rows.parquet"
    redis = sink_at("rediss://u:p@host:1/2/topics?max_length=50")
    assert isinstance(redis, RedisSink)
    assert (redis.stream, redis.max_length) == ("topics", 50)
    assert redis.url == "rediss://u:p@host:1/2"
    kafka = sink_at("kafka://a:1,b:2/topics")
    assert isinstance(kafka, KafkaSink)
    assert (kafka.topic, kafka.servers) == ("topics", "a:1,b:2")


@pytest.mark.parametrize(
    "address",
    [
        "rows.csv",
        "redis://host",
        "redis://h/t?max_length=x",
        "kafka://host",
        "http://a/b.jsonl",
        "",
    ],
)
def test_what_is_no_sink_is_refused(address: str) -> None:
    with pytest.raises(InputError, match=r"expected FILE\.jsonl, FOLDER\.parquet"):
        sink_at(address)


def test_sinks_are_checked_before_anything_is_made(tmp_path: Path) -> None:
    live, path = tmp_path / "live", tmp_path / "rows.jsonl"
    with pytest.raises(InputError, match="is no sink: expected an object with name"):
        follow(Texts(RECORDS), live, sinks=[str(path)])  # type: ignore[list-item]
    with pytest.raises(InputError, match="sinks have the same name"):
        follow(Texts(RECORDS), live, sinks=[JsonLinesSink(path), JsonLinesSink(path)])
    assert not live.exists()
