"""The data of a report is checked when it is put together."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from biterms.errors import InputError
from biterms.topics.report_data import Prevalence, ReportData, ReportTopic, timestamp
from biterms.topics.views import Topic

TOPIC = Topic(3, "label", 0.5, 0.5, (), ())
SHOWN = ReportTopic(TOPIC, 0.0, 0.0, ())
DATA = ReportData("title", (SHOWN,), {}, {}, None, {"word": ((3, 1.0),)})
MONTHS = ("2024-01-01", "2024-02-01")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"topics": ()}, "without topics"),
        ({"topics": (SHOWN, SHOWN)}, "2 topics with 1 ids"),
        ({"topics": (dataclasses.replace(SHOWN, x=float("nan")),)}, "a number of topic 3 is nan"),
        ({"quality": {"lpp": float("inf")}}, "a quality figure is inf"),
        ({"words": {"word": ((4, 1.0),)}}, "'word' is in a topic that the report has not"),
        ({"words": {"word": ((3, float("nan")),)}}, "share of the word 'word' is nan"),
        ({"prevalence": Prevalence(MONTHS, (), (1, 1))}, "shares over time of 0 topics"),
    ],
    ids=["none", "twice", "place", "figure", "stranger", "share", "rows"],
)
def test_a_report_that_does_not_fit_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        dataclasses.replace(DATA, **change)


@pytest.mark.parametrize(
    ("times", "shares", "documents", "message"),
    [
        (("yesterday",), ((1.0,),), (1,), "'yesterday' is no ISO date"),
        (MONTHS[::-1], ((1.0, 1.0),), (1, 1), "do not ascend"),
        ((), ((),), (), "at least one time"),
        (MONTHS, ((1.0, 1.0),), (1,), "2 times and 1 counts"),
        (MONTHS, ((1.0,),), (1, 1), "1 shares of topic number 0 for 2 times"),
        (MONTHS, ((1.0, float("nan")),), (1, 1), "topic number 0 is nan"),
    ],
    ids=["text", "order", "none", "counts", "shares", "nan"],
)
def test_times_that_do_not_fit_are_refused(
    times: tuple[str, ...], shares: Any, documents: tuple[int, ...], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        Prevalence(times, shares, documents)


def test_times_without_a_zone_are_in_utc() -> None:
    assert timestamp("1970-01-02") == 86_400
    assert timestamp("1970-01-02T00:00:00+01:00") == 82_800
