"""Topics of texts over HTTP are those of the model, to the bit, however requests come."""

from __future__ import annotations

import json
import threading
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from biterms import TopicModel, load
from biterms.streams.journal import Journal
from tests.serve.conftest import NASTY, records
from tests.serve.running import Running, bounded

TEXTS = [record.text for record in records()[::7]]
STRANGE = ["", "xyzzy", "the of and", NASTY, "Ünï¢ode 😅 goal", "goal " * 900, "\ud83d rocket"]


@pytest.fixture(scope="module")
def model(live: Path) -> TopicModel:
    return load(live)


def expected(model: TopicModel, texts: list[str]) -> list[Any]:
    """The rows of the model; people have named topic 0."""
    rows = [row._asdict() for row in model.assign(texts)]
    for row in rows:
        del row["id"], row["text"]
        if row["topic"] == 0:
            row["label"] = "First & <b>best</b>"
    return rows


def test_one_text_and_many(server: Running, model: TopicModel) -> None:
    one = server.ask("POST", "/v1/assign", {"text": TEXTS[0]}).json
    assert one["rows"] == expected(model, TEXTS[:1])
    many = server.ask("POST", "/v1/assign", {"texts": TEXTS}).json
    assert many["rows"] == expected(model, TEXTS)
    assert one["snapshot"] == server.get("about")["snapshot"]


def test_strange_texts(server: Running, model: TopicModel) -> None:
    found = server.ask("POST", "/v1/assign", {"texts": STRANGE}).json["rows"]
    readable = [*STRANGE[:-1], "\ufffd rocket"]
    assert found == expected(model, readable)
    assert [row["topic"] for row in found[:3]] == [None] * 3
    explained = server.ask("POST", "/v1/explain", {"texts": STRANGE}).json["rows"]
    assert [row["text"] for row in explained] == readable


def test_many_at_once_get_their_own_answers(server: Running, model: TopicModel) -> None:
    """Requests that come together are one batch; large ones go through a thread."""
    asked = [[text] for text in TEXTS[:60]] + [TEXTS[:50], TEXTS * 4]
    found: dict[int, Any] = {}

    def ask(places: range) -> None:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
        for i in places:
            body = json.dumps({"texts": asked[i]})
            connection.request("POST", "/v1/assign", body, {"Content-Type": "application/json"})
            found[i] = json.loads(connection.getresponse().read())["rows"]
        connection.close()

    threads = [threading.Thread(target=ask, args=(range(i, len(asked), 8),)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = dict(zip(TEXTS, expected(model, TEXTS), strict=True))
    for i, texts in enumerate(asked):
        assert found[i] == [rows[text] for text in texts]


def test_explain(server: Running, model: TopicModel) -> None:
    found = server.ask("POST", "/v1/explain", {"texts": TEXTS[:20]}).json["rows"]
    for row, text in zip(found, TEXTS[:20], strict=True):
        own = model.explain(text)
        assert row["unknown"] == [*own.unknown]
        assert [(t["id"], t["probability"]) for t in row["topics"]] == [
            (t.id, t.probability) for t in own.topics
        ]
        for topic, mine in zip(row["topics"], own.topics, strict=True):
            assert topic["words"] == [[*word] for word in mine.words]
            assert topic["pairs"] == [[*pair] for pair in mine.pairs]


@pytest.mark.parametrize("path", ["/v1/assign", "/v1/explain"])
@pytest.mark.parametrize(
    ("body", "status", "found"),
    [
        (b"", 400, "no JSON"),
        (b"{", 400, "no JSON"),
        (b"\xff\xfe", 400, "no JSON"),
        (b"[" * 100_000, 400, "no JSON"),
        (b"[]", 422, "a list"),
        (b"{}", 422, "{}"),
        (b'{"texts": []}', 422, ""),
        (b'{"text": 3}', 422, "texts[0] is 3"),
        (b'{"texts": ["a", null]}', 422, "texts[1] is None"),
        (b'{"texts": "abc"}', 422, ""),
        (b'{"text": "a", "texts": ["b"]}', 422, ""),
        (b'{"text": "a", "more": 1}', 422, ""),
        (json.dumps({"texts": ["a"] * 1001}).encode(), 422, "1,001 texts"),
        (json.dumps({"text": "a" * 20_001}).encode(), 422, "texts[0] has 20,001 letters"),
    ],
)
def test_what_is_no_question_is_refused(
    server: Running, path: str, body: bytes, status: int, found: str
) -> None:
    answer = server.ask("POST", path, body)
    assert answer.status == status
    assert found in answer.error["found"]
    assert answer.error["expected"]


def test_before_there_is_a_model(tmp_path: Path) -> None:
    """A server may be there before the stream: it says what to wait for."""
    with bounded(tmp_path / "not.yet") as server:
        answer = server.ask("POST", "/v1/assign", {"text": "goal"})
        assert (answer.status, answer.headers["retry-after"]) == (503, "5")
        assert "no model yet" in answer.error["found"]
        paths = ("about", "topics", "topics/1", "texts", "timeline", "alarms", "digest", "edits")
        for path in (*paths, "health", "metrics", "digest.html", "digest.atom"):
            answer = server.ask("GET", f"/v1/{path}")
            assert (answer.status, answer.headers["retry-after"]) == (503, "5"), path
            assert answer.error["found"] == "not.yet: no stream has been followed there yet"
            assert "biterms stream FILE --follow --model not.yet" in answer.error["action"]
        edit = {"what": "hide", "topic": 1}
        assert server.ask("POST", "/v1/edits", edit).status == 503
        assert server.ask("DELETE", "/v1/edits/1").status == 404
        assert server.get("moments") == {"moments": []}
        assert server.ask("GET", "/").status == 200


def test_a_stream_without_texts_has_empty_views(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    with bounded(tmp_path) as server:
        assert server.get("topics")["topics"] == []
        assert server.get("topics?window=all")["documents"] == 0
        assert server.get("texts?words=goal&explain=true")["texts"] == []
        assert server.get("timeline")["begins"] == []
        assert server.get("alarms")["alarms"] == []
        assert server.get("digest")["documents"] == 0
        assert server.get("moments")["moments"] == []
        assert server.get("edits")["edits"] == []
        assert server.get("health")["documents"] == 0
        for path in ("digest.html", "digest.atom", "metrics"):
            assert server.ask("GET", f"/v1/{path}").status == 200
        assert server.ask("GET", "/v1/topics/0").status == 404
        assert server.ask("GET", "/v1/compare?from=0").status == 404
