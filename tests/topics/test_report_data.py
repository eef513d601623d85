"""The data of a report is checked when it is put together."""

from __future__ import annotations

import dataclasses
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biterms.errors import InputError
from biterms.topics.report_data import ReportData, ReportTopic
from biterms.topics.views import Topic
from tests.report.samples import course
from tests.topics.newsroom import fresh, news

TOPIC = Topic(3, "label", 0.5, 0.5, (), ())
SHOWN = ReportTopic(TOPIC, 0.0, 0.0, ())
DATA = ReportData("title", (SHOWN,), {}, {}, None, {"word": ((3, 1.0),)})
MONTHS = (date(2024, 1, 1), date(2024, 2, 1))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"topics": ()}, "without topics"),
        ({"topics": (SHOWN, SHOWN)}, "2 topics with 1 ids"),
        ({"topics": (dataclasses.replace(SHOWN, x=float("nan")),)}, "a number of topic 3 is nan"),
        ({"quality": {"lpp": float("inf")}}, "a quality figure is inf"),
        ({"words": {"word": ((4, 1.0),)}}, "'word' is in a topic that the report has not"),
        ({"words": {"word": ((3, float("nan")),)}}, "share of the word 'word' is nan"),
        ({"over_time": course(MONTHS, np.ones((2, 1)), [1, 1])}, "shares over time of 1 topics"),
    ],
    ids=["none", "twice", "place", "figure", "stranger", "share", "rows"],
)
def test_a_report_that_does_not_fit_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        dataclasses.replace(DATA, **change)


@pytest.mark.parametrize(
    ("periods", "shares", "documents", "message"),
    [
        (MONTHS[::-1], [[1.0], [1.0]], [1, 1], "do not ascend"),
        ((), np.ones((0, 1)), [], "at least one"),
        (MONTHS, [[1.0], [1.0]], [1], "1 counts of texts"),
        (MONTHS, [[1.0]], [1, 1], r"shape \(1, 1\)"),
        (MONTHS, [[1.0], [float("nan")]], [1, 1], "not finite"),
    ],
    ids=["order", "none", "counts", "shares", "nan"],
)
def test_times_that_do_not_fit_are_refused(
    periods: tuple[date, ...], shares: Any, documents: list[int], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        course(periods, shares, documents)


def test_shares_of_topics_that_were_merged_since_are_refused(tmp_path: Path) -> None:
    texts, _ = news(300)
    model = fresh(n_topics=4).fit(texts, times=["2024-05-01", "2024-06-01"] * 150)
    counted = model.topics_over_time("month")
    model.merge_topics([0, 1])
    with pytest.raises(
        InputError, match=r"topics merged since\? Count again: over_time=model\.top"
    ):
        model.report(tmp_path / "report.html", over_time=counted)
    assert not (tmp_path / "report.html").exists()
    model.report(tmp_path / "report.html", over_time=model.topics_over_time("month"))
