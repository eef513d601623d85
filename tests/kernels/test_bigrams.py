"""Bigrams and their bags: compiled = twin = loops over the places of each document."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.kernels import PairRows, Sequences, compiled_bigrams, reference_bigrams
from tests.examples import examples

KERNELS = {"compiled": compiled_bigrams, "twin": reference_bigrams}
by_kernel = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
N = 5
#: few words, so that bigrams repeat; -1 is one without a number
documents_of = st.lists(st.lists(st.integers(-1, N - 1), max_size=12), max_size=9)


def sequences(documents: list[list[int]]) -> Sequences:
    return Sequences(
        np.cumsum([0, *map(len, documents)], dtype=np.int64),
        np.array([word for document in documents for word in document], dtype=np.int32),
    )


def rows(bigrams: dict[tuple[int, int], int], n_words: int) -> PairRows:
    """As compressed rows, by a count of the smaller first words."""
    return PairRows(
        np.array([sum(u < w for u, _ in bigrams) for w in range(n_words + 1)], dtype=np.int64),
        np.array([v for _, v in sorted(bigrams)], dtype=np.int32),
        np.array([bigrams[pair] for pair in sorted(bigrams)], dtype=np.int32),
    )


def times(document: list[int], u: int, v: int) -> int:
    return sum(document[i : i + 2] == [u, v] for i in range(len(document)))


def counted(documents: list[list[int]], least: int) -> dict[tuple[int, int], int]:
    found = {
        (u, v): sum(times(document, u, v) > 0 for document in documents)
        for u in range(N)
        for v in range(N)
    }
    return {pair: n for pair, n in found.items() if n >= least}


@by_kernel
@examples(30)
@given(documents=documents_of, least=st.integers(1, 3), threads=st.integers(1, 3))
def test_bigrams_are_those_of_a_loop(
    kernel: Any, documents: list[list[int]], least: int, threads: int
) -> None:
    found = kernel.bigram_counts(sequences(documents), N, least, threads)
    expected = rows(counted(documents, least), N)
    for name in ("ptr", "second", "documents"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
        assert getattr(found, name).dtype == getattr(expected, name).dtype


@by_kernel
@examples(30)
@given(documents=documents_of, others=documents_of, least=st.integers(1, 2), terms=st.booleans())
def test_bags_are_those_of_a_loop(
    kernel: Any, documents: list[list[int]], others: list[list[int]], least: int, terms: bool
) -> None:
    """Bigrams that other documents have, and words, if they are wanted."""
    known = counted(others, least)
    indptr, indices, data = kernel.bigram_bags(sequences(documents), rows(known, N), terms)
    assert (indptr.dtype, indices.dtype, data.dtype) == (np.int64, np.int32, np.float64)
    assert len(indptr) == len(documents) + 1
    for d, document in enumerate(documents):
        bag = [document.count(word) for word in range(N if terms else 0)]
        bag += [times(document, *pair) for pair in sorted(known)]
        expected = [(feature, n) for feature, n in enumerate(bag) if n]
        here = slice(indptr[d], indptr[d + 1])
        assert list(zip(indices[here].tolist(), data[here].tolist(), strict=True)) == expected


@pytest.mark.parametrize(
    ("n_docs", "n_words", "longest"), [(5000, 12, 9), (300, 9000, 60), (3, 700, 9000), (0, 0, 0)]
)
def test_many_words_and_documents_on_any_number_of_threads(
    n_docs: int, n_words: int, longest: int
) -> None:
    random = np.random.default_rng(1)
    squares = random.random((n_docs, longest)) ** 2  # some words are frequent
    words = (squares * (n_words + 1)).astype(int) - 1
    lengths = random.integers(0, longest + 1, n_docs)
    given = sequences([row[:n].tolist() for row, n in zip(words, lengths, strict=True)])
    bigrams = reference_bigrams.bigram_counts(given, n_words, 2)
    assert n_docs == 0 or (len(bigrams.second) and (given.words == -1).any())
    bags = reference_bigrams.bigram_bags(given, bigrams, True)
    for threads in (1, 2, 5):
        found = compiled_bigrams.bigram_counts(given, n_words, 2, threads)
        for name in ("ptr", "second", "documents"):
            np.testing.assert_array_equal(getattr(found, name), getattr(bigrams, name))
        ours = compiled_bigrams.bigram_bags(given, bigrams, True, threads)
        for one, other in zip(ours, bags, strict=True):
            np.testing.assert_array_equal(one, other)


BIGRAMS = rows({(0, 1): 1, (0, 2): 1}, 3)


@pytest.mark.parametrize(
    ("ptr", "words", "message"),
    [
        ([0, 3, 4], [0, 1, -2, 2], "word ids"),
        ([0, 3, 4], [0, 1, -1, 3], "word ids"),
        ([0, 3], [0, 1, -1, 2], "pointer"),
        ([0, 3, 2, 4], [0, 1, -1, 2], "pointer"),
        ([1, 3, 4], [0, 1, -1, 2], "pointer"),
    ],
)
def test_what_is_no_sequence_is_refused(ptr: list[int], words: list[int], message: str) -> None:
    wrong = Sequences(np.array(ptr, dtype=np.int64), np.array(words, dtype=np.int32))
    with pytest.raises(ValueError, match=message):
        compiled_bigrams.bigram_counts(wrong, 3, 1)
    with pytest.raises(ValueError, match=message):
        compiled_bigrams.bigram_bags(wrong, BIGRAMS, True)


@pytest.mark.parametrize(
    ("second", "message"),
    [([2, 1], "ascending ids"), ([1, 1], "ascending ids"), ([1, 3], "words of pairs")],
)
def test_what_is_no_list_of_bigrams_is_refused(second: list[int], message: str) -> None:
    wrong = PairRows(BIGRAMS.ptr, np.array(second, dtype=np.int32), BIGRAMS.documents)
    with pytest.raises(ValueError, match=message):
        compiled_bigrams.bigram_bags(sequences([[0, 1]]), wrong, True)
