"""Reports opened in a headless Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from biterms.report import write_report
from biterms.topics.report_data import ReportData

WINDOW = {"width": 1280, "height": 900}


@dataclass(frozen=True)
class Opened:
    """A page, the messages in its console and what it requested from network or disk."""

    page: Page
    messages: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def _hear(self, text: str) -> None:
        """What a driver says of its own speed, as that of software rendering does, is not ours."""
        if "GL Driver Message" not in text:
            self.messages.append(text)

    def listen(self) -> dict[str, Callable[[Any], None]]:
        listeners: dict[str, Callable[[Any], None]] = {
            "console": lambda message: self._hear(message.text),
            "pageerror": lambda error: self.messages.append(str(error)),
            "request": lambda request: self.requests.append(request.url),
        }
        for event, listener in listeners.items():
            self.page.on(event, listener)  # type: ignore[call-overload]
        return listeners


Open = Callable[..., Opened]


@pytest.fixture(scope="session")
def axe(project: Path) -> str:
    """The source of axe-core, which looks for what some people cannot use."""
    path = project / "web/node_modules/axe-core/axe.min.js"
    if not path.is_file():
        pytest.skip("no Node: axe-core is not in web/node_modules; npm install in web/")
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def window(chromium: Browser) -> Page:
    """The page of most tests; loading a report in it starts from nothing."""
    return chromium.new_context(viewport=WINDOW).new_page()


@pytest.fixture(scope="session")
def address_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[ReportData], str]:
    """Writes a report once and gives its address."""
    folder = tmp_path_factory.mktemp("reports")
    written: dict[int, tuple[ReportData, str]] = {}

    def address(data: ReportData) -> str:
        if id(data) not in written:
            path = folder / f"{len(written)}.html"
            write_report(data, path)
            written[id(data)] = data, path.as_uri()
        return written[id(data)][1]

    return address


@pytest.fixture
def opened(
    chromium: Browser, window: Page, address_of: Callable[[ReportData], str]
) -> Iterator[Open]:
    """Opens a report and waits for its map; at the end its console must be empty.

    `script` runs before those of the page; `settings` are those of another window, as of a phone.
    """
    reports, close = [], []

    def open_report(
        data: ReportData, *, topic: int | None = None, script: str = "", **settings: Any
    ) -> Opened:
        page = window
        if script or settings:
            context = chromium.new_context(**({"viewport": WINDOW} | settings))
            close.append(context.close)
            page = context.new_page()
            page.add_init_script(script)
        page.goto("about:blank")
        page.mouse.move(0, 0)
        report = Opened(page)
        for event, listener in report.listen().items():
            close.append(lambda event=event, do=listener: page.remove_listener(event, do))
        page.goto(address_of(data) + ("" if topic is None else f"#topic-{topic}"))
        page.locator("#map .mark-symbol path").first.wait_for(state="attached")
        reports.append(report)
        return report

    yield open_report
    for done in reversed(close):
        done()
    assert [report.messages for report in reports] == [[]] * len(reports)
