"""The report as people use it: map, list, topic, search."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.report.conftest import Open
from tests.report.samples import sample
from tests.report.watching import by_size, circles, wait_until

pytestmark = pytest.mark.browser


def test_begins_with_the_largest_topic(opened: Open) -> None:
    """Also if the address names a topic that does not exist."""
    page = opened(sample(), topic=99).page
    expect(page.locator("#topic-heading")).to_have_text(f"label {by_size()[0]}")
    expect(page.locator("#list a strong")).to_have_text([f"label {k}" for k in by_size()])
    expect(page.locator("#list a[aria-current]")).to_have_count(1)
    expect(page.locator("#times")).to_be_hidden()
    expect(page.locator("#topic-time")).to_be_hidden()


def test_quality_and_provenance(opened: Open) -> None:
    page = opened(sample()).page
    figures = page.locator("#figures")
    for text in ("-7.250", "closer to zero is better", "1,234", "another figure"):
        expect(figures).to_contain_text(text)
    expect(page.locator("#provenance-rows")).to_contain_text("biterms fit texts.txt")


def test_areas_of_circles_are_sizes(opened: Open) -> None:
    page = opened(sample(4)).page
    widths = page.locator("#map svg .mark-symbol path").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect().width)"
    )
    sizes = sorted((shown.topic.size for shown in sample(4).topics), reverse=True)
    # without the line around a circle
    ratio = [(width - 1.5) ** 2 / size for width, size in zip(widths, sizes, strict=True)]
    assert ratio == pytest.approx([ratio[0]] * 4, rel=0.1)


def test_pointing_and_clicking(opened: Open) -> None:
    page = opened(sample(n_times=10)).page
    second, third, fifth = (by_size()[k] for k in (2, 3, 5))
    page.mouse.move(*circles(page)[2])
    expect(page.locator("#tip")).to_contain_text(f"label {second}")
    page.mouse.move(5, 5)
    expect(page.locator("#tip")).to_be_hidden()
    page.mouse.click(*circles(page)[3])
    expect(page.locator("#topic-heading")).to_have_text(f"label {third}")
    expect(page.locator("#list a[aria-current] strong")).to_have_text(f"label {third}")
    page.locator("#list a").nth(5).click()
    expect(page.locator("#topic-heading")).to_have_text(f"label {fifth}")
    expect(page.locator("#examples li").first).to_contain_text(f"text 0 of topic {fifth}")
    expect(page.locator("#announcement")).to_contain_text(f"label {fifth}")
    page.go_back()
    expect(page.locator("#topic-heading")).to_have_text(f"label {third}")


def test_words_by_probability_or_relevance(opened: Open) -> None:
    page = opened(sample(), topic=1).page
    first = page.locator("#words tbody tr").first
    expect(first).to_contain_text("w1n0")
    page.locator(".switch").get_by_text("relevance").click()
    expect(first).to_contain_text("w1n19")
    widths = page.locator("#words .bar").evaluate_all("bars => bars.map((b) => b.offsetWidth)")
    assert widths == sorted(widths, reverse=True)
    page.locator("#list a").nth(2).click()
    expect(first).to_contain_text(f"w{by_size()[2]}n19")


def test_search_finds_the_topics_of_a_word(opened: Open) -> None:
    page = opened(sample()).page
    assert highlighted(page) == {0}
    page.get_by_label("Search for words, labels or a topic number").fill("WORD7")
    block = page.locator("#result-blocks > div").first
    expect(block.locator("h3")).to_have_text("word7")
    expect(block.locator("tbody tr").nth(0)).to_contain_text("label 7")
    expect(block.locator("tbody tr").nth(0)).to_contain_text("75.0%")
    expect(block.locator("tbody tr").nth(1)).to_contain_text("label 8")
    # word7 and word70 to word79
    summary = "11 matching words (the first 3 are shown) and 0 matching labels. “word7” belongs"
    expect(page.locator("#result-summary")).to_contain_text(summary)
    place = by_size().index
    wait_until(page, lambda: highlighted(page), {place(7), place(8), 0})
    block.get_by_role("link", name="label 8").click()
    expect(page.locator("#topic-heading")).to_have_text("label 8")


def test_search_without_accents_by_label_by_number_and_for_nothing(opened: Open) -> None:
    page = opened(sample()).page
    query, first = page.locator("#query"), page.locator("#result-blocks h3").first
    query.fill("WORD")
    expect(first).to_have_text("wörd")
    query.fill("ord19")
    expect(first).to_have_text("word19")
    labels = page.locator("#result-blocks > div", has_text="Labels")
    query.fill("label 7")
    expect(labels.get_by_role("link")).to_have_text(["label 7"])
    wait_until(page, lambda: highlighted(page), {by_size().index(7), 0})
    query.fill("3")
    expect(labels.get_by_role("link").first).to_have_text("label 3")
    query.fill("nowhere")
    expect(page.locator("#result-summary")).to_have_text("No word and no topic label matches.")
    query.fill("")
    expect(page.locator("#results")).to_be_hidden()


def highlighted(page: Page) -> set[int]:
    """Positions of the circles that stand out: the chosen one and those of a search."""
    strength = "topics => topics.map((e) => Number(e.getAttribute('fill-opacity')))"
    shades = page.locator("#map svg .mark-symbol path").evaluate_all(strength)
    return {place for place, shade in enumerate(shades) if shade > min(shades) + 0.1}
