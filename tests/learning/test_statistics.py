"""Statistics as a value: a group, checked where it is made, the same after a trip through bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms.errors import InputError, StoreError
from biterms.learning import Anchor, RowMap, Statistics

V, K = 12, 3
#: sums of multiples of it round nothing in float64
GRID = 2.0**-20


@st.composite
def statistics(draw: st.DrawFn, *, exact: bool = True) -> Statistics:
    words = sorted(draw(st.sets(st.integers(0, V - 1))))
    numbers = st.integers(-(2**40), 2**40).map(lambda n: n * GRID)
    if not exact:
        numbers = st.floats(-1e6, 1e6)
    rows = draw(st.lists(numbers, min_size=len(words) * K, max_size=len(words) * K))
    usage = draw(st.lists(numbers, min_size=K, max_size=K))
    return Statistics(
        np.array(words, dtype=np.int32),
        np.array(rows).reshape(len(words), K),
        n_words=V,
        documents=draw(st.integers(0, 100)),
        anchor=Anchor("a" * 16, draw(st.integers(0, 9))),
        extra={"usage": np.array(usage)},
        prior=draw(st.sampled_from([0.0, 1.0, 2.0])),
    )


def dense(s: Statistics) -> np.ndarray:
    full = np.zeros((V, K))
    full[s.words] = s.rows
    return full


def assert_equal(one: Statistics, other: Statistics) -> None:
    """To the bit, words without counts aside."""
    assert_array_equal(dense(one), dense(other))
    assert_array_equal(one.extra["usage"], other.extra["usage"])
    assert (one.documents, one.prior) == (other.documents, other.prior)
    assert_array_equal(one.mass, other.mass)


def nothing() -> Statistics:
    zero = {"usage": np.zeros(K)}
    return Statistics(np.arange(0), np.zeros((0, K)), V, 0, Anchor("a" * 16, 9), zero)


@given(statistics(), statistics(), statistics())
def test_they_are_a_commutative_group(a: Statistics, b: Statistics, c: Statistics) -> None:
    assert_equal((a + b) + c, a + (b + c))
    assert_equal(a + b, b + a)
    assert_equal(a + nothing(), a)
    assert_equal((a + b) - b, a)
    assert_equal(a - a, nothing())
    minus = -a
    assert_equal(-minus, a)
    assert_array_equal(dense(a + b), dense(a) + dense(b))
    assert (a + b).anchor.step == min(a.anchor.step, b.anchor.step)


@given(st.lists(statistics(), min_size=2, max_size=8), st.randoms(use_true_random=False))
def test_any_tree_of_sums_gives_the_same_bits(parts: list[Statistics], random: Any) -> None:
    in_order = parts[0]
    for part in parts[1:]:
        in_order = in_order + part
    while len(parts) > 1:
        i, j = random.sample(range(len(parts)), 2)
        joined = parts[i] + parts[j]
        parts = [part for place, part in enumerate(parts) if place not in (i, j)] + [joined]
    assert_equal(parts[0], in_order)


@given(statistics(exact=False), statistics(exact=False), st.floats(-10, 10))
def test_scaling_is_linear(a: Statistics, b: Statistics, c: float) -> None:
    left, right = (a + b).scaled(c), a.scaled(c) + b.scaled(c)
    assert_allclose(dense(left), dense(right), rtol=1e-9, atol=1e-6)
    assert_allclose(left.mass, right.mass, rtol=1e-9, atol=1e-3)
    assert left.documents == a.documents + b.documents  # they are counted, not weighed
    assert left.prior == pytest.approx(c * (a.prior + b.prior))


@given(statistics(exact=False))
def test_bytes_hold_everything(a: Statistics) -> None:
    same = Statistics.from_bytes(a.to_bytes())
    for name in ("words", "rows"):
        one, other = getattr(a, name), getattr(same, name)
        assert (one.dtype, one.shape, one.tobytes()) == (other.dtype, other.shape, other.tobytes())
    assert same.extra["usage"].tobytes() == a.extra["usage"].tobytes()
    assert (same.n_words, same.documents, same.anchor, same.prior) == (
        *(a.n_words, a.documents, a.anchor, a.prior),
    )
    assert same.to_bytes() == a.to_bytes()


def some(**changes: Any) -> Statistics:
    usual: dict[str, Any] = {
        "words": np.array([2, 5], dtype=np.int32),
        "rows": np.array([[1.0, 2.0, 0.5], [0.0, 3.0, 1.0]]),
        "n_words": V,
        "documents": 4,
        "anchor": Anchor("0123456789abcdef", 7),
        "extra": {"usage": np.array([1.0, 2.0, 3.0])},
    }
    return Statistics(**(usual | changes))


def test_damaged_bytes_are_refused_or_harmless() -> None:
    """Every byte is turned over, every length is cut: StoreError, or statistics that are sound."""
    data, refused = some().to_bytes(), 0
    damaged = [data[:at] for at in range(0, len(data), 7)]
    damaged += [data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :] for at in range(len(data))]
    for each in damaged:
        try:
            s = Statistics.from_bytes(each)
        except StoreError:
            refused += 1
        else:
            assert len(s.words) == len(s.rows)
            assert np.isfinite(s.rows).all()
            assert (np.diff(s.words) > 0).all()
    assert refused > len(damaged) / 2


REFUSED: dict[str, dict[str, Any]] = {
    "out of range": {"words": [2, V]},
    "below zero": {"words": [-1, 2]},
    "beyond 32 bits": {"words": [2, 2**32 + 3], "n_words": 2**40},
    "twice": {"words": [2, 2]},
    "twice, as the kernels give them": {"words": np.array([2, 2], dtype=np.int32)},
    "descending": {"words": [5, 2]},
    "no whole numbers": {"words": [2.0, 5.0]},
    "two dimensions": {"words": [[2, 5]]},
    "NaN": {"rows": [[np.nan, 0, 0], [0, 0, 0]]},
    "infinite": {"rows": [[np.inf, 0, 0], [0, 0, 0]]},
    "too few rows": {"rows": [[1.0, 1.0, 1.0]]},
    "flat": {"rows": [1.0, 1.0]},
    "no topics": {"rows": np.zeros((2, 0))},
    "NaN beside the words": {"extra": {"usage": [np.nan, 0, 0]}},
    "documents": {"documents": 1.5},
    "prior": {"prior": np.inf},
}


@pytest.mark.parametrize("changes", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        some(**changes)


def test_they_are_immutable_and_leave_what_was_given_alone() -> None:
    rows, words = np.ones((2, K)), np.array([2, 5], dtype=np.int32)
    s = some(words=words, rows=rows)
    for array in (s.words, s.rows, s.extra["usage"]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    with pytest.raises(TypeError):
        s.extra["more"] = rows  # type: ignore[index]
    rows[0, 0] = words[0] = 1  # they still belong to whoever made them


@pytest.mark.parametrize(
    "other",
    [
        some(anchor=Anchor("another", 7)),
        some(extra={}),
        some(rows=np.ones((2, 4)), extra={"usage": np.ones(4)}),
    ],
    ids=["model", "extra", "topics"],
)
def test_what_does_not_belong_together_does_not_add_up(other: Statistics) -> None:
    for both in (lambda: some() + other, lambda: some() - other):
        with pytest.raises(InputError):
            both()


def test_words_that_go_are_left_out_and_words_that_join_make_room() -> None:
    change = RowMap(V, V + 2, np.array([0, 5]), np.array([5, V, V + 1]))
    after = some().remapped(change)
    assert after.words.tolist() == [2]
    assert_array_equal(after.rows, some().rows[:1])
    assert after.n_words == V + 2
    with pytest.raises(InputError, match=f"vocabulary of {V} ids"):
        some().remapped(RowMap.grow(V + 1, 1))


def test_statistics_of_a_smaller_vocabulary_add_to_those_of_a_grown_one() -> None:
    late = some(words=[1, V + 1], n_words=V + 2)
    both = some() + late
    assert both.n_words == V + 2
    assert both.words.tolist() == [1, 2, 5, V + 1]
