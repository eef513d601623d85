"""A page that stays open for days does not grow: elements, listeners and heap over a replay."""

from __future__ import annotations

from statistics import median
from typing import NamedTuple

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.serve.page.conftest import Open
from tests.serve.page.feeding import Feed

pytestmark = pytest.mark.browser
#: all views, and what is there as soon as they have their data
VIEWS = {
    "now": ".change",
    "topics": ".topics tbody tr",
    "topic/0": ".bars.single tr",
    "texts": ".feed > li",
    "ask": "textarea",
    "time": ".compared tbody tr, .empty",
    "health": ".line .axis",
}
#: nodes, listeners and heap, as parts of before
MOST = (1.1, 1.1, 1.25)
#: words of a topic over time: they may grow, up to so many periods
PERIODS = 60
DRAWN = """() => {
  const chart = document.querySelector(".drift")?.parentElement;
  if (!chart) return [0, 0];
  const walk = document.createTreeWalker(chart);
  let nodes = 1;
  while (walk.nextNode()) nodes += 1;
  return [nodes, chart.querySelectorAll("tbody tr").length];
}"""
#: texts of a round
TEXTS = 150


class Size(NamedTuple):
    """What a page holds after its garbage was collected; nodes also count those not shown.

    Those of the words of a topic over time are counted apart.
    """

    nodes: int
    listeners: int
    heap: int


class Watched:
    """A page that stays where it is, or goes through all views again and again."""

    def __init__(self, page: Page, place: str) -> None:
        self.page, self.place = page, place
        self.sizes: list[Size] = []
        self._measured: CDPSession = page.context.new_cdp_session(page)

    def use(self, n: int) -> None:
        """Let it learn of n texts; ask something, or have a look at each view."""
        if self.place == "ask":
            box = self.page.get_by_label("Texts, one per line")
            # typing would fill what the browser itself keeps to undo it
            box.evaluate("(box, text) => (box.value = text)", "goal team\n" * (n % 9 + 1))
            self.page.get_by_role("button", name="Ask", exact=True).click()
        for place in VIEWS if self.place == "all" else ():
            self.page.evaluate("(place) => (location.hash = `#/${place}`)", place)
            expect(self.page.locator(f"main {VIEWS[place]}").first).to_be_visible()
        told = self.page.locator(f'.status[title^="{n:,} texts"]')
        expect(told).to_be_visible()

    def measure(self) -> None:
        """Take a sample."""
        self._measured.send("HeapProfiler.collectGarbage")
        counted = self._measured.send("Memory.getDOMCounters")
        drawn, periods = self.page.evaluate(DRAWN)
        assert periods <= PERIODS
        heap = self._measured.send("Runtime.getHeapUsage")["usedSize"]
        nodes, listeners = counted["nodes"] - drawn, counted["jsEventListeners"]
        self.sizes.append(Size(nodes, listeners, int(heap)))

    def grown(self) -> list[float]:
        """How many times as much as in its first third it holds in its last, by medians.

        A sample may fall between a view and the one that takes its place, when both are there.
        """
        third = len(self.sizes) // 3
        first, last = self.sizes[:third], self.sizes[-third:]
        return [
            median(b) / median(a)
            for a, b in zip(zip(*first, strict=True), zip(*last, strict=True), strict=True)
        ]


def replayed(feed: Feed, watched: list[Watched], rounds: int) -> None:
    """Feed a stream, and measure pages meanwhile."""
    for _ in range(rounds):
        feed.write(TEXTS)
        for each in watched:
            each.use(feed.documents)
        watched[0].page.wait_for_timeout(1100)  # a view asks at most once a second
        for each in watched:
            each.measure()


def test_a_page_does_not_grow(feed: Feed, opened: Open) -> None:
    watched = Watched(opened(feed.server, "texts"), "texts")
    replayed(feed, [watched], 3)
    assert max(watched.grown()) < 1.25, watched.sizes


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_no_view_grows_over_a_long_replay(feed: Feed, opened: Open) -> None:
    watched = [
        Watched(opened(feed.server, "now" if place == "all" else place, "24h"), place)
        for place in (*VIEWS, "all")
    ]
    replayed(feed, watched, 20)  # until there are moments to compare, alarms, and words over time
    for each in watched:
        each.sizes.clear()
    replayed(feed, watched, 60)
    grown = {each.place: [round(part, 2) for part in each.grown()] for each in watched}
    largest = [max(parts) for parts in zip(*grown.values(), strict=True)]
    assert all(part < most for part, most in zip(largest, MOST, strict=True)), str(grown)
