"""Columns of times: what is the day and what the month, and an account of what was understood."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from biterms.errors import InputError, SettingError
from biterms.text.readers import Record
from biterms.text.times import TimeColumn, seconds_of
from tests.examples import examples

DATES = st.lists(st.dates(date(1970, 1, 1), date(2068, 1, 1)), min_size=1)


@examples(100)
@given(DATES, st.booleans(), st.sampled_from("/.-"), st.sampled_from(["%Y", "%y"]))
def test_the_order_is_that_of_the_days_after_the_twelfth(
    dates: list[date], day_first: bool, mark: str, year: str
) -> None:
    pattern = mark.join(["%d", "%m", year] if day_first else ["%m", "%d", year])
    written = [day.strftime(pattern) for day in dates]
    years, first = ({text.split(mark)[at] for text in written} for at in (2, 0))
    assume(year == "%Y" or len(years) < len(first) + 2)  # they look like years at the end
    column = TimeColumn()
    if any(day.day > 12 for day in dates):
        assert column.iso(written) == [day.isoformat() for day in dates]
        assert (column.order.day_first, column.order.guessed) == (day_first, False)
    else:
        column.iso(written)
        assert (column.order.day_first, column.order.guessed) == (mark != "/", True)
    assert column.understood == len(dates)
    assert column.order.ambiguous == sum(day.day <= 12 and day.day != day.month for day in dates)
    forced = TimeColumn("day-first" if day_first else "month-first")
    assert forced.iso(written) == [day.isoformat() for day in dates]


def test_the_majority_rules_and_the_others_are_said() -> None:
    column = TimeColumn()
    values = ["1/2/2024", "31/1/2024", "1/31/2024", "1/30/2024", None, "2/2/2024"]
    assert column.iso(values) == [
        *("2024-01-02", "31/1/2024", "2024-01-31", "2024-01-30", None, "2024-02-02")
    ]
    [line] = column.lines()
    assert line == (
        "times: 4 of 5 understood, not '31/1/2024'; month before day (2 must be so, 1 fits both "
        "orders)"
    )


def test_a_decision_stays() -> None:
    values = ["1/2/2024", "1/31/2024", None, "2024"]
    looked = []
    column = TimeColumn(whole=lambda: looked.append(1) or values)
    assert column.iso(["2024-06-01", None]) == ["2024-06-01", None]
    assert looked == []
    assert column.iso(["5/6/2024"]) == ["2024-05-06"]
    assert looked == [1]
    assert column.iso(["5/6/2024", "31/1/2024", "31/1/2024"])[0] == "2024-05-06"


def test_what_is_known_from_before_decides_where_nothing_else_does() -> None:
    column = TimeColumn()
    column.order.usual = True
    assert column.iso(["5/6/2024"]) == ["2024-06-05"]
    assert column.lines() == [
        "times: 1 of 1 understood; day before month (as before, 1 fits both orders)"
    ]
    column = TimeColumn()
    column.order.usual = True
    assert column.iso(["5/6/2024", "1/31/2024"]) == ["2024-05-06", "2024-01-31"]


def test_a_guess_is_called_one() -> None:
    column = TimeColumn()
    column.iso(["5/6/2024", "5/7/2024"])
    [line] = column.lines()
    assert line == (
        "times: 2 of 2 understood; month before day is a guess (2 fit both orders): --time-format "
        "day-first or month-first decides"
    )


def test_a_pattern_of_ones_own() -> None:
    column = TimeColumn("%d%m%y at %H.%M")
    assert column.iso(["310524 at 14.30", "2024-05-31"]) == ["2024-05-31T14:30:00", "2024-05-31"]
    assert (column.given, column.understood) == (2, 1)
    assert TimeColumn("%d%m%y", zone="Europe/Berlin").iso(["310524"]) == ["2024-05-31"]


def test_a_pattern_that_fits_nothing_is_named() -> None:
    column = TimeColumn("%Y%d%m")
    column.iso(["2024-05-31", None])
    with pytest.raises(InputError, match="none of 1 values is written as %Y%d%m; the first is '2"):
        column.check("when")


def test_cells_without_a_value_are_not_counted() -> None:
    column = TimeColumn()
    values = ["2024-05-31", "nan", "NaT", " ", "", "NULL", None, math.nan, pd.NaT, pd.NA, "n.d."]
    assert column.iso(values) == ["2024-05-31", *[None] * 9, "n.d."]
    assert column.lines() == ["times: 1 of 2 understood, not 'n.d.'"]
    empty = TimeColumn()
    empty.seconds(["nan", ""])
    with pytest.raises(InputError, match="it is empty"):
        empty.check("when")


def test_years_of_a_column_with_empty_cells_are_years() -> None:
    years = pd.Series([2019, None, 2021])
    assert TimeColumn().iso(years.tolist()) == ["2019-01-01", None, "2021-01-01"]


def test_times_without_a_zone_are_in_the_one_that_was_chosen() -> None:
    column = TimeColumn(zone="Europe/Berlin")
    values = [
        "2024-05-31 14:30",
        "31.5.2024 14:30",
        "2024-05-31 14:30Z",
        "2024-05-31",
        "1717000000",
    ]
    assert column.iso(values) == [
        *("2024-05-31T14:30:00+02:00", "2024-05-31T14:30:00+02:00", "2024-05-31 14:30Z"),
        *("2024-05-31", "2024-05-29T16:26:40+00:00"),
    ]
    noon = datetime(2024, 5, 31, 12, 30, tzinfo=UTC).timestamp()
    assert column.seconds(values[:2]).tolist() == [noon, noon]
    assert TimeColumn(zone="+02:00").seconds(values[:1]).tolist() == [noon]


@examples(50)
@given(st.lists(st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)) | st.none()))
def test_seconds_and_iso_are_the_same_moments(moments: list[datetime | None]) -> None:
    seconds = TimeColumn().seconds(moments)
    known = [m.replace(tzinfo=UTC).timestamp() if m else np.nan for m in moments]
    np.testing.assert_array_equal(seconds, np.array(known, dtype=float))
    np.testing.assert_array_equal(TimeColumn().seconds(TimeColumn().iso(moments)), seconds)


def test_records_get_iso_times() -> None:
    records = [Record("a", "1", "31.5.2024", "x"), Record("b", "2", "2024-05-31", None)]
    assert TimeColumn().records(records) == [
        Record("a", "1", "2024-05-31", "x"), Record("b", "2", "2024-05-31", None)
    ]  # fmt: skip


def test_a_column_without_times_is_refused() -> None:
    column = TimeColumn()
    with pytest.raises(InputError, match="day: it is empty"):
        column.check("day")
    column.iso(["soon", "later", None])
    with pytest.raises(InputError, match="none of 2 values is a time; the first is 'soon'"):
        column.check("day")
    column.iso(["2024"])
    column.check("day")


@pytest.mark.parametrize("pattern", ["dayfirst", "", "%Q", "%", "%d %", "%d.%m.", "%Y %Q", "%Y %"])
def test_unknown_formats_are_refused(pattern: str) -> None:
    with pytest.raises(SettingError, match="expected day-first, month-first"):
        TimeColumn(pattern)


@pytest.mark.parametrize("zone", ["Mars", "", "../etc/passwd", "+99:00", "berlin\0"])
def test_unknown_zones_are_refused(zone: str) -> None:
    with pytest.raises(SettingError, match="expected a name such as Europe/Berlin"):
        TimeColumn(zone=zone)


@examples(50)
@given(st.dates(date(2001, 1, 1), date(2031, 12, 1)), st.sampled_from("/.-"))
def test_a_year_of_two_digits_is_first_where_it_changes_less_than_the_days(
    begin: date, mark: str
) -> None:
    dates = [begin + timedelta(days) for days in range(20)]
    written = [day.strftime(f"%y{mark}%m{mark}%d") for day in dates]
    column = TimeColumn()
    assert column.iso(written) == [day.isoformat() for day in dates]
    assert column.lines() == ["times: 20 of 20 understood; year before month"]
    other = [day.strftime(f"%d{mark}%m{mark}%y") for day in dates]
    assert TimeColumn().iso(other) == [day.isoformat() for day in dates]


def test_a_year_of_two_digits_is_first_where_it_must_be() -> None:
    column = TimeColumn()
    assert column.iso(["99-05-31", "24-05-31 14:30"]) == ["1999-05-31", "2024-05-31T14:30:00"]
    assert column.order.facts() == {"year_first": True}
    assert column.iso(["31/05/2024", "5/6/2024"]) == ["2024-05-31", "2024-06-05"]
    assert column.order.facts() == {"day_first": True, "year_first": True}
    assert seconds_of("99-05-31") == datetime(1999, 5, 31, tzinfo=UTC).timestamp()
    assert TimeColumn().iso(["31-05-99", "01-05-24"]) == ["1999-05-31", "2024-05-01"]
    assert TimeColumn().iso(["24-13-31", "99-31-05", "00-00-00"]) == [
        *("24-13-31", "99-31-05", "00-00-00")
    ]


def test_where_dates_do_not_tell_the_year_is_where_it_was_before() -> None:
    assert TimeColumn().iso(["24-05-31"]) == ["2031-05-24"]
    column = TimeColumn()
    column.order.usual_year_first = True
    assert column.iso(["24-05-31"]) == ["2024-05-31"]
    column = TimeColumn()
    column.order.usual_year_first = True
    assert column.iso(["29-05-24", "30-05-24", "31-05-24"])[0] == "2024-05-29"
