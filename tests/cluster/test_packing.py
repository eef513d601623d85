"""Numbers on their way: what comes out is what went in, and sums do not depend on their order."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as of

from biterms import ClusterError, StoreError
from biterms.cluster.packing import BITS, Whole, packed, unpacked
from biterms.cluster.parcels import Parcel, sum_of
from biterms.learning import Anchor, Statistics

SHAPES = st.tuples(st.integers(0, 6), st.integers(1, 5))


def tables(least: int = 0) -> st.SearchStrategy[np.ndarray]:
    whole = st.one_of(st.integers(least, 300), st.integers(max(least, -(2**40)), 2**40))
    return SHAPES.flatmap(lambda shape: of.arrays(np.int64, shape, elements=whole)).map(
        lambda numbers: numbers * 2.0**-BITS
    )


@given(st.one_of(tables(), tables(-(2**40))), st.data())
def test_numbers_come_back(numbers: np.ndarray, data: st.DataObject) -> None:
    whole = Whole.of(numbers)
    sent = packed(whole.about(), whole.arrays("M"))
    about, arrays = unpacked(sent)
    found = Whole.read(about, arrays, "M")
    assert np.array_equal(found.rows(), numbers)
    rows = np.array(data.draw(st.lists(st.integers(0, max(0, len(numbers) - 1)))), dtype=int)
    if len(numbers):
        assert np.array_equal(found.rows(rows), numbers[rows])


def test_small_numbers_take_few_bytes() -> None:
    numbers = np.zeros((1000, 100))
    numbers[::7] = 2.0**-BITS
    whole = Whole.of(numbers)
    assert [*whole.arrays("M")] == ["M.0"]
    numbers[0, 0] = 70_000 * 2.0**-BITS
    whole = Whole.of(numbers)
    each, bits = 100_000, 100_000 // 8
    assert len(packed(whole.about(), whole.arrays("M"))) < each + bits + 1_000


@pytest.mark.parametrize("damage", ["cut", "shape", "width", "bits", "lost", "deep"])
def test_damage_is_refused(damage: str) -> None:
    whole = Whole.of(np.arange(600.0).reshape(6, 100))
    about, arrays = whole.about(), whole.arrays("M")
    if damage == "shape":
        about["shape"] = [7, 100]
    if damage == "width":
        about["width"] = 3
    if damage == "bits":  # more numbers are said to be large than there are bytes for
        arrays["M.more.1"] = arrays["M.more.1"] | np.uint8(0xF0)
    if damage == "lost":
        del arrays["M.1"]
    if damage == "deep":
        arrays |= {f"M.{level}": np.zeros(600, dtype=np.uint8) for level in range(5)}
        arrays |= {f"M.more.{level}": np.full(75, 255, dtype=np.uint8) for level in range(4)}
    sent = packed(about, arrays)
    with pytest.raises(StoreError):
        Whole.read(*unpacked(sent[:-5] if damage == "cut" else sent), "M")


def parcel(lane: int, seed: int, number: int = 3) -> bytes:
    random = np.random.default_rng(seed)
    words = np.flatnonzero(random.random(40) < 0.4)
    rows = random.gamma(0.1, 50, (len(words), 5))
    found = Statistics(
        words,
        rows,
        n_words=40,
        documents=10 + lane,
        anchor=Anchor("a", 1),
        extra={"usage": rows.sum(0)},
    ).rounded(BITS)
    return Parcel(number, (lane,), found).to_bytes()


def test_sums_have_the_same_bits_in_any_order_and_any_tree() -> None:
    parcels = [parcel(lane, seed=lane) for lane in range(5)]
    first = Parcel.from_bytes(sum_of(parcels))
    assert first.lanes == (0, 1, 2, 3, 4)
    assert first.statistics.documents == 60
    for order in itertools.islice(itertools.permutations(parcels), 0, None, 11):
        tree = sum_of([sum_of(order[:2]), order[2], sum_of(order[3:])])
        found = Parcel.from_bytes(tree)
        assert np.array_equal(found.statistics.rows, first.statistics.rows)
        assert np.array_equal(found.statistics.words, first.statistics.words)
        assert np.array_equal(found.statistics.extra["usage"], first.statistics.extra["usage"])


def test_nothing_is_added_twice() -> None:
    with pytest.raises(ClusterError, match="different lanes of one round"):
        sum_of([parcel(1, 1), parcel(1, 2)])
    with pytest.raises(ClusterError, match="rounds \\[3, 4\\]"):
        sum_of([parcel(1, 1), parcel(2, 2, number=4)])
