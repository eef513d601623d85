"""A headless Chromium, and reports opened in it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from biterms.report.write import write_report
from biterms.topics.report_data import ReportData

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


@dataclass(frozen=True)
class Opened:
    """A page, what it complained about and what it asked the network or the disk for."""

    page: Page
    complaints: list[str]
    requests: list[str]


Open = Callable[..., Opened]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no browser: chromium is not on the PATH")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium: Browser, tmp_path: Path) -> Iterator[Open]:
    """Writes a report, opens it and waits until the map is drawn."""
    contexts = []

    def open_report(data: ReportData, *, address: str = "", **settings: Any) -> Opened:
        write_report(data, tmp_path / "report.html")
        settings = {"viewport": {"width": 1280, "height": 900}} | settings
        context = chromium.new_context(**settings)
        contexts.append(context)
        found = Opened(context.new_page(), [], [])
        found.page.on("console", lambda message: found.complaints.append(message.text))
        found.page.on("pageerror", lambda error: found.complaints.append(str(error)))
        found.page.on("request", lambda request: found.requests.append(request.url))
        found.page.goto((tmp_path / "report.html").as_uri() + address)
        found.page.wait_for_selector("#map svg")
        return found

    yield open_report
    for context in contexts:
        context.close()
