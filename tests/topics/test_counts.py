"""Models of counts that somebody else has made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from gensim.corpora import Dictionary
from numpy.testing import assert_array_equal
from scipy import sparse

from biterms import LDA, TopicModel, load
from biterms.errors import InputError, SettingError
from tests.topics.newsroom import news

TEXTS = [text.split() for text in news(200)[0]]
DICTIONARY = Dictionary(TEXTS)
CORPUS = [DICTIONARY.doc2bow(text) for text in TEXTS]
NAMES = [DICTIONARY[i] for i in range(len(DICTIONARY))]


def table() -> np.ndarray:
    """Counted by hand."""
    return np.array([[text.count(name) for name in NAMES] for text in TEXTS], dtype=float)


def lda() -> LDA:
    return LDA(3, random_state=0)


@pytest.mark.parametrize(
    "kind", [np.asarray, sparse.csr_matrix, sparse.coo_array], ids=["dense", "csr", "coo"]
)
def test_counts_of_any_kind(kind: Any) -> None:
    model = TopicModel.from_counts(kind(table()), NAMES, lda())
    bare = lda().fit(table())
    assert_array_equal(model.transform(kind(table())), bare.transform(table()))
    words = {word.word for topic in model.topics() for word in topic.words}
    assert words <= {*NAMES}
    assert model.find("goal")[0].share > 0.5
    assert model.topics()[0].pairs


def test_gensim_corpora() -> None:
    model = TopicModel.from_gensim(iter(CORPUS), DICTIONARY, lda())
    same = TopicModel.from_counts(table(), NAMES, lda())
    assert_array_equal(model.transform(table()), same.transform(table()))
    assert model.words() == same.words() == NAMES


@pytest.mark.parametrize(
    ("corpus", "message"),
    [
        ([[(10**6, 1)]], "words 1000000 to 1000000, but the dictionary 0 to"),
        ([[(-1, 1)]], "words -1 to -1"),
        ([["goal"]], "expected lists of \\(id, count\\)"),
    ],
    ids=["beyond", "negative", "words"],
)
def test_gensim_corpora_of_another_dictionary(corpus: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        TopicModel.from_gensim(corpus, DICTIONARY, lda())


def test_words_without_names_have_numbers(tmp_path: Path) -> None:
    model = TopicModel.from_counts(table(), model=lda())
    model.save(tmp_path / "model")
    again = load(tmp_path / "model")
    for one in (model, again):
        assert one.words()[17] == "#17"
        assert one.topics()[0].words[0].word.startswith("#")
        assert one.find("#17")[0].share > 0.3
    assert list(again.topics()) == list(model.topics())
    assert_array_equal(again.transform(table()), model.transform(table()))


def test_names_live_in_the_file(tmp_path: Path) -> None:
    names = ["snow ☃", "", "naïve", *NAMES[3:]]
    model = TopicModel.from_counts(table(), names, lda()).set_labels({1: "x"})
    model.merge_topics([0, 2]).save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert again.words() == names
    assert again.ids_ == [0, 1]
    assert list(again.topics()) == list(model.topics())


def test_rows_of_counts_are_explained_and_assigned() -> None:
    model = TopicModel.from_counts(table(), NAMES, lda())
    rows = list(model.assign(sparse.csr_matrix(table())))
    mixtures = model.transform(table())
    assert [row.topic for row in rows] == mixtures.argmax(axis=1).tolist()
    assert rows[3].id == "3"
    [best, *_] = model.explain(table()[0]).topics
    assert {word for word, _ in best.words} == {*TEXTS[0]}
    assert best.id == mixtures[0].argmax()
    assert model.evaluate(table()).npmi > -1


def test_a_part_of_the_documents_is_kept() -> None:
    model = TopicModel.from_counts(table(), NAMES, lda(), keep=20)
    assert model.mixtures().shape == (20, 3)
    assert TopicModel.from_counts(table(), NAMES, lda(), keep=0).mixtures().shape == (0, 3)
    with pytest.raises(SettingError, match="keep=-3"):
        TopicModel.from_counts(table(), NAMES, lda(), keep=-3)


def test_it_has_no_texts() -> None:
    model = TopicModel.from_counts(table(), NAMES, lda())
    with pytest.raises(InputError, match="no texts were kept"):
        model.typical(0)
    with pytest.raises(InputError, match="made from counts"):
        model.update(["late goal"])


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (-table(), "Negative values"),
        (np.full((2, len(NAMES)), np.nan), "NaN"),
        ("text", "could not convert string to float"),
        (table()[:, 1:], f"{len(NAMES)} names for {len(NAMES) - 1} columns"),
    ],
    ids=["negative", "nan", "text", "width"],
)
def test_what_are_no_counts(X: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TopicModel.from_counts(X, NAMES, lda())


def test_words_may_have_any_names_and_zeros_may_be_stored() -> None:
    X = pd.DataFrame(np.eye(2)[[0, 1] * 20] + 1, columns=["table", "part"])
    model = TopicModel.from_counts(X, list(X.columns), LDA(2, random_state=0))
    assert model.evaluate(X).n_docs == 40
    row = sparse.csr_matrix(([2.0, 0.0, 1.0], [0, 1, 0], [0, 3]), shape=(1, 2))
    assert {word for topic in model.explain(row).topics for word, _ in topic.words} == {"table"}


@pytest.mark.parametrize("method", ["transform", "predict", "assign", "stability", "explain"])
def test_counts_of_other_words_are_refused(method: str) -> None:
    model = TopicModel.from_counts(table(), NAMES, lda())
    for X in (table()[:, 1:], np.hstack([table(), table()]), sparse.csr_array(table()[:, 1:])):
        with pytest.raises(InputError, match=f"{len(NAMES)} columns"):
            getattr(model, method)(X)
