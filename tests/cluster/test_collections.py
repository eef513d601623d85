"""Dask bags and data frames as texts, and what stands beside texts in files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biterms import LDA, Columns, InputError, TimeColumn, TimeWarning, TopicModel, Vectoriser
from biterms.cluster import Lanes, fit
from tests.cluster.same import assert_same_model

SMALL = Lanes(anchor=1000, lane=1000, spread=False)


def model() -> TopicModel:
    return TopicModel(LDA(6, random_state=0, n_threads=1), keep=200)


def test_a_bag(client: Any, headlines: list[str]) -> None:
    import dask.bag

    bag = dask.bag.from_sequence(headlines, npartitions=5)
    found = fit(bag, model(), client, SMALL)
    assert found.model_.n_docs_ == len(headlines)
    assert found.text_ is not None
    assert found.text_.vocabulary_ == Vectoriser().fit(headlines).vocabulary_


def test_a_data_frame(alone: Any, headlines: list[str]) -> None:
    import dask.dataframe
    import pandas as pd

    frame = pd.DataFrame({"day": "2024-05-01", "headline": headlines[:2000]})
    table = dask.dataframe.from_pandas(frame, npartitions=3)
    found = fit(table, model(), alone, SMALL, columns=Columns(text="headline", time="day"))
    assert found.model_.n_docs_ == 2000
    assert {record.time for record in found.sample_.records} == {"2024-05-01"}
    with pytest.raises(InputError, match="no column 'title'"):
        fit(table, model(), alone, SMALL, columns=Columns(text="title"))


def test_many_small_partitions(alone: Any, headlines: list[str]) -> None:
    import dask.bag

    bag = dask.bag.from_sequence([*headlines[:1500], ""], npartitions=100)
    found = fit(bag, model(), alone, Lanes(anchor=300, lane=400))
    assert found.model_.n_docs_ == 1501
    assert found.info()["cluster_lanes"] == 4


def test_times_labels_and_broken_lines(
    client: Any, alone: Any, headlines: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "news.jsonl"
    rows = [
        {"title": text, "day": f"{1 + i % 28}.5.2024", "id": f"n{i}", "section": "news"}
        for i, text in enumerate(headlines[:2000])
    ]
    lines = [*map(json.dumps, rows), "{broken", json.dumps({"title": None})]
    path.write_text("\n".join(lines), encoding="utf-8")
    columns = Columns("title", time="day", label="section")
    found = fit(path, model(), client, SMALL, columns=columns, times=TimeColumn("day-first"))
    record = found.sample_.records[0]
    assert record.time is not None
    assert record.time.startswith("2024-05-")
    assert (record.label, record.id[0]) == ("news", "n")
    assert found.trouble_.counts == {"broken line": 1, "text missing": 1}
    assert found.info()["left_out"] == 2
    with pytest.raises(InputError, match="line"):
        fit(path, model(), alone, SMALL, columns=columns, strict=True)
    with pytest.raises(InputError, match="times"):
        fit(path, model(), alone, SMALL, columns=Columns("title", time="section"))


def test_times_that_are_not_understood_are_said(alone: Any, tmp_path: Path) -> None:
    path = tmp_path / "news.csv"
    rows = "".join(
        f"late goal {i % 5},{'soon' if i % 9 == 0 else '2024-05-31'}\n" for i in range(60)
    )
    path.write_text(f"title,day\n{rows}", encoding="utf-8")
    with pytest.warns(TimeWarning, match="soon"):
        found = fit(path, TopicModel(LDA(2, random_state=0)), alone, columns=Columns(time="day"))
    assert found.model_.n_docs_ == 60


def test_the_language_is_found(alone: Any, tmp_path: Path) -> None:
    path = tmp_path / "berichte.txt"
    texts = ["der Zug ist heute nicht gekommen", "die Bahn war wieder nicht da"] * 200
    path.write_text("\n".join(texts), encoding="utf-8")
    given = TopicModel(LDA(2, random_state=0), text=Vectoriser(language="auto"))
    found = fit(path, given, alone)
    assert found.text_ is not None
    assert found.text_.language_ == "german"


def test_functions_of_users(client: Any, alone: Any, news: Path) -> None:
    text = Vectoriser(tokenizer=str.split, language=None)
    one, two = (
        fit(news, TopicModel(LDA(4, random_state=0), text=text), each, SMALL)
        for each in (client, alone)
    )
    assert_same_model(one, two)
    assert np.isfinite(one.model_.components_).all()
