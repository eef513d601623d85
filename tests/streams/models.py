"""Models to follow streams with, and what it means that two are the same."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from numpy.testing import assert_array_equal

from biterms import LDA, Record, TopicModel, Vectoriser, load
from biterms.streams import Texts, follow
from biterms.topics.files import fields_of
from tests.topics.newsroom import news

TEXTS = news(1500)[0]
#: the same with times: some days of a year long ago
RECORDS = [
    Record(text, f"n{i}", f"2011-03-{1 + i // 300:02}T{i % 24:02}:00:00", None)
    for i, text in enumerate(TEXTS)
]

#: tables whose rows are the same whatever has disturbed a stream
TOLD = (
    *("period", "topic_period", "late", "dead", "topic_words", "event", "word_seen"),
    *("recent", "typical", "burst", "alarm"),
)


def new(**settings: Any) -> TopicModel:
    return TopicModel(
        LDA(4, random_state=0, n_threads=1), text=Vectoriser(min_df=2), keep=200, **settings
    )


def undisturbed(folder: Path, **settings: Any) -> TopicModel:
    """The model of a stream that nothing disturbs."""
    return follow(Texts(RECORDS), folder, new(), **({"every": 50, "within": None} | settings))


def timeless(settings: dict[str, Any]) -> str:
    """Settings of a model file without what says when and where it was made."""
    del settings["model"]["state"]["posterior"]["lineage"]
    for name in ("begun", "learnt", "stream_arrived"):
        settings["provenance"].pop(name, None)
    return json.dumps(settings, sort_keys=True)


def assert_same(one: TopicModel, other: TopicModel) -> None:
    """Everything that a model file holds but times and the name of the run, bit for bit."""
    (settings, arrays), (expected, theirs) = fields_of(one), fields_of(other)
    assert timeless(settings) == timeless(expected)
    assert arrays.keys() == theirs.keys()
    for name, array in arrays.items():
        assert array.dtype == theirs[name].dtype
        assert_array_equal(array, theirs[name], err_msg=name, strict=True)


def loaded(folder: Path) -> TopicModel:
    model = load(folder)
    assert isinstance(model, TopicModel)
    return model


def timeline(folder: Path) -> dict[str, list[Any]]:
    """All rows that follow from the texts of a stream."""
    with closing(sqlite3.connect(folder / "stream.sqlite")) as db:
        return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in TOLD}


def documents_of(folder: Path) -> int:
    """Documents that the timeline has counted."""
    return sum(row[2] for row in timeline(folder)["period"])
