"""Times as people and programs write them, one by one."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta, timezone
from email.utils import format_datetime
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.text.times import seconds_of
from biterms.text.times.names import _MONTHS, MONTHS
from tests.examples import examples

DAY = 86_400.0
HALF_PAST_TWO = datetime(2024, 5, 31, 14, 30, tzinfo=UTC).timestamp()
MAY_31 = datetime(2024, 5, 31, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("time", "seconds"),
    [
        ("1970-01-02", DAY),
        ("1970-01-02T01:00:00", DAY + 3600),
        ("1970-01-02 01:00:00+01:00", DAY),
        (" 1970-01-02T00:00:00Z ", DAY),
        ("86400", DAY),
        ("25570.5", 1.5 * DAY),  # days of a spreadsheet
        ("86400.5", DAY + 0.5),
        ("8.64e4", DAY),
        ("-5", -5.0),
        ("-62000000000", -62e9),
        ("1712123112345", 1712123112.345),  # Python takes it for a day of the year 1712
    ],
)
def test_seconds(time: str, seconds: float) -> None:
    assert seconds_of(time) == seconds


@pytest.mark.parametrize(
    "time",
    [
        "2024-05-31T14:30:00Z",
        "2024-05-31T14:30",
        "2024-05-31 14:30:00 UTC",
        "2024-05-31 16:30:00 +0200",
        "2024-05-31T16:30:00+02:00[Europe/Berlin]",
        "2024-05-31 16:30 Europe/Berlin",
        "2024-05-31T14:30:00.000000000Z",
        "20240531T143000Z",
        "20240531143000",
        "2024/5/31 14:30",
        "2024.05.31, 2:30 PM",
        "Fri, 31 May 2024 16:30:00 +0200",
        "31 May 2024 09:30:00 EST",
        "Fri, 31 May 2024 14:30:00 GMT",
        "Fri May 31 14:30:00 +0000 2024",
        "Fri May 31 14:30:00 2024",
        "Fri May 31 07:30:00 PDT 2024",
        "Fri May 31 2024 16:30:00 GMT+0200 (Central European Summer Time)",
        "31/May/2024:16:30:00 +0200",
        "Friday, May 31st, 2024 at 2:30 PM",
        "5/31/2024 2:30 PM",
        "5/31/24, 2:30:00\u202fp.m.",
        "31.05.2024 14:30",
        "[31/05/2024, 14:30:00]",
        "31-05-2024T14:30:00,000",
    ],
)
def test_one_moment_in_many_ways(time: str) -> None:
    assert seconds_of(time) == HALF_PAST_TWO


@pytest.mark.parametrize(
    ("time", "day"),
    [
        ("45443", date(2024, 5, 31)),  # of a spreadsheet
        *((time, date(2024, 5, 31)) for time in ("20240531", "2024-152", "2024-W22-5")),
        *((time, date(2024, 5, 31)) for time in ("31 May 2024", "31-May-24", "May 31, 2024")),
        *((time, date(2024, 5, 31)) for time in ("5/31/2024", "5/31/24", "2024-5-31")),
        *((time, date(2024, 5, 31)) for time in ("31.5.2024", "31/05/2024")),
        *((time, date(2024, 5, 1)) for time in ("2024-05", "2024/5", "05/2024", "May 2024")),
        *((time, date(2024, 9, 1)) for time in ("Sept. 2024", "september 2024", "SEP-2024")),
        *((time, date(2024, 4, 1)) for time in ("2024-Q2", "2024Q2", "Q2 2024", "q2/2024")),
        *((time, date(2024, 5, 27)) for time in ("2024-W22", "2024W22", "2024 W22")),
        *((time, date(2024, 1, 1)) for time in ("2024", "2024.0", "2024.")),
        *((time, date(2024, 5, 31)) for time in ("20240531.0", "45443.0")),
        ("31.12.68", date(2068, 12, 31)),
        ("31.12.69", date(1969, 12, 31)),
    ],
)  # fmt: skip
def test_days_and_longer(time: str, day: date) -> None:
    assert seconds_of(time) == (day - date(1970, 1, 1)).days * DAY


@pytest.mark.parametrize(
    "time",
    [
        *(None, "", "yesterday", "nan", "inf", "1e300", "99:99", "13:30", "-99999999999", "1e12e"),
        *("0001-01-01", "2024-02-30", "30.02.2024", "31/31/2024", "13.13.2024", "0/5/2024"),
        *("2024-13", "2024-W60", "Q5 2024", "2023-366", "Mat 2024", "5 apples 2024", "Marchy 2024"),
        *("2024-05-31 14:30 XYZ", "2024-05-31 25:00", "5/31/2024 13:30 PM", "2024-05-31 Nowhere/X"),
        *("2024-05-31 14:30:00 ../../etc", "9" * 400, "1/" * 200, True, b"2024"),
    ],
)
def test_what_is_no_time(time: object) -> None:
    assert math.isnan(seconds_of(time))


def test_a_date_alone_does_not_say_which_number_is_the_month() -> None:
    assert math.isnan(seconds_of("05/06/2024"))
    assert seconds_of("05/05/2024") == seconds_of("2024-05-05")


def test_numbers_and_dates_of_other_libraries_are_times() -> None:
    moment = datetime(2024, 1, 1, tzinfo=UTC)
    seconds = moment.timestamp()
    stamp = pd.Timestamp("2024-01-01", tz="Europe/Berlin") + pd.Timedelta(hours=1)
    for time in (
        *(moment, seconds, int(seconds), date(2024, 1, 1), np.float64(seconds)),
        *(stamp, pd.Timestamp("2024-01-01"), pd.Period("2024-01"), pd.Period("2024Q1")),
        *(np.datetime64("2024-01-01"), np.datetime64("2024-01-01T00:00:00.000000000")),
        *(np.datetime64("2024"), np.int64(seconds)),
    ):
        assert seconds_of(time) == seconds, repr(time)
    for time in (pd.NaT, np.datetime64("NaT"), math.nan, pd.NA):
        assert math.isnan(seconds_of(time)), repr(time)


@pytest.mark.parametrize("unit", [1, 10**3, 10**6, 10**9])
@given(st.integers(1_000_000_000, 4_000_000_000))
def test_since_1970_in_any_unit(unit: int, seconds: int) -> None:
    assert seconds_of(str(seconds * unit)) == seconds


MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)).map(
    lambda moment: moment.replace(microsecond=0)
)
ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
PATTERNS = [
    *("%a %b %d %H:%M:%S %z %Y", "%d/%b/%Y:%H:%M:%S %z", "%Y-%m-%d %H:%M:%S %z"),
    *("%A, %d %B %Y %I:%M:%S %p %z", "%B %d, %Y, %H:%M:%S %z", "%Y%m%dT%H%M%S%z"),
]


@examples(100)
@given(MOMENTS, ZONES)
def test_what_other_software_writes(moment: datetime, zone: timezone) -> None:
    moment = moment.replace(tzinfo=zone)
    written = [format_datetime(moment), moment.isoformat(), *map(moment.strftime, PATTERNS)]
    assert {seconds_of(text) for text in written} == {moment.timestamp()}


@examples(50)
@given(MOMENTS, st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Kolkata", "CET"]))
def test_named_zones(moment: datetime, name: str) -> None:
    known = moment.replace(tzinfo=ZoneInfo(name)).timestamp()
    assert seconds_of(f"{moment.isoformat(' ')} {name}") == known


@given(st.text(st.sampled_from("0123456789:/.-T ZQWJanMayPM+,[]"), max_size=25) | st.text())
def test_no_text_is_too_strange(text: str) -> None:
    seconds = seconds_of(text)
    assert math.isnan(seconds) or abs(seconds) < 1e12


NAMED = {
    "german": ("Freitag, 31. Mai 2024", "1. März 2024", "3. Dez. 2024", "Fr., 31.Mai 2024"),
    "french": ("vendredi 31 mai 2024", "1er mars 2024", "3 déc. 2024"),
    "spanish": ("viernes, 31 de mayo de 2024", "1 de marzo de 2024", "3 dic. 2024"),
    "portuguese": ("sexta-feira, 31 de maio de 2024", "1º de março de 2024", "3 dez. 2024"),
    "italian": ("venerdì 31 maggio 2024", "1º marzo 2024", "3 dic 2024"),
    "dutch": ("vrijdag 31 mei 2024", "1 mrt. 2024", "3 december 2024"),
    "swedish": ("fredag 31 maj 2024", "1 mars 2024", "3 dec. 2024"),
}


@pytest.mark.parametrize("language", NAMED)
def test_names_of_months_in_other_languages(language: str) -> None:
    days = [datetime.fromtimestamp(seconds_of(text), UTC).date() for text in NAMED[language]]
    expected = [date(2024, 5, 31), date(2024, 3, 1), date(2024, 12, 3), date(2024, 5, 31)]
    assert days == expected[: len(days)]


@pytest.mark.parametrize("n", range(1, 13))
def test_every_month_is_one_month(n: int) -> None:
    """The first letters, too, unless they begin the names of two months."""
    for names in _MONTHS.values():
        name = names.split()[n - 1]
        months = {MONTHS.get(name[:end], n) for end in range(3, len(name) + 1)}
        assert months == {n}
    assert "jui" not in MONTHS


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("31. Mai 2024 um 14:30 Uhr", 1717165800),
        ("31 de mayo de 2024 a las 14:30", 1717165800),
        ("31 maggio 2024 alle 14:30", 1717165800),
        ("mayo de 2024", 1714521600),
        ("janvier 2024", 1704067200),
        ("12 foo 2024", None),
        ("bald, Mai 2024", None),
    ],
)
def test_times_and_months_in_other_languages(text: str, seconds: float | None) -> None:
    found = seconds_of(text)
    assert math.isnan(found) if seconds is None else found == seconds
