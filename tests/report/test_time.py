"""Topics over time: charts, their values for everybody, and tables."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.report.conftest import Open
from tests.report.looking import by_size
from tests.report.samples import sample

pytestmark = pytest.mark.browser


def test_time_as_charts_and_tables(opened: Open) -> None:
    found = opened(sample(n_times=8), address="#topic-3")
    told = found.page.locator("#topic-time-chart").get_attribute("aria-label") or ""
    assert re.search(r"in 2024-01-01, most in 2024-\d\d-\d\d with", told)
    assert found.page.locator("#topic-time-table tbody tr").count() == 8
    assert found.page.locator("#times-table tbody tr").count() == 12
    panels = found.page.locator("#times-chart svg .mark-line path")
    expect(panels).to_have_count(12)
    panels.nth(4).click(force=True)
    label = found.page.locator("#times-table tbody tr").nth(4).locator("th")
    expect(found.page.locator("#topic-heading")).to_have_text(label.text_content() or "?")
    assert found.complaints == []


def test_without_times_there_is_no_chart_of_them(opened: Open) -> None:
    page = opened(sample()).page
    expect(page.locator("#times")).to_be_hidden()
    expect(page.locator("#topic-time")).to_be_hidden()


def shown_values(page: Page, chart: str) -> list[str]:
    page.wait_for_timeout(150)
    return page.locator(f"{chart} svg .mark-text.role-mark text").all_text_contents()


def expected(topic: int, times: int, at: int | None = None) -> str:
    """The share of a topic at a time, or its largest one, as a reader sees it."""
    prevalence = sample(n_times=times).prevalence
    assert prevalence
    shares = prevalence.shares[topic]
    return f"{100 * (max(shares) if at is None else shares[at]):.1f}%"


def test_the_chart_tells_its_peak_and_any_time_by_keyboard(opened: Open) -> None:
    found = opened(sample(n_times=8), address="#topic-3")
    chart, value = found.page.locator("#topic-time-chart"), "#topic-time-chart-value"
    assert shown_values(found.page, "#topic-time-chart") == [expected(3, 8)]
    chart.focus()
    for key, at, day in (
        ("ArrowRight", 0, "2024-01-01"),
        ("ArrowRight", 1, "2024-01-08"),
        ("End", 7, "2024-02-19"),
        ("ArrowLeft", 6, "2024-02-12"),
        ("Home", 0, "2024-01-01"),
    ):
        found.page.keyboard.press(key)
        told = f"From {day}, 100 texts: {expected(3, 8, at)}."
        expect(found.page.locator(value)).to_have_text(told)
        expect(chart).to_have_attribute("aria-valuetext", told)
        assert shown_values(found.page, "#topic-time-chart") == [expected(3, 8, at)]
    found.page.keyboard.press("Escape")
    expect(found.page.locator(value)).to_contain_text("Point at the chart")
    assert shown_values(found.page, "#topic-time-chart") == [expected(3, 8)]
    assert found.complaints == []


def test_the_values_under_the_pointer_in_all_panels(opened: Open) -> None:
    found = opened(sample(4, n_times=5))
    panels = found.page.locator("#times-chart svg .role-scope > g > path.background")
    expect(panels).to_have_count(4)
    panels.nth(1).scroll_into_view_if_needed()
    box = panels.nth(1).bounding_box()
    assert box
    prevalence = sample(4, n_times=5).prevalence
    assert prevalence
    for at in (0, 2, 4):
        found.page.mouse.move(box["x"] + box["width"] * at / 4, box["y"] + 20)
        expect(found.page.locator("#times-chart-value")).to_contain_text(prevalence.times[at])
        shares = [f"{100 * shares[at]:.1f}%" for shares in prevalence.shares]
        assert sorted(shown_values(found.page, "#times-chart")) == sorted(shares)
    found.page.mouse.move(5, 5)
    largest = [f"{100 * max(shares):.1f}%" for shares in prevalence.shares]
    assert sorted(shown_values(found.page, "#times-chart")) == sorted(largest)
    assert found.complaints == []


def test_another_topic_has_its_own_values(opened: Open) -> None:
    page = opened(sample(n_times=8)).page
    first, second = by_size()[:2]
    assert shown_values(page, "#topic-time-chart") == [expected(first, 8)]
    page.locator("#list a").nth(1).click()
    expect(page.locator("#topic-heading")).to_have_text(f"label {second}")
    assert shown_values(page, "#topic-time-chart") == [expected(second, 8)]
