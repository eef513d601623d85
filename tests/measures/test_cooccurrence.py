"""Counts of documents and windows against an enumeration of every window, and against gensim's."""

from __future__ import annotations

import numpy as np
import pytest
from gensim.corpora import Dictionary
from gensim.topic_coherence.text_analysis import InvertedIndexAccumulator
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from biterms.errors import InputError, SettingError
from biterms.measures import Cooccurrence, cooccurrence, windows

TEXTS = st.lists(st.lists(st.integers(-1, 6), max_size=9), min_size=1, max_size=7)
WORDS = st.lists(st.integers(0, 6), min_size=1, max_size=6)


def enumerated(documents: list[set[int]], words: list[int]) -> list[list[int]]:
    distinct = sorted(set(words))
    return [[sum({a, b} <= d for d in documents) for b in distinct] for a in distinct]


def every_window(texts: list[list[int]], window: int) -> list[set[int]]:
    return [
        set(text[start : start + window])
        for text in texts
        for start in range(max(1, len(text) - window + 1))
    ]


@given(texts=TEXTS, words=WORDS, window=st.integers(1, 11), block=st.integers(1, 40))
def test_windows_are_all_runs_of_words(
    texts: list[list[int]], words: list[int], window: int, block: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "_BLOCK", block)
        counts = Cooccurrence.from_tokens(iter(texts), words, window=window)
    documents = every_window(texts, window)
    assert counts.total == len(documents)
    assert counts.words.tolist() == sorted(set(words))
    assert counts.pairs.toarray().tolist() == enumerated(documents, words)
    assert counts.alone.tolist() == np.diag(counts.pairs.toarray()).tolist()


@given(texts=TEXTS, words=WORDS)
def test_documents_are_rows_and_weights_do_not_matter(
    texts: list[list[int]], words: list[int]
) -> None:
    X = np.zeros((len(texts), 7))
    for row, text in zip(X, texts, strict=True):
        for word in text:
            if word >= 0:
                row[word] += 0.25
    expected = Cooccurrence.from_tokens(texts, words, window=1000)
    for form in (X, sparse.csc_matrix(X), sparse.csr_array(X * 4, dtype=np.int64)):
        counts = Cooccurrence.from_counts(form, words)
        assert counts.total == expected.total == len(texts)
        assert (counts.pairs != expected.pairs).nnz == 0
    assert (X <= 9).all()
    assert counts.pairs.toarray().tolist() == enumerated([set(text) for text in texts], words)


@given(
    texts=st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=9), min_size=1, max_size=7),
    window=st.integers(1, 11),
)
def test_windows_are_those_of_gensim(texts: list[list[int]], window: int) -> None:
    names = [[f"w{word}" for word in text] for text in texts]
    dictionary = Dictionary([[f"w{word}" for word in range(6)]])
    column = {dictionary.token2id[f"w{word}"]: word for word in range(6)}
    theirs = InvertedIndexAccumulator(set(column), dictionary).accumulate(names, window)
    ours = Cooccurrence.from_tokens(texts, list(range(6)), window=window)
    assert ours.total == theirs.num_docs
    pairs = ours.pairs.toarray()
    for i, a in column.items():
        assert ours.alone[a] == theirs.get_occurrences(i)
        for j, b in column.items():
            assert pairs[a, b] == theirs.get_co_occurrences(i, j)


def test_one_long_text_needs_little_memory_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "_BLOCK", 1000)
    text = np.random.default_rng(0).integers(0, 50, 20_000)
    tables = list(windows.slide(text, np.array([len(text)]), 40, 50))
    assert max(table.nnz for table in tables) <= 1000
    assert sum(table.sum() for table in tables) == 40 * (20_000 - 39)


def test_texts_may_be_of_any_integers() -> None:
    texts = [np.array([3, 1], dtype=np.uint8), (1,), [], range(4), np.array([9, 3], dtype=np.int32)]
    counts = Cooccurrence.from_tokens(texts, [[1], [3]])
    assert counts.total == 5
    assert counts.pairs.toarray().tolist() == [[3, 2], [2, 3]]


def test_what_cannot_be_counted() -> None:
    for nothing in (np.zeros((0, 3)), sparse.csr_array((0, 3))):
        with pytest.raises(InputError, match="no document to count words in"):
            Cooccurrence.from_counts(nothing, [0, 1])
    with pytest.raises(InputError, match="no document to count words in"):
        Cooccurrence.from_tokens([], [0, 1])
    with pytest.raises(InputError, match="word 3 is asked for and the documents have 3 columns"):
        Cooccurrence.from_counts(np.eye(3), [0, 3])
    for wrong in ([], [-1, 2], [0.5], ["a"]):
        with pytest.raises(InputError, match="expected integers not below 0"):
            Cooccurrence.from_counts(np.eye(3), wrong)
    for window in (0, -3, 10**30):
        with pytest.raises(SettingError, match=f"window={window}"):
            Cooccurrence.from_tokens([[0]], [0], window=window)


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param([["a", "b"]], id="words"),
        pytest.param(["a text"], id="a string"),
        pytest.param([[0, 1], [0.5]], id="fractions"),
        pytest.param([0, 1, 2], id="one flat text"),
        pytest.param([[0], [[1, 2]]], id="tables"),
        pytest.param([[10**30]], id="numbers beyond bounds"),
        pytest.param(sparse.eye_array(3).tocsr(), id="counts"),
    ],
)
def test_texts_that_are_no_columns_of_words(texts: object) -> None:
    with pytest.raises(InputError, match="expected a sequence of integers"):
        Cooccurrence.from_tokens(texts, [0, 1])


def test_more_words_than_memory_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cooccurrence, "MOST_TOP_WORDS", 3)
    assert Cooccurrence.from_counts(np.eye(5), [0, 1, 2, 2]).total == 5
    with pytest.raises(InputError, match="4 distinct words to count, expected at most 3"):
        Cooccurrence.from_counts(np.eye(5), [0, 1, 2, 3])
