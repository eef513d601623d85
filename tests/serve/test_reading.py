"""What the server tells is what the tables of the stream say."""

from __future__ import annotations

import json
import sqlite3
import xml.etree.ElementTree as ET
from contextlib import closing
from html import escape
from pathlib import Path
from typing import Any

import pytest
from numpy.testing import assert_allclose

from biterms import load
from biterms.streams import alarms, digest, health, moments, prevalence
from tests.serve.conftest import NASTY, N
from tests.serve.running import Running


def rows(live: Path, query: str, *given: Any) -> list[Any]:
    with closing(sqlite3.connect(live / "stream.sqlite")) as db:
        return db.execute(query, given).fetchall()


def test_about(server: Running, live: Path) -> None:
    found = server.get("about")
    assert (found["name"], found["read_only"]) == ("news.live", False)
    assert found["step"] == rows(live, "SELECT max(step) FROM cut")[0][0]
    assert found["snapshot"] == moments(live)[-1].step


@pytest.mark.parametrize("window", ["1h", "24h", "7d", "all"])
def test_topics_of_a_window_are_sums_of_the_tables(
    server: Running, live: Path, window: str
) -> None:
    found = server.get(f"topics?window={window}&hidden=true&points=6")
    since, until = found["since"], found["until"]
    inside = "begin + length / 2 >= ? AND begin < ?"
    (documents,) = rows(
        live, f"SELECT coalesce(sum(documents), 0) FROM period WHERE {inside}", since, until
    )[0]
    assert found["documents"] == documents > 0
    query = f"SELECT topic, sum(documents), sum(share) FROM topic_period WHERE {inside} GROUP BY 1"
    known = {topic: (led, share) for topic, led, share in rows(live, query, since, until)}
    for row in found["topics"]:
        led, share = known.get(row["id"], (0, 0.0))
        assert row["documents"] == led
        assert_allclose(row["share"], share / documents, atol=1e-6)
        seen = rows(
            live, "SELECT first, last, documents FROM topic_seen WHERE topic = ?", row["id"]
        )
        assert [(row["born"], row["seen"], row["total"])] == seen
        assert len(row["sparkline"]) == 6
    shares = [row["share"] for row in found["topics"]]
    assert shares == sorted(shares, reverse=True)
    assert_allclose(sum(shares), 1.0, atol=1e-4)
    if window == "all":
        assert {row["trend"] for row in found["topics"]} == {None}


def test_what_rises_is_what_the_digest_tells(server: Running, live: Path) -> None:
    expected = digest(live)
    found = {row["id"]: row for row in server.get("topics")["topics"]}
    rising = {told.trend.topic: told.trend for told in expected.rising}
    assert rising
    assert {topic for topic, row in found.items() if row["trend"] == "rising"} == {*rising}
    for topic, trend in rising.items():
        row = found[topic]
        assert (row["changed"], row["documents"]) == (trend.since, trend.documents)
        assert_allclose([row["p_value"], row["share"]], [trend.p_value, trend.share], atol=1e-6)


def test_sparklines_have_holes_where_no_texts_came(server: Running, live: Path) -> None:
    found = server.get("topics?window=24h&points=200")
    line = found["topics"][0]["sparkline"]
    for i in range(0, 200, 13):
        begin = found["since"] + i * found["bucket"]
        middle = "begin + length / 2.0"
        query = f"SELECT sum(documents) FROM period WHERE {middle} >= ? AND {middle} < ?"
        [(n,)] = rows(live, query, begin, begin + found["bucket"])
        assert (line[i] is None) == (n is None)


def test_labels_and_edits_are_laid_over(server: Running, live: Path) -> None:
    found = {row["id"]: row for row in server.get("topics?window=all")["topics"]}
    assert (found[0]["label"], found[0]["named"]) == ("First & <b>best</b>", True)
    assert found[1]["followed"]
    assert not found[0]["followed"]
    own = {topic.id: topic.label for topic in load(live).topics()}
    assert found[2]["label"] == own[2]


def test_a_topic(server: Running, live: Path) -> None:
    found = server.get("topics/3?rows=2")
    topic = load(live).topic(3)
    assert [(word["word"], word["probability"]) for word in found["words"]] == [
        (word.word, word.probability) for word in topic.words
    ]
    assert [(pair["left"], pair["right"], pair["weight"]) for pair in found["pairs"]] == [
        (pair.left, pair.right, pair.weight) for pair in topic.pairs
    ]
    assert found["size"] == topic.size
    typical = rows(live, "SELECT id FROM typical WHERE topic = 3 ORDER BY share DESC, step DESC")
    assert [text["id"] for text in found["typical"]] == [id_ for (id_,) in typical]
    words = "SELECT begin, words FROM topic_words WHERE topic = 3 ORDER BY begin DESC LIMIT 2"
    written = [(begin, json.loads(words)) for begin, words in rows(live, words)]
    assert [(row["begin"], row["words"]) for row in found["drift"]] == [
        (begin, [[word, p] for word, p, _ in words]) for begin, words in reversed(written)
    ]
    times = [text["time"] for text in found["newest"]]
    assert times == sorted(times, reverse=True)
    listed = {row["id"]: row for row in server.get("topics")["topics"]}
    assert found["topic"] == listed[3]


def test_a_topic_that_is_not_there(server: Running) -> None:
    answer = server.ask("GET", "/v1/topics/77")
    assert (answer.status, answer.error["found"]) == (404, "topic 77")


def test_texts(server: Running) -> None:
    found = server.get("texts?limit=3")["texts"]
    assert [text["id"] for text in found] == [f"t{N - i}" for i in (1, 2, 3)]
    assert found[0]["explanation"] is None
    assert {text["topic"] for text in server.get("texts?topic=2")["texts"]} == {2}
    step = found[0]["step"]
    assert {text["step"] for text in server.get(f"texts?after={step - 1}")["texts"]} == {step}
    assert server.get(f"texts?after={step}")["texts"] == []


def test_texts_by_words_in_any_form(server: Running) -> None:
    found = server.get("texts?words=rockets&limit=500")["texts"]
    assert found
    assert all("rocket" in text["text"] for text in found)
    both = server.get("texts?words=rocket%20moon&limit=500")["texts"]
    assert (
        {text["id"] for text in both}
        == {text["id"] for text in found if "moon" in text["text"]}
        != set()
    )
    assert server.get("texts?words=xyzzy")["texts"] == []


def test_texts_are_explained_by_the_model(server: Running, live: Path) -> None:
    text = server.get("texts?limit=1&explain=true&words=oven")["texts"][0]
    expected = load(live).explain(text["text"])
    assert text["explanation"]["topics"][0]["words"] == [[*w] for w in expected.topics[0].words]
    assert text["explanation"]["unknown"] == [*expected.unknown]


@pytest.mark.parametrize("period", ["hour", "day"])
def test_the_timeline_is_the_prevalence(server: Running, live: Path, period: str) -> None:
    found = server.get(f"timeline?period={period}&top=500")
    cells = {
        (begin, topic["id"]): (documents, share)
        for topic in found["topics"]
        for begin, documents, share in zip(
            found["begins"], topic["documents"], topic["shares"], strict=True
        )
    }
    expected = prevalence(live, period)
    assert len(expected) > 20
    for row in expected:
        documents, share = cells[row.begin, row.topic]
        assert documents == row.documents
        assert_allclose(share, row.share, atol=1e-6)
    assert sum(found["documents"]) == N
    assert found["others"]["documents"] == [0] * len(found["begins"])


def test_a_part_of_the_timeline(server: Running) -> None:
    every = server.get("timeline?period=hour&top=500")
    since, until = every["begins"][3], every["begins"][6]
    some = server.get(f"timeline?period=hour&topics=1,3&since={since}&until={until}")
    assert some["begins"] == every["begins"][3:6]
    assert [topic["id"] for topic in some["topics"]] == [1, 3]
    for i in range(3):
        led = sum(topic["documents"][i] for topic in some["topics"])
        whole = sum(topic["documents"][3 + i] for topic in every["topics"])
        assert led + some["others"]["documents"][i] == whole


def test_alarms(server: Running, live: Path) -> None:
    found = server.get("alarms")["alarms"]
    expected = alarms(live)
    assert expected
    assert [one["number"] for one in found] == [one.number for one in reversed(expected)]
    assert found[-1]["words"] == expected[0].words
    assert found[-1]["texts"] == expected[0].texts
    assert not found[0]["seen"]


def test_the_digest(server: Running, live: Path) -> None:
    expected, found = digest(live), server.get("digest")
    assert found["lines"][0] == str(expected).splitlines()[0]
    assert len(found["lines"]) == len(str(expected).splitlines())
    for name in ("documents", "documents_before", "topics", "since", "until"):
        assert found[name] == getattr(expected, name)
    assert [one["number"] for one in found["alarms"]] == [o["number"] for o in expected.alarms]
    assert [one["topic"] for one in found["changed"]] == [one.topic for one in expected.changed]
    assert [one["topic"] for one in found["happened"]] == [one.topic for one in expected.happened]
    assert [told["topic"] for told in found["rising"]] == [t.trend.topic for t in expected.rising]
    page = server.ask("GET", "/v1/digest.html")
    assert page.headers["content-type"].startswith("text/html")
    assert "style-src 'sha256-" in page.headers["content-security-policy"]
    assert escape(found["rising"][0]["label"]) in page.body.decode()


def test_the_feed_is_atom(server: Running) -> None:
    answer = server.ask("GET", "/v1/digest.atom")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    feed = ET.fromstring(answer.body)
    name = "{http://www.w3.org/2005/Atom}"
    ids = [entry.findtext(f"{name}id") for entry in feed.iter(f"{name}entry")]
    numbers = [one["number"] for one in server.get("alarms")["alarms"]]
    assert {f"urn:biterms:news.live:alarm:{number}" for number in numbers} <= {*ids}
    assert len({*ids}) == len(ids)


def test_moments_and_what_lies_between_two(server: Running, live: Path) -> None:
    found = server.get("moments")["moments"]
    assert [one["step"] for one in found] == [one.step for one in moments(live)]
    assert [one["newest"] for one in found] == [False] * (len(found) - 1) + [True]
    first = found[0]["step"]
    compared = server.get(f"compare?from={first}")
    assert compared["to"] == found[-1]
    before, after = load(moments(live)[0].folder), load(live)
    for row in compared["topics"]:
        assert row["size_from"] == before.topic(row["id"]).size
        assert row["size_to"] == after.topic(row["id"]).size
        ratio = row["size_to"] / row["size_from"]
        assert ("grew" in row["what"]) == (ratio >= 1.25)
        assert ("shrank" in row["what"]) == (ratio <= 0.8)
    assert server.ask("GET", "/v1/compare?from=12345").status == 404


def test_health_and_metrics(server: Running, live: Path) -> None:
    found, expected = server.get("health"), health(live)
    assert found["documents"] == expected.status.documents == N
    assert not found["followed"]
    assert found["snapshot"]["step"] == expected.snapshot.step  # type: ignore[union-attr]
    assert found["server"]["requests"] > 0
    text = server.ask("GET", "/v1/metrics").body.decode()
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
    assert values["biterms_documents_total"] == str(N)
    assert float(values['biterms_requests_total{path="health",status="200"}']) >= 1
    told = [line.split(" ")[2] for line in text.splitlines() if line.startswith("# TYPE")]
    assert len({*told}) == len(told)
    assert {name.partition("{")[0] for name in values} <= {*told}


@pytest.mark.parametrize(
    "path",
    ["/", "/assets/app.js", "/v1/about", "/v1/topics?window=7d", "/v1/digest.atom", "/v1/nope"],
)
def test_the_head_alone_is_that_of_the_answer(server: Running, path: str) -> None:
    head, whole = server.ask("HEAD", path), server.ask("GET", path)
    assert (head.status, head.body) == (whole.status, b"")
    kept = {name: value for name, value in whole.headers.items() if name != "date"}
    assert {name: value for name, value in head.headers.items() if name != "date"} == kept
    assert whole.body


def test_the_head_of_events_ends(server: Running) -> None:
    head = server.ask("HEAD", "/v1/events")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-type"].startswith("text/event-stream")
    assert server.get("health")["server"]["events"] == 0
    assert server.ask("HEAD", "/v1/assign").status == 405


def test_a_nasty_document_comes_back_as_data(server: Running) -> None:
    answer = server.ask("GET", "/v1/texts?limit=1&explain=true")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json["texts"][0]["text"] == NASTY
    page = server.ask("GET", "/v1/digest.html?since=7d").body.decode()
    assert "<script" not in page
    assert "<b>best" not in page
    feed = server.ask("GET", "/v1/digest.atom").body
    assert b"<script" not in feed
