"""The report as people use it: map, list, search, charts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.report.conftest import Open
from tests.report.looking import by_size, chosen, circle
from tests.report.samples import sample

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
    found.page.get_by_label("Search for a word, a label or a number").fill("WORD7")
    block = found.page.locator("#found-words > div").first
    expect(block.locator("h3")).to_have_text("word7")
    expect(block.locator("tbody tr").nth(0)).to_contain_text("label 7")
    expect(block.locator("tbody tr").nth(0)).to_contain_text("75.0%")
    expect(block.locator("tbody tr").nth(1)).to_contain_text("label 8")
    # word7 and word70 to word79
    expect(found.page.locator("#found-count")).to_contain_text("11 words, the first 3 are shown")
    assert lit(found.page) == {by_size().index(7), by_size().index(8), 0}
    block.get_by_role("link", name="label 8").click()
    expect(found.page.locator("#topic-heading")).to_have_text("label 8")
    assert found.complaints == []


def test_search_by_label_lights_the_circle(opened: Open) -> None:
    page = opened(sample(), address=f"#topic-{by_size()[0]}").page
    assert lit(page) == {0}
    page.locator("#query").fill("label 7")
    expect(page.locator("#found")).to_be_visible()
    assert lit(page) == {by_size().index(7), 0}


def lit(page: Page) -> set[int]:
    """Places of the circles that stand out: the chosen one, and what a search has found."""
    page.wait_for_timeout(200)  # the map is drawn after the search has spoken
    strength = "topics => topics.map((e) => Number(e.getAttribute('fill-opacity')))"
    shades = page.locator("#map svg .mark-symbol path").evaluate_all(strength)
    return {place for place, shade in enumerate(shades) if shade > min(shades) + 0.1}


def test_search_without_accents_by_label_and_for_nothing(opened: Open) -> None:
    page = opened(sample()).page
    page.locator("#query").fill("WORD")
    expect(page.locator("#found-words h3").first).to_have_text("wörd")
    page.locator("#query").fill("ord19")
    expect(page.locator("#found-words h3").first).to_have_text("word19")
    page.locator("#query").fill("label 11")
    labels = page.locator("#found-words > div", has_text="Labels")
    expect(labels.get_by_role("link", name="label 11")).to_be_visible()
    page.locator("#query").fill("3")
    first = page.locator("#found-words > div", has_text="Labels").get_by_role("link").first
    expect(first).to_have_text("label 3")
    page.locator("#query").fill("nowhere")
    expect(page.locator("#found-count")).to_contain_text("No word")
    page.locator("#query").fill("")
    expect(page.locator("#found")).to_be_hidden()


def test_quality_and_how_it_was_made(opened: Open) -> None:
    page = opened(sample()).page
    figures = page.locator("#figures")
    expect(figures).to_contain_text("-7.250")
    expect(figures).to_contain_text("closer to zero is better")
    expect(figures).to_contain_text("1,234")
    expect(figures).to_contain_text("another figure")
    expect(page.locator("#making")).to_contain_text("biterms fit texts.txt")
