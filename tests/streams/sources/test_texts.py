"""Iterables and tables as sources."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from biterms import InputError, Record
from biterms.streams import Texts, follow
from tests.streams.models import TEXTS, assert_same, new

RECORDS = [Record(text, f"n{i}", "2026-01-02", "news") for i, text in enumerate(TEXTS[:300])]
COLUMNS = {
    "key": [record.id for record in RECORDS],
    "title": [record.text for record in RECORDS],
    "day": [record.time for record in RECORDS],
    "section": [record.label for record in RECORDS],
}
NAMED = {"text": "title", "times": "day", "classes": "section", "ids": "key"}


def tables() -> dict[str, Any]:
    arrow = pa.table(COLUMNS)
    return {
        "pandas": pd.DataFrame(COLUMNS),
        "polars": pl.DataFrame(COLUMNS),
        "query": pl.LazyFrame(COLUMNS),
        "reader": arrow.to_reader(max_chunksize=70),
        "batches": iter(arrow.to_batches(max_chunksize=70)),
    }


@pytest.mark.parametrize("kind", tables())
def test_rows_of_a_table_are_the_texts(kind: str) -> None:
    source = Texts(tables()[kind], **NAMED)
    source.open({"taken": 90})
    found = source.poll(200, 0.0)
    assert (found.records, found.positions) == (RECORDS[90:290], {"taken": 290})
    assert source.poll(200, 0.0).records == RECORDS[290:]
    assert source.ended


def test_a_table_is_followed_as_its_texts_are(tmp_path: Path) -> None:
    first = follow(Texts(RECORDS[:200]), tmp_path / "a", new(), within=None)
    follow(Texts(pa.table(COLUMNS)[:200], **NAMED), tmp_path / "b", new(), within=None)
    again = follow(Texts(pa.table(COLUMNS), **NAMED), tmp_path / "b", within=None)
    once = follow(Texts(RECORDS), tmp_path / "a", within=None)
    assert first.model_.n_docs_ == 200
    assert_same(again, once)


def test_columns_are_those_of_a_table() -> None:
    with pytest.raises(InputError, match="text='title' names a column, but a list was given"):
        Texts(["late goal"], text="title")
