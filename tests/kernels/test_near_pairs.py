"""Words within a window: compiled = twin = loops over any two words of each document."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms.kernels import Pairs, Sequences, compiled_near, reference_near
from tests.examples import examples

KERNELS = {"compiled": compiled_near, "twin": reference_near}
by_kernel = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
#: few places, so that pairs repeat; -1 is a gap
documents_of = st.lists(st.lists(st.integers(-1, 4), max_size=14), max_size=20)


def sequences(documents: list[list[int]]) -> tuple[Sequences, np.ndarray]:
    """Numbered anew from 0 on within each document, and how many there are."""
    own = [sorted({*document} - {-1}) for document in documents]
    numbered = [
        row.index(v) if v >= 0 else -1
        for document, row in zip(documents, own, strict=True)
        for v in document
    ]
    ptr = np.cumsum([0, *map(len, documents)], dtype=np.int64)
    sizes = np.array([len(row) for row in own], dtype=np.int64)
    return Sequences(ptr, np.array(numbered, dtype=np.int32)), sizes


def counted(document: list[int], n: int, window: int) -> list[tuple[int, int, int]]:
    """Pair by pair, over all places at which the two stand."""
    stands = [[i for i, place in enumerate(document) if place == u] for u in range(n)]
    found = [
        (u, v, sum(abs(i - j) < window for i in stands[u] for j in stands[v]))
        for u, v in combinations(range(n), 2)
    ]
    return [(u, v, times) for u, v, times in found if times]


def listed(found: Pairs, d: int) -> list[tuple[int, int, int]]:
    here = slice(found.ptr[d], found.ptr[d + 1])
    columns = found.left[here], found.right[here], found.weight[here]
    return [(int(u), int(v), int(c)) for u, v, c in zip(*columns, strict=True)]


def assert_same(one: Pairs, other: Pairs) -> None:
    for name in ("ptr", "left", "right", "weight"):
        assert_array_equal(getattr(one, name), getattr(other, name))
        assert getattr(one, name).dtype == getattr(other, name).dtype


@by_kernel
@examples(40)
@given(documents=documents_of, window=st.integers(2, 20), threads=st.integers(1, 3))
def test_pairs_are_those_of_a_loop(
    kernel: Any, documents: list[list[int]], window: int, threads: int
) -> None:
    given, sizes = sequences(documents)
    found = kernel.near_pairs(given, sizes, window, threads)
    assert len(found.ptr) == len(documents) + 1
    assert found.ptr[-1] == len(found.left) == len(found.right) == len(found.weight)
    for d, n in enumerate(sizes):
        row = given.words[given.ptr[d] : given.ptr[d + 1]].tolist()
        assert listed(found, d) == counted(row, n, window)


@pytest.mark.parametrize(
    ("n_docs", "n_words", "longest", "window"),
    [(900, 12, 9, 3), (60, 900, 80, 30), (3, 3000, 2500, 7), (2, 40, 400, 1 << 62), (0, 0, 0, 2)],
)
def test_many_words_and_documents_on_any_number_of_threads(
    n_docs: int, n_words: int, longest: int, window: int
) -> None:
    random = np.random.default_rng(1)
    squares = random.random((n_docs, longest)) ** 2  # some words are frequent
    words = (squares * (n_words + 1)).astype(int) - 1
    lengths = random.integers(longest // 2, longest + 1, n_docs)
    given, sizes = sequences([row[:n].tolist() for row, n in zip(words, lengths, strict=True)])
    expected = reference_near.near_pairs(given, sizes, window)
    assert n_docs == 0 or (len(expected.left) and (given.words == -1).any())
    for threads in (1, 2, 5):
        assert_same(compiled_near.near_pairs(given, sizes, window, threads), expected)


def test_a_long_document_in_a_wide_window() -> None:
    """0 1 0 1 ...: a pair for each two places an odd number of steps apart."""
    n, window = 50_000, 1000
    given = Sequences(np.array([0, n]), (np.arange(n) % 2).astype(np.int32))
    found = compiled_near.near_pairs(given, np.array([2]), window)
    apart = np.arange(1, window, 2)
    assert listed(found, 0) == [(0, 1, (n - apart).sum())]


@pytest.mark.parametrize(
    ("ptr", "places", "sizes", "window", "message"),
    [
        ([0, 3, 4], [0, 1, -2, 0], [2, 1], 2, "places: expected"),
        ([0, 3, 4], [0, 2, -1, 0], [2, 1], 2, "places: expected"),
        ([0, 3, 4], [0, 1, -1, 1], [2, 1], 2, "places: expected"),
        ([0, 3, 4], [0, 1, -1, 0], [4, 1], 2, "no more entries"),
        ([0, 3, 4], [0, 1, -1, -1], [2, -1], 2, "no more entries"),
        ([0, 3, 4], [0, 1, -1, 0], [2], 2, "one number per document"),
        ([0, 3], [0, 1, -1, 0], [2], 2, "pointer"),
        ([0, 3, 2, 4], [0, 1, -1, 0], [2, 0, 1], 2, "pointer"),
        ([1, 3, 4], [0, 1, -1, 0], [2, 1], 2, "pointer"),
        ([0, 3, 4], [0, 1, -1, 0], [2, 1], 1, "two words"),
        ([0, 3, 4], [0, 1, -1, 0], [2, 1], -5, "two words"),
    ],
)
def test_what_are_no_places_is_refused(
    ptr: list[int], places: list[int], sizes: list[int], window: int, message: str
) -> None:
    wrong = Sequences(np.array(ptr, dtype=np.int64), np.array(places, dtype=np.int32))
    with pytest.raises(ValueError, match=message):
        compiled_near.near_pairs(wrong, np.array(sizes, dtype=np.int64), window)
