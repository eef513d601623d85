"""Times as people write them."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime

import pytest

from biterms.text.times import seconds_of

DAY = 86_400.0


@pytest.mark.parametrize(
    ("time", "seconds"),
    [
        ("1970-01-02", DAY),
        ("1970-01-02T01:00:00", DAY + 3600),
        ("1970-01-02 01:00:00+01:00", DAY),
        (" 1970-01-02T00:00:00Z ", DAY),
        ("86400", DAY),
        ("86400.5", DAY + 0.5),
        ("1700000000000", 1.7e9),  # milliseconds
        ("-5", -5.0),
        ("1971", 365 * DAY),  # a year
        ("-62000000000", -62e9),
    ],
)
def test_times_as_people_write_them(time: str, seconds: float) -> None:
    assert seconds_of(time) == seconds


@pytest.mark.parametrize(
    "time",
    [
        None,
        "",
        "yesterday",
        "nan",
        "inf",
        "1e300",
        "99:99",
        "05/31/2024",
        "-99999999999",
        "0001-01-01",
        "1e12e",
    ],
)
def test_what_is_no_time(time: str | None) -> None:
    assert math.isnan(seconds_of(time))


def test_numbers_and_datetimes_are_times() -> None:
    moment = datetime(2024, 1, 1, tzinfo=UTC)
    for time in (moment, moment.timestamp(), int(moment.timestamp()), date(2024, 1, 1)):
        assert seconds_of(time) == moment.timestamp()
