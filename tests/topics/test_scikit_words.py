"""A vectoriser of scikit-learn cuts the texts of a TopicModel and chooses its words."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer, TfidfVectorizer

from biterms import HDP, LDA, InputError, SettingError, StoreError, TopicModel, load
from biterms.models.estimator import TopicEstimator
from tests.topics.newsroom import news

TEXTS = news(300)[0]
NEW = ["Rocket, rocket and the telescope", "zebras zebras zebras", ""]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"ngram_range": (1, 2), "min_df": 0.02, "max_df": 0.3, "stop_words": "english"},
    {"max_features": 7, "lowercase": False, "stop_words": ["the", "a"]},
    {"vocabulary": ["goal", "rates", "never"], "binary": True},
    {"vocabulary": {"rates": 1, "goal": 0}},
    {"vocabulary": np.array(["goal", "rates"]), "min_df": np.int64(1)},
    {"analyzer": "char_wb", "ngram_range": (3, 3), "min_df": 20},
]


def lda() -> TopicEstimator:
    return LDA(3, passes=2, random_state=0)


@pytest.mark.filterwarnings("ignore::biterms.ShortDocuments")
@pytest.mark.parametrize("settings", SETTINGS, ids=range(len(SETTINGS)))
def test_words_and_counts_are_those_of_scikit_learn(
    settings: dict[str, Any], tmp_path: Path
) -> None:
    theirs = CountVectorizer(**settings).fit(TEXTS)
    model = TopicModel(lda(), text=CountVectorizer(**settings)).fit(iter(TEXTS))
    assert list(model.words()) == theirs.get_feature_names_out().tolist()
    texts = TEXTS[:50] + NEW
    counts = theirs.transform(texts).toarray()
    assert_array_equal(model.counts(texts).toarray(), counts)
    model.save(tmp_path / "model")
    assert_array_equal(load(tmp_path / "model").counts(texts).toarray(), counts)


def test_everything_else_works(tmp_path: Path) -> None:
    text = CountVectorizer(ngram_range=(1, 2), min_df=3, stop_words="english")
    model = TopicModel(lda(), text=text).fit(TEXTS)
    assert {found.word for topic in model.topics() for found in topic.words} <= {*model.words()}
    assert len(list(model.assign(NEW))) == 3
    assert model.explain("a rocket with zebras").unknown == ("zebras", "rocket zebras")
    model.save(tmp_path / "model")
    again = load(tmp_path / "model")
    for other in (again, deepcopy(model)):
        assert_array_equal(other.transform(TEXTS), model.transform(TEXTS))
    assert list(again.fit(TEXTS[:100]).words()) == list(
        CountVectorizer(ngram_range=(1, 2), min_df=3, stop_words="english")
        .fit(TEXTS[:100])
        .get_feature_names_out()
    )


@pytest.mark.parametrize("model", [LDA(3, random_state=0), LDA(3, biterms="adjacent"), HDP(4)])
def test_the_vocabulary_of_a_stream_is_that_of_its_first_texts(model: TopicEstimator) -> None:
    stream = TopicModel(model, text=CountVectorizer(min_df=2)).update(TEXTS[:200])
    words = CountVectorizer(min_df=2).fit(TEXTS[:200]).get_feature_names_out().tolist()
    assert list(stream.words()) == words
    stream.update([*TEXTS[200:], *["zebras again"] * 20])
    assert list(stream.words()) == words
    assert stream.model_.n_docs_ == 320


def test_weights_are_not_used_which_is_said() -> None:
    with pytest.warns(UserWarning, match="TfidfVectorizer chooses the words, but its weights"):
        model = TopicModel(lda(), text=TfidfVectorizer(min_df=3)).fit(TEXTS)
    assert model.counts(["goal goal"]).max() == 2


def shout(text: str) -> str:
    return text.upper()


def test_one_with_functions_is_given_again(tmp_path: Path) -> None:
    text = CountVectorizer(preprocessor=shout, min_df=3)
    model = TopicModel(lda(), text=text).fit(TEXTS)
    model.save(tmp_path / "model")
    with pytest.raises(StoreError, match=r"CountVectorizer.*load\(path, tokenizer=\.\.\.\)"):
        load(tmp_path / "model")
    again = load(tmp_path / "model", tokenizer=text)
    assert_array_equal(again.transform(NEW), model.transform(NEW))
    again.save(tmp_path / "model")


def test_what_cannot_be_is_refused_before_anything_is_learnt() -> None:
    with pytest.raises(SettingError, match=r"HashingVectorizer.*use CountVectorizer"):
        TopicModel(text=HashingVectorizer()).fit(TEXTS)
    with pytest.raises(SettingError, match="expected input='content'"):
        TopicModel(text=CountVectorizer(input="filename")).fit(TEXTS)
    with pytest.raises(SettingError, match=r"text=3: expected .* CountVectorizer"):
        TopicModel(text=3).fit(TEXTS)
    with pytest.raises(InputError, match="CountVectorizer: "):
        TopicModel(text=CountVectorizer(min_df=1000)).fit(TEXTS)
