"""The report as people use it: map, list, search, charts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browse.conftest import Open
from tests.browse.looking import by_size, chosen, circle
from tests.browse.samples import sample

pytestmark = pytest.mark.browser


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


def test_many_topics_and_words_stay_quick(opened: Open) -> None:
    found = opened(sample(500, 19_999))
    page = found.page
    page.locator("#query").fill("word19998")
    expect(page.locator("#found-words h3").first).to_have_text("word19998")
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
