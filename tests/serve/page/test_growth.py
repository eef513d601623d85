"""A page that stays open for days does not grow: what it holds over a replay, round by round.

What is counted is what the page itself holds: elements, also those that are not shown, listeners,
and objects of JavaScript; all of them are flat to a few. The heap in bytes is not: it has the code
that the browser compiles, its caches, and what it notes for those who watch it.
"""

from __future__ import annotations

from itertools import combinations
from statistics import median
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.serve.page.conftest import Open
from tests.serve.page.feeding import Feed
from tests.serve.running import Asked

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
    "digest": ".digest li",
}
#: words of a topic over time: they may grow, up to so many periods
PERIODS = 60
#: its nodes, elements and periods; nothing here may touch a text, which would make an object of it
DRAWN = """() => {
  const chart = document.querySelector(".drift")?.parentElement;
  if (!chart) return [0, 0, 0];
  const count = (path) => document.evaluate(`count(${path})`, chart).numberValue;
  return [1 + count(".//node()"), 1 + count(".//*"), count(".//*[local-name()='tbody']/*")];
}"""
#: texts of a round
TEXTS = 150
#: a page that keeps something of each answer
LEAKS = {
    "nodes": "for (let i = 0; i < 9; i++) kept.push(document.createElement('i'))",
    "listeners": "for (let i = 0; i < 9; i++) document.addEventListener('x', () => i)",
    "objects": "for (let i = 0; i < 9; i++) kept.push({ i })",
}
LEAKY = """() => {
  const kept = [], ask = fetch;
  window.fetch = (...given) => { %s; return ask(...given); };
}"""


class Size(NamedTuple):
    """What a page holds after its garbage was collected, or how much more it holds each round.

    What the words of a topic over time are drawn with is not counted.
    """

    nodes: float
    listeners: float
    objects: float
    heap: float


def slope(values: tuple[float, ...]) -> float:
    """The median of the slopes between all pairs: some samples that are far off do not matter.

    A sample may fall between a view and the one that takes its place, when both are there.
    """
    rounds = combinations(enumerate(values), 2)
    return median((b - a) / (late - early) for (early, a), (late, b) in rounds)


class Watched:
    """A page that stays where it is, or goes through all views again and again."""

    def __init__(self, page: Page, place: str) -> None:
        self.page, self.place = page, place
        self.sizes: list[Size] = []
        self._session: CDPSession = page.context.new_cdp_session(page)

    def use(self, n: int) -> None:
        """Let it learn of n texts; ask something, or have a look at each view."""
        if self.place == "ask":
            box = self.page.get_by_label("Texts, one per line")
            # typing would fill what the browser itself keeps to undo it
            box.evaluate("(box, text) => (box.value = text)", "goal team\n" * 4)
            self.page.get_by_role("button", name="Ask", exact=True).click()
        for place in VIEWS if self.place == "all" else ():
            self.page.evaluate("(place) => (location.hash = `#/${place}`)", place)
            expect(self.page.locator(f"main {VIEWS[place]}").first).to_be_visible()
        told = self.page.locator(f'.status[title^="{n:,} texts"]')
        expect(told).to_be_visible()

    def measure(self) -> None:
        """Take a sample."""
        objects = self._objects()  # collects garbage first
        counted = self._session.send("Memory.getDOMCounters")
        nodes, elements, periods = self.page.evaluate(DRAWN)
        assert periods <= PERIODS
        heap = self._session.send("Runtime.getHeapUsage")["usedSize"]
        self.sizes.append(
            Size(
                counted["nodes"] - nodes,
                counted["jsEventListeners"],
                objects - elements,
                int(heap),
            )
        )

    def _objects(self) -> int:
        """Objects of the page that are alive, functions and wrapped elements among them."""
        self._session.send("HeapProfiler.collectGarbage")
        group = {"objectGroup": "counted"}
        any_object = self._evaluated("Runtime.evaluate", expression="Object.prototype", **group)
        found = self._session.send(
            "Runtime.queryObjects", {"prototypeObjectId": any_object["objectId"], **group}
        )
        length = self._evaluated(
            "Runtime.callFunctionOn",
            objectId=found["objects"]["objectId"],
            functionDeclaration="function () { return this.length; }",
        )
        self._session.send("Runtime.releaseObjectGroup", group)
        return int(length["value"])

    def _evaluated(self, method: str, **given: Any) -> dict[str, Any]:
        found: dict[str, Any] = self._session.send(method, given)["result"]
        return found

    def growth(self) -> Size:
        """How much more it holds with each round."""
        return Size(*(round(slope(values), 2) for values in zip(*self.sizes, strict=True)))


def replayed(feed: Feed, watched: list[Watched], rounds: int) -> None:
    """Feed a stream, and measure pages meanwhile."""
    for _ in range(rounds):
        feed.write(TEXTS)
        for each in watched:
            each.use(feed.documents)
        watched[0].page.wait_for_timeout(1100)  # a view asks at most once a second
        for each in watched:
            each.measure()


@pytest.mark.parametrize("leak", [None, *LEAKS])
def test_growth_is_found_where_something_is_kept(
    own: Asked, opened: Open, leak: str | None
) -> None:
    """A view that asks again and again for what does not change, with a leak or without."""
    watched = Watched(opened(own, "digest"), "digest")
    page = watched.page
    if leak is not None:
        page.evaluate(LEAKY % LEAKS[leak])
    for _ in range(7):
        for span in ("1 h", "24 h"):
            with page.expect_response("**/v1/digest?*"):
                page.get_by_role("radio", name=span).check()
        expect(page.locator(".digest li").first).to_be_visible()
        watched.measure()
    del watched.sizes[:2]
    found = watched.growth()._asdict()
    grown = [name for name in LEAKS if found[name] > 4.5]
    # elements that are kept are objects, and so are functions that listen
    assert grown == [name for name in LEAKS if leak and name in (leak, "objects")], watched.sizes


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
    grown = {each.place: each.growth() for each in watched}
    # one thing of each answer that is kept would be 1 or more, since a view asks in each round
    held = {place: max(growth[:3]) for place, growth in grown.items()}
    assert max(held.values()) < 0.5, "\n".join(f"{each.place} {each.sizes}" for each in watched)
    assert max(growth.heap for growth in grown.values()) < 5000, str(grown)
