"""The examples of the page about Spark, with Spark."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from biterms import load
from tests.docs.markdown import ROOT, steps
from tests.streams.models import RECORDS


def test_the_examples_of_the_page(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{"title": r.text, "day": r.time, "key": r.id} for r in RECORDS[:300]]
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / "1.json").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for step in steps(ROOT / "docs" / "spark.md"):
        exec(step.code, names)

    table = spark.read.json(str(inbox))
    model = names["fit_titles"](table)
    assert model.model_.n_docs_ == 300
    assert model.sample_.records[7] == RECORDS[7]
    found = names["topics_of"](table, model).select("topic", "label").toArrow()
    expected = model.assign([row["title"] for row in rows])
    assert found["topic"].to_pylist() == [row.topic for row in expected]

    stream = spark.readStream.schema("title string, day string, key string").json(str(inbox))
    names["follow_titles"](stream, str(tmp_path / "checkpoint"))
    assert load("live").model_.n_docs_ == 300
