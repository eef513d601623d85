"""The page while texts come from a real stream."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.serve.page.conftest import Open
from tests.serve.page.feeding import Feed

pytestmark = pytest.mark.browser


def figure(page: Page, name: str) -> str:
    """The value of a number of the page, by its name."""
    return page.locator(".figures > div", has_text=name).locator(".value").first.inner_text()


def texts(page: Page) -> int:
    return int(figure(page, "texts").replace(",", ""))


def wait_for_texts(page: Page, n: int) -> None:
    value = page.locator(".figures > div", has_text="texts").locator(".value").first
    expect(value).to_have_text(f"{n:,}")


def test_numbers_move_without_a_reload(feed: Feed, opened: Open) -> None:
    page = opened(feed.server, span="all")
    wait_for_texts(page, feed.documents)
    page.evaluate("window.here = true")
    feed.write(100)
    wait_for_texts(page, feed.documents)
    expect(page.locator(".status")).to_contain_text("live")
    assert page.evaluate("window.here") is True


def test_newest_texts_come_by_themselves(feed: Feed, opened: Open) -> None:
    page = opened(feed.server, "texts")
    expect(page.locator(".feed > li")).to_have_count(100)
    feed.write(100, ["marzipan", "goal", "team"])
    expect(page.locator(".feed > li").first).to_contain_text(re.compile("marzipan|goal|team"))
    page.get_by_label("Words").fill("marzipan")
    expect(page.locator(".feed > li").first).to_contain_text("marzipan")
    assert page.url.endswith("#/texts?words=marzipan")


def test_a_pause_freezes_the_page_and_not_the_stream(feed: Feed, opened: Open) -> None:
    page = opened(feed.server, span="all")
    before = feed.documents
    wait_for_texts(page, before)
    page.get_by_role("button", name="Pause").click()
    feed.write(100)
    expect(page.locator(".status")).to_contain_text("paused; 100 texts since")
    assert texts(page) == before
    page.get_by_role("button", name="Go on").click()
    wait_for_texts(page, before + 100)
    expect(page.locator(".status")).not_to_contain_text("paused")


def test_it_comes_back_when_the_server_does(feed: Feed, opened: Open) -> None:
    page = opened(feed.server, span="all")
    wait_for_texts(page, feed.documents)
    feed.stop_server()
    expect(page.locator(".status")).to_contain_text("not connected, next try in")
    feed.write(50)
    feed.start_server()
    page.get_by_role("button", name="Try now").click()
    expect(page.locator(".status")).to_contain_text("live")
    wait_for_texts(page, feed.documents)


def test_a_fast_stream_does_not_make_many_requests(feed: Feed, opened: Open) -> None:
    page = opened(feed.server, span="all")
    wait_for_texts(page, feed.documents)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(6):
        feed.write(60)
        page.wait_for_timeout(500)
    assert 2 <= len(asked) <= 12, asked  # three seconds with two requests each, and some more


@pytest.mark.parametrize("rounds", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_the_page_does_not_grow(feed: Feed, opened: Open, rounds: int) -> None:
    page = opened(feed.server, "texts")
    measured = page.context.new_cdp_session(page)
    sizes: list[tuple[int, float]] = []
    for _ in range(rounds):
        feed.write(150)
        feed.wait()
        expect(page.locator(".feed > li").first).to_contain_text(" ")
        page.wait_for_timeout(1100)
        measured.send("HeapProfiler.collectGarbage")
        nodes = page.evaluate("document.querySelectorAll('*').length")
        heap = measured.send("Runtime.getHeapUsage")["usedSize"]
        sizes.append((nodes, heap))
    (first, heap), (last, end) = sizes[0], sizes[-1]
    assert last <= first * 1.02, sizes
    assert end <= heap * 1.25, sizes
