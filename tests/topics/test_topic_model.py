"""Texts in, topics out: learning, mixtures, and what is at the edges."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from biterms import LDA, SVB, Annealed, TopicModel, Vectoriser
from biterms.errors import InputError, SettingError, StopLearning
from biterms.measures import purity
from biterms.text.readers import Record
from tests.topics.bits import bits
from tests.topics.newsroom import fresh, news, newspaper

TEXTS, LABELS = news(300)


def test_the_subjects_are_found() -> None:
    model = newspaper(600)
    texts, labels = news(200, seed=1)
    assert purity(model.transform(texts).argmax(axis=1), labels) > 0.8


def test_it_is_the_model_on_the_counts() -> None:
    """The same model on counts that scikit-learn made of stemmed words."""
    text = Vectoriser(language=None, stop_words=None, min_df=1)
    own = TopicModel(LDA(3, random_state=0), text=text).fit(TEXTS)
    words = list(own.text_.vocabulary_)
    X = CountVectorizer(vocabulary=words, token_pattern=r"\w\w+").transform(TEXTS)
    assert_array_equal(own.transform(TEXTS), LDA(3, random_state=0).fit(X).transform(X))


@pytest.mark.parametrize(
    "kind",
    [list, tuple, iter, pd.Series, np.array, lambda texts: pl.Series("title", texts)],
    ids=["list", "tuple", "iterator", "pandas", "numpy", "polars"],
)
def test_any_iterable_of_texts_will_do(kind: Callable[[Any], Any]) -> None:
    expected = newspaper(300).transform(TEXTS)
    model = fresh().fit(kind(TEXTS))
    assert_array_equal(model.transform(kind(TEXTS)), expected)
    assert_array_equal(fresh().fit_transform(kind(TEXTS)), expected)
    grown = fresh().update(TEXTS)
    assert_array_equal(fresh().update(kind(TEXTS)).transform(TEXTS), grown.transform(TEXTS))


def test_records_are_texts_with_names() -> None:
    records = [Record(text, f"n{i}", None, None) for i, text in enumerate(TEXTS)]
    model = fresh().fit(records)
    assert_array_equal(model.transform(records), newspaper(300).transform(TEXTS))
    assert [row.id for row in model.assign(records[:3])] == ["n0", "n1", "n2"]
    assert {example.id for example in model.typical(0)} <= {record.id for record in records}


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ("one text", "put it in a list; biterms.read"),
        (Path("news.csv"), r"a path was given, expected texts: biterms.read\('news.csv'\)"),
        (b"one text", "put it in a list"),
        (Record("one", "1", None, None), "put it in a list"),
        (None, "None was given"),
        (17, "17 was given"),
        ({"title": TEXTS}, "a dict was given.*column"),
        (pd.DataFrame({"a": TEXTS, "b": TEXTS}), "no column has a usual name.*'a', 'b'"),
        (pl.DataFrame({"a": TEXTS, "b": TEXTS}), "no column has a usual name.*'a', 'b'"),
        (np.array([TEXTS, TEXTS]), "a ndarray was given"),
        ([*TEXTS, None], r"texts\[300\] is None"),
        ([*TEXTS, np.nan], r"texts\[300\] is nan \(float\)"),
        (iter([*TEXTS, 3]), r"texts\[300\] is 3 \(int\)"),
        (iter([]), "no texts were given"),
        (["zebra", "lion"], "no word is in 3 or more of the 2 texts"),
    ],
    ids=[
        *(
            "text",
            "path",
            "bytes",
            "record",
            "none",
            "number",
            "mapping",
            "pandas",
            "polars",
            "table",
        ),
        *("none-last", "nan-last", "number-last", "empty", "rare"),
    ],
)
def test_what_is_no_texts_is_refused_and_changes_nothing(texts: Any, message: str) -> None:
    model = newspaper(60)
    before = bits(model)
    with pytest.raises(InputError, match=message):
        model.fit(texts)
    assert bits(model) == before


def test_a_bad_text_far_down_a_list_changes_nothing() -> None:
    model = newspaper(60)
    before = bits(model)
    many = [*TEXTS * 40, None]
    with pytest.raises(InputError, match=r"texts\[12000\]"):
        model.update(many)
    with pytest.raises(InputError, match=r"texts\[12000\]"):
        list(model.assign(many))
    assert bits(model) == before


def test_settings_that_make_no_sense_are_refused_before_reading() -> None:
    def never() -> Any:
        raise AssertionError("read")
        yield ""

    with pytest.raises(SettingError, match="n_topics=0"):
        fresh(0).fit(never())
    with pytest.raises(SettingError, match="passes=3 with SVB"):
        fresh(learner=SVB(), passes=3).fit(never())
    with pytest.raises(SettingError, match="keep=-1"):
        fresh(keep=-1).fit(never())


@pytest.mark.parametrize("ask", ["topics", "mixtures", "words", "info", "to_pyldavis"])
def test_before_learning_there_is_nothing_to_ask(ask: str) -> None:
    with pytest.raises(NotFittedError, match="fit or update first"):
        getattr(TopicModel(), ask)()
    assert "not fitted" in TopicModel()._repr_html_()


@pytest.mark.parametrize("ask", ["transform", "assign", "evaluate"])
def test_before_learning_texts_mean_nothing(ask: str) -> None:
    with pytest.raises(NotFittedError, match="fit or update first"):
        getattr(TopicModel(), ask)(TEXTS)


def test_it_is_an_estimator() -> None:
    model = newspaper(60)
    copy = clone(model)
    assert not hasattr(copy, "model_")
    assert copy.get_params()["model__n_topics"] == 3
    assert_array_equal(copy.fit(news(60)[0]).transform(TEXTS), model.transform(TEXTS))


def test_one_topic() -> None:
    model = fresh(1).fit(TEXTS)
    assert_array_equal(model.transform(TEXTS), np.ones((300, 1)))
    [topic] = model.topics(documents=True)
    assert (topic.size, topic.documents) == (1.0, 1.0)
    assert len(topic.words) == 10
    assert [row.second for row in model.assign(TEXTS[:2])] == [None, None]
    assert [t.probability for t in model.explain("late goal").topics] == [1.0]
    assert model.evaluate(TEXTS, LABELS).nmi == 0.0


def test_one_text() -> None:
    model = fresh(2, min_df=1).fit(["rockets launch satellite"])
    assert_allclose(model.transform(["rockets launch satellite"]).sum(), 1.0)
    assert len(model.topics()) == 2
    assert sorted(model.words()) == ["launch", "rockets", "satellite"]


def test_texts_that_say_nothing() -> None:
    """Empty texts, and words nobody knows, get what is known without any text: prevalence."""
    model = fresh().fit([*TEXTS, "", "", ""])
    silent = model.transform(["", "zorbia qwert", "!!", "the"])
    alpha = model.model_.alpha_
    assert_allclose(silent, np.broadcast_to(alpha / alpha.sum(), silent.shape), rtol=1e-6)
    assert [row.note for row in model.assign(["", "zorbia"])] == ["no known word"] * 2
    assert model.transform([]).shape == (0, 3)
    assert list(model.assign([])) == []
    assert model.counts(TEXTS).shape == (300, len(model.words()))


def test_nothing_kept() -> None:
    model = newspaper(300, keep=0)
    assert_array_equal(model.transform(TEXTS), newspaper(300).transform(TEXTS))
    topics = model.topics()
    assert {len(topic.pairs) for topic in topics} == {0}
    for topic in topics:
        assert {*topic.label.split(", ")} == {word.word for word in topic.words[:3]}
    assert model.mixtures().shape == (0, 3)
    with pytest.raises(InputError, match="no texts were kept"):
        model.typical(0)
    with pytest.raises(InputError, match="no documents were kept"):
        model.to_pyldavis()


def test_progress_can_stop_and_what_was_learnt_stays() -> None:
    calls: list[tuple[int, int | None, float | None]] = []

    def progress(done: int, total: int | None, lpp: float | None) -> None:
        calls.append((done, total, lpp))
        if len(calls) == 2:
            raise StopLearning

    model = fresh(batch_size=50, learner=Annealed(starts=0)).fit(TEXTS, progress=progress)
    assert [(done, total) for done, total, _ in calls] == [(50, 3000), (100, 3000)]
    assert model.model_.n_docs_ == 100
    assert model.transform(TEXTS).shape == (300, 3)


def test_stopped_in_its_start_it_ends_with_the_first_minibatches() -> None:
    """What a callback says once counts; the topics are those that the start has come to."""
    calls: list[int] = []

    def progress(done: int, *_: Any) -> None:
        calls.append(done)
        if len(calls) == 3:
            raise StopLearning

    model = fresh(batch_size=50).fit(TEXTS, progress=progress)
    assert len(calls) == 3
    assert 0 < model.model_.n_docs_ <= 300
    assert model.info()["stopped"]
    assert model.transform(TEXTS).shape == (300, 3)


def test_another_error_out_of_progress_leaves_the_old_model() -> None:
    model = newspaper(60)
    before = bits(model)

    def progress(*_: Any) -> None:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        model.fit(TEXTS, progress=progress)
    assert bits(model) == before


def test_info_tells_how_it_was_made() -> None:
    info = newspaper(60).info()
    assert (info["n_docs"], info["n_topics"], info["seed"]) == (60, 3, 0)
    assert info["n_words"] == len(newspaper(60).words())
    assert "n_topics=3" in info["settings"]
    assert info["data"] == newspaper(60).info()["data"] != newspaper(61).info()["data"]


def test_a_pipeline_gets_tables_whose_columns_are_topics() -> None:
    texts = pd.Series(news(60)[0], index=[f"n{i}" for i in range(60)])
    model = fresh(3)
    pipeline = make_pipeline(model, StandardScaler()).set_output(transform="pandas")
    table = pipeline.fit_transform(texts)
    assert table.columns.tolist() == ["topic0", "topic1", "topic2"]
    assert table.index.tolist() == texts.index.tolist()
    again = model.merge_topics([0, 1]).transform(texts)
    assert again.columns.tolist() == ["topic0", "topic2"]
    assert_array_equal(again.to_numpy(), model.set_output(transform="default").transform(texts))
    assert isinstance(model.set_output(transform="pandas").transform(list(texts)), pd.DataFrame)
    assert isinstance(clone(model).fit_transform(texts), np.ndarray)
