"""Redis streams, with a real server."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from biterms import Columns, InputError, MissingExtra, Record, SettingError
from biterms.errors import StoreError
from biterms.streams import RedisStream
from tests.streams.brokers import RedisServer, free_port, redis_server
from tests.streams.killing import assert_undisturbed, killed_again_and_again
from tests.streams.models import TEXTS


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with redis_server(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def server(shared: RedisServer) -> RedisServer:
    shared.client().flushall()
    return shared


def put(server: RedisServer, first: int, last: int) -> None:
    client = server.client().pipeline()
    for n in range(first, last + 1):
        client.xadd("tweets", {"text": f"text {n}"}, id=f"{n}-1")
    client.execute()


def opened(server: RedisServer, at: str | None = None, **settings: Any) -> RedisStream:
    source = RedisStream("tweets", url=server.url, **settings)
    source.open({} if at is None else {"id": at})
    return source


def numbers(source: RedisStream, most: int = 100, timeout: float = 0.0) -> list[int]:
    return [int(record.text.split()[1]) for record in source.poll(most, timeout).records]


def pending(server: RedisServer) -> int:
    return int(server.client().xpending("tweets", "biterms")["pending"])


def test_entries_come_in_order_and_are_acknowledged_when_recorded(server: RedisServer) -> None:
    put(server, 1, 10)
    source = opened(server)
    batch = source.poll(4, 1.0)
    assert batch.records[0] == Record("text 1", "1-1", "1970-01-01T00:00:00.001+00:00", None)
    assert batch.positions == {"id": "4-1"}
    assert numbers(source, 4) == [5, 6, 7, 8]
    assert pending(server) == 8
    source.commit(batch.positions)
    assert pending(server) == 4
    assert numbers(source) == [9, 10]
    assert source.poll(4, 0.0) == source.poll(4, 0.05) == ([], {}, [])
    source.commit({"id": "10-1"})
    assert pending(server) == 0
    [group] = server.client().xinfo_groups("tweets")
    assert (group["last-delivered-id"], group["lag"]) == (b"10-1", 0)


@pytest.mark.parametrize("consumer", ["biterms", "renamed"])
@pytest.mark.parametrize("recorded", [None, 2, 5, 8])
def test_the_journal_decides_what_comes_again(
    server: RedisServer, recorded: int | None, consumer: str
) -> None:
    put(server, 1, 10)
    killed = opened(server)
    assert numbers(killed, 3) == [1, 2, 3]
    assert numbers(killed, 5) == [4, 5, 6, 7, 8]
    source = opened(server, recorded and f"{recorded}-1", consumer=consumer)
    assert numbers(source) == [*range((recorded or 0) + 1, 11)]
    assert pending(server) == 10 - (recorded or 0)
    source.commit({"id": "10-1"})
    assert pending(server) == 0


def test_entries_that_were_trimmed_while_they_were_pending_do_no_harm(server: RedisServer) -> None:
    put(server, 1, 6)
    assert numbers(opened(server)) == [1, 2, 3, 4, 5, 6]
    server.client().xtrim("tweets", minid="4-1", approximate=False)
    source = opened(server, "2-1")
    assert numbers(source) == [4, 5, 6]
    source.commit({"id": "6-1"})
    assert pending(server) == 0


def test_a_group_that_was_made_by_hand_begins_where_it_was_made(server: RedisServer) -> None:
    put(server, 1, 3)
    server.client().xgroup_create("tweets", "biterms", id="$")
    put(server, 4, 5)
    assert numbers(opened(server)) == [4, 5]


def test_a_group_that_was_deleted_is_made_again_at_the_position(server: RedisServer) -> None:
    put(server, 1, 5)
    source = opened(server)
    assert numbers(source, 3) == [1, 2, 3]
    server.client().xgroup_destroy("tweets", "biterms")
    assert numbers(source) == []
    assert numbers(source, timeout=1.0) == [4, 5]


def taken(server: RedisServer) -> list[bytes]:
    """Ids that somebody else reads, under the same name."""
    reply: Any = server.client().xreadgroup("biterms", "biterms", {"tweets": ">"}, count=1)
    return [one for _, entries in reply for one, _ in entries]


def test_an_entry_that_a_dead_connection_got_is_read_again_in_its_place(
    server: RedisServer,
) -> None:
    put(server, 1, 4)
    source = opened(server)
    assert (numbers(source, 1), taken(server)) == ([1], [b"2-1"])
    assert numbers(source, 1) == []
    assert numbers(source, 5) == [2, 3, 4]
    source.commit({"id": "4-1"})
    assert pending(server) == 0


def test_another_reader_of_the_group_is_refused(server: RedisServer) -> None:
    put(server, 1, 9)
    source = opened(server)
    for n in range(1, 4):
        assert (numbers(source, 1), taken(server)) == ([n], [f"{n + 1}-1".encode()])
        assert numbers(source) == []
    assert (numbers(source, 1), taken(server)) == ([4], [b"5-1"])
    with pytest.raises(InputError, match="give each model a group of its own"):
        source.poll(1, 0.0)


def test_fields_are_chosen_by_name_or_in_json(server: RedisServer) -> None:
    client = server.client()
    fields = {
        "tweet": "late goal",
        "n": "7",
        "at": "2026-01-02",
        "kind": "sport",
        "pixels": b"\xff",
    }
    client.xadd("tweets", fields, id="1-1")
    columns = Columns("tweet", "n", "at", "kind")
    assert opened(server, columns=columns).poll(9, 0.0).records == [
        Record("late goal", "7", "2026-01-02", "sport")
    ]
    client.xadd("tweets", {"data": json.dumps({"title": "no \ud800 goal", "id": 8})}, id="2-1")
    source = opened(server, group="other", json="data")
    batch = source.poll(9, 0.0)
    assert batch.records == [Record("no � goal", "8", "1970-01-01T00:00:00.002+00:00", None)]
    assert [(one.position, one.reason) for one in batch.broken] == [
        ("1-1", "the field 'data' is missing")
    ]


def test_broken_entries_say_what_is_wrong_and_count_as_done(server: RedisServer) -> None:
    client = server.client()
    bad: list[dict[Any, Any]] = [
        {"other": "x"}, {"text": b"caf\xe9"}, {"text": " "}, {"text": "x" * (1 << 20) + "x"},
    ]  # fmt: skip
    for n, fields in enumerate(bad, 1):
        client.xadd("tweets", fields, id=f"{n}-0")
    source = opened(server)
    batch = source.poll(9, 0.0)
    assert (batch.records, batch.positions) == ([], {"id": "4-0"})
    missing, latin, empty, long = batch.broken
    assert "'text' is missing; there are 'other'" in missing.reason
    assert json.loads(missing.data) == {"other": "x"}
    assert "not UTF-8" in latin.reason
    assert json.loads(latin.data) == {"text": "caf\\xe9"}
    assert "is empty" in empty.reason
    assert "1,048,577 bytes" in long.reason
    source.commit(batch.positions)
    assert pending(server) == 0


def test_what_cannot_get_better_is_said_at_once(server: RedisServer) -> None:
    server.client().set("tweets", "no stream")
    with pytest.raises(InputError, match="cannot give the stream 'tweets': WRONGTYPE"):
        opened(server).poll(1, 0.0)
    for url, match in [
        (f"{server.url}/99", "DB index"),
        ("http://127.0.0.1", "expected redis://host:port"),
        (server.url.replace("//", "//me:secret@"), "refuses this user or password"),
    ]:
        with pytest.raises((InputError, SettingError), match=match) as raised:
            RedisStream("tweets", url=url).poll(1, 0.0)
        assert "secret" not in str(raised.value)
    with pytest.raises(StoreError, match="written for another source"):
        opened(server, "a")
    with pytest.raises(SettingError, match="text=3, expected the name"):
        RedisStream("tweets", columns=Columns(3))


def test_a_server_that_is_not_there_is_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    source = RedisStream("tweets", url=f"redis://me:secret@127.0.0.1:{free_port()}")
    begin = time.monotonic()
    for _ in range(5):
        assert source.poll(10, 0.05) == ((), {}, ())
    assert time.monotonic() - begin < 1
    source.commit({"id": "5-1"})
    source.close()
    assert 1 <= len(caplog.records) < 5
    assert "cannot be reached" in caplog.text
    assert "secret" not in caplog.text


def test_without_the_package_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(MissingExtra, match=r"pip install 'biterms\[redis\]'"):
        RedisStream("tweets")


def test_a_server_that_is_killed_and_started_again_costs_only_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with redis_server(tmp_path, "--appendonly", "yes", "--appendfsync", "always") as server:
        put(server, 1, 50)
        source = opened(server)
        seen = numbers(source, 20)
        server.kill()
        assert source.poll(10, 0.1) == ((), {}, ())
        source.commit({"id": "20-1"})
        server.start()
        put(server, 51, 60)
        while len(seen) < 60:
            seen += numbers(source, 15, 2.0)
        assert seen == [*range(1, 61)]
        assert pending(server) == 40
        source.commit({"id": "60-1"})
        assert pending(server) == 0
    assert "is back after" in caplog.text


def test_a_follower_that_is_killed_learns_every_entry_once(
    server: RedisServer, tmp_path: Path
) -> None:
    client = server.client().pipeline()
    for n, text in enumerate(TEXTS):
        client.xadd("tweets", {"text": text, "id": f"n{n}"}, id=f"1700000000000-{n + 1}")
    client.execute()
    settings = {"stream": "tweets", "url": server.url}
    records = killed_again_and_again(RedisStream, settings, tmp_path / "live", 30, kills=5)
    time_of_all = "2023-11-14T22:13:20.000+00:00"
    assert records == [Record(text, f"n{n}", time_of_all, None) for n, text in enumerate(TEXTS)]
    assert pending(server) == 0
    assert_undisturbed(tmp_path / "live", records, tmp_path / "straight")
