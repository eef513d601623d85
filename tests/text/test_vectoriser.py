"""The vectoriser as users meet it, and against scikit-learn's."""

from __future__ import annotations

import gzip
import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import Stemmer
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer
from sklearn.pipeline import make_pipeline

from biterms import LDA
from biterms.errors import InputError, SettingError
from biterms.text import Span, Vectoriser
from biterms.text.docstrings import docstrings
from tests.examples import examples
from tests.text.streams import account, dense

TEXTS = [
    "The senator's runs, running for office!",
    "He runs; she ran for the Senate",
    "Run to the office, senators",
    "Runs",
    "",
]


def assert_same(one: sparse.csr_matrix, other: sparse.csr_matrix) -> None:
    assert one.shape == other.shape
    assert_array_equal(one.indptr, other.indptr)
    assert_array_equal(one.indices, other.indices)
    assert_array_equal(one.data, other.data)


@pytest.fixture(scope="module")
def corpus() -> list[str]:
    return [text for _, text in itertools.islice(docstrings(), 800)]


def scikit_learn(settings: dict[str, Any]) -> CountVectorizer:
    """Its words, our stems; texts without apostrophes and underscores are cut alike."""
    cut = CountVectorizer(token_pattern=r"(?u)\b\w\w+\b").build_analyzer()
    stem = Stemmer.Stemmer("english").stemWord

    def analyse(text: str) -> list[str]:
        return [
            stem(word) for word in cut(text) if word not in ENGLISH_STOP_WORDS and len(word) <= 64
        ]

    return CountVectorizer(analyzer=analyse, **settings)


@pytest.mark.parametrize("settings", [{"min_df": 3}, {"min_df": 1}, {"min_df": 2, "max_df": 0.01}])
def test_it_counts_like_scikit_learn(corpus: list[str], settings: dict[str, Any]) -> None:
    texts = [text.replace("'", " ").replace("_", " ").replace("www", " ") for text in corpus]
    texts = [text for text in texts if text.isascii() and "http" not in text]
    peer, ours = scikit_learn(settings), Vectoriser(numbers=True, **settings)
    expected, found = peer.fit_transform(texts), ours.fit_transform(texts)
    # a digit alone is a word here if numbers are kept, and too short there
    shared = [word for word in ours.vocabulary_ if len(word) > 1 or not word.isdigit()]
    assert set(shared) == set(peer.vocabulary_)
    columns = [ours.vocabulary_[word] for word in shared]
    theirs = expected[:, [peer.vocabulary_[word] for word in shared]]
    assert abs(found[:, columns] - theirs).max() == 0
    assert_array_equal(ours.doc_freq_[columns], np.diff(theirs.tocsc().indptr))
    assert_same(found, ours.transform(texts))
    assert found.dtype == np.float32
    assert found.has_sorted_indices


def test_people_see_the_most_frequent_form_of_a_stem() -> None:
    text = Vectoriser(min_df=2).fit(TEXTS)
    assert text.vocabulary_ == {"senat": 0, "run": 1, "offic": 2}
    assert text.get_feature_names_out().tolist() == ["senator's", "runs", "office"]
    assert text.forms(1) == {"runs": 3, "running": 1, "run": 1}
    assert list(text.forms(1)) == ["runs", "running", "run"]
    assert (text.n_words_, text.n_docs_) == (3, 5)
    assert text.doc_freq_.tolist() == [3, 4, 2]


def test_names_are_unique(corpus: list[str]) -> None:
    names = Vectoriser(min_df=1, numbers=True).fit(corpus).get_feature_names_out()
    assert len(set(names)) == len(names)


@examples(50)
@given(
    texts=st.lists(st.text(st.characters(exclude_categories=[])), max_size=6),
    language=st.sampled_from([None, "english", "arabic", "turkish", "hindi", "french"]),
    flags=st.tuples(st.booleans(), st.booleans(), st.booleans()),
)
def test_any_texts_at_all(texts: list[str], language: str | None, flags: tuple[bool, ...]) -> None:
    """What is shown of a word leads back to it, and growing counts what transform counts."""
    tags, urls, numbers = flags
    text = Vectoriser(min_df=1, language=language, tags=tags, urls=urls, numbers=numbers)
    growth = text.start().grow(texts)
    text.apply(growth)
    counts = text.transform(texts)
    assert counts.toarray().tolist() == dense(growth)
    names = text.get_feature_names_out()
    assert [text.column(name) for name in names] == list(range(len(names)))
    totals = counts.sum(axis=0).tolist()[0] if texts else []
    assert [sum(text.forms(column).values()) for column in range(len(names))] == totals
    assert all(not text.unknown(one) for one in texts)


def test_any_form_of_a_word_finds_its_column() -> None:
    text = Vectoriser(min_df=2).fit(TEXTS)
    for word in ("run", "RUNNING", "runs", " run ", "Ｒｕｎ", "run’s"):
        assert text.column(word) == 1
    assert [text.column(word) for word in ("the", "parrot", "run office", "", "1")] == [None] * 5
    assert text.key("Parrots") == "parrot"
    assert text.key("the") is None


def test_columns_of_texts_in_their_order(corpus: list[str]) -> None:
    text = Vectoriser(min_df=2).fit(corpus[:200])
    texts = [*corpus[100:300], "", "the"]
    found = [columns.tolist() for columns in text.ordered(iter(texts))]
    assert found == [[span.column for span in text.spans(one)] for one in texts]
    assert list(text.ordered([])) == []


def test_every_word_of_a_text_is_explained() -> None:
    text = Vectoriser(min_df=2).fit(TEXTS)
    assert text.spans("The parrots don't RUN 42 runs") == [
        Span("the", -1, True),
        Span("parrots", -1, False),
        Span("don't", -1, True),
        Span("run", 1, False),
        Span("runs", 1, False),
    ]
    assert text.unknown("The parrots run; parrots, 7 cats") == ("parrots", "cats")


@pytest.mark.parametrize(
    "text",
    [
        "don't doesn’t didn't can't won't isn't ain't shan't couldn't",
        "it's I'm you're we've they'll he'd who's that's let's y'all there'd could've",
    ],
)
def test_contractions_leave_nothing_behind(text: str) -> None:
    with pytest.raises(InputError, match="no word is left of the 1 text without stop words"):
        Vectoriser(min_df=1).fit([text])


def test_names_with_apostrophes_stay() -> None:
    text = Vectoriser(min_df=1).fit(["O'Neill's rock'n'roll"])
    assert text.get_feature_names_out().tolist() == ["o'neill's", "rock'n'roll"]


def test_stop_words_are_compared_before_stemming(tmp_path: Path) -> None:
    path = tmp_path / "stop.txt"
    path.write_text("\ufeffRunning\nCafe\u0301\r\ndon’t\n", encoding="utf-8")
    for words in (["Running", "CAFÉ", "don't"], {"running", "café", "don't"}, path, str(path)):
        text = Vectoriser(min_df=1, stop_words=words).fit(["running runs the café don't"])
        assert text.vocabulary_ == {"run": 0, "the": 1}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, ["vote", "see"]),
        ({"tags": True}, ["#votes", "@rep_x", "see"]),
        ({"numbers": True}, ["vote", "2024", "see"]),
        ({"urls": True}, ["vote", "see", "https://a.org/votes"]),
        ({"language": None}, ["votes", "see"]),
        ({"stop_words": None}, ["vote", "rep", "see"]),
        ({"language": "german"}, ["vot", "see"]),
    ],
)
def test_what_is_kept(settings: dict[str, Any], expected: list[str]) -> None:
    texts = ["#votes @rep_x 2024: see https://a.org/votes"]
    settings = {"stop_words": ["rep"], "min_df": 1} | settings
    assert list(Vectoriser(**settings).fit(texts).vocabulary_) == expected


def test_all_kinds_of_columns_are_texts() -> None:
    expected = Vectoriser(min_df=1).fit_transform(TEXTS)
    kinds: list[Any] = [
        tuple(TEXTS),
        iter(TEXTS),
        (text for text in TEXTS),
        pd.Series(TEXTS, index=range(5, 0, -1)),
        pd.Series(TEXTS, dtype="string"),
        pl.Series(TEXTS),
        np.array(TEXTS),
        np.array(TEXTS, dtype=object),
    ]
    for kind in kinds:
        assert_same(Vectoriser(min_df=1).fit_transform(kind), expected)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ("one text", "the single text 'one text'; expected a list"),
        (b"bytes", "the single text b'bytes'"),
        (None, r"texts is None \(NoneType\)"),
        (3, r"texts is 3 \(int\)"),
        ({"a": "b"}, "a dict, whose names"),
        (pd.DataFrame({"a": ["b"]}), "a DataFrame, whose names"),
        (pl.DataFrame({"a": ["b"]}), "a DataFrame, whose names"),
        (["a", None], r"texts\[1\] is None \(NoneType\), expected a string"),
        (["a"] * 600 + [float("nan")], r"texts\[600\] is nan \(float\)"),
        (pd.Series(["a", pd.NA], dtype="string"), r"texts\[1\] is <NA>"),
        (["a", 7], r"texts\[1\] is 7 \(int\)"),
        ([b"a"], r"texts\[0\] is b'a' \(bytes\)"),
        (np.array([["a"]]), r"texts\[0\] is array"),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(texts: Any, message: str) -> None:
    text = Vectoriser(min_df=1)
    with pytest.raises(InputError, match=message):
        text.fit(texts)
    assert not hasattr(text, "vocabulary_")
    before = account(text.fit(TEXTS).words_)
    for method in (text.fit, text.fit_transform, text.grow, text.transform):
        with pytest.raises(InputError, match=message):
            method(texts)
    assert account(text.words_) == before


def test_texts_beyond_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biterms.text.chunks.LONGEST_TEXT", 10)
    with pytest.raises(InputError, match=r"texts\[1\] has 11 characters, expected at most 10"):
        Vectoriser().fit(["short", "x" * 11])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"language": "klingon"}, "language='klingon': expected 'auto', None .* english"),
        ({"min_df": 0}, "min_df=0"),
        ({"min_df": 0.5}, "min_df=0.5: expected a whole number"),
        ({"max_df": 1.5}, "max_df=1.5: expected a share"),
        ({"max_df": float("nan")}, "max_df=nan"),
        ({"max_df": 0}, "max_df=0: .*a share is a float"),
        ({"max_df": 2}, "max_df=2 is less than min_df=3"),
        ({"max_words": 0}, "max_words=0"),
        ({"candidates": True}, "candidates=True"),
        ({"tags": "yes"}, "tags='yes': expected True or False"),
        ({"stop_words": "no such list"}, "stop_words='no such list': no such file"),
        ({"stop_words": 3}, "stop_words=3: expected 'auto'"),
        ({"stop_words": ["a", 3]}, "stop_words=.* a list of words"),
    ],
)
def test_settings_that_make_no_sense_are_named(settings: dict[str, Any], message: str) -> None:
    text = Vectoriser(**settings)
    with pytest.raises(SettingError, match=message):
        text.fit(TEXTS)
    with pytest.raises(SettingError, match=message):
        text.start()


def test_nothing_can_be_asked_before_fitting() -> None:
    text = Vectoriser()
    for ask in (text.transform, text.grow, text.spans, text.column, text.unknown):
        with pytest.raises(NotFittedError):
            ask(["a"] if ask in (text.transform, text.grow) else "a")
    with pytest.raises(NotFittedError):
        text.get_feature_names_out()


def test_fitting_forgets_and_clones_are_empty() -> None:
    text = Vectoriser(min_df=1).fit(TEXTS)
    assert not hasattr(clone(text), "vocabulary_")
    assert list(text.fit(["parrots"]).vocabulary_) == ["parrot"]
    with pytest.raises(InputError, match="no texts were given"):
        text.fit([])
    assert list(text.vocabulary_) == ["parrot"]


def test_no_texts_give_no_rows() -> None:
    text = Vectoriser(min_df=1).start()
    assert dense(text.grow([])) == []
    text.apply(text.grow(["parrots", ""]))
    assert text.transform([]).shape == (0, 1)
    assert text.transform(["parrots", ""]).shape == (2, 1)


def test_texts_in_pieces_are_texts_at_once(
    corpus: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = corpus[:500]
    whole, counts = Vectoriser(), Vectoriser().fit_transform(texts)
    whole.fit(texts)
    monkeypatch.setattr("biterms.text.chunks._BLOCK", 7)
    monkeypatch.setattr("biterms.text.chunks._CHARACTERS", 500)
    pieces = Vectoriser()
    assert_same(pieces.fit_transform(texts), counts)
    assert pieces.vocabulary_ == whole.vocabulary_
    assert_array_equal(pieces.get_feature_names_out(), whole.get_feature_names_out())
    assert_same(pieces.transform(texts), counts)


def test_it_is_the_first_step_of_a_pipeline(corpus: list[str]) -> None:
    """scikit-learn has no checks for estimators over strings; this is what people do with them."""
    steps = make_pipeline(Vectoriser(), LDA(3, passes=1, random_state=0))
    found = steps.set_params(vectoriser__min_df=5).fit_transform(corpus[:500])
    direct = Vectoriser(min_df=5).fit_transform(corpus[:500])
    assert_array_equal(found, LDA(3, passes=1, random_state=0).fit_transform(direct))
    names = steps[0].get_feature_names_out()
    assert len(names) == steps[1].n_features_in_


def test_real_titles(data_dir: Path) -> None:
    """The most frequent words of news titles are words, and stems are counted once per title."""
    path = data_dir / "tmn" / "tmn_titles.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf8") as file:
        texts = [json.loads(line)["text"] for line in file]
    text = Vectoriser()
    counts = text.fit_transform(texts)
    assert counts.shape[0] == len(texts) == text.n_docs_
    top = text.get_feature_names_out()[np.argsort(-text.doc_freq_)[:5]].tolist()
    stem = Stemmer.Stemmer("english").stemWord
    plain = Counter(stem(word) for one in texts for word in set(one.replace("'", " ").split()))
    assert all(plain[stem(word)] > 100 for word in top)
    assert_array_equal(np.diff(counts.tocsc().indptr), text.doc_freq_)
