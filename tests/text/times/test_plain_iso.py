"""Columns of ISO dates are read all at once, and as each value by itself would be."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms.text.times import TimeColumn, seconds_of
from biterms.text.times.plain_iso import plain_seconds

dates = st.dates().map(str)
times = st.datetimes().map(lambda moment: moment.replace(microsecond=0))
forms = st.one_of(
    st.lists(dates, min_size=1, max_size=4),
    st.lists(times.map(str), min_size=1, max_size=4),
    st.lists(times.map(lambda moment: moment.isoformat() + "Z"), min_size=1, max_size=4),
)


@given(forms)
def test_values_that_are_written_alike_are_read_as_each_by_itself(values: list[str]) -> None:
    assert plain_seconds(values) is not None
    column = TimeColumn()
    assert_array_equal(column.seconds(values), [seconds_of(value) for value in values])
    assert column.iso(values) == [TimeColumn().iso([value, None])[0] for value in values]
    assert column.given == column.understood == 2 * len(values)


ODD: list[list[Any]] = [
    [],
    ["2024-05-31", None],
    ["2024-05-31", "2024-05-31T10:00:00"],
    ["2024-02-30"],
    ["0000-01-01"],
    ["2024-05-31T24:00:00"],
    ["2024-05-31T10:00:60"],
    ["2024-05-31T10:00:00+02:00"],
    ["2024-05-31\n2024-05-31"],
    ["2024-05-31\n"],
    ["٢٠٢٤-05-31"],
    ["soon"],
    [20240531],
]


@pytest.mark.parametrize("values", ODD, ids=str)
def test_anything_else_is_left_to_those_who_know_more(values: list[Any]) -> None:
    assert plain_seconds(values) is None
    found = TimeColumn().seconds(values).tolist()
    expected = [math.nan if value is None else seconds_of(value) for value in values]
    assert_array_equal(found, expected)


def test_a_zone_counts_for_times_without_one() -> None:
    berlin = TimeColumn(zone="Europe/Berlin").seconds(["2024-05-31T10:00:00"])
    assert berlin.tolist() == [seconds_of("2024-05-31T08:00:00")]
