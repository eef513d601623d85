"""The page for everybody: keyboard, screen readers, phones, both colours, nothing to show yet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.serve.page.conftest import DEVICES, PHONE, Open, opening
from tests.serve.running import Asked, inside

pytestmark = pytest.mark.browser
PLACES = {
    "now": ".alarm",
    "topics": ".band",
    "topic/0": ".bars tr",
    "texts": ".feed > li",
    "ask": "textarea",
    "time": ".compared tbody tr",
    "health": ".line .axis",
    "digest": ".digest li",
}
#: rules of axe that ask for colours: nothing else depends on whether it is light or dark
COLOURED = ["color-contrast", "link-in-text-block"]
TOKEN = "correct-horse-battery"


@pytest.fixture(scope="session")
def axe(project: Path) -> str:
    """The source of axe-core."""
    path = project / "web/node_modules/axe-core/axe.min.js"
    if not path.is_file():
        pytest.skip("no Node: axe-core is not in web/node_modules; npm install in web/")
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def windows(own: Asked, chromium: Browser) -> Iterator[dict[str, Page]]:
    """A page on each device, which goes from place to place."""
    with opening(chromium) as open_page:
        yield {name: open_page(own, **settings) for name, settings in DEVICES.items()}


def visit(page: Page, place: str) -> None:
    page.evaluate("(place) => (location.hash = `#/${place}`)", place)
    page.locator(f"main {PLACES[place]}").first.wait_for()


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_nothing(windows: dict[str, Page], axe: str, place: str, device: str) -> None:
    page = windows[device]
    visit(page, place)
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    for scheme, asked in (("light", "{}"), ("dark", f"{{ runOnly: {json.dumps(COLOURED)} }}")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found = page.evaluate(f"axe.run({asked}).then((found) => found.violations)")
        assert [
            (each["id"], [node["target"] for node in each["nodes"]], each["help"]) for each in found
        ] == [], scheme


@pytest.mark.parametrize("place", PLACES)
def test_it_fits_a_phone(windows: dict[str, Page], place: str) -> None:
    page = windows["phone"]
    visit(page, place)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for link in page.locator("nav a").all():
        box = link.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE["width"]


def test_everything_is_done_by_the_keyboard(own: Asked, opened: Open) -> None:
    page = opened(own)
    page.locator(".alarm").first.wait_for()
    page.keyboard.press("Tab")
    expect(page.get_by_text("To the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("pause the page")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("w")
    expect(page.get_by_role("radio", name="all")).to_be_checked()
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    for key, name in enumerate(("Now", "Topics", "Texts", "Ask", "Time", "Health"), 1):
        page.keyboard.press(str(key))
        expect(page.locator("nav a[aria-current]")).to_contain_text(name)
        expect(page.locator("main")).to_be_focused()


def test_shortcuts_can_be_turned_off(own: Asked, opened: Open) -> None:
    page = opened(own)
    page.keyboard.press("?")
    page.get_by_label("single keys are shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    page.evaluate("new Promise(requestAnimationFrame)")  # a key that counted would count by now
    expect(page.locator("nav a[aria-current]")).to_contain_text("Now")


def test_colours_are_chosen(own: Asked, opened: Open) -> None:
    page = opened(own, color_scheme="light")
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(background)
    page.keyboard.press("t")
    assert page.evaluate(background) == light
    page.keyboard.press("t")
    dark = page.evaluate(background)
    assert dark != light
    page.reload()
    page.locator(".alarm").first.wait_for()
    assert page.evaluate(background) == dark


def test_nothing_yet_tells_what_to_do(opened: Open, tmp_path: Path) -> None:
    with inside(tmp_path / "new.live") as server:
        page = opened(server)
        advice = {
            "now": "biterms stream FILE",
            "topics": "biterms stream FILE",
            "texts": "biterms stream FILE",
            "time": "--states 24h,30d",
            "health": "biterms stream FILE",
        }
        for place, words in advice.items():
            page.goto(f"{server.url}/#/{place}")
            expect(page.locator("main .empty").first).to_contain_text(words)
        expect(page.locator("main .line").first).to_be_hidden()
        page.goto(f"{server.url}/#/ask")
        page.get_by_label("Texts, one per line").fill("a late goal")
        page.get_by_role("button", name="Ask", exact=True).click()
        expect(page.get_by_role("main")).to_contain_text("start biterms stream FILE")


@pytest.fixture(scope="module")
def guarded(live: Path) -> Iterator[Asked]:
    """A server that wants a token, and takes no edits."""
    with inside(live, read_only=True, token=TOKEN) as server:
        yield server


def test_a_token_is_asked_for_and_kept_out_of_the_address(guarded: Asked, opened: Open) -> None:
    page = opened(guarded)
    page.get_by_role("textbox", name="Token").fill("wrong-horse-battery")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("dialog")).to_contain_text("was not accepted")
    page.get_by_role("textbox", name="Token").fill(TOKEN)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".alarm").first).to_be_visible()
    expect(page.locator(".status")).to_contain_text("quiet")
    assert TOKEN not in page.url
    assert page.evaluate("Object.values(localStorage).join()").find(TOKEN) < 0
    expect(page.locator(".alarm button:visible")).to_have_count(0)  # read-only


def test_files_are_fetched_with_the_token(guarded: Asked, opened: Open) -> None:
    """A browser that follows a link sends no token: the page fetches what it links to."""
    page = opened(guarded)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("textbox", name="Token").fill(TOKEN)
    page.get_by_role("button", name="Go on").click()
    links = (
        ("now", "Feed", "digest.atom", "<feed "),
        ("digest", "as a page", "digest.html", "<!DOCTYPE html>"),
        ("digest", "as a feed", "digest.atom", "<feed "),
        ("health", "metrics of Prometheus", "metrics.txt", "biterms_documents_total 1500"),
    )
    for place, name, file, content in links:
        page.goto(f"{guarded.url}/#/{place}")
        with page.expect_download() as saved:
            page.get_by_role("link", name=name, exact=True).click()
        assert saved.value.suggested_filename == file
        assert content in saved.value.path().read_text(encoding="utf-8")
        expect(page.locator(".toast").last).to_contain_text("Authorization: Bearer")
    page.get_by_role("link", name="the API").click()
    expect(page.get_by_role("rowheader", name="GET /v1/topics", exact=True)).to_be_visible()
    assert not any(TOKEN in url for url in asked)
