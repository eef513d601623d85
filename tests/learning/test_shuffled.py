"""An order that is drawn on the way is the one that is drawn at once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms.learning.shuffled import Shuffled, permuted, without
from tests.examples import examples


def at_once(n: int, run: int, runs: int, random: np.random.RandomState) -> np.ndarray:
    """Runs in random order; so many at a time are shuffled together."""
    begins = run * random.permutation(-(-n // run))
    found = [np.arange(at, min(at + run, n)) for at in begins]
    blocks = [np.concatenate(found[i : i + runs]) for i in range(0, len(found), runs)]
    return np.concatenate([random.permutation(block) for block in blocks])


@examples(100)
@given(
    n=st.integers(1, 300),
    run=st.integers(1, 9),
    runs=st.integers(1, 9),
    seed=st.integers(0, 99),
    data=st.data(),
)
def test_any_slice_is_that_of_the_whole(
    n: int, run: int, runs: int, seed: int, data: st.DataObject
) -> None:
    left_out = np.array(sorted(data.draw(st.sets(st.integers(0, n - 1)))), dtype=np.int64)
    one, other = np.random.RandomState(seed), np.random.RandomState(seed)
    order = Shuffled(n, run, runs, one, left_out)
    expected = at_once(n, run, runs, other)
    assert (
        one.get_state(legacy=False)["state"]["pos"] == other.get_state(legacy=False)["state"]["pos"]
    )
    assert_array_equal(one.get_state()[1], other.get_state()[1])
    expected = expected[~np.isin(expected, left_out)]
    assert len(order) == len(expected)
    for _ in range(5):
        begin = data.draw(st.integers(0, n))
        end = data.draw(st.integers(0, n + 5))
        assert_array_equal(order[begin:end], expected[begin:end])
    assert_array_equal(np.sort(order), np.sort(expected))


@pytest.mark.parametrize("n", [0, 1, 2, 1000])
def test_half_of_the_memory_holds_the_same_permutation(n: int) -> None:
    one, other = np.random.RandomState(3), np.random.RandomState(3)
    found = permuted(n, one)
    assert_array_equal(found, other.permutation(n))
    assert found.dtype == np.int32
    assert one.randint(1 << 30) == other.randint(1 << 30)


def test_some_are_left_out_and_the_others_keep_their_order() -> None:
    assert without(np.array([3, 0, 2, 1]), np.array([2, 3])).tolist() == [0, 1]
    assert without(np.array([3, 0, 2, 1]), np.arange(0)).tolist() == [3, 0, 2, 1]
    assert without(np.arange(0), np.arange(0)).tolist() == []
