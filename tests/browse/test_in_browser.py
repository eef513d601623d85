"""The report as people use it: mouse, keyboard, phone, dark, and texts that attack."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browse.conftest import Open
from tests.browse.samples import ATTACK, sample

pytestmark = pytest.mark.browser


def by_size(n_topics: int = 12) -> list[int]:
    topics = [shown.topic for shown in sample(n_topics).topics]
    return [topic.id for topic in sorted(topics, key=lambda topic: -topic.size)]


def circle(page: Page, place: int) -> tuple[float, float]:
    """The middle of a circle; they are drawn in the order of the list."""
    box = page.locator("#map svg .mark-symbol path").nth(place).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def chosen(page: Page) -> str:
    return page.locator("#topic-heading").inner_text()


def test_opens_without_complaint_and_without_any_other_file(opened: Open) -> None:
    found = opened(sample(n_times=20))
    expect(found.page).to_have_title("A report")
    expect(found.page.locator("#topic-time-chart svg")).to_be_visible()
    expect(found.page.locator("#times-chart svg")).to_be_visible()
    assert found.complaints == []
    assert len(found.requests) == 1


def test_begins_with_the_largest_topic(opened: Open) -> None:
    page = opened(sample()).page
    assert chosen(page) == f"label {by_size()[0]}"
    entries = page.locator("#list a strong").all_inner_texts()
    assert entries == [f"label {k}" for k in by_size()]
    assert page.locator("#list a[aria-current]").count() == 1


def test_areas_of_circles_are_sizes(opened: Open) -> None:
    page = opened(sample(4)).page
    boxes = [page.locator("#map svg .mark-symbol path").nth(i).bounding_box() for i in range(4)]
    sizes = sorted((shown.topic.size for shown in sample(4).topics), reverse=True)
    # without the line around a circle
    ratio = [
        (box["width"] - 1.5) ** 2 / size for box, size in zip(boxes, sizes, strict=True) if box
    ]
    assert ratio == pytest.approx([ratio[0]] * 4, rel=0.1)


def test_click_on_the_map_and_in_the_list(opened: Open) -> None:
    found = opened(sample(n_times=10))
    found.page.mouse.click(*circle(found.page, 3))
    expect(found.page.locator("#topic-heading")).to_have_text(f"label {by_size()[3]}")
    expect(found.page.locator("#list a[aria-current] strong")).to_have_text(f"label {by_size()[3]}")
    found.page.locator("#list a").nth(5).click()
    expect(found.page.locator("#topic-heading")).to_have_text(f"label {by_size()[5]}")
    expect(found.page.locator("#examples li").first).to_contain_text(
        f"text 0 of topic {by_size()[5]}"
    )
    expect(found.page.locator("#said")).to_contain_text(f"label {by_size()[5]}")
    found.page.go_back()
    expect(found.page.locator("#topic-heading")).to_have_text(f"label {by_size()[3]}")
    assert found.complaints == []


def test_hover_names_a_topic(opened: Open) -> None:
    page = opened(sample()).page
    page.mouse.move(*circle(page, 2))
    expect(page.locator("#tip")).to_contain_text(f"label {by_size()[2]}")
    page.mouse.move(5, 5)
    expect(page.locator("#tip")).to_be_hidden()


@pytest.mark.parametrize("key", ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
def test_arrow_keys_go_the_way_they_point(opened: Open, key: str) -> None:
    page = opened(sample(30)).page
    side, sign = {
        "ArrowLeft": (0, -1),
        "ArrowRight": (0, 1),
        "ArrowUp": (1, -1),
        "ArrowDown": (1, 1),
    }[key]
    page.locator("#map").focus()
    order = [f"label {k}" for k in by_size(30)]
    for _ in range(4):
        before = chosen(page)
        page.keyboard.press(key)
        if chosen(page) == before:
            break  # at the edge
        places = [circle(page, order.index(label))[side] for label in (before, chosen(page))]
        assert sign * (places[1] - places[0]) > 0
    assert chosen(page) != order[0]


def test_keyboard_alone_reaches_everything(opened: Open) -> None:
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
    assert "SUMMARY" in reached
    page.locator("#list a").nth(4).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#topic-heading")).to_have_text(f"label {by_size()[4]}")


def test_address_names_the_topic(opened: Open) -> None:
    assert chosen(opened(sample(), address="#topic-7").page) == "label 7"
    assert chosen(opened(sample(), address="#topic-99").page) == f"label {by_size()[0]}"


def test_words_by_probability_or_relevance(opened: Open) -> None:
    page = opened(sample(), address="#topic-1").page
    first = page.locator("#words tbody tr").first
    expect(first).to_contain_text("w1n0")
    page.get_by_text("relevant", exact=True).click()
    expect(first).to_contain_text("w1n19")
    widths = page.locator("#words .bar").evaluate_all("bars => bars.map((b) => b.offsetWidth)")
    assert widths == sorted(widths, reverse=True)
    page.locator("#list a").nth(2).click()
    expect(first).to_contain_text(f"w{by_size()[2]}n19")


def test_search_finds_topics_of_a_word(opened: Open) -> None:
    found = opened(sample())
    found.page.get_by_label("Search for a word or a label").fill("WORD7")
    block = found.page.locator("#found-words > div").first
    expect(block.locator("h3")).to_have_text("word7")
    expect(block.locator("tbody tr").nth(0)).to_contain_text("label 7")
    expect(block.locator("tbody tr").nth(0)).to_contain_text("75.0%")
    expect(block.locator("tbody tr").nth(1)).to_contain_text("label 8")
    # word7 and word70 to word79
    expect(found.page.locator("#found-count")).to_contain_text("11 words, the first 3 are shown")
    strength = "topics => topics.map((e) => Number(e.getAttribute('fill-opacity')))"
    shades = found.page.locator("#map svg .mark-symbol path").evaluate_all(strength)
    assert shades.index(max(shades)) in {by_size().index(7), 0}
    block.get_by_role("link", name="label 8").click()
    expect(found.page.locator("#topic-heading")).to_have_text("label 8")
    assert found.complaints == []


def test_search_without_accents_by_label_and_for_nothing(opened: Open) -> None:
    page = opened(sample()).page
    page.locator("#query").fill("WORD")
    expect(page.locator("#found-words h3").first).to_have_text("wörd")
    page.locator("#query").fill("ord19")
    expect(page.locator("#found-words h3").first).to_have_text("word19")
    page.locator("#query").fill("label 11")
    labels = page.locator("#found-words > div", has_text="Labels")
    expect(labels.get_by_role("link", name="label 11")).to_be_visible()
    page.locator("#query").fill("nowhere")
    expect(page.locator("#found-count")).to_contain_text("No word")
    page.locator("#query").fill("")
    expect(page.locator("#found")).to_be_hidden()


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


def test_quality_and_how_it_was_made(opened: Open) -> None:
    page = opened(sample()).page
    figures = page.locator("#figures")
    expect(figures).to_contain_text("-7.250")
    expect(figures).to_contain_text("closer to zero is better")
    expect(figures).to_contain_text("1,234")
    expect(figures).to_contain_text("another figure")
    expect(page.locator("#making")).to_contain_text("biterms fit texts.txt")


def test_hostile_texts_are_text(opened: Open) -> None:
    found = opened(sample(n_times=5, text=ATTACK))
    page = found.page
    assert chosen(page).startswith("</script><script>window.hit = 1</script>")
    assert page.title() == ATTACK
    page.locator("#query").fill("<img src=x")
    expect(page.locator("#found-words h3").first).to_contain_text("<img src=x")
    page.locator("#query").fill("")
    expect(page.locator("#found")).to_be_hidden()
    page.mouse.move(*circle(page, 2))
    expect(page.locator("#tip")).to_contain_text("<img src=x")
    page.get_by_text("relevant", exact=True).click()
    page.locator("#list a").nth(3).click()
    expect(page.locator("#examples")).to_contain_text("</script><script>")
    assert page.evaluate("window.hit") is None
    assert page.locator("img, iframe, object, embed").count() == 0
    assert page.locator("script").count() == 4
    assert found.complaints == []
    assert len(found.requests) == 1


def test_the_policy_forbids_connections_code_and_html(opened: Open) -> None:
    page = opened(sample()).page
    # after a moment, because what the test runs itself is exempt
    broken, stopped = page.evaluate(
        """async () => {
          const [broken, stopped] = [[], []];
          const after = (wait) => new Promise((done) => setTimeout(done, wait));
          document.addEventListener('securitypolicyviolation', (event) =>
            broken.push(event.effectiveDirective));
          const attempt = (act) => setTimeout(() => {
            try { act() } catch (error) { stopped.push(error.name) } });
          attempt(() => fetch('http://127.0.0.1:9/').catch(() => 0));
          attempt(() => { new Image().src = 'http://127.0.0.1:9/' });
          attempt(() => { document.body.innerHTML = '<b>x</b>' });
          attempt(() => new Function('return 1')());
          for (let i = 0; i < 50 && broken.length < 4; i++) await after(50);
          return [broken, stopped] }"""
    )
    assert {"connect-src", "img-src", "require-trusted-types-for"} <= set(broken)
    assert stopped == ["TypeError", "EvalError"]
    assert page.locator("body > b").count() == 0


def test_phone(opened: Open) -> None:
    found = opened(
        sample(40, n_times=30),
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
    )
    page = found.page
    expect(page.locator("#times-chart svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    box = page.locator("#map svg").bounding_box()
    assert box
    assert box["width"] <= 340
    page.touchscreen.tap(*circle(page, 1))
    expect(page.locator("#topic-heading")).to_have_text(f"label {by_size(40)[1]}")
    page.locator("#list a").nth(20).tap()
    expect(page.locator("#topic-heading")).to_be_in_viewport()
    assert found.complaints == []


def test_phone_with_a_text_that_has_no_place_to_break(opened: Open) -> None:
    page = opened(
        sample(3, n_times=3, text="x" * 3000), viewport={"width": 360, "height": 740}
    ).page
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_dark_and_light_reach_the_charts(opened: Open) -> None:
    page = opened(sample(n_times=10), color_scheme="dark").page
    expect(page.locator("#times-chart svg")).to_be_visible()
    colours = """() => [getComputedStyle(document.body).backgroundColor,
        ...['#map .mark-symbol path', '#map .mark-text text', '#times-chart .role-axis-label text']
        .map((path) => getComputedStyle(document.querySelector(path)).fill)]"""
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
    assert page.get_by_role("application", name="Map of topics").count() == 1
    assert page.get_by_role("radio", name="relevant").count() == 1


def test_many_topics_and_words_stay_quick(opened: Open) -> None:
    found = opened(sample(500, 49_999, n_times=50))
    page = found.page
    page.locator("#query").fill("word49998")
    expect(page.locator("#found-words h3").first).to_have_text("word49998")
    assert page.locator("#list a").count() == 30
    page.get_by_role("button", name="Show all 500 topics").click()
    assert page.locator("#list a").count() == 500
    names = page.locator("#map .mark-text text").evaluate_all(
        "all => all.filter((e) => e.textContent).map((e) => e.getBoundingClientRect().toJSON())"
    )
    assert len(names) > 10
    assert not any(overlap(a, b) for i, a in enumerate(names) for b in names[:i])
    assert found.complaints == []


def overlap(a: dict[str, float], b: dict[str, float]) -> bool:
    """More than the half pixel that text measures differ by."""
    wide = min(a["right"], b["right"]) - max(a["left"], b["left"])
    high = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
    return wide > 0.5 and high > 2.5
