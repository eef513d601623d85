"""The report on paper: light, with its colours and points, and nothing that only a screen needs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.report.conftest import Open
from tests.report.samples import story
from tests.report.test_story import drawn
from tests.report.watching import wait_until

pytestmark = pytest.mark.browser
#: how many dots of the canvas over the points have this colour, or almost
COLOURED = """(parts) => {
    const canvas = document.querySelectorAll('#points canvas')[1];
    const { width, height } = canvas;
    const copy = Object.assign(document.createElement('canvas'), { width, height });
    const pen = copy.getContext('2d', { willReadFrequently: true });
    pen.drawImage(canvas, 0, 0);
    const { data } = pen.getImageData(0, 0, width, height);
    const far = (i) => parts.reduce((sum, part, k) => sum + Math.abs(part - data[i + k]), 0);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += data[i + 3] > 100 && far(i) < 9;
    return count }"""


def test_what_only_a_screen_needs_is_left_out(opened: Open) -> None:
    page = drawn(opened(story(), color_scheme="light").page)
    page.emulate_media(media="print")
    expect(page.locator(".tools")).to_be_hidden()
    expect(page.locator("#headline")).to_be_visible()
    assert page.pdf().startswith(b"%PDF")


def test_paper_is_light_and_has_the_colours_of_themes(opened: Open) -> None:
    page = drawn(opened(story(), color_scheme="dark").page)
    styles = "getComputedStyle(document.documentElement)"
    dark = page.evaluate(f"{styles}.getPropertyValue('--theme-0')")
    page.emulate_media(media="print", color_scheme="dark")
    light = page.evaluate(f"{styles}.getPropertyValue('--theme-0')").strip()
    assert light != dark.strip()
    expect(page.locator("h1")).to_have_css("color", "rgb(27, 32, 38)")
    expect(page.locator("#words .bar").first).to_have_css("print-color-adjust", "exact")
    expect(page.locator(".theme-bar span").first).to_have_css("print-color-adjust", "exact")


def test_points_are_on_paper_in_their_light_colours(opened: Open) -> None:
    """WebGL's picture does not reach the paper, so it is below the names there."""
    page = drawn(opened(story(), color_scheme="dark").page)
    page.emulate_media(media="print", color_scheme="dark")
    value = "getComputedStyle(document.documentElement).getPropertyValue('--theme-0').trim()"
    light = page.evaluate(value)
    parts = [int(light[i : i + 2], 16) for i in (1, 3, 5)]
    wait_until(page, lambda: page.evaluate(COLOURED, parts) > 100, True)
    page.emulate_media(media="screen", color_scheme="dark")
    wait_until(page, lambda: page.evaluate(COLOURED, parts), 0)
