"""Kafka topics, with the broker that librdkafka brings, in a process of its own."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from confluent_kafka import Consumer, Producer, TopicPartition

from biterms import Columns, InputError, MissingExtra, Record, SettingError
from biterms.errors import StoreError
from biterms.streams import Batch, KafkaTopic
from biterms.streams.sources import kafka
from tests.streams.brokers import free_port, kafka_broker
from tests.streams.killing import assert_undisturbed, killed_again_and_again
from tests.streams.models import TEXTS

NAMES = (f"tweets{n}" for n in count())
#: the broker answers a request without news only after this time
QUICK = {"fetch.wait.max.ms": 20}
MOMENT = 1_700_000_000_000


@pytest.fixture(scope="module")
def broker() -> Iterator[str]:
    with kafka_broker() as (address, _):
        yield address


@pytest.fixture
def topic() -> str:
    """A topic of its own for each test; the broker makes it, with four partitions."""
    return next(NAMES)


@pytest.fixture
def opened(broker: str, topic: str) -> Iterator[Callable[..., KafkaTopic]]:
    made = []

    def open_at(positions: dict[str, int] | None = None, **settings: Any) -> KafkaTopic:
        given = QUICK | settings.pop("settings", {})
        source = KafkaTopic(topic, servers=broker, settings=given, **settings)
        source.open(positions or {})
        made.append(source)
        return source

    yield open_at
    for source in made:
        source.close()


def put(broker: str, topic: str, *values: str | bytes | None, partition: int = 0) -> None:
    client = Producer({"bootstrap.servers": broker})
    for value in values:
        client.produce(topic, value, partition=partition, timestamp=MOMENT)
    assert client.flush(5) == 0


def numbered(first: int, last: int) -> list[str]:
    return [f"text {n}" for n in range(first, last + 1)]


def gathered(source: KafkaTopic, n: int, most: int = 100) -> list[Batch]:
    """Batches with so many messages in all."""
    found, end = [], time.monotonic() + 5
    while n > 0:
        assert time.monotonic() < end, "no messages came"
        batch = source.poll(min(n, most), 0.5)
        n -= len(batch.records) + len(batch.broken)
        found.append(batch)
    return found


def texts(batches: list[Batch]) -> list[str]:
    return [record.text for batch in batches for record in batch.records]


def test_messages_come_by_partition_and_offset(
    broker: str, topic: str, opened: Callable[..., KafkaTopic]
) -> None:
    for partition in (2, 0):
        put(broker, topic, *numbered(10 * partition, 10 * partition + 3), partition=partition)
    source = opened()
    [*some, last] = gathered(source, 8)
    assert sorted(texts([*some, last])) == sorted(numbered(0, 3) + numbered(20, 23))
    records = {record.id: record for batch in [*some, last] for record in batch.records}
    when = "2023-11-14T22:13:20.000+00:00"
    assert records[f"{topic}/2/1"] == Record("text 21", f"{topic}/2/1", when, None)
    for batch in [*some, last]:
        places = [tuple(map(int, one.id.split("/")[1:])) for one in batch.records]
        assert places == sorted(places)
        assert batch.positions == {str(p): at + 1 for p, at in places}


def test_the_journal_decides_where_to_go_on_and_the_broker_is_told(
    broker: str, topic: str, opened: Callable[..., KafkaTopic]
) -> None:
    put(broker, topic, *numbered(1, 9))
    source = opened()
    assert texts(gathered(source, 4, most=1)) == numbered(1, 4)
    source.commit({"0": 4})
    tool = Consumer({"bootstrap.servers": broker, "group.id": "biterms"})
    end = time.monotonic() + 5
    while tool.committed([TopicPartition(topic, 0)], timeout=5)[0].offset != 4:
        assert time.monotonic() < end
    tool.close()
    assert texts(gathered(opened({"0": 2}), 7)) == numbered(3, 9)
    assert texts(gathered(opened(), 9)) == numbered(1, 9)


def test_new_partitions_are_read_from_their_beginning(
    broker: str, topic: str, opened: Callable[..., KafkaTopic], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(broker, topic, *numbered(1, 2))
    put(broker, topic, *numbered(3, 4), partition=3)
    source = opened()
    # the broker cannot add partitions: it is asked for fewer at first
    listed = source._listed
    monkeypatch.setattr(source, "_listed", lambda timeout: listed(timeout)[:3])
    assert texts(gathered(source, 2)) == numbered(1, 2)
    assert source.poll(10, 0.1).records == ()
    monkeypatch.setattr(kafka, "REFRESH", 0.0)
    monkeypatch.setattr(source, "_listed", listed)
    assert texts(gathered(source, 2)) == numbered(3, 4)
    put(broker, topic, "text 5")
    assert texts(gathered(source, 1)) == ["text 5"]


def test_values_are_objects_or_texts(
    broker: str, topic: str, opened: Callable[..., KafkaTopic]
) -> None:
    tweet = {"tweet": "late goal", "n": 7, "at": "2026-01-02", "kind": "sport"}
    put(broker, topic, json.dumps(tweet), "plain", json.dumps({"title": "no goal", "id": "b"}))
    put(broker, topic, b"caf\xe9", None, "{broken")
    plain = gathered(opened(), 6)
    when = "2023-11-14T22:13:20.000+00:00"
    assert [record for batch in plain for record in batch.records] == [
        Record("late goal", f"{topic}/0/0", when, None),
        Record("plain", f"{topic}/0/1", when, None),
        Record("no goal", "b", when, None),
    ]
    dead = [one for batch in plain for one in batch.broken]
    assert [one.position for one in dead] == [f"{topic}/0/{n}" for n in (3, 4, 5)]
    for one, reason, data in zip(
        dead, ("not UTF-8", "no value", "no JSON object"), ("caf\\xe9", "", "{broken"), strict=True
    ):
        assert reason in one.reason
        assert one.data == data
    assert plain[-1].positions == {"0": 6}
    columns = Columns("tweet", "n", "at", "kind")
    chosen = gathered(opened(columns=columns), 6)
    assert [record for batch in chosen for record in batch.records] == [
        Record("late goal", "7", "2026-01-02", "sport")
    ]
    assert sum(len(batch.broken) for batch in chosen) == 5


def test_what_cannot_get_better_is_said(
    broker: str, topic: str, opened: Callable[..., KafkaTopic]
) -> None:
    with pytest.raises(InputError, match=f"no topic '{topic}'"):
        opened().poll(1, 0.5)
    put(broker, topic, "one")
    gone = opened({"0": 50})
    with pytest.raises(InputError, match="the message to go on with is gone"):
        gathered(gone, 1)
    earliest = opened({"0": 50}, settings={"auto.offset.reset": "earliest"})
    assert texts(gathered(earliest, 1)) == ["one"]
    login = {"security.protocol": "SASL_PLAINTEXT", "sasl.mechanism": "PLAIN"}
    login |= {"sasl.username": "me", "sasl.password": "secret"}
    with pytest.raises(SettingError, match="refuses this user or password") as raised:
        gathered(opened(settings=login), 1)
    assert "secret" not in str(raised.value)


def test_settings_are_checked() -> None:
    with pytest.raises(SettingError, match=r"group\.id cannot be set here"):
        KafkaTopic("tweets", settings={"group.id": "x"})
    with pytest.raises(SettingError, match='No such configuration property: "foo"'):
        KafkaTopic("tweets", settings={"foo": 1}).open({})
    with pytest.raises(StoreError, match="written for another source"):
        KafkaTopic("tweets").open({"id": "5-1"})


def test_a_broker_that_is_not_there_is_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    source = KafkaTopic("tweets", servers=f"127.0.0.1:{free_port()}")
    source.open({})
    begin = time.monotonic()
    for _ in range(5):
        assert source.poll(10, 0.05) == ((), {}, ())
    source.commit({"0": 5})
    source.close()
    assert time.monotonic() - begin < 2
    assert 1 <= len(caplog.records) < 5
    assert "cannot be reached" in caplog.text


def test_a_broker_that_says_nothing_for_a_while_costs_only_time() -> None:
    with kafka_broker() as (address, process):
        put(address, "tweets", *numbered(1, 5))
        source = KafkaTopic("tweets", servers=address, settings=QUICK)
        source.open({})
        assert texts(gathered(source, 3, most=1)) == numbered(1, 3)
        process.send_signal(signal.SIGSTOP)
        begin = time.monotonic()
        seen = texts([source.poll(1, 0.2) for _ in range(5)])
        assert time.monotonic() - begin < 2
        source.commit({"0": 5})
        gone = KafkaTopic("tweets", servers=address, settings=QUICK)
        gone.open({})
        gone.commit({"0": 5})
        gone.close()
        assert time.monotonic() - begin < 4
        process.send_signal(signal.SIGCONT)
        put(address, "tweets", *numbered(6, 8))
        assert seen + texts(gathered(source, 5 - len(seen))) == numbered(4, 8)
        source.close()


def test_without_the_package_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "confluent_kafka", None)
    with pytest.raises(MissingExtra, match=r"pip install 'biterms\[kafka\]'"):
        KafkaTopic("tweets")


def test_a_follower_that_is_killed_learns_every_message_once(
    broker: str, topic: str, tmp_path: Path
) -> None:
    for partition in range(4):
        put(broker, topic, *TEXTS[partition::4], partition=partition)
    settings = {"topic": topic, "servers": broker, "settings": QUICK}
    records = killed_again_and_again(KafkaTopic, settings, tmp_path / "live", 30, kills=5)
    expected = {f"{topic}/{n % 4}/{n // 4}": text for n, text in enumerate(TEXTS)}
    assert len(records) == len(expected)
    assert {record.id: record.text for record in records} == expected
    for partition in range(4):
        ids = [record.id for record in records if record.id.split("/")[1] == str(partition)]
        assert ids == [f"{topic}/{partition}/{n}" for n in range(375)]
    assert_undisturbed(tmp_path / "live", records, tmp_path / "straight")
