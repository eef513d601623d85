"""The page while texts come from a real stream."""

from __future__ import annotations

import re
import time

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


def wait_for_events(page: Page, n: int) -> None:
    """Until the page was told of so many texts; what it shows may be newer."""
    expect(page.locator(".status")).to_have_attribute("title", re.compile(f"^{n:,} texts"))


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
    expect(page).to_have_url(re.compile(r"#/texts\?words=marzipan$"))


def test_a_pause_freezes_the_page_and_not_the_stream(feed: Feed, opened: Open) -> None:
    page = opened(feed.server, span="all")
    before = feed.documents
    wait_for_texts(page, before)
    wait_for_events(page, before)
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
    expect(page.locator(".status")).to_contain_text("not connected, trying again in")
    page.get_by_role("button", name="Try now").click()
    expect(page.locator(".status")).to_contain_text("not connected, trying again in")
    feed.write(50)
    feed.start_server()
    # the button goes away if the page comes back by itself before it is clicked
    page.get_by_text("Try now").dispatch_event("click")
    expect(page.locator(".status")).to_contain_text("live")
    wait_for_texts(page, feed.documents)


def test_a_fast_stream_does_not_make_many_requests(feed: Feed, opened: Open) -> None:
    page = opened(feed.server, span="all")
    wait_for_texts(page, feed.documents)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    begin = time.monotonic()
    for _ in range(6):
        feed.write(60)
        page.wait_for_timeout(500)
    wait_for_texts(page, feed.documents)
    seconds = time.monotonic() - begin
    assert 2 <= len(asked) <= 2 * (seconds + 2), (seconds, asked)  # two at most in each second
