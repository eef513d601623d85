"""Everybody can read it: keyboard, screen reader, phone, dark and light."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.report.conftest import Open
from tests.report.samples import sample
from tests.report.watching import by_size, circles, wait_until

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_arrow_keys_go_where_they_point(opened: Open) -> None:
    page = opened(sample(30)).page
    page.locator("#map").focus()
    order, centres, heading = by_size(30), circles(page), page.locator("#topic-heading")
    here, moves = 0, 0
    for key, axis, sign in (
        ("ArrowLeft", 0, -1),
        ("ArrowRight", 0, 1),
        ("ArrowUp", 1, -1),
        ("ArrowDown", 1, 1),
    ):
        for _ in range(3):
            page.keyboard.press(key)
            there = order.index(int((page.evaluate("location.hash") or "-0").split("-")[1]))
            wait_until(page, heading.inner_text, f"label {order[there]}")
            if there == here:
                break  # at the edge
            assert sign * (centres[there][axis] - centres[here][axis]) > 0
            here, moves = there, moves + 1
    assert moves > 6


def test_the_keyboard_reaches_everything(opened: Open) -> None:
    page = opened(sample(n_times=10)).page
    reached = []
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
        assert page.evaluate(
            "[document.activeElement, document.activeElement.closest('fieldset')].some("
            "(e) => e && getComputedStyle(e).outlineStyle !== 'none')"
        ), reached
    assert reached[:4] == ["A", "query", "map", "INPUT"]
    assert {"SUMMARY", "topic-time-chart"} <= set(reached)
    page.locator("#list a").nth(4).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#topic-heading")).to_have_text(f"label {by_size()[4]}")


def test_phone(opened: Open) -> None:
    page = opened(sample(40, n_times=30), **PHONE).page
    expect(page.locator("#times-chart svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    box = page.locator("#map svg").bounding_box()
    assert box
    assert box["width"] <= 340
    page.touchscreen.tap(*circles(page)[1])
    expect(page.locator("#topic-heading")).to_have_text(f"label {by_size(40)[1]}")
    page.locator("#list a").nth(20).tap()
    expect(page.locator("#topic-heading")).to_be_in_viewport()


def test_phone_with_a_text_that_cannot_be_broken(opened: Open) -> None:
    page = opened(sample(3, n_times=3, text="x" * 3000), **PHONE).page
    expect(page.locator("#times-chart svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_dark_and_light_reach_the_charts(opened: Open) -> None:
    page = opened(sample(n_times=10)).page
    expect(page.locator("#times-chart .role-axis-label text").first).to_be_visible()
    colours = """() => [getComputedStyle(document.body).backgroundColor,
        ...['#map .mark-symbol path', '#map .mark-text text', '#times-chart .role-axis-label text']
        .map((path) => getComputedStyle(document.querySelector(path)).fill)]"""
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(colours)
    page.emulate_media(color_scheme="light")
    light = page.evaluate(colours)
    assert all(one != other for one, other in zip(dark, light, strict=True)), (dark, light)
    assert brightness(dark[0]) < 60 < 200 < brightness(light[0])
    assert brightness(dark[2]) > 200 > 60 > brightness(light[2])


def brightness(colour: str) -> float:
    return sum(map(int, re.findall(r"\d+", colour)[:3])) / 3


def test_structure_for_screen_readers(opened: Open) -> None:
    page = opened(sample(n_times=10)).page
    for landmark in ("banner", "main", "contentinfo", "search"):
        assert page.get_by_role(landmark).count() == 1, landmark
    levels = page.locator("h1, h2, h3").evaluate_all("all => all.map((h) => Number(h.tagName[1]))")
    assert levels[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))
    named = """names => [...document.querySelectorAll(names.map((name) => `[${name}]`))]
        .flatMap((e) => names.map((name) => e.getAttribute(name)).filter(Boolean))"""
    ids = page.locator("[id]").evaluate_all("all => all.map((e) => e.id)")
    assert set(page.evaluate(named, ["aria-labelledby", "aria-describedby", "for"])) <= set(ids)
    assert len(set(ids)) == len(ids)
    assert page.get_by_role("application", name="Topic map").count() == 1
    assert page.get_by_role("radio", name="relevance").count() == 1
    for chart in ("Share of the texts", "Small charts of 12 topics"):
        slider = page.get_by_role("slider", name=chart)
        expect(slider).to_have_attribute("aria-valuetext", re.compile("Point at the chart"))
        values = {name: slider.get_attribute(f"aria-value{name}") for name in ("min", "max", "now")}
        assert values == {"min": "0", "max": "9", "now": "0"}
