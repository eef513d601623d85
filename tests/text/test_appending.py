"""Vocabularies of parts, appended, are that of all texts: words, numbers and surface forms."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from biterms import Vectoriser, sample_headlines
from biterms.text.appending import WordCounts, append
from biterms.text.learn import admit, analyser_of, counted_words
from biterms.text.vocabulary import Vocabulary

WORDS = ["Goal", "goals", "goal", "the", "match", "MATCH", "rates", "rate", "rising", "rise", "of"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), max_size=30)
SETTINGS = Vectoriser(min_df=2)


def counted(texts: list[str]) -> Vocabulary:
    analyser = analyser_of(SETTINGS, texts)
    pieces = [analyser.tokens(texts)] if texts else []
    return counted_words(SETTINGS, analyser.keys, pieces, None)[0]


def _admitted(settings: Vectoriser, words: Vocabulary) -> Vocabulary:
    admit(settings, words)
    return words


def appended(texts: list[str], cuts: list[int]) -> Vocabulary:
    words = Vocabulary()
    for begin, end in pairwise([0, *sorted(min(cut, len(texts)) for cut in cuts), len(texts)]):
        append(words, WordCounts.of(counted(texts[begin:end])))
    return words


def assert_same(one: Vocabulary, other: Vocabulary) -> None:
    assert one.keys == other.keys
    assert one.places == other.places
    assert one.forms.names == other.forms.names
    assert one.ids == other.ids
    assert one.n_docs == other.n_docs
    for name in ("doc_freq", "recent", "id_of", "place_of"):
        assert np.array_equal(getattr(one, name).values, getattr(other, name).values)
    for name in ("place", "seen", "best"):
        assert np.array_equal(getattr(one.forms, name).values, getattr(other.forms, name).values)


@given(TEXTS, st.lists(st.integers(0, 30), max_size=4))
def test_parts_are_the_whole(texts: list[str], cuts: list[int]) -> None:
    assert_same(
        _admitted(SETTINGS, appended(texts, cuts)), _admitted(SETTINGS, appended(texts, []))
    )


def test_parts_of_headlines_are_what_fit_learns() -> None:
    texts = [record.text for record in sample_headlines()[:6000]]
    words = _admitted(Vectoriser(), appended(texts, [17, 1000, 1000, 4321]))
    assert_same(words, Vectoriser().fit(texts).words_)


def test_groups_make_no_difference() -> None:
    texts = [record.text for record in sample_headlines()[:900]]
    right = counted(texts[300:600])
    append(right, WordCounts.of(counted(texts[600:])))
    words = counted(texts[:300])
    append(words, WordCounts.of(right))
    assert_same(_admitted(SETTINGS, words), _admitted(SETTINGS, counted(texts)))
