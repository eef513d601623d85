"""Documents that tell their biterms: words near each other, and pairs that are named."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from biterms import InOrder, Paired
from biterms.bags.with_pairs import WithPairs
from biterms.errors import InputError, SettingError
from biterms.measures.split import split

V = 6
documents = st.lists(st.lists(st.integers(-1, V - 1), max_size=9), max_size=6)


def told(made: WithPairs, docs: Any = None) -> list[dict[tuple[int, int], float]]:
    """The biterms of each document, by the words they are of."""
    docs = np.arange(made.shape[0]) if docs is None else np.array(docs, dtype=np.int64)
    found = made.of(docs)
    words = [made.table.indices[made.table.indptr[d] : made.table.indptr[d + 1]] for d in docs]
    return [
        {
            (int(own[i]), int(own[j])): float(c)
            for i, j, c in zip(found.left[a:b], found.right[a:b], found.weight[a:b], strict=True)
        }
        for own, a, b in zip(words, found.ptr[:-1], found.ptr[1:], strict=True)
    ]


def near(row: list[int], window: int) -> dict[tuple[int, int], float]:
    """Each place with each of the window - 1 places after it."""
    found: Counter[tuple[int, int]] = Counter()
    for i, u in enumerate(row):
        for v in row[i + 1 : i + window]:
            if u >= 0 and v >= 0 and u != v:
                found[min(u, v), max(u, v)] += 1
    return dict(found)


@given(documents, st.integers(2, 5))
def test_words_within_a_window_are_biterms(rows: list[list[int]], window: int) -> None:
    made = InOrder(rows, V).within(window)
    assert told(made) == [near(row, window) for row in rows]
    counted = [np.bincount([v for v in row if v >= 0], minlength=V) for row in rows]
    assert made.table.toarray().tolist() == np.array(counted).reshape(-1, V).tolist()
    assert told(made.within(2)) == [near(row, 2) for row in rows]


@given(documents, st.data())
def test_some_of_the_documents(rows: list[list[int]], data: st.DataObject) -> None:
    numbers = data.draw(
        st.lists(st.integers(0, len(rows) - 1), max_size=4) if rows else st.just([])
    )
    made = InOrder(rows, V).within(3)
    some = made[np.array(numbers, dtype=np.int64)]
    assert told(some) == [near(rows[d], 3) for d in numbers] == told(made, numbers)
    assert (some.table != made.table[numbers]).nnz == 0
    assert told(made[1:3]) == [near(row, 3) for row in rows[1:3]]


@given(documents, st.data())
def test_a_word_that_is_left_out_stays_between_its_neighbours(
    rows: list[list[int]], data: st.DataObject
) -> None:
    made = InOrder(rows, V).within(3)
    n = made.table.nnz
    kept = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)), dtype=bool)
    left, documents = made.part(kept), np.repeat(np.arange(len(rows)), np.diff(made.table.indptr))
    there = {*zip(documents[kept].tolist(), made.table.indices[kept].tolist(), strict=True)}
    expected = [[v if (d, v) in there else -1 for v in row] for d, row in enumerate(rows)]
    assert told(left) == [near(row, 3) for row in expected]
    assert (left.table != InOrder(expected, V).table).nnz == 0
    assert told(_named(made).part(kept)) == told(left)


def _named(made: InOrder) -> Paired:
    """The same biterms, by a table; (u, v) or (v, u), and some in two columns."""
    pairs = [(u, v) for u in range(V) for v in range(V) if u != v]
    weights = np.zeros((made.shape[0], len(pairs)))
    for d, own in enumerate(told(made)):
        for (u, v), c in own.items():
            weights[d, pairs.index((u, v))] = c / 4
            weights[d, pairs.index((v, u))] = 3 * c / 4
    return Paired(made.table, sparse.csr_matrix(weights), pairs)


@given(documents)
def test_named_biterms_are_those_of_the_table(rows: list[list[int]]) -> None:
    made = InOrder(rows, V).within(4)
    named = _named(made)
    assert told(named) == told(made)
    assert told(named[::-1]) == told(made)[::-1]
    assert named.shape == made.shape


def test_a_split_shows_nothing_of_the_held_out_words() -> None:
    rows = np.random.default_rng(0).integers(-1, V, (40, 12))
    made = InOrder(rows, V).within(3)
    parts = split(made)
    for d, seen in enumerate(told(parts.observed)):
        held = {*parts.held.indices[parts.held.indptr[d] : parts.held.indptr[d + 1]].tolist()}
        assert held
        assert not held & {word for pair in seen for word in pair}
        row = [v if v not in held else -1 for v in rows[parts.rows[d]].tolist()]
        assert seen == near(row, 3)


@pytest.mark.parametrize("rows", [3, "abc", [["a"]], [[0.5]], [[V]], [[-2]], [[[1]]], [None]])
def test_what_is_no_list_of_words_is_refused(rows: Any) -> None:
    with pytest.raises(InputError, match="expected"):
        InOrder(rows, V)


@pytest.mark.parametrize("window", [1, 0, 2.0, "2", 1001, True])
def test_a_window_that_is_none_is_refused(window: Any) -> None:
    with pytest.raises(SettingError, match="window"):
        InOrder([[0, 1]], V).within(window)


@pytest.mark.parametrize(
    ("X", "weights", "pairs", "message"),
    [
        ([[1, 1]], [[1]], [[0, 2]], "below 2"),
        ([[1, 1]], [[1]], [[0, 0]], "different"),
        ([[1, 1]], [[1]], [[0.0, 1.0]], "columns"),
        ([[1, 1]], [[1, 2]], [[0, 1]], "a column for each pair"),
        ([[1, 1], [1, 0]], [[1], [1]], [[0, 1]], "document 1 has the pair"),
        ([[1, 1]], [[-1]], [[0, 1]], "weights has numbers"),
        ([[1, 1]], [[np.nan]], [[0, 1]], "NaN"),
        ([[1, 1]], [[1e300]], [[0, 1]], "weights has numbers"),
    ],
)
def test_pairs_that_cannot_be_are_refused(X: Any, weights: Any, pairs: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Paired(X, weights, pairs)


def test_it_is_taken_apart_as_scikit_learn_does() -> None:
    made = InOrder([[0, 1], [2], [1, 2, 0]], V)
    assert len(made) == 3
    assert told(made[np.array([2, 0]), ...]) == [near([1, 2, 0], 2), near([0, 1], 2)]
    assert made[0].shape == made[-1:].shape == (1, V)
    assert made[[]].shape == (0, V)
    assert made[np.array([True, False, True])].shape == (2, V)
    with pytest.raises(InputError, match="of 3 documents"):
        made[[3]]


def test_a_count_that_is_too_small_is_no_word() -> None:
    X = [[1, 1e-50, 1, 1]]
    named = Paired(X, [[0, 2]], [(0, 1), (2, 3)])
    assert told(named) == [{(2, 3): 2.0}]
    with pytest.raises(InputError, match="not both of its words"):
        Paired(X, [[1, 2]], [(0, 1), (2, 3)])


@pytest.mark.parametrize("given", [([["a", "b"]], [[1]]), ([[1, 1]], [["x"]])])
def test_what_are_no_numbers_is_refused(given: Any) -> None:
    with pytest.raises(InputError, match="expected a table of numbers"):
        Paired(*given, [(0, 1)])


def test_lists_of_different_lengths_are_no_pairs() -> None:
    with pytest.raises(InputError, match="two different columns"):
        Paired([[1, 1]], [[1]], [(0, 1), (0,)])
