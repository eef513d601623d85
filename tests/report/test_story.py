"""The story: headline, themes in one colour everywhere, the map of the texts, saved charts."""

from __future__ import annotations

import csv
import io
import re

import pytest
from playwright.sync_api import Page, expect

from tests.report.conftest import Open
from tests.report.samples import story
from tests.report.test_access import PHONE
from tests.report.watching import wait_until

pytestmark = pytest.mark.browser
FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
COLOUR = "(e) => getComputedStyle(e)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", ["desk", "phone"])
def test_axe_finds_nothing(opened: Open, axe: str, scheme: str, device: str) -> None:
    page = opened(
        story(), color_scheme=scheme, bypass_csp=True, **(PHONE if device == "phone" else {})
    ).page
    expect(page.locator("#classes-chart svg")).to_be_visible()
    page.locator("#choose-theme").select_option("0")
    expect(page.locator("#selection-time svg")).to_be_visible()
    page.locator("#query").fill("word1 word2")
    page.locator("#results").wait_for()
    page.evaluate(axe)
    found = page.evaluate("axe.run().then((found) => found.violations)")
    assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_the_headline_comes_first(opened: Open) -> None:
    page = opened(story()).page
    expect(page.locator("#headline")).to_have_text(
        "480 texts, mostly about theme 0. label 3 rose most."
    )


def test_a_theme_has_one_colour_in_every_picture(opened: Open) -> None:
    page = opened(story()).page
    expect(page.locator("#classes-chart svg")).to_be_visible()
    themes = [theme.ids for theme in story().themes]
    cards = page.locator(".theme").evaluate_all(
        f"all => all.map({COLOUR}).map((style) => style.borderInlineStartColor)"
    )
    assert len(set(cards)) == 3
    sizes = {shown.topic.id: shown.topic.size for shown in story().topics}
    order = sorted(sizes, key=lambda k: -sizes[k])
    circles = page.locator("#map .mark-symbol path").evaluate_all(
        f"all => all.map({COLOUR}).map((style) => style.fill)"
    )
    theme_of = {k: number for number, ids in enumerate(themes) for k in ids}
    assert circles == [cards[theme_of[k]] for k in order]
    legend = page.locator("#stream-legend li").evaluate_all(
        "all => all.map((e) => getComputedStyle(e, '::before').backgroundColor)"
    )
    assert legend == cards
    page.locator("#list a").nth(5).click()
    bar = page.locator("#words .bar").first
    expect(bar).to_have_css("background-color", cards[theme_of[order[5]]])


def drawn(page: Page) -> Page:
    """Wait until the points have their places on the screen."""
    page.locator("#points").scroll_into_view_if_needed()
    canvas = "document.querySelector('#points canvas').width"
    wait_until(page, lambda: page.evaluate(canvas) not in (0, 300), True)  # 300: not sized yet
    page.evaluate(FRAME)
    return page


def place(page: Page, k: int) -> tuple[float, float]:
    """Where the middle of the points of a topic is in the window: the map is as wide as high."""
    box = page.locator("#points").bounding_box()
    assert box
    side = min(box["width"], box["height"])
    left, bottom = box["x"] + (box["width"] - side) / 2, box["y"] + (box["height"] + side) / 2
    return (
        left + side * (500 + 1000 * (k % 4)) / 4096,
        bottom - side * (600 + 1000 * (k // 4)) / 4096,
    )


def test_a_line_around_texts_says_what_they_are_about_and_when(opened: Open) -> None:
    page = drawn(opened(story()).page)
    page.locator("#lasso").click()
    x, y = place(page, 5)
    side = (place(page, 6)[0] - x) / 2
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    page.mouse.move(x - side, y - side)
    page.mouse.down()
    for right, down in corners[1:]:
        page.mouse.move(x + right * side, y + down * side, steps=4)
    page.mouse.up()
    expect(page.locator("#selection-heading")).to_have_text(
        "40 texts selected, 8.3% of those on the map"
    )
    expect(page.locator("#selection-topics th[scope=row]")).to_have_text(["label 5"])
    # only topic 5 is chosen, so its words by relevance: the last has most
    expect(page.locator("#selection-words th[scope=row]").first).to_have_text("w5n19")
    # 5 of the 60 texts of each period
    expect(page.locator("#selection-peak")).to_contain_text("2024-01-01, 8.3%")
    expect(page.locator("#lasso")).to_have_attribute("aria-pressed", "false")
    page.locator("#clear").click()
    expect(page.locator("#selection")).to_be_hidden()


def test_a_theme_is_selected_without_a_pointer(opened: Open) -> None:
    page = drawn(opened(story()).page)
    page.locator("#choose-theme").select_option("1")
    expect(page.locator("#selection-heading")).to_contain_text("160 texts selected, 33.3%")
    expected = {f"label {k}" for k in story().themes[1].ids}
    assert set(page.locator("#selection-topics th[scope=row]").all_inner_texts()) == expected


def test_bars_of_a_selection_and_of_a_search_have_the_colours_of_themes(opened: Open) -> None:
    page = drawn(opened(story()).page)
    theme_of = {f"label {k}": n for n, theme in enumerate(story().themes) for k in theme.ids}
    cards = page.locator(".theme").evaluate_all(
        f"all => all.map({COLOUR}).map((style) => style.borderInlineStartColor)"
    )
    page.locator("#choose-theme").select_option("2")
    expect(page.locator("#selection-words .bar").first).to_have_css("background-color", cards[2])
    # the whole map, so that there are topics of all themes
    page.locator("#clear").click()
    page.locator("#lasso").click()
    box = page.locator("#points").bounding_box()
    assert box
    x, y, right, down = box["x"] + 1, box["y"] + 1, box["width"] - 2, box["height"] - 2
    page.mouse.move(x, y)
    page.mouse.down()
    for corner in ((x + right, y), (x + right, y + down), (x, y + down)):
        page.mouse.move(*corner)
    page.mouse.up()
    page.locator("#query").fill("word1 word2")
    page.locator("#results").wait_for()
    for table in ("#selection-topics", "#result-blocks > div:first-child"):
        names = page.locator(f"{table} th[scope=row]").all_inner_texts()
        bars = page.locator(f"{table} .bar").evaluate_all(
            f"all => all.map({COLOUR}).map((style) => style.backgroundColor)"
        )
        assert len(set(bars)) == 3
        assert bars == [cards[theme_of[name]] for name in names]
    words = page.locator("#selection-words th[scope=row]").all_inner_texts()
    bars = page.locator("#selection-words .bar").evaluate_all(
        f"all => all.map({COLOUR}).map((style) => style.backgroundColor)"
    )
    # word w5n19 is of topic 5 alone
    assert bars == [cards[theme_of[f"label {word[1:].split('n')[0]}"]] for word in words]


def test_a_text_tells_of_its_topic_by_pointer_and_by_finger(opened: Open) -> None:
    page = drawn(opened(story()).page)
    x, y = place(page, 2)
    page.mouse.move(x, y - 0.024 * (place(page, 3)[0] - x))
    tip = page.locator("#points-tip")
    page.mouse.move(x, y)
    up = 0.1 * (place(page, 3)[0] - x)  # the points are on a half circle above the middle
    page.mouse.move(x, y - up)
    expect(tip).to_contain_text("text 0 of topic 2")
    phone = drawn(opened(story(), **PHONE).page)
    x, y = place(phone, 2)
    up = 0.1 * (place(phone, 3)[0] - x)
    before = phone.evaluate("scrollY")
    phone.touchscreen.tap(x, y - up)
    expect(phone.locator("#points-tip")).to_contain_text("text 0 of topic 2")
    assert phone.evaluate("scrollY") == before


def test_a_tap_on_the_map_answers_where_the_finger_is(opened: Open) -> None:
    page = opened(story(), **PHONE).page
    page.locator("#map").scroll_into_view_if_needed()
    circle = page.locator("#map .mark-symbol path").nth(1).bounding_box()
    assert circle
    x, y = circle["x"] + circle["width"] / 2, circle["y"] + circle["height"] / 2
    before = page.evaluate("scrollY")
    page.touchscreen.tap(x, y)
    expect(page.locator("#tip")).to_be_visible()
    tip = page.locator("#tip").bounding_box()
    assert tip
    assert abs(tip["y"] - y) < 60
    assert page.evaluate("scrollY") == before


def test_keys_move_and_zoom_the_map_of_the_texts(opened: Open) -> None:
    page = drawn(opened(story()).page)
    picture = "document.querySelector('#points canvas').toDataURL()"
    seen = [page.evaluate(picture)]
    page.locator("#points").focus()
    for key in ("+", "ArrowRight", "0"):
        page.keyboard.press(key)
        page.evaluate(FRAME)
        seen.append(page.evaluate(picture))
    assert len(set(seen)) == 3
    assert seen[3] == seen[0]


def test_points_are_drawn_without_webgl(opened: Open) -> None:
    none = """const get = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
          return kind === 'webgl' ? null : get.call(this, kind, ...rest) }"""
    page = drawn(opened(story(), script=none).page)
    coloured = """() => { const canvas = document.querySelector('#points canvas');
        const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        return data.filter((part, i) => i % 4 === 3 && part > 0).length }"""
    assert page.evaluate(coloured) >= 400


def test_charts_are_saved_as_svg_png_and_csv(opened: Open) -> None:
    page = drawn(opened(story(), color_scheme="light").page)
    expect(page.locator("#times-chart svg")).to_be_visible()
    for name in ("themes over time", "topics by class", "map of the texts"):  # browsers stop at ten
        saved = {}
        for kind in ("SVG", "PNG", "CSV"):
            with page.expect_download() as download:
                page.get_by_role("button", name=f"Save “{name}” as {kind}").click()
            saved[kind] = download.value.path().read_bytes()
            assert download.value.suggested_filename == f"{name.replace(' ', '_')}.{kind.lower()}"
        assert saved["SVG"].startswith(b"<svg")
        assert b"var(" not in saved["SVG"]
        assert saved["PNG"].startswith(b"\x89PNG")
        assert len(list(csv.reader(io.StringIO(saved["CSV"].decode())))) > 2


def test_the_table_behind_a_chart_has_its_numbers(opened: Open) -> None:
    page = opened(story()).page
    expect(page.locator("#times-chart svg")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save “topics over time” as CSV").click()
    [head, *rows] = csv.reader(io.StringIO(download.value.path().read_bytes().decode()))
    course = story().over_time
    assert course
    for t, row in enumerate(rows):
        shares = dict(zip(head[2:], map(float, row[2:]), strict=True))
        for k in course.ids:
            assert shares[f"label {k}"] == pytest.approx(course.shares[t, k], abs=1e-5)


def test_several_words_are_looked_for_together(opened: Open) -> None:
    page = opened(story()).page
    page.locator("#query").fill("word1 word2")
    first = page.locator("#result-blocks > div").first
    expect(first.locator("h3")).to_have_text("word1 + word2")
    # word1 is in topics 1 (75 %) and 2 (25 %), word2 in 2 (75 %) and 3 (25 %)
    expect(first.locator("tbody tr")).to_have_text(
        [re.compile("label 2.*50.0%"), re.compile("label 1.*37.5%"), re.compile("label 3.*12.5%")]
    )
