"""Topics over time: charts, their values for everybody, and tables."""

from __future__ import annotations

import dataclasses
import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from biterms.topics.report_data import ReportData
from tests.report.conftest import Open
from tests.report.samples import course, points, sample, story
from tests.report.watching import wait_until

pytestmark = pytest.mark.browser


def shows(page: Page, chart: str, values: list[str]) -> None:
    """The values written into a chart are these, in any order, without when it was."""
    wait_until(
        page, lambda: sorted(text.split(",")[0] for text in said(page, chart)), sorted(values)
    )


def said(page: Page, chart: str) -> list[str]:
    """What is written at the dots of a chart."""
    return page.locator(f"{chart} svg .mark-text.role-mark text").all_text_contents()


def ticks(page: Page, chart: str) -> list[str]:
    """The periods that the axes of a chart name."""
    return (
        page.locator(f"{chart} svg .role-axis-label text")
        .filter(has_not_text=re.compile("%"))
        .all_text_contents()
    )


def monthly(*, n_times: int = 13) -> ReportData:
    """Topic 0 is at its peak in the fourth month, topic 1 in all others."""
    months = [date(2023 + t // 12, 1 + t % 12, 1) for t in range(n_times)]
    shares = [[0.7, 0.3] if t == 3 else [0.4, 0.6] for t in range(n_times)]
    over_time = dataclasses.replace(course(months, shares, [100] * n_times), freq="month")
    return dataclasses.replace(story(2), over_time=over_time, documents=points(2, n_times, 500))


def percent(topic: int, times: int, at: int | None = None) -> str:
    """The share of a topic in a period, or its largest one, as a reader sees it."""
    over_time = sample(n_times=times).over_time
    assert over_time
    shares = over_time.shares[:, topic]
    return f"{100 * (max(shares) if at is None else shares[at]):.1f}%"


def test_charts_and_tables_and_a_click_on_a_panel(opened: Open) -> None:
    page = opened(sample(n_times=8), topic=3).page
    shows(page, "#topic-time-chart", [percent(3, 8)])
    label = page.locator("#topic-time-chart").get_attribute("aria-label") or ""
    assert re.search(r"in 2024-01-01, highest in 2024-\d\d-\d\d with", label)
    assert page.locator("#topic-time-table tbody tr").count() == 8
    assert page.locator("#times-table tbody tr").count() == 12
    assert page.locator("#topic-change").inner_text() == ""
    panels = page.locator("#times-chart svg .mark-line path")
    expect(panels).to_have_count(12)
    panels.nth(4).click(force=True)
    label = page.locator("#times-table tbody tr").nth(4).locator("th").text_content() or "?"
    expect(page.locator("#topic-heading")).to_have_text(label)
    shows(page, "#topic-time-chart", [percent(int(label.split()[1]), 8)])


def test_the_chart_shows_its_peak_and_any_period_by_keyboard(opened: Open) -> None:
    page = opened(sample(n_times=8), topic=3).page
    chart, value = page.locator("#topic-time-chart"), page.locator("#topic-time-chart-value")
    shows(page, "#topic-time-chart", [percent(3, 8)])
    chart.focus()
    for key, at, day in (
        ("ArrowRight", 0, "2024-01-01"),
        ("ArrowRight", 1, "2024-01-08"),
        ("End", 7, "2024-02-19"),
        ("ArrowLeft", 6, "2024-02-12"),
        ("Home", 0, "2024-01-01"),
    ):
        page.keyboard.press(key)
        description = f"From {day}, 100 texts: {percent(3, 8, at)}."
        wait_until(page, value.inner_text, description)
        assert chart.get_attribute("aria-valuetext") == description
        shows(page, "#topic-time-chart", [percent(3, 8, at)])
    page.keyboard.press("Escape")
    expect(value).to_contain_text("Point at the chart")
    shows(page, "#topic-time-chart", [percent(3, 8)])


def test_the_values_under_the_pointer_in_all_panels(opened: Open) -> None:
    page = opened(sample(4, n_times=5)).page
    panels = page.locator("#times-chart svg .role-scope.cell > g > path.background")
    expect(panels).to_have_count(4)
    panels.nth(1).scroll_into_view_if_needed()
    box = panels.nth(1).bounding_box()
    assert box
    over_time = sample(4, n_times=5).over_time
    assert over_time
    for at in (0, 2, 4):
        page.mouse.move(box["x"] + box["width"] * at / 4, box["y"] + 20)
        expect(page.locator("#times-chart-value")).to_contain_text(
            over_time.periods[at].isoformat()
        )
        shows(page, "#times-chart", [f"{100 * shares[at]:.1f}%" for shares in over_time.shares.T])
    page.mouse.move(5, 5)
    shows(page, "#times-chart", [f"{100 * max(shares):.1f}%" for shares in over_time.shares.T])


def test_what_changed_is_said_in_words(opened: Open) -> None:
    weeks = [date(2024, 1, 1) + timedelta(days=7 * t) for t in range(4)]
    over_time = course(weeks, [[0.5, 0.5], [0.5, 0.5], [0.1, 0.9], [0.5, 0.5]], [200] * 4)
    page = opened(dataclasses.replace(sample(2), over_time=over_time), topic=1).page
    sentence = "burst from 2024-01-15 to 2024-01-21: 90.0% of the texts, otherwise 50.0%"
    expect(page.locator("#changes li").filter(has_text="label 1")).to_contain_text(sentence)
    expect(page.locator("#topic-change")).to_have_text(f"B{sentence[1:]}.")


def test_charts_name_the_first_and_the_last_period_and_that_of_a_peak(opened: Open) -> None:
    page = opened(monthly(), topic=0).page
    page.locator("#choose-theme").select_option("0")
    expect(page.locator("#selection-time svg")).to_be_visible()
    for chart in ("#topic-time-chart", "#stream-chart", "#selection-time", "#times-chart"):
        expect(page.locator(f"{chart} svg")).to_be_visible()
        named = ticks(page, chart)
        assert (named[0], named[-1]) == ("Jan 2023", "Jan 2024"), chart
    assert said(page, "#topic-time-chart") == ["70.0%, Apr 2023"]
    # between the two, at equal distances
    assert ticks(page, "#stream-chart") in (
        ["Jan 2023", "Apr 2023", "Jul 2023", "Oct 2023", "Jan 2024"],
        ["Jan 2023", "May 2023", "Sept 2023", "Jan 2024"],
    )


def test_a_narrow_chart_says_what_fits(opened: Open) -> None:
    """Letters of 40 pixels: two months do not fit, and no period at a peak."""
    wide = "CanvasRenderingContext2D.prototype.measureText = (t) => ({ width: 40 * t.length });"
    page = opened(monthly(), script=wide).page
    expect(page.locator("#times-chart svg")).to_be_visible()
    assert set(ticks(page, "#times-chart")) == {"2023", "2024"}
    assert all(re.fullmatch(r"[\d.]+%", text) for text in said(page, "#times-chart"))


def test_weeks_are_named_by_their_first_day(opened: Open) -> None:
    page = opened(sample(n_times=8), topic=3).page
    expect(page.locator("#topic-time-chart svg")).to_be_visible()
    named = ticks(page, "#topic-time-chart")
    assert (named[0], named[-1]) == ("1 Jan 2024", "19 Feb 2024")


def test_dates_are_not_broken(opened: Open) -> None:
    weeks = [date(2024, 1, 1) + timedelta(days=7 * t) for t in range(4)]
    over_time = course(weeks, [[0.5, 0.5], [0.5, 0.5], [0.1, 0.9], [0.5, 0.5]], [200] * 4)
    page = opened(dataclasses.replace(sample(2), over_time=over_time), topic=1).page
    dates = page.locator("#topic-change .date")
    expect(dates).to_have_text(["2024-01-15", "2024-01-21"])
    expect(dates.first).to_have_css("white-space", "nowrap")
