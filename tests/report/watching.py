"""What a test sees in a report made by `sample`, and waiting until it is there."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from playwright.sync_api import Page

from tests.report.samples import sample


def by_size(n_topics: int = 12) -> list[int]:
    topics = [shown.topic for shown in sample(n_topics).topics]
    return [topic.id for topic in sorted(topics, key=lambda topic: -topic.size)]


def circles(page: Page) -> list[tuple[float, float]]:
    """The centre of each circle, in the order of the list."""
    return page.locator("#map svg .mark-symbol path").evaluate_all(
        """all => all.map((e) => e.getBoundingClientRect())
            .map((box) => [box.x + box.width / 2, box.y + box.height / 2])"""
    )


def wait_until(page: Page, look: Callable[[], object], expected: object) -> None:
    """Look again after each frame that the page draws, until this is what there is."""
    end = monotonic() + 30
    while (seen := look()) != expected and monotonic() < end:
        page.evaluate("() => new Promise(requestAnimationFrame)")
    assert seen == expected
