"""Spans of time as people write them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.learning.span import span_seconds, span_text
from tests.examples import examples


@pytest.mark.parametrize(
    ("span", "written"),
    [
        (timedelta(days=30), "30d"),
        (timedelta(weeks=2), "2w"),
        (timedelta(hours=36), "36h"),
        (timedelta(minutes=90), "90min"),
        (timedelta(seconds=61), "61s"),
        (timedelta(seconds=1, microseconds=500_000), "1.5s"),
    ],
)
def test_a_timedelta_is_written_in_its_longest_unit(span: timedelta, written: str) -> None:
    assert span_text(span) == written
    assert span_seconds(written) == span.total_seconds()
    assert span_seconds(f" {written} ") == span_seconds(span)


@examples(50)
@given(span=st.timedeltas(timedelta(seconds=1), timedelta(days=360_000)))
def test_what_is_written_can_be_read(span: timedelta) -> None:
    assert span_seconds(span_text(span)) == pytest.approx(span.total_seconds(), rel=1e-12)
