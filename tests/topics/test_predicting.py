"""One topic for each text, tables of assignments, and scikit-learn's searches over texts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

from biterms import (
    HDP,
    LDA,
    Assignments,
    SettingError,
    TopicModel,
    Vectoriser,
    load,
)
from tests.topics.newsroom import news, newspaper

TEXTS, LABELS = news(300)
LONG = [f"{one} {other}" for one, other in pairwise(TEXTS)]


@pytest.fixture(scope="module")
def paper() -> TopicModel:
    return newspaper(300).merge_topics([2, 0])


def test_predict_gives_ids_and_says_where_nothing_is_known(paper: TopicModel) -> None:
    found = paper.predict([*TEXTS, "", "zorbia"])
    assert {*found[:-2].tolist()} == {1, 2}  # 0 is gone, and ids are no places
    assert found[-2:].tolist() == [-1, -1]
    places = paper.model_.predict(paper.counts(TEXTS))
    assert_array_equal(found[:-2], np.array(paper.ids_)[places])
    assert_array_equal(paper.predict(iter(TEXTS)), found[:-2])
    assert paper.predict([]).tolist() == []


def test_predict_of_other_models() -> None:
    near = newspaper(300, biterms=3)
    assert_array_equal(near.predict(TEXTS), near.model_.predict(near.counts(TEXTS)))
    hdp = TopicModel(HDP(20, random_state=0), text=Vectoriser(min_df=3)).fit(TEXTS)
    assert {*hdp.predict(TEXTS).tolist()} <= {*hdp.ids_}
    counts = TopicModel.from_counts(np.eye(4) + 1, model=LDA(2, random_state=0))
    assert counts.predict(np.eye(4)).shape == (4,)


def test_score_is_the_lpp(paper: TopicModel) -> None:
    assert_allclose(paper.score(LONG), paper.evaluate(LONG).lpp)


@pytest.mark.parametrize(
    ("given", "topics"),
    [((3,), 3), ((np.int64(3),), 3), ((LDA(3),), 3), (({"n_topics": 3}), 3), ((), 50)],
    ids=["number", "numpy", "model", "name", "none"],
)
def test_a_number_of_topics_is_enough(given: Any, topics: int) -> None:
    model = TopicModel(**given) if isinstance(given, dict) else TopicModel(*given)
    copy = clone(model)
    assert repr(copy) == repr(model)
    assert copy._beginning().model.n_topics == topics


def test_auto_finds_the_number_of_topics(tmp_path: Any) -> None:
    for model in (TopicModel(n_topics="auto"), TopicModel("auto")):
        assert model._beginning().model.n_topics == "auto"
    model = TopicModel(n_topics=2).fit(TEXTS)
    model.save(tmp_path / "m")
    assert load(tmp_path / "m").fit(TEXTS).model_.n_topics == 2


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"model": LDA(3), "n_topics": 4}, r"model=LDA\(n_topics=3\) and n_topics=4: expected one"),
        ({"model": 3, "n_topics": 3}, "model=3 and n_topics=3: expected one of the two"),
        ({"model": 0}, "n_topics=0: expected a whole number"),
        ({"n_topics": "many"}, "n_topics='many': expected"),
        ({"n_topics": True}, "n_topics=True: expected"),
    ],
)
def test_numbers_of_topics_that_make_no_sense(settings: Any, message: str) -> None:
    model = TopicModel(**settings)  # a constructor only stores
    assert model.get_params()["n_topics"] == settings.get("n_topics")
    with pytest.raises(SettingError, match=message):
        model.fit(TEXTS)


def test_a_search_over_numbers_of_topics() -> None:
    search = GridSearchCV(TopicModel(), {"n_topics": [1, 3]}, cv=2).fit(LONG)
    assert search.best_params_ == {"n_topics": 3}
    assert search.best_estimator_.set_params(n_topics=2).fit(LONG).model_.n_topics == 2


def test_a_list_becomes_a_table_and_an_iterator_a_stream(paper: TopicModel) -> None:
    found = paper.assign(TEXTS[:5], with_text=True)
    assert isinstance(found, Assignments)
    labels = {topic.id: topic.label for topic in paper.topics()}
    assert [row.label for row in found] == [labels[row.topic] for row in found]
    assert [row.text for row in found] == TEXTS[:5]

    def texts() -> Any:
        yield from TEXTS[:5]
        raise AssertionError("read to the end")

    stream = paper.assign(texts(), with_text=True)
    with pytest.raises(AssertionError):
        list(stream)
    assert list(paper.assign(iter(TEXTS[:5]), with_text=True)) == found
    assert {row.text for row in paper.assign(TEXTS[:5])} == {None}


def test_labels_are_those_of_the_model_that_was_asked() -> None:
    """A stream of assignments goes on with the topics it began with."""
    model = newspaper(300)
    label = model.topic(2).label
    stream = model.assign(iter(TEXTS * 30))
    first = next(stream)
    model.merge_topics([0, 1, 2])
    assert {row.label for row in stream if row.topic == 2} == {label}
    assert first.topic in (0, 1, 2)


def test_tables_of_other_libraries(paper: TopicModel) -> None:
    found = paper.assign(["late goal wins match", "zorbia"], ids=["a", "b"], with_text=True)
    frames = found.to_pandas(), found.to_polars().to_pandas(), found.to_arrow().to_pandas()
    for frame in frames:
        assert list(frame.columns) == list(found[0]._fields)
        assert frame["id"].tolist() == ["a", "b"]
        assert frame["topic"][0] == found[0].topic
        assert pd.isna(frame["topic"][1])
        assert frame["probability"].tolist() == [found[0].probability, 0.0]
    assert frames[0]["topic"].dtype == "Int64"
    assert pl.DataFrame(found)["text"].to_list() == ["late goal wins match", "zorbia"]
    assert pa.table(found).num_rows == 2
    nothing = paper.assign([])
    assert nothing.to_arrow().schema == paper.assign(TEXTS[:1]).to_arrow().schema
    assert (len(nothing), nothing.to_pandas().shape, repr(nothing)) == (0, (0, 7), "no texts")


def test_a_library_that_is_missing_is_named(
    paper: TopicModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = paper.assign(TEXTS[:2])
    for name, hint in [
        ("pandas", "pip install pandas"),
        ("polars", "pip install polars"),
        ("pyarrow", r"pip install 'biterms\[parquet\]'"),
        ("altair", r"pip install 'biterms\[report\]'"),
    ]:
        monkeypatch.setitem(__import__("sys").modules, name, None)
        ask = {"pyarrow": "to_arrow", "altair": "chart"}.get(name, f"to_{name}")
        with pytest.raises(ImportError, match=hint):
            getattr(found, ask)()


def test_a_table_is_a_sequence(paper: TopicModel) -> None:
    found = paper.assign(TEXTS[:30])
    assert (found[0], found[-1]) == (next(iter(found)), list(found)[29])
    assert isinstance(found[3:5], Assignments)
    assert found[3:5] == list(found)[3:5]
    assert found != list(found)[3:5]
    assert sum(found.sizes().values()) == 30
    assert repr(found).endswith("... 20 more")
