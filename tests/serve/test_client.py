"""The client in Python, against a server that runs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from biterms import SettingError, load
from biterms.serve import Client, Refused, shapes
from tests.serve.running import Running, running
from tests.serve.test_events import go_on

TOKEN = "a-token-of-many-letters"


@pytest.fixture
def client(server: Running) -> Iterator[Client]:
    client = Client(server.url)
    yield client
    client.close()


def test_every_question(client: Client, server: Running, live: Path) -> None:
    """Each method gives what its path gives."""
    assert client.about() == server.get("about")
    assert client.topics("7d", points=3, hidden=True) == server.get(
        "topics?window=7d&points=3&hidden=true"
    )
    assert client.topic(2, rows=1) == server.get("topics/2?rows=1")
    assert client.texts(words="oven bread", limit=2) == server.get("texts?words=oven+bread&limit=2")
    assert client.timeline(period="hour", topics=[1, 3]) == server.get(
        "timeline?period=hour&topics=1,3"
    )
    assert client.alarms(unseen=True) == server.get("alarms?unseen=true")["alarms"]
    assert client.digest("7d")["documents"] == server.get("digest?since=7d")["documents"]
    assert client.moments() == server.get("moments")["moments"]
    first = client.moments()[0]["step"]
    assert client.compare(first) == server.get(f"compare?from={first}")
    assert client.health()["documents"] == 1500
    [row] = client.assign(["bread oven soup"])
    assert row["probability"] == load(live).assign(["bread oven soup"])[0].probability
    assert client.explain(["bread oven soup"])[0]["text"] == "bread oven soup"


@pytest.mark.parametrize(
    ("path", "asked", "said"),
    [
        ("topics", shapes.TopicsAsked, {"window"}),
        ("topics/{id}", shapes.TopicAsked, {"id"}),
        ("texts", shapes.TextsAsked, set()),
        ("timeline", shapes.TimelineAsked, set()),
        ("alarms", shapes.AlarmsAsked, set()),
    ],
)
def test_what_can_be_asked_is_what_the_server_describes(
    server: Running, path: str, asked: type, said: set[str]
) -> None:
    """Types of keywords, and parameters of the method itself."""
    described = server.get("openapi.json")["paths"][f"/v1/{path}"]["get"]["parameters"]
    assert {one["name"] for one in described} == {*asked.__annotations__} | said


def test_edits(client: Client) -> None:
    number = client.edit("label", topic=2, value="Ünï <i>", author="ben")
    alarm = client.alarms()[0]["number"]
    seen = client.edit("seen", alarm=alarm)
    try:
        assert client.edits()[1]["value"] == "Ünï <i>"
        assert client.topic(2)["topic"]["label"] == "Ünï <i>"
        assert client.assign(["x"])
        assert alarm not in {one["number"] for one in client.alarms(unseen=True)}
    finally:
        client.undo(number)
        client.undo(seen)
    assert client.edits(undone=True)[0]["undone"] is not None
    assert client.topic(2)["topic"]["label"] != "Ünï <i>"
    with pytest.raises(Refused, match="one that /v1/edits lists"):
        client.undo(number)


@pytest.mark.parametrize(
    "about",
    [
        {"topic": 99, "value": "x"},
        {"topic": 1},
        {"topic": True, "value": "x"},
        {"topic": 1, "value": "x" * 201},
        {"topic": 1, "alarm": 1, "value": "x"},
        {"topic": 1, "value": "x", "author": 3},
        {"topic": 1, "value": "x", "other": 3},
        {"topic": 2**70, "value": "x"},
        {"alarm": 2**70},
    ],
)
def test_what_is_no_edit_is_refused(client: Client, about: dict[str, object]) -> None:
    before = client.edits(undone=True)
    with pytest.raises(Refused) as error:
        client.edit("label", **about)
    assert error.value.status in (404, 422)
    assert client.edits(undone=True) == before


def test_a_refusal_says_what_to_do(client: Client) -> None:
    with pytest.raises(Refused, match="topic 77; expected the id of a topic") as error:
        client.topic(77)
    assert error.value.status == 404
    with pytest.raises(SettingError, match="expected one such as"):
        Client("ftp://localhost")


def test_a_server_that_was_started_again_is_asked_again(live: Path, tmp_path: Path) -> None:
    """Events go on where they were; questions find the connection closed and open another."""
    folder = Path(shutil.copytree(live, tmp_path / "news.live"))
    with running(folder, BITERMS_TOKEN=TOKEN) as server:
        client = Client(server.url, token=TOKEN)
        events = client.events()
        first = next(events)
        port = str(server.port)
        assert client.about()["step"] == first["step"]
        server.close()
        go_on(folder, 100, "more")
        words = ["--port", port]
        with running(folder, *words, BITERMS_TOKEN=TOKEN):
            assert client.about()["step"] > first["step"]
            second = next(events)
            assert (second["from"], second["documents"]) == (first["step"], 1600)
            with Client(server.url) as stranger, pytest.raises(Refused, match="Bearer"):
                stranger.about()
            client.close()
            events.close()
