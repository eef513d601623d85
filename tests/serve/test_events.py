"""Clients are told of what a real stream commits, and of what they have missed."""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from biterms import Record
from biterms.streams import Texts, edit, follow, status, undo
from tests.serve.running import Running, running
from tests.streams.clocks import BEGIN

FOOD = "bread cheese oven butter soup"


@pytest.fixture
def folder(live: Path, tmp_path: Path) -> Path:
    """A live model of its own, to go on with."""
    return Path(shutil.copytree(live, tmp_path / "news.live"))


def go_on(folder: Path, n: int, name: str) -> None:
    """The stream comes again with n texts about food."""
    more = [Record(FOOD, f"{name}{i}", str(BEGIN + 900_000 + i), None) for i in range(n)]
    follow(Texts(more, name=name), folder, every=100, most=100, within=None)


class Told:
    """A stream of events."""

    def __init__(self, server: Running, last: str | None = None) -> None:
        self.connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
        self.connection.request(
            "GET", "/v1/events", headers={"Last-Event-ID": last} if last else {}
        )
        self.response: HTTPResponse = self.connection.getresponse()
        assert self.response.status == 200
        assert self.response.headers["content-type"].startswith("text/event-stream")
        self.events = self._events()

    def _events(self) -> Iterator[tuple[str, Any]]:
        fields: dict[str, str] = {}
        while line := self.response.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif "data" in fields:
                assert fields["event"] == "change"
                yield fields["id"], json.loads(fields["data"])
                fields = {}

    def until(self, wanted: Any) -> tuple[str, list[Any]]:
        """All events up to one that is wanted, and its id."""
        found = []
        for last, data in self.events:
            found.append(data)
            if wanted(data):
                return last, found
        raise AssertionError(found)

    def close(self) -> None:
        self.response.close()
        self.connection.close()


def test_what_a_stream_commits_is_told_with_deltas(folder: Path) -> None:
    with running(folder) as server, closing(Told(server)) as told:
        _, first = next(told.events)
        assert (first["from"], first["topics"], first["documents"]) == (None, None, 1500)
        go_on(folder, 200, "more")
        now = (status(folder).step, status(folder).step, 1700)
        _, events = told.until(
            lambda data: (data["step"], data["snapshot"], data["documents"]) == now
        )
        assert events[0]["from"] == first["step"]
        assert sum(data["added"] for data in events) == 200
        led: dict[int, int] = {}
        for data in events:
            for topic, documents in data["topics"]:
                led[topic] = led.get(topic, 0) + documents
        assert sum(led.values()) == 200
        food = server.ask("POST", "/v1/assign", {"text": FOOD}).json["rows"][0]["topic"]
        assert led[food] > 150
        assert server.get("about")["snapshot"] == now[0]


def test_a_client_that_comes_again_is_told_what_it_has_missed(folder: Path) -> None:
    with running(folder) as server:
        told = Told(server)
        last, first = next(told.events)
        told.close()
        go_on(folder, 100, "one")
        go_on(folder, 100, "two")
        server.get("topics")
        with closing(Told(server, last)) as again:
            _, events = again.until(lambda data: data["documents"] == 1700)
            assert events[0]["from"] == first["step"]
            assert sum(data["added"] for data in events) == 200
            assert sum(n for data in events for _, n in data["topics"]) == 200
        for strange in ("x", "1.2", "9" * 40, f"{10**9}.1.1.1"):
            with closing(Told(server, strange)) as lost:
                _, event = next(lost.events)
                assert (event["from"], event["topics"]) == (None, None)


def test_what_is_too_long_ago_asks_for_everything_again(folder: Path) -> None:
    with running(folder) as server, closing(Told(server, "3.77.0.0")) as told:
        _, event = next(told.events)
        assert (event["from"], event["topics"]) == (3, None)
        assert event["alarms"] == [
            one["number"] for one in reversed(server.get("alarms")["alarms"]) if one["step"] > 3
        ]


def test_edits_are_told_at_once_whoever_makes_them(folder: Path) -> None:
    with running(folder) as server, closing(Told(server)) as told:
        _, first = next(told.events)
        assert server.ask("POST", "/v1/edits", {"what": "hide", "topic": 2}).status == 201
        _, second = next(told.events)
        number = edit(folder, "label", 3, "from elsewhere")
        _, third = next(told.events)
        undo(folder, number)
        _, last = next(told.events)
        marks = [one["edits"] for one in (first, second, third, last)]
        assert marks == sorted({*marks})
        assert (last["added"], last["topics"]) == (0, [])
        assert 2 not in {row["id"] for row in server.get("topics")["topics"]}


def test_a_server_that_ends_ends_its_streams(folder: Path) -> None:
    with running(folder) as server, closing(Told(server)) as told:
        next(told.events)
        server.process.send_signal(signal.SIGTERM)
        assert [*told.events] == []
        server.process.wait(30)
