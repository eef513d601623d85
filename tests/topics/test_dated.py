"""Times that are handed in: what is not understood is refused or said, as on the command line."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from itertools import repeat
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from biterms import InputError, Record, TimeWarning, TopicModel
from biterms.topics.texts import TEXTS_AT_ONCE
from tests.topics.bits import bits
from tests.topics.newsroom import fresh, news, newspaper

TEXTS, _ = news(60)
LEARNING = pytest.mark.parametrize("learning", ["fit", "update", "partial_fit"])


def spoilt(kind: str, times: list[Any]) -> tuple[Any, dict[str, Any]]:
    columns = {"text": TEXTS[: len(times)], "day": times}
    match kind:
        case "values":
            return columns["text"], {"times": times}
        case "iterators":
            return iter(columns["text"]), {"times": iter(times)}
        case "records":
            return [Record(t, "", d, None) for t, d in zip(*columns.values(), strict=True)], {}
        case "arrow":
            return pa.table(columns).to_reader(), {"times": "day"}
    return {"pandas": pd.DataFrame, "polars": pl.DataFrame}[kind](columns), {"times": "day"}


@LEARNING
@pytest.mark.parametrize("kind", ["values", "iterators", "records", "pandas", "polars", "arrow"])
def test_without_a_single_time_nothing_changes(learning: str, kind: str) -> None:
    model = newspaper(60)
    before = bits(model)
    texts, columns = spoilt(kind, ["soon", None, *["later"] * 58])
    with pytest.raises(InputError, match="none of 59 values is a time; the first is 'soon'"):
        getattr(model, learning)(texts, **columns)
    assert bits(model) == before


@LEARNING
def test_times_that_are_all_missing_are_refused_where_they_were_asked_for(learning: str) -> None:
    with pytest.raises(InputError, match="the column of times, day: it is empty"):
        getattr(fresh(), learning)(pd.DataFrame({"text": TEXTS, "day": None}), times="day")
    nobody = [Record(text, "", None, None) for text in TEXTS]
    assert getattr(fresh(), learning)(nobody).model_.n_docs_ == 60


def test_an_endless_stream_without_times_ends_before_anything_is_learnt() -> None:
    read = 0

    def endless() -> Iterator[str]:
        nonlocal read
        while True:
            read += 1
            yield TEXTS[read % 60]

    model = fresh()
    with pytest.raises(InputError, match=f"none of {TEXTS_AT_ONCE:,} values is a time"):
        model.update(endless(), times=repeat("soon"))
    assert (hasattr(model, "_fitted"), read) == (False, TEXTS_AT_ONCE)


@LEARNING
def test_some_that_are_not_understood_are_said_once(learning: str) -> None:
    times = ["soon", "later", "soon", "never", "ever", None, *["31.05.2024"] * 54]
    model = fresh()
    with pytest.warns(TimeWarning) as said:
        getattr(model, learning)(TEXTS, times=times)
    assert len(said) == 1
    expected = "times: 54 of 59 understood, not 'soon', 'later', 'never'; expected dates such as"
    assert str(said[0].message).startswith(expected)
    assert [record.time for record in model.sample_.records[4:7]] == ["ever", None, "2024-05-31"]


@LEARNING
def test_a_warning_that_is_an_error_comes_after_all_was_learnt(learning: str) -> None:
    model = fresh()
    with warnings.catch_warnings():
        warnings.simplefilter("error", TimeWarning)
        with pytest.raises(TimeWarning):
            getattr(model, learning)(TEXTS, times=["soon", *["2024"] * 59])
    assert model.model_.n_docs_ == 60


@pytest.mark.parametrize("kind", ["values", "records", "pandas", "polars"])
def test_the_whole_column_decides_what_is_the_day(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The only date that tells comes after the first piece."""
    monkeypatch.setattr("biterms.topics.texts.lists.__defaults__", (20,))
    model = fresh()
    texts, columns = spoilt(kind, [*["05/06/2024"] * 59, "31/05/2024"])
    model.update(texts, **columns)
    assert {record.time for record in model.sample_.records} == {"2024-06-05", "2024-05-31"}
    assert model.info()["day_first"] is True


def test_a_stream_that_is_handed_out_once_is_not_opened_twice() -> None:
    class Result:
        """As that of a query in a database."""

        def __init__(self) -> None:
            self.opened = 0

        def __len__(self) -> int:
            return 60

        def __arrow_c_stream__(self, schema: Any = None) -> Any:
            self.opened += 1
            table = pa.table({"text": TEXTS, "day": ["31/05/2024"] * 60})
            return table.__arrow_c_stream__(schema)

    result = Result()
    model = TopicModel(2).fit(result, times="day")
    assert (result.opened, model.sample_.records[0].time) == (1, "2024-05-31")


@pytest.mark.parametrize("learning", ["update", "partial_fit"])
def test_an_order_that_contradicts_the_one_before_is_said(learning: str) -> None:
    model = fresh().fit(TEXTS, times=["05/31/2024"] * 60)
    message = r"day before month \(60 must be so\), but month before day in the texts before"
    with pytest.warns(TimeWarning, match=message):
        getattr(model, learning)(TEXTS, times=["31/05/2024"] * 60)
    assert {record.time for record in model.sample_.records} == {"2024-05-31"}
    model.update(TEXTS, times=["05/06/2024", *["31/05/2024"] * 59])
    assert model.sample_.records[120].time == "2024-06-05"


def test_what_later_texts_of_a_stream_contradict_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biterms.topics.texts.lists.__defaults__", (20,))
    times = [*["05/06/2024"] * 20, *["31/05/2024"] * 40]
    message = r"month before day \(0 must be so\), but 40 must be day before month"
    with pytest.warns(TimeWarning, match=message):
        fresh().update(iter(TEXTS), times=iter(times))


def test_a_year_that_comes_first_is_remembered() -> None:
    model = fresh().fit(TEXTS, times=[f"24-05-{1 + i % 28:02}" for i in range(60)])
    assert model.info()["year_first"] is True
    model.update(TEXTS[:3], times=["24-06-30"] * 3)
    assert model.sample_.records[-1].time == "2024-06-30"
