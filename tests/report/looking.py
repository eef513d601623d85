"""What a test sees and touches of a report made by `sample`."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.report.samples import sample


def by_size(n_topics: int = 12) -> list[int]:
    topics = [shown.topic for shown in sample(n_topics).topics]
    return [topic.id for topic in sorted(topics, key=lambda topic: -topic.size)]


def circle(page: Page, place: int) -> tuple[float, float]:
    """The middle of a circle; they are drawn in the order of the list."""
    box = page.locator("#map svg .mark-symbol path").nth(place).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def chosen(page: Page) -> str:
    """The topic that is shown, once the page has heard of a new address."""
    page.evaluate("() => new Promise((done) => setTimeout(done, 30))")
    return page.locator("#topic-heading").inner_text()
