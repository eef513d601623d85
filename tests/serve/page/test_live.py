"""The page while texts come from a real stream."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from playwright.sync_api import Page, expect

from tests.serve.page.conftest import Open
from tests.serve.page.feeding import Feed
from tests.serve.running import Asked

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


@contextmanager
def texts_come(feed: Feed) -> Iterator[None]:
    """Texts come all the time."""
    ended = Event()

    def write() -> None:
        while not ended.wait(0.2):
            feed.write(20)

    writer = Thread(target=write)
    writer.start()
    try:
        yield
    finally:
        ended.set()
        writer.join()


def test_numbers_move_without_a_reload(feed: Feed, opened: Open) -> None:
    page = opened(feed.server, span="all")
    wait_for_texts(page, feed.documents)
    page.evaluate("window.here = true")
    feed.write(100)
    wait_for_texts(page, feed.documents)
    expect(page.locator(".status")).to_contain_text("live")
    expect(page.locator(".status")).to_contain_text(
        re.compile(r"last text \d+ s ago, of \d+ .* 2023")
    )
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
    for _ in range(10):
        feed.write(20)
        page.wait_for_timeout(200)
    wait_for_texts(page, feed.documents)
    seconds = time.monotonic() - begin
    assert 2 <= len(asked) <= 2 * (seconds + 2), (seconds, asked)  # two at most in each second


def test_everything_is_done_while_texts_come(old_feed: Feed, opened: Open) -> None:
    page = opened(old_feed.server, "topics", span="all")
    shown = page.locator("p.soft", has_text=" texts, ")
    with texts_come(old_feed):
        expect(shown).to_contain_text("all time")
        box = page.locator(".brush-area").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + 50)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 50, steps=4)
        page.mouse.up()
        expect(shown).to_contain_text(" to ")
        page.get_by_role("button", name="Zoom in").click()
        page.get_by_role("button", name="Show all").click()
        expect(shown).to_contain_text("all time")
        page.goto(f"{old_feed.server.url}/#/topic/2")
        page.get_by_label("Name").fill("Found while it runs")
        page.get_by_label("Name").press("Enter")
        expect(page.locator("h1")).to_have_text("Found while it runs")
        page.get_by_role("button", name="Hide", exact=True).click()
        expect(page.get_by_role("button", name="Hidden")).to_be_visible()
        page.locator("h1").press("z")
        expect(page.get_by_role("button", name="Hide", exact=True)).to_be_visible()
        page.goto(f"{old_feed.server.url}/#/time")
        said = page.locator("section", has_text="Side by side").get_by_role("status")
        expect(said).to_contain_text("4 topics:")
        moment = page.get_by_role("slider", name="From").get_attribute("aria-valuetext") or ""
        page.get_by_role("slider", name="From").press("ArrowRight")
        expect(page.get_by_role("slider", name="From")).not_to_have_attribute(
            "aria-valuetext", moment
        )
        expect(page.locator(".compared")).to_contain_text("Found while it runs")
        page.get_by_role("button", name="Pause").click()
        expect(page.locator(".status")).to_contain_text(re.compile("paused; [1-9]"))
        page.get_by_role("button", name="Go on").click()
        expect(page.locator(".status")).to_contain_text("live")


def test_a_stream_that_is_gone_is_said(
    spare: Asked, spare_folder: Path, tmp_path: Path, opened: Open
) -> None:
    """Nothing of it stays on the page, and when it is back, so is the view."""
    page = opened(spare, "topics")
    rows = page.locator(".topics tbody tr")
    expect(rows).to_have_count(4)
    spare_folder.rename(tmp_path / "elsewhere")
    expect(page.locator("main")).to_contain_text("The stream is gone")
    expect(page.locator(".status")).to_contain_text("the stream is gone")
    expect(rows).to_have_count(0)
    page.goto(f"{spare.url}/#/texts")
    expect(page.locator("main .empty")).to_contain_text("Its folder was deleted or moved")
    (tmp_path / "elsewhere").rename(spare_folder)
    expect(page.locator(".feed > li")).to_have_count(100)
    expect(page.locator(".status")).to_contain_text("quiet for")
