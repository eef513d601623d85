"""The map of the texts in motion: a sample if all are too slow to draw; at rest, every point."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from playwright.sync_api import Page

from biterms.topics.report_data import ReportData
from tests.report.conftest import Open
from tests.report.samples import points, story
from tests.report.test_story import drawn
from tests.report.watching import wait_until

pytestmark = pytest.mark.browser
TOPICS, TIMES, EACH = 12, 6, 3000
#: what is drawn is counted, and each look at the clock finds it this much later
COUNTED = """window.counts = [];
    const draw = WebGLRenderingContext.prototype.drawArrays;
    WebGLRenderingContext.prototype.drawArrays = function (kind, first, count) {
      counts.push(count); draw.call(this, kind, first, count) };
    let now = 0;
    performance.now = () => now += %d;"""
#: whether there is colour where points are, on a map as wide as high in the middle of the canvas
MISSING = """(places) => {
    const canvas = document.querySelector('#points canvas');
    const copy = Object.assign(document.createElement('canvas'),
      { width: canvas.width, height: canvas.height });
    const pen = copy.getContext('2d');
    pen.drawImage(canvas, 0, 0);
    const dots = pen.getImageData(0, 0, copy.width, copy.height).data;
    const side = Math.min(canvas.width, canvas.height);
    const [left, bottom] = [(canvas.width - side) / 2, (canvas.height + side) / 2];
    const at = (x, y) => dots[4 * (Math.floor(bottom - side * y / 4096) * canvas.width
      + Math.floor(left + side * x / 4096)) + 3];
    return places.filter(([x, y]) => !at(x, y)) }"""


@cache
def many() -> ReportData:
    """More points than a sample ever has at least."""
    return replace(story(), documents=points(TOPICS, TIMES, EACH))


def counts(page: Page) -> list[int]:
    return page.evaluate("counts")


def move(page: Page, *, times: int = 4) -> None:
    """To the left and back, a frame after each step."""
    page.locator("#points").focus()
    page.evaluate(
        """async (times) => { for (let i = 0; i < 2 * times; i += 1) {
            const key = i < times ? 'ArrowLeft' : 'ArrowRight';
            document.getElementById('points').dispatchEvent(new KeyboardEvent('keydown', { key }));
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          } }""",
        times,
    )


def test_a_slow_machine_draws_a_sample_while_it_moves_and_all_points_at_rest(opened: Open) -> None:
    page = drawn(opened(many(), script=COUNTED % 100).page)
    picture = "document.querySelector('#points canvas').toDataURL()"
    everything = TOPICS * EACH
    wait_until(page, lambda: counts(page)[-1:], [everything])
    before = page.evaluate(picture)
    move(page)
    assert min(counts(page)) == 10_000
    wait_until(page, lambda: counts(page)[-1], everything)
    assert page.evaluate(picture) == before
    shown = many().documents
    assert shown
    places = sorted(set(zip(shown.x.tolist(), shown.y.tolist(), strict=True)))
    assert len(places) > 1000
    assert page.evaluate(MISSING, places) == []


def test_a_quick_machine_draws_all_points_also_while_it_moves(opened: Open) -> None:
    page = drawn(opened(many(), script=COUNTED % 0).page)
    move(page)
    assert set(counts(page)) == {TOPICS * EACH}


def test_a_saved_picture_has_all_points(opened: Open) -> None:
    page = drawn(opened(many(), script=COUNTED % 100).page)
    move(page)
    with page.expect_download():
        page.get_by_role("button", name="Save “map of the texts” as PNG").click()
    assert counts(page)[-1] == TOPICS * EACH


def test_pointing_draws_no_point_again(opened: Open) -> None:
    page = drawn(opened(many(), script=COUNTED % 100).page)
    wait_until(page, lambda: counts(page)[-1:], [TOPICS * EACH])
    before = len(counts(page))
    box = page.locator("#points").bounding_box()
    assert box
    for part in (0.3, 0.5, 0.7):
        page.mouse.move(box["x"] + part * box["width"], box["y"] + part * box["height"])
        page.evaluate("() => new Promise(requestAnimationFrame)")
    assert len(counts(page)) == before
