"""Documents within a span of time, against a count over all of them."""

from __future__ import annotations

import math
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.learning.arrivals import PARTS, Arrivals, arrivals_after
from biterms.learning.state import Clock
from biterms.store import Fields
from biterms.store.record import from_fields, to_fields
from tests.examples import examples

NONE = math.nan
#: gaps between minibatches: a burst, steady rates, a pause, late ones, and no time at all
GAPS = st.sampled_from([0.0, 1e-3, 0.05, 0.3, 1.0, 7.0, 40.0, -2.0, -50.0, NONE])
Batches = list[tuple[float, int]]


def batches_of(steps: list[tuple[float, int]]) -> Batches:
    """Times and sizes of minibatches, from the gaps between them."""
    now, found = 1e9, []
    for gap, size in steps:
        now += 0.0 if math.isnan(gap) else gap
        found.append((NONE if math.isnan(gap) else now, size))
    return found


def counted(batches: Batches, span: float) -> int:
    """Each document with the time it counts as, one by one."""
    latest = next(time for time, _ in batches if not math.isnan(time))
    came: list[float] = []
    for time, size in batches:
        if time > latest:
            latest = time
        came += [latest] * size
    return sum(time >= latest - span for time in came)


def followed(batches: Batches, span: float) -> tuple[Arrivals | None, int]:
    sizes = [size for _, size in batches]
    before = [0, *accumulate(sizes)]
    found = arrivals_after(None, [time for time, _ in batches], before[:-1], span)
    return found[-1], before[-1]


@examples(60)
@given(
    steps=st.lists(st.tuples(GAPS, st.integers(1, 100)), min_size=1, max_size=80),
    span=st.sampled_from([0.5, 5.0, 60.0, 1000.0]),
)
def test_they_are_those_of_the_span_but_for_a_small_part_of_it(
    steps: list[tuple[float, int]], span: float
) -> None:
    batches = batches_of(steps)
    arrivals, n = followed(batches, span)
    if arrivals is None:
        assert all(math.isnan(time) for time, _ in batches)
        return
    arrivals.check(n)
    found = arrivals.within(span, n)
    assert counted(batches, span * (1 - 1 / PARTS)) <= found <= counted(batches, span)


@examples(30)
@given(
    gaps=st.lists(st.sampled_from([0.0, 1.0, 2.0, 30.0, 300.0, NONE]), min_size=1, max_size=60),
    size=st.integers(1, 9),
)
def test_they_are_exact_where_times_are_far_enough_from_each_other(
    gaps: list[float], size: int
) -> None:
    batches = [(1e9, size), *batches_of([(gap, size) for gap in gaps])]
    arrivals, n = followed(batches, PARTS)
    assert arrivals is not None
    assert arrivals.within(PARTS, n) == counted(batches, PARTS)


@pytest.mark.parametrize("gap", [3.9e-4, 0.0079, 0.01, 3.0])
def test_a_long_stream_is_remembered_in_little_memory(gap: float) -> None:
    """A span of one second, minibatches of ten documents, and the same rate at all times."""
    arrivals, n = followed([(1e9 + i * gap, 10) for i in range(5_000)], 1.0)
    assert arrivals is not None
    assert len(arrivals.times) <= 2 * PARTS + 2
    expected = 10 * min(5_000, 1 + int(1.0 / gap))
    assert expected * (1 - 1 / PARTS) - 20 <= arrivals.within(1.0, n) <= expected


def test_it_does_not_matter_how_a_stream_was_cut_into_calls() -> None:
    rng = np.random.default_rng(0)
    times, before = 1e9 + np.cumsum(rng.exponential(size=300)), np.arange(300) * 10
    at_once = arrivals_after(None, times, before, 20.0)
    first = arrivals_after(None, times[:100], before[:100], 20.0)
    assert [*first, *arrivals_after(first[-1], times[100:], before[100:], 20.0)] == at_once


def test_a_longer_span_than_before_begins_with_what_is_known() -> None:
    times = 1e9 + np.arange(100.0)
    arrivals = arrivals_after(None, times, range(100), 10.0)[-1]
    assert arrivals is not None
    assert arrivals.within(50.0, 100) == 11
    later = arrivals_after(arrivals, [1e9 + 105], [100], 50.0)[-1]
    assert later is not None
    assert later.within(50.0, 101) == 12


@pytest.mark.parametrize("span", [0.5, 10.0, 1e3, 1e6])
def test_a_collection_has_no_order(span: float) -> None:
    rng = np.random.default_rng(1)
    times = np.round(1e9 + rng.exponential(1000.0, 4000), 1)
    arrivals, newest = Arrivals.of(np.array_split(times, 3), span), times.max()
    arrivals.check(4000)
    assert len(arrivals.times) <= PARTS + 1
    least, most = (int((times >= newest - s).sum()) for s in (span * (1 - 1 / PARTS), span))
    assert least <= arrivals.within(span, 4000) <= most
    later = arrivals.after(newest + span / 2, 4000, span)
    assert 1 < later.within(span, 4001) <= 1 + (times >= newest - span / 2).sum()


def test_a_clock_stores_them() -> None:
    arrivals = arrivals_after(None, [5.0, NONE, 7.5], [0, 10, 20], 60.0)[-1]
    clock = Clock(documents=30, arrivals=arrivals)
    assert from_fields(Clock, Fields(*to_fields(clock))) == clock


@pytest.mark.parametrize(
    ("times", "before"),
    [((), ()), ((1.0, 1.0), (0, 5)), ((2.0, 1.0), (0, 5)), ((1.0, 2.0), (5, 0)), ((1.0,), (31,))],
    ids=str,
)
def test_times_that_no_stream_has_are_refused(times: tuple, before: tuple) -> None:
    with pytest.raises(ValueError, match="not in order"):
        Arrivals(times=times, before=before).check(30)
