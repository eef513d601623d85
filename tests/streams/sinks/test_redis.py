"""Entries of a Redis stream, with a real server that goes away and comes back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from biterms import InputError, SettingError
from biterms.errors import StoreError
from biterms.streams import RedisSink
from biterms.streams.sinks import redis as redis_sink
from biterms.streams.sinks.sink import Row
from tests.streams.brokers import RedisServer, redis_server
from tests.streams.sinks.written import redis_rows


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    keep = ("--appendonly", "yes", "--appendfsync", "always")
    with redis_server(tmp_path, *keep) as one:
        yield one


def rows(step: int, n: int) -> list[Row]:
    return [Row(step, place, f"n{place}", 1, "goal", 0.5, 1e9) for place in range(n)]


def ids(server: RedisServer) -> list[tuple[int, int]]:
    return [row[:2] for row in redis_rows(server.client(), "topics")]  # type: ignore[misc]


def test_entries_that_are_there_are_not_sent_again(server: RedisServer) -> None:
    sink = RedisSink("topics", url=server.url)
    sink.open(0, 0, None)
    sink.write(1, rows(1, 3))
    assert sink.flush() == {"id": "1-2"}
    sink.write(2, rows(2, 2))
    sink.close()
    again = RedisSink("topics", url=server.url)
    again.open(1, 2, {"id": "1-2"})
    again.write(2, rows(2, 4))
    again.write(3, rows(3, 1))
    again.close()
    assert ids(server) == [(1, 0), (1, 1), (1, 2), *[(2, i) for i in range(4)], (3, 0)]


def test_a_server_that_goes_away_is_waited_for(server: RedisServer) -> None:
    sink = RedisSink("topics", url=server.url)
    sink.open(0, 0, None)
    sink.write(1, rows(1, 3))
    server.kill()
    back = Timer(0.3, server.start)
    back.start()
    sink.write(2, rows(2, 3))
    back.join()
    sink.close()
    assert ids(server) == [(step, place) for step in (1, 2) for place in range(3)]


def test_a_server_that_stays_away_ends_it(
    server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_sink, "PATIENCE", 0.2)
    server.kill()
    begin = time.monotonic()
    with pytest.raises(StoreError, match="nothing is lost, start again when it is back"):
        RedisSink("topics", url=server.url).open(0, 0, None)
    assert time.monotonic() < begin + 3


def test_a_stream_that_others_write_to_is_refused(server: RedisServer) -> None:
    server.client().xadd("topics", {"a": "b"})
    with pytest.raises(InputError, match="something else writes to it"):
        RedisSink("topics", url=server.url).open(0, 0, None)
    server.client().xadd("mine", {"a": "b"}, id="3-0")
    with pytest.raises(InputError, match="not of this model; choose another key"):
        RedisSink("mine", url=server.url).open(0, 9, None)
    sink = RedisSink("ours", url=server.url)
    sink.open(0, 0, None)
    server.client().xadd("ours", {"a": "b"})
    with pytest.raises(InputError, match="nothing else writes to it"):
        sink.write(1, rows(1, 1))
    server.client().set("other", "1")
    with pytest.raises(InputError, match="WRONGTYPE"):
        RedisSink("other", url=server.url).open(0, 0, None)


def test_a_stream_may_be_kept_short(server: RedisServer) -> None:
    sink = RedisSink("topics", url=server.url, max_length=100)
    sink.open(0, 0, None)
    sink.write(1, rows(1, 2500))
    sink.close()
    assert 100 <= len(ids(server)) < 400
    assert ids(server)[-1] == (1, 2499)
    with pytest.raises(SettingError, match="expected a number of entries"):
        RedisSink("topics", max_length=0)
