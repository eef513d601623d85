"""What topics are called: names follow the stream, and are the same in all views."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from biterms import HDP, TopicModel
from biterms.serve.names import NAMELESS, Named, Worded, fits, from_texts, named
from biterms.streams import Texts, follow
from tests.serve.running import Running, running
from tests.topics.newsroom import news

SNAPSHOT = Named(7, {1: "korea, nuclear talks", 2: "late goal"}, {1: ["korea"], 2: ["goal"]})


@pytest.mark.parametrize(
    ("step", "words", "label"),
    [
        (6, ["iraq", "war"], "korea, nuclear talks"),  # older than the snapshot
        (9, ["iraq", "war"], "iraq, war"),  # newer, and the topic is another one by now
        (9, ["korea", "nuclear", "iraq"], "korea, nuclear talks"),  # newer, and the name fits
    ],
)
def test_a_name_stays_as_long_as_it_fits(step: int, words: list[str], label: str) -> None:
    found = named(SNAPSHOT, {1: Worded(step, 0, "iraq, war", words, [0.1] * len(words))})
    assert found.labels == {1: label, 2: "late goal"}
    assert found.words == {1: words if step > 7 else ["korea"], 2: ["goal"]}


def test_a_topic_that_no_snapshot_knows_has_the_name_of_the_tables() -> None:
    row = Worded(0, 0, "oven, bread", ["oven", "bread"], [0.2, 0.1])
    assert named(NAMELESS, {5: row}).labels == {5: "oven, bread"}
    assert named(SNAPSHOT, {5: row}).labels[5] == "oven, bread"


@pytest.mark.parametrize(
    ("label", "words", "expected"),
    [
        ("al qaeda, suspect", ["Qaeda", "AL", "bomb"], True),
        ("al qaeda, suspect, arrest", ["arrest", "bomb"], False),
        ("naïve café", ["CAFÉ", "x"], True),
        ("", ["goal"], True),
    ],
)
def test_half_of_a_name_are_words(label: str, words: list[str], expected: bool) -> None:
    assert fits(label, words) is expected


def test_a_new_topic_is_called_by_its_texts() -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        for table in ("recent", "typical"):
            db.execute(f"CREATE TABLE {table} (topic INTEGER, text TEXT)")
        texts = [(1, f"the team scores goal {i}") for i in range(9)]
        texts += [(4, "The volcano erupts"), (4, "ash of the volcano"), (None, "xyzzy xyzzy")]
        db.executemany("INSERT INTO recent VALUES (?, ?)", texts)
        assert from_texts(db, [4, 9]) == {4: "volcano, ash, erupts"}
        assert from_texts(db, []) == {}
        # a topic that leads none of the newest texts, and a text that is in both tables
        kept = [(9, "The tram is late"), (9, "no tram today"), (4, "ash of the volcano")]
        db.executemany("INSERT INTO typical VALUES (?, ?)", kept)
        assert from_texts(db, [4, 9]) == {4: "volcano, ash, erupts", 9: "tram, late, today"}


def test_names_are_the_same_in_all_views(live: Path, server: Running) -> None:
    listed = {row["id"]: row["label"] for row in server.get("topics?window=all")["topics"]}
    first = server.get("moments")["moments"][0]["step"]

    def rows(path: str, *names: str) -> Any:
        found = server.get(path)
        return found[names[0]]

    for row in rows("timeline", "topics") + rows(f"compare?from={first}", "topics"):
        assert row["label"] == listed[row["id"]]
    digest = server.get("digest?since=7d")
    for row in [*rows("texts", "texts"), *digest["rising"], *digest["fading"]]:
        assert row["label"] == listed[row["topic"]]
    texts = {"texts": ["goal team match", "bread oven soup", "rocket moon orbit"]}
    for row in server.ask("POST", "/v1/assign", texts).json["rows"]:
        assert row["label"] == listed[row["topic"]]
    for row in server.ask("POST", "/v1/explain", texts).json["rows"]:
        for topic in row["topics"]:
            assert topic["label"] == listed[topic["id"]]


def test_topics_that_come_up_have_names(tmp_path: Path) -> None:
    """Also those of which neither the newest snapshot nor the tables know."""
    follow(Texts(news(400)[0]), tmp_path, TopicModel(HDP(10, random_state=0)), every=100)
    with closing(sqlite3.connect(tmp_path / "stream.sqlite")) as db, db:
        (topic,) = db.execute(
            "SELECT topic FROM recent WHERE topic NOT NULL ORDER BY step DESC LIMIT 1"
        ).fetchone()
        for table in ("recent", "topic_period"):
            db.execute(f"UPDATE {table} SET topic = 99 WHERE topic = ?", (topic,))
    with running(tmp_path) as server:
        labels = {row["id"]: row["label"] for row in server.get("topics?window=all")["topics"]}
        assert labels[99].count(",") == 2
        assert not any(label.startswith("topic ") for label in labels.values())
        assert server.get("topics/99")["topic"]["label"] == labels[99]
