"""Each document is in the anchor or in one lane, and rounds grow with what is known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms import SettingError
from biterms.cluster import Lanes
from biterms.cluster.layout import Layout, partitions, ranges

SIZES = st.lists(st.integers(0, 60), min_size=1, max_size=9)


def documents(layout: Layout) -> tuple[list[int], list[int]]:
    """Numbers of the documents of the anchor and of the lanes."""
    anchor = [s.offset + d for s in layout.anchor for d in s.chosen(layout.chosen).tolist()]
    lanes = [
        s.offset + d
        for lane in layout.lanes
        for s in lane.slices
        for d in s.others(layout.chosen).tolist()
    ]
    return anchor, lanes


@given(SIZES, st.integers(1, 100), st.booleans(), st.integers(1, 50))
def test_each_document_is_learnt_once(
    sizes: list[int], anchor: int, spread: bool, lane: int
) -> None:
    layout = Layout.of(sizes, Lanes(anchor, spread=spread, lane=lane))
    first, others = documents(layout)
    assert len(first) == min(anchor, sum(sizes))
    assert sorted(first + others) == list(range(sum(sizes)))
    assert [each.number for each in layout.lanes] == list(range(len(layout.lanes)))
    assert sum(each.n_docs for each in layout.lanes) == len(others)
    assert all(each.n_docs <= 1.5 * lane + 2 for each in layout.lanes)
    rounds = list(layout.rounds(1.0))
    assert [each for some in rounds for each in some] == layout.lanes


@given(SIZES.filter(lambda sizes: sum(sizes) > 0))
def test_an_anchor_is_spread_evenly(sizes: list[int]) -> None:
    first, _ = documents(Layout.of(sizes, Lanes(5)))
    gaps = np.diff([*first, sum(sizes)])
    assert gaps.max() - gaps.min() <= 1
    assert documents(Layout.of(sizes, Lanes(5, spread=False)))[0] == list(range(min(5, sum(sizes))))


def test_rounds_are_no_larger_than_what_is_known() -> None:
    layout = Layout.of([100] * 31, Lanes(100, spread=False, lane=100))
    assert [len(some) for some in layout.rounds(1.0)] == [1, 2, 4, 8, 15]
    assert [len(some) for some in layout.rounds(0.5)] == [1, 1, 1, 2, 3, 4, 6, 9, 3]


def test_lanes_in_a_row_are_of_different_partitions() -> None:
    layout = Layout.of([100, 100, 100], Lanes(1, spread=False, lane=50))
    assert [lane.slices[0].partition for lane in layout.lanes] == [0, 1, 2, 0, 1, 2]


def test_ranges_of_documents_over_partitions() -> None:
    found = ranges(partitions([3, 0, 4, 5]), 2, 8)
    assert [(s.partition, s.begin, s.end) for s in found] == [(0, 2, 3), (2, 0, 4), (3, 0, 1)]


@pytest.mark.parametrize(
    "wrong", [{"anchor": 0}, {"lane": 1.5}, {"growth": 0}, {"growth": "1"}, {"spread": 1}]
)
def test_settings_are_checked(wrong: dict[str, object]) -> None:
    with pytest.raises(SettingError, match=next(iter(wrong))):
        Lanes(**wrong).check()  # type: ignore[arg-type]
