"""Words join with minibatches, and what documents change is a value that is applied."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from types import FrameType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms.text import Vectoriser
from tests.examples import examples
from tests.text.streams import PLAIN, account, corpora, cuts_of, dense, parts, sizes, started, take

limits = st.fixed_dictionaries(
    {
        "min_df": st.integers(1, 4),
        "max_df": st.sampled_from([1.0, 0.5, 0.3, 4, 7]),
        "max_words": st.sampled_from([None, 1, 2, 4, 7]),
    }
)


class Statement:
    """Said plainly: dictionaries, and the documents of one minibatch after the other."""

    def __init__(self, min_df: int, max_df: float, max_words: int | None) -> None:
        self.min_df, self.max_df, self.max_words = min_df, max_df, max_words
        self.doc_freq: Counter[str] = Counter()
        self.words: list[str] = []
        self.n_docs = 0

    def counts(self, batch: list[str]) -> list[list[int]]:
        """Words join at the end of the minibatch, then its documents are counted."""
        for text in batch:
            self.doc_freq.update(dict.fromkeys(text.split(), 1))
        self.n_docs += len(batch)
        met = {word for text in batch for word in text.split()}
        most = self.max_df * self.n_docs if isinstance(self.max_df, float) else self.max_df
        fit = [
            word
            for word, n in self.doc_freq.items()  # in order of appearance
            if word in met and word not in self.words and self.min_df <= n <= most
        ]
        if self.max_words is not None:
            room = self.max_words - len(self.words)
            best = sorted(fit, key=lambda word: -self.doc_freq[word])[:room]
            fit = [word for word in fit if word in best]
        self.words += fit
        return [[text.split().count(word) for word in self.words] for text in batch]


@examples(50)
@given(texts=corpora, sizes=sizes, limits=limits)
def test_words_join_with_the_minibatch_that_makes_them_frequent(
    texts: list[str], sizes: list[int], limits: dict[str, Any]
) -> None:
    batches, text = parts(texts, sizes), started(**limits)
    plain = Statement(**limits)
    growth = text.grow(texts, cuts_of(batches))
    found, known = dense(growth), 0
    order: list[int] = []
    for i, batch in enumerate(batches):
        expected = plain.counts(batch)
        width = len(plain.words)
        assert growth.n_ids[i] == width
        assert growth.keys_of(text.words_, i) == plain.words[known:]
        rows = found[cuts_of(batches)[i] : cuts_of(batches)[i + 1]]
        assert [row[:width] for row in rows] == expected
        assert not any(any(row[width:]) for row in rows)
        known = width
        ids = {word: i for i, word in enumerate(plain.words)}
        order += [ids.get(word, -1) for word in " ".join(batch).split()]
    assert growth.in_order().words.tolist() == order
    text.apply(growth)
    assert text.vocabulary_ == {word: i for i, word in enumerate(plain.words)}
    assert text.doc_freq_.tolist() == [plain.doc_freq[word] for word in plain.words]
    assert text.n_docs_ == len(texts)


@examples(50)
@given(texts=corpora, sizes=sizes, limits=limits, group=st.integers(1, 4))
def test_pieces_do_not_matter_where_minibatches_are_the_same(
    texts: list[str], sizes: list[int], limits: dict[str, Any], group: int
) -> None:
    batches = parts(texts, sizes)
    at_once, in_pieces = started(**limits), started(**limits)
    growth = at_once.grow(texts, cuts_of(batches))
    at_once.apply(growth)
    rows: list[list[int]] = []
    order: list[int] = []
    for i in range(0, len(batches), group):
        piece = batches[i : i + group]
        some = in_pieces.grow([text for batch in piece for text in batch], cuts_of(piece))
        in_pieces.apply(some)
        rows += dense(some)
        order += some.in_order().words.tolist()
    assert account(in_pieces.words_) == account(at_once.words_)
    width = at_once.n_words_
    assert [row + [0] * (width - len(row)) for row in rows] == dense(growth)
    assert order == growth.in_order().words.tolist()


@given(texts=corpora, sizes=sizes, limits=limits)
def test_growing_is_a_value_until_it_is_applied(
    texts: list[str], sizes: list[int], limits: dict[str, Any]
) -> None:
    text, batches = started(**limits), parts(texts, sizes)
    for batch in batches:
        before = account(text.words_)
        growth = text.grow(batch)
        assert account(text.words_) == before
        text.apply(growth)
        after = account(text.words_)
        text.apply(growth)
        assert account(text.words_) == after


class Stop(Exception):
    """An interrupt."""


def interrupted(call: Callable[[], object], line: int) -> bool:
    """Call, and raise at this line of the package; whether it came that far."""
    left = line

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal left
        if "biterms" not in frame.f_code.co_filename:
            return None
        if event == "line":
            left -= 1
            if left < 0:
                raise Stop
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    except Stop:
        return True
    finally:
        sys.settrace(before)
    return False


def test_an_interrupted_change_is_finished_by_applying_it_again() -> None:
    first = started(min_df=2, language="english")
    take(first, ["cat runs", "dogs run", "cat sees"])
    growth = first.grow(["cats see dogs", "the run of running birds", "bird"])
    expected = deepcopy(first)
    expected.apply(growth)
    lines, stopped = 0, True
    while stopped:
        text = deepcopy(first)
        stopped = interrupted(partial(text.apply, growth), lines)
        text.apply(growth)
        assert account(text.words_) == account(expected.words_), f"stopped at line {lines}"
        lines += 1
    assert lines > 50


@given(texts=corpora, limits=limits)
def test_one_minibatch_is_fitting(texts: list[str], limits: dict[str, Any]) -> None:
    text = started(**limits)
    growth = text.grow(texts)
    text.apply(growth)
    if text.n_words_:
        fitted = Vectoriser(**limits, **PLAIN)
        counts = fitted.fit_transform(texts)
        assert counts.toarray().tolist() == dense(growth)
        assert account(fitted.words_) == account(text.words_)
        assert_array_equal(text.transform(texts).toarray(), counts.toarray())


def test_max_df_is_looked_at_when_a_word_would_join() -> None:
    text = started(min_df=2, max_df=0.5)
    text, *_ = take(text, ["and aa", "and aa", "and bb", "cc"])
    assert list(text.vocabulary_) == ["aa"]
    text, *_ = take(text, ["bb"] * 4)  # now in 5 of 8: too many
    assert list(text.vocabulary_) == ["aa"]
    text, *_ = take(text, ["and", *["dd"] * 3])
    assert list(text.vocabulary_) == ["aa", "and", "dd"]


def test_minibatches_must_be_those_of_the_texts() -> None:
    text = started(min_df=1)
    for cuts in ([0, 3], [1, 2], [0, 2, 1, 2], [0], []):
        with pytest.raises(ValueError, match="cuts"):
            text.grow(["aa", "bb"], np.array(cuts, dtype=int))
