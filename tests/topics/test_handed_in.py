"""Texts with times, classes and ids, from lists, iterators and data frames."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from numpy.testing import assert_array_equal

from biterms import Annealed, InputError, Record, TimeWarning, TopicModel, evaluate_topics
from tests.topics.bits import bits
from tests.topics.newsroom import fresh, news, newspaper

TEXTS, LABELS = news(60)
DAYS = [date(2024, 1 + i // 28, 1 + i % 28) for i in range(60)]
IDS = [f"n{i}" for i in range(60)]
EXPECTED = [
    Record(text, name, str(day), label)
    for text, name, day, label in zip(TEXTS, IDS, DAYS, LABELS, strict=True)
]
COLUMNS = {"key": IDS, "title": TEXTS, "day": DAYS, "section": LABELS}
NAMED = {"text": "title", "times": "day", "classes": "section", "ids": "key"}


@pytest.fixture(scope="module")
def paper() -> TopicModel:
    return newspaper(60)


def learn(learning: str, texts: Any, **columns: Any) -> list[Record]:
    model = getattr(fresh(), learning)(texts, **columns)
    return list(model.sample_.records)


@pytest.mark.parametrize("learning", ["fit", "update", "partial_fit"])
@pytest.mark.parametrize("kind", [list, iter, tuple, np.array], ids=lambda kind: kind.__name__)
def test_values_beside_texts(learning: str, kind: Any) -> None:
    given = {"times": kind(DAYS), "classes": kind(LABELS), "ids": kind(IDS)}
    assert learn(learning, kind(TEXTS), **given) == EXPECTED


@pytest.mark.parametrize("learning", ["fit", "update"])
@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_columns_of_a_data_frame(learning: str, make: Any) -> None:
    assert learn(learning, make(COLUMNS), **NAMED) == EXPECTED


def test_columns_and_values_together() -> None:
    """A usual name is found, and so is an id; times come from elsewhere."""
    table = pd.DataFrame({"n": range(60), "id": IDS, "Title": TEXTS})
    found = learn("fit", table, times=pd.Series(DAYS), classes=iter(LABELS))
    assert found == EXPECTED
    assert learn("fit", table, ids="n")[7].id == "7"


def test_a_stream_of_arrow_is_learnt_from() -> None:
    reader = pa.table(COLUMNS).to_reader(max_chunksize=7)
    assert learn("update", reader, **NAMED) == EXPECTED


@pytest.mark.parametrize("learning", ["fit", "update"])
@pytest.mark.parametrize("engine", ["duckdb", "polars", "batches", "ray"])
def test_engines_hand_over_batches(learning: str, engine: str, duck: Any) -> None:
    """Ray gives an iterable of tables, which is neither a list nor an iterator."""
    news = pa.table(COLUMNS)
    parts = [news[at : at + 7] for at in range(0, 60, 7)]
    given: dict[str, Any] = {
        "duckdb": duck.sql("SELECT * FROM news"),
        "polars": pl.DataFrame(news).lazy(),
        "batches": iter(parts),
        "ray": OnlyIterable(parts),
    }
    assert learn(learning, given[engine], **NAMED) == EXPECTED


class OnlyIterable:
    def __init__(self, parts: list[Any]) -> None:
        self._parts = parts

    def __iter__(self) -> Any:
        return iter(self._parts)


def test_an_iterator_of_tables_needs_the_name_of_a_column(paper: TopicModel) -> None:
    tables = [pa.table({"title": TEXTS[:5]}), pa.table({"title": TEXTS[5:9]})]
    with pytest.raises(InputError, match=r"texts\[0\] is a Table: name the column of the texts"):
        paper.update(iter(tables))
    rows = paper.assign(iter(tables), text="title")
    assert [row.label for row in rows] == [row.label for row in paper.assign(TEXTS[:9])]
    assert paper.predict(tables).tolist() == paper.predict(TEXTS[:9]).tolist()


def test_nothing_is_read_of_an_iterator_of_texts_before_it_is_needed(paper: TopicModel) -> None:
    read: list[int] = []
    rows = paper.assign(read.append(i) or text for i, text in enumerate(TEXTS))
    assert not read
    next(rows)
    assert read
    with pytest.raises(InputError, match="text='title' names a column, but a list_iterator was"):
        paper.assign(iter(TEXTS), text="title")


def test_what_a_record_says_stays_where_nothing_is_given() -> None:
    found = learn("fit", EXPECTED, classes=["new", *[None] * 59])
    assert found == [EXPECTED[0]._replace(label="new"), *EXPECTED[1:]]


def test_texts_without_ids_are_numbered_from_call_to_call() -> None:
    model = fresh().update(TEXTS, times=DAYS)
    model.update(pd.Series(TEXTS[:2]), times=DAYS[:2])
    assert [record.id for record in model.sample_.records] == [str(i) for i in range(62)]


@pytest.mark.parametrize("make", [pd.Series, pl.Series, pa.array])
def test_missing_texts_are_left_out_and_counted(make: Any) -> None:
    texts = [TEXTS[0], None, *TEXTS[1:], "", None]
    model = fresh().fit(make(texts), classes=[LABELS[0], "?", *LABELS[1:], "?", "?"])
    assert [(r.text, r.label) for r in model.sample_.records] == [*zip(TEXTS, LABELS, strict=True)]
    assert model.trouble_.counts == {"text missing": 2, "text empty": 1}
    assert (model.trouble_.kept, model.info()["left_out"]) == (60, 3)
    model.update(make([None, TEXTS[0]]))
    assert (model.trouble_.left_out, model.info()["left_out"]) == (1, 4)
    assert_array_equal(model.transform(make([None, TEXTS[0]])), model.transform(["", TEXTS[0]]))
    assert model.assign(make([None, TEXTS[0]]))[0].note == "no known word"


@pytest.mark.parametrize(
    ("texts", "columns", "message"),
    [
        (TEXTS, {"times": DAYS[1:]}, "59 times for 60 texts"),
        (TEXTS, {"classes": [*LABELS, "x"]}, "61 classes for 60 texts"),
        (iter(TEXTS), {"ids": IDS[1:]}, "59 ids, but more texts"),
        (iter(TEXTS), {"times": iter([*DAYS, None])}, "60 texts, but more times"),
        (pd.DataFrame(COLUMNS), {"times": DAYS[:5]}, "5 times for 60 texts"),
        (pd.DataFrame(COLUMNS), {"times": iter(DAYS[:5])}, "5 times, but more texts"),
        (pd.DataFrame(COLUMNS), {"times": "date"}, "no column 'date'; there are 'key'"),
        (pd.DataFrame(index=range(5)), {}, "has no columns, expected one with texts"),
        (TEXTS, {"times": "day"}, "times='day' names a column, but a list was given"),
        (pd.Series(TEXTS), {"text": "title"}, "text='title' names a column"),
        (TEXTS, {"text": ["title"]}, "expected the name of a column"),
        (pd.DataFrame(COLUMNS), {"text": True}, "text=True: expected the name.*with_text=True"),
        (TEXTS, {"classes": 1.5}, "classes: a float was given, expected one value for each"),
    ],
)
def test_what_does_not_fit_together_changes_nothing(
    texts: Any, columns: dict[str, Any], message: str, paper: TopicModel
) -> None:
    before = bits(paper)
    with pytest.raises(InputError, match=message):
        paper.fit(texts, **columns)
    assert bits(paper) == before


def test_times_are_those_that_a_learner_remembers() -> None:
    model = fresh(learner=Annealed(most="30d", starts=2))
    with pytest.raises(InputError, match="none of the first 60 texts has a time"):
        model.update(TEXTS)
    assert model.update(TEXTS, times=DAYS).model_.n_docs_ == 60


@pytest.mark.filterwarnings("ignore::biterms.ShortDocuments")
def test_a_data_frame_is_good_for_everything(paper: TopicModel) -> None:
    frame, plain = pd.DataFrame(COLUMNS), paper.transform(TEXTS)
    assert_array_equal(paper.transform(frame), plain)
    assert_array_equal(paper.transform(frame, text="title"), plain)
    assert_array_equal(fresh().fit_transform(frame, times="day"), plain)
    assert_array_equal(paper.predict(frame), paper.predict(TEXTS))
    assert paper.score(pl.DataFrame(COLUMNS)) == paper.score(TEXTS)
    assert paper.evaluate(frame) == paper.evaluate(TEXTS)
    assert [row.id for row in paper.assign(frame, ids="key")] == IDS
    shown = paper.set_output(transform="pandas").transform(frame.set_index("key"))
    assert shown.index.tolist() == IDS


def test_cells_that_say_they_are_empty_are_missing_texts(paper: TopicModel) -> None:
    column = pd.Series([TEXTS[0], "nan", *TEXTS[1:]])
    assert fresh().fit(column).trouble_.counts == {"text missing": 1}
    assert paper.assign(column)[1].note == "no known word"
    assert fresh().fit([TEXTS[0], "nan", *TEXTS[1:]]).model_.n_docs_ == 61


def test_questions_about_texts_take_what_fit_takes(paper: TopicModel) -> None:
    frame = pd.DataFrame(COLUMNS).rename(columns={"title": "words"})
    named = paper.topics_over_time("week", frame, text="words", times="day")
    beside = paper.topics_over_time("week", iter(TEXTS), times=iter(DAYS))
    known = paper.topics_over_time("week", EXPECTED)
    assert_array_equal(named.shares, known.shares)
    assert_array_equal(beside.shares, known.shares)
    per_class = paper.topics_per_class(frame, text="words", classes="section")
    assert_array_equal(per_class.shares, paper.topics_per_class(TEXTS, classes=LABELS).shares)
    assert paper.evaluate(frame, LABELS, text="words") == paper.evaluate(TEXTS, LABELS)
    assert paper.evaluate(frame, "section", text="words") == paper.evaluate(TEXTS, LABELS)
    assert paper.stability(frame, text="words") == paper.stability(TEXTS)
    twice = pd.concat([frame, frame])
    tried = [evaluate_topics(twice, [2], text="words"), evaluate_topics(TEXTS * 2, [2])]
    assert tried[0][0].lpp == tried[1][0].lpp


def test_what_is_missing_is_named_as_python_calls_it(paper: TopicModel) -> None:
    with pytest.raises(InputError, match=r"a time .* beside the texts: times=\.\.\., .* --time"):
        paper.topics_over_time("week", TEXTS)
    with pytest.raises(InputError, match=r"a label .* beside the texts: classes=\.\.\."):
        paper.topics_per_class(TEXTS)
    with pytest.warns(TimeWarning, match="59 of 60 understood, not 'soon'; .* is a guess"):
        paper.topics_over_time("week", TEXTS, times=["5/6/2024"] * 59 + ["soon"])
    with pytest.raises(InputError, match="given without texts"):
        paper.topics_over_time("week", times=DAYS)
