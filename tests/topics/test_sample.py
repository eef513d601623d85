"""The sample: fair, the same however the texts are cut, and able to go on from a file."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms.errors import SettingError
from biterms.kernels import Sequences, Tokens
from biterms.text.readers import Record
from biterms.topics.pairs import Choice, of_texts
from biterms.topics.sample import Sample, mixed
from biterms.topics.sampled_pairs import SampledPairs
from biterms.topics.sampled_words import SampledWords
from biterms.topics.texts import TEXTS_AT_ONCE


def taken(size: int, *parts: list[str]) -> Sample:
    sample = Sample(size)
    for part in parts:
        assert list(sample.watch(part)) == part
    return sample


@given(n=st.integers(0, 60), size=st.integers(0, 40), cut=st.integers(0, 60))
def test_it_does_not_depend_on_how_texts_are_cut(n: int, size: int, cut: int) -> None:
    texts = [f"text {i}" for i in range(n)]
    whole, pieces = taken(size, texts), taken(size, texts[:cut], texts[cut:])
    assert whole.records == pieces.records
    assert len(whole.records) == min(n, size)
    places = [int(record.id) for record in whole.records]
    assert places == sorted(places)
    assert [record.text for record in whole.records] == [texts[place] for place in places]


def test_all_places_are_equally_probable() -> None:
    n, size = 3 * TEXTS_AT_ONCE, 600
    kept = [int(record.id) for record in taken(size, [""] * n).records]
    counts = np.histogram(kept, bins=6, range=(0, n))[0]
    expected = size / 6
    assert ((counts - expected) ** 2 / expected).sum() < 20.5  # chi square of 5, p = 0.001


def test_the_numbers_are_those_of_splitmix64() -> None:
    # the first outputs of the generator with state 0, as published with it
    expected = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert mixed(np.arange(3, dtype=np.uint64)).tolist() == [x >> 1 for x in expected]


def test_records_keep_what_they_bring() -> None:
    record = Record("late goal", "a7", "2024-01-02", "sport")
    sample = Sample(5)
    assert list(sample.watch([record, "other"])) == ["late goal", "other"]
    assert sample.records == [record, Record("other", "1", None, None)]


@given(n=st.integers(0, 30), more=st.integers(0, 30))
def test_a_sample_from_a_file_goes_on(n: int, more: int) -> None:
    texts = [f"{i}" for i in range(n + more)]
    half = taken(8, texts[:n])
    again = Sample.from_state(json.loads(json.dumps(half.state())))
    assert again.records == half.records
    list(again.watch(texts[n:]))
    assert again.records == taken(8, texts).records


def test_a_copy_goes_its_own_way() -> None:
    one = taken(9, ["a", "b"])
    other = one.copy()
    list(other.watch(["c"]))
    assert (len(one.records), one.seen) == (2, 2)
    assert (len(other.records), other.seen) == (3, 3)


def test_a_negative_size_is_refused() -> None:
    with pytest.raises(SettingError, match="keep=-1"):
        Sample(-1)


def letters(texts: list[str]) -> Tokens:
    """Texts as letters, which stand for places of keys."""
    ids = [[ord(letter) - 97 for letter in text] for text in texts]
    ptr = np.cumsum([0, *map(len, ids)])
    return Tokens(ptr, np.array([i for row in ids for i in row], dtype=np.int32), [])


@given(
    parts=st.lists(st.lists(st.text("abcd", max_size=6), max_size=9), max_size=5),
    size=st.integers(0, 12),
    tokenised=st.booleans(),
)
def test_words_are_kept_up_as_texts_come_and_go(
    parts: list[list[str]], size: int, tokenised: bool
) -> None:
    sample, words = Sample(size), SampledWords.none()
    for part in parts:
        sample.take(sample.offered(part, letters(part) if tokenised else None))
        words = words.after(*sample.moment(), letters)
    texts = [record.text for record in sample.records]
    expected = letters(texts)
    assert words.tokens.ptr.tolist() == expected.ptr.tolist()
    assert words.tokens.ids.tolist() == expected.ids.tolist()
    counts = [
        text.count(letter) * (letter not in text[:at])
        for text in texts
        for at, letter in enumerate(text)
    ]
    assert words.counts.tolist() == counts


@given(
    parts=st.lists(
        st.tuples(
            st.lists(st.text("abcd", max_size=6), max_size=9),
            st.lists(st.permutations([0, 1, 2, 3]), min_size=2, max_size=2),
            st.integers(2, 4),
        ),
        max_size=5,
    )
)
def test_pairs_are_kept_up_as_texts_and_lists_of_words_change(parts: Any) -> None:
    sample, words, pairs = Sample(7), SampledWords.none(), SampledPairs.none()
    for texts, orders, n in parts:
        sample.take(sample.offered(texts))
        words = words.after(*sample.moment(), letters)
        lists = [np.array(orders[0]), np.array(orders[1][:n])]
        pairs = pairs.after(words, lists, 4)
        choice = Choice(lists, 4)
        texts_in_order = Sequences(words.tokens.ptr, words.tokens.ids)
        expected = of_texts(texts_in_order, words.counts, choice)
        assert_array_equal(pairs.of(lists, 4), expected)
