"""`listed_pairs`: compiled = twin, by words and by lists that may be anything."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms.kernels import Sequences, WordLists, compiled_listed, reference_listed


def some_lists(rng: np.random.Generator, n_words: int) -> WordLists:
    """Each word in a few of the lists, at any place."""
    n_lists, width = int(rng.integers(1, 5)), int(rng.integers(1, 6))
    member = rng.random((n_words, n_lists)) < rng.random()
    begins = np.append(0, np.cumsum(member.sum(axis=1)))
    lists = np.nonzero(member)[1].astype(np.int32)
    places = rng.integers(0, width, len(lists), dtype=np.int32)
    return WordLists(begins, lists, places, n_lists, width)


def some_documents(rng: np.random.Generator, n_words: int) -> Sequences:
    sizes = rng.integers(0, 9, int(rng.integers(0, 12)))
    words = rng.integers(-1, n_words, sizes.sum(), dtype=np.int32)
    return Sequences(np.append(0, np.cumsum(sizes)), words)


@given(st.integers(0, 10_000), st.booleans())
def test_compiled_is_its_twin(seed: int, weighted: bool) -> None:
    rng = np.random.default_rng(seed)
    n_words = int(rng.integers(1, 8))
    lists, documents = some_lists(rng, n_words), some_documents(rng, n_words)
    # halves, so that sums in any order are the same bits
    weights = rng.integers(0, 7, len(documents.words)) / 2 if weighted else None
    expected = reference_listed.listed_pairs(documents, weights, lists)
    assert_array_equal(compiled_listed.listed_pairs(documents, weights, lists), expected)


def test_words_of_one_list_meet_in_the_order_of_the_text() -> None:
    lists = WordLists(np.array([0, 1, 2]), np.array([0, 0]), np.array([0, 1]), 1, 2)
    documents = Sequences(np.array([0, 2, 5]), np.array([1, 0, 0, -1, 1], dtype=np.int32))
    found = compiled_listed.listed_pairs(documents, np.array([3.0, 2.0, 5.0, 9.0, 7.0]), lists)
    assert found.tolist() == [[[0, 5], [2, 0]]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"begins": [0, 1, 3]}, "pointers of the words"),
        ({"lists": [0, 1]}, "lists of the words"),
        ({"lists": [-1, 0]}, "lists of the words"),
        ({"places": [0, 2]}, "places of the words"),
        ({"places": [0]}, "one for each list"),
        ({"words": [0, 2]}, "words of the documents"),
        ({"weights": [1.0]}, "one for each word"),
    ],
)
def test_what_points_nowhere_is_refused(change: dict[str, list[float]], message: str) -> None:
    good = {"begins": [0, 1, 2], "lists": [0, 0], "places": [0, 1], "words": [0, 1]}
    given = {name: np.array(values) for name, values in (good | change).items()}
    lists = WordLists(given["begins"], given["lists"], given["places"], 1, 2)
    documents = Sequences(np.array([0, 2]), given["words"])
    with pytest.raises(ValueError, match=message):
        compiled_listed.listed_pairs(documents, given.get("weights"), lists)
