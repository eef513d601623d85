"""The page of a live model in a browser: one that has ended, and one that a stream feeds."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.serve.conftest import N
from tests.serve.page.feeding import Feed
from tests.serve.running import Asked, inside
from tests.streams.test_delivery import put_alarm

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 380, "height": 800}
DEVICES: dict[str, dict[str, Any]] = {
    "desk": {},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}
#: what a browser itself says of a server that is not there, or refuses; the page says it, too
EXPECTED = (
    "ERR_CONNECTION_REFUSED",
    "ERR_INCOMPLETE_CHUNKED_ENCODING",
    "status of 401",
    "status of 503",
    "status of 422",
)
Open = Callable[..., Page]


@pytest.fixture(scope="session")
def own(live: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """A server of a copy, which these tests may say something about."""
    folder = tmp_path_factory.mktemp("page") / "news.live"
    shutil.copytree(live, folder)
    with inside(folder) as server:
        yield server


@pytest.fixture(scope="session")
def feed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Feed]:
    """A real stream process that learns from what tests write, and its server."""
    feed = Feed(tmp_path_factory.mktemp("feed"))
    try:
        yield feed
    finally:
        feed.close()


@pytest.fixture(scope="session")
def old_feed(live: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Feed]:
    """A stream process that goes on with a model that has been learnt from for days."""
    folder = tmp_path_factory.mktemp("old")
    feed = Feed(folder, Path(shutil.copytree(live, folder / "news.live")), before=N)
    try:
        yield feed
    finally:
        feed.close()


@pytest.fixture(scope="session")
def spare_folder(live: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with many alarms, which tests leave as they found it."""
    folder = Path(shutil.copytree(live, tmp_path_factory.mktemp("spare") / "news.live"))
    for number in range(1000, 1015):
        put_alarm(folder, number)
    return folder


@pytest.fixture(scope="session")
def spare(spare_folder: Path) -> Iterator[Asked]:
    """A server of it."""
    with inside(spare_folder) as server:
        yield server


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Open]:
    """Opens a place of a server; whatever the page says in its console fails the test."""
    with opening(chromium) as open_page:
        yield open_page


@contextmanager
def opening(chromium: Browser) -> Iterator[Open]:
    """Opens places of servers, and closes them; nothing may have been said in a console."""
    contexts: list[BrowserContext] = []
    said: list[str] = []

    def open_page(
        server: Asked, place: str = "now", span: str | None = "7d", **settings: Any
    ) -> Page:
        context = chromium.new_context(**({"viewport": DESK, "accept_downloads": True} | settings))
        contexts.append(context)
        context.set_default_timeout(30_000)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: said.append(f"dialog: {dialog.message}"))
        if span is not None:
            page.add_init_script(
                f"localStorage.getItem('window') ?? localStorage.setItem('window', '{span}')"
            )
        page.goto(f"{server.url}/#/{place}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [line for line in said if not any(known in line for known in EXPECTED)] == []
