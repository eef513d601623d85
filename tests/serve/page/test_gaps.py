"""Where nothing came for a while nothing is drawn, and texts ahead of the clock are shown."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.serve.page.conftest import Open
from tests.serve.page.test_times import TEXTS, followed
from tests.serve.running import inside


def parts(page: Page, path: str) -> int:
    """How many pieces a line or a band is made of."""
    drawn = page.locator(path).first.get_attribute("d") or ""
    return drawn.count("M")


def test_nothing_is_drawn_where_nothing_came(tmp_path: Path, opened: Open) -> None:
    begin = time.time() - 7200
    times = [begin + 20 * i + (3600 if i >= 30 else 0) for i in range(len(TEXTS))]
    live = followed(tmp_path / "gap", [str(at) for at in times])
    with inside(live) as server:
        page = opened(server, "topics", span="all")
        expect(page.locator(".stream")).to_contain_text("no texts")
        assert parts(page, ".band") == 2
        page.goto(f"{server.url}/#/health")
        counts = page.locator("figure", has_text="Texts in each period")
        expect(counts).to_contain_text("between 0 and 3")
        assert parts(page, "figure:has-text('Texts in each period') .spark-line") == 2


def test_texts_ahead_of_the_clock_are_shown(tmp_path: Path, opened: Open) -> None:
    """As those of a zone that is ahead of UTC, whose times do not say so."""
    begin = time.time() + 3 * 3600
    live = followed(tmp_path / "ahead", [str(begin + i) for i in range(len(TEXTS))])
    with inside(live) as server:
        page = opened(server, span="1h")
        texts = page.locator(".figures > div", has_text="texts").locator(".value").first
        expect(texts).to_have_text(f"{len(TEXTS)}")
        expect(page.get_by_role("heading", name="Largest 2")).to_be_visible()
        expect(page.locator("main")).not_to_contain_text("A shorter window")  # there is none
        page.goto(f"{server.url}/#/digest")
        expect(page.locator(".digest-head")).to_contain_text(f"{len(TEXTS)} texts")
