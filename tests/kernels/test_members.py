"""Some documents of many, their words and their groups: compiled = twin, for any of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms.kernels import Sequences, compiled_members, reference_members

#: few words, so that they repeat; -1 is none
documents_of = st.lists(st.lists(st.integers(-1, 9), max_size=6), max_size=12)


def sequences(documents: list[list[int]]) -> Sequences:
    ptr = np.cumsum([0, *map(len, documents)], dtype=np.int64)
    return Sequences(ptr, np.array([w for one in documents for w in one], dtype=np.int32))


@st.composite
def some(draw: st.DrawFn) -> tuple[Sequences, np.ndarray | None]:
    """Documents, and some of them."""
    documents = draw(documents_of)
    rows = draw(st.none() | st.lists(st.booleans(), min_size=12, max_size=12))
    chosen = None if rows is None else np.flatnonzero(rows[: len(documents)])
    return sequences(documents), chosen


@given(some())
def test_tally_is_its_twin(given: tuple[Sequences, Any]) -> None:
    found = compiled_members.tally(given[0], 10, given[1])
    for one, other in zip(found, reference_members.tally(given[0], 10, given[1]), strict=True):
        assert_array_equal(one, other)


@given(some(), st.lists(st.integers(0, 9)))
def test_counts_of_some_words_are_their_twin(given: tuple[Sequences, Any], words: Any) -> None:
    wanted = np.array(words, dtype=np.int32)
    expected = reference_members.word_counts(given[0], 10, wanted, given[1])
    assert_array_equal(compiled_members.word_counts(given[0], 10, wanted, given[1]), expected)


@given(some())
def test_different_is_its_twin(given: tuple[Sequences, Any]) -> None:
    expected = reference_members.different(*given)
    assert_array_equal(compiled_members.different(*given), expected)


@given(documents_of, st.integers(-1, 10), st.integers(0, 10_000))
def test_holding_is_its_twin_and_a_loop(documents: list[list[int]], word: int, seed: int) -> None:
    times = np.random.default_rng(seed).random(len(documents))
    found = compiled_members.holding(sequences(documents), times, word, 0.3)
    assert_array_equal(found, reference_members.holding(sequences(documents), times, word, 0.3))
    late = [(d, words) for d, words in enumerate(documents) if times[d] >= 0.3]
    assert found.tolist() == [d for d, words in late for w in words if w == word]


def test_holding_looks_at_many_words() -> None:
    random = np.random.default_rng(0)
    words = random.integers(0, 500, 5000, dtype=np.int32)
    documents, times = Sequences(np.append(0, np.cumsum(np.full(1000, 5))), words), np.zeros(1000)
    expected = np.flatnonzero(words == 7) // 5
    assert_array_equal(compiled_members.holding(documents, times, 7, 0.0), expected)


@given(some(), st.permutations(range(10)), st.integers(0, 10))
def test_sums_are_their_twin(given: tuple[Sequences, Any], words: list[int], n: int) -> None:
    by = 10, np.array(words[:n], dtype=np.int32), np.arange(n) / 4
    expected = reference_members.sums_of(given[0], *by, given[1])
    assert_array_equal(compiled_members.sums_of(given[0], *by, given[1]), expected)


@given(some(), st.integers(0, 10_000), st.integers(0, 10))
def test_members_are_their_twin(given: tuple[Sequences, Any], seed: int, n: int) -> None:
    random = np.random.default_rng(seed)
    owners = random.integers(0, 4, n, dtype=np.int32)
    values = random.integers(0, 5, n) / 4  # quarters: sums in any order are the same bits
    by = owners, values, 0.75
    found = compiled_members.members(given[0], *by, given[1])
    for one, other in zip(found, reference_members.members(given[0], *by, given[1]), strict=True):
        assert_array_equal(one, other)


@pytest.mark.parametrize(
    ("rows", "words", "message"),
    [
        ([0, 2], [0, 1, 2], "rows: found 2"),
        ([1, 0], [0, 1, 2], "ascending rows, each once"),
        ([1, 1], [0, 1, 2], "ascending rows, each once"),
        (None, [0, 1, 3], "smaller numbers"),
    ],
)
def test_what_points_nowhere_is_refused(rows: Any, words: Any, message: str) -> None:
    documents = Sequences(np.array([0, 1, 3]), np.array(words, dtype=np.int32))
    chosen = None if rows is None else np.array(rows)
    with pytest.raises(ValueError, match=message):
        compiled_members.tally(documents, 3, chosen)
