"""Times as the page says them: by the clock, and days as days wherever one looks from."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from biterms import LDA, Record, TopicModel
from biterms.streams import Texts, follow
from tests.serve.page.conftest import Open
from tests.serve.running import Asked, inside

DAYS = ("2003-02-19", "2003-02-20", "2003-02-21")
TEXTS = ["ferry sails harbour tide", "tram stops street line", "ferry tide wind"] * 20


def followed(folder: Path, times: list[str], texts: list[str] = TEXTS) -> Path:
    records = [
        Record(text, f"t{i}", at, None)
        for i, (text, at) in enumerate(zip(texts, times, strict=True))
    ]
    follow(Texts(records), folder, TopicModel(LDA(2, random_state=0)))
    return folder


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """Texts that have a date alone."""
    live = followed(tmp_path_factory.mktemp("days") / "live", sorted(DAYS * 20))
    with inside(live) as server:
        yield server


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """Texts of two hours ago, none before and none since."""
    begin = time.time() - 7200
    times = [str(begin + i) for i in range(len(TEXTS))]
    with inside(followed(tmp_path_factory.mktemp("quiet") / "live", times)) as server:
        yield server


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "UTC", "Asia/Tokyo"])
def test_a_date_is_the_same_day_everywhere(days: Asked, opened: Open, zone: str) -> None:
    page = opened(days, "health", timezone_id=zone)
    expect(page.locator(".status")).to_contain_text("of 21 Feb 2003")
    axis = page.locator("figure", has_text="Texts in each period").locator(".axis")
    expect(axis.filter(has_text="2003")).to_have_text(["19 Feb 2003", "21 Feb 2003"])
    page.goto(f"{days.url}/#/texts")
    expect(page.locator(".feed > li").first).to_contain_text("on 21 Feb 2003")
    page.goto(f"{days.url}/#/topic/0")
    expect(page.locator("main")).to_contain_text("First seen 19 Feb 2003")
    text = page.get_by_text(re.compile(r"of this text, \d\d Feb 2003$"))
    expect(text.first).to_be_visible()


def test_a_text_of_a_quiet_stream_is_as_old_as_it_is(quiet: Asked, opened: Open) -> None:
    """The newest text is not "just now" for ever."""
    page = opened(quiet, "texts")
    expect(page.locator(".feed > li").first).to_contain_text(re.compile(r"(2 h|1\d\d min) ago"))


@pytest.mark.parametrize("hours", [-5, 5])
def test_the_clock_of_a_browser_may_be_wrong(quiet: Asked, opened: Open, hours: int) -> None:
    page = opened(quiet, "texts")
    page.add_init_script(f"const real = Date.now; Date.now = () => real() + {hours} * 3600 * 1000")
    page.reload()
    expect(page.locator(".feed > li").first).to_contain_text(re.compile(r"(2 h|1\d\d min) ago"))
    expect(page.locator(".status")).to_contain_text(re.compile(r"^(live|quiet for \d+ (s|min))"))


def test_a_stream_that_has_just_begun_is_not_compared(quiet: Asked, opened: Open) -> None:
    """Nothing was 0 % before there was anything."""
    assert all(row["before"] is None for row in quiet.get("topics?window=24h")["topics"])
    page = opened(quiet, span="24h")
    expect(page.locator("main")).to_contain_text("There is nothing before")
    expect(page.get_by_role("heading", name=re.compile("Largest"))).to_be_visible()
    expect(page.get_by_role("heading", name="Not certain")).to_have_count(0)


def test_what_may_be_chance_is_shown_as_such(tmp_path: Path, opened: Open) -> None:
    """Two texts of a day are no certainty, and no reason to show nothing."""
    now = time.time()
    times = [now - 7 * 86_400 + i * 9_000 for i in range(58)] + [now - 60, now]
    texts = [*TEXTS[:58], TEXTS[1], TEXTS[1]]
    with inside(followed(tmp_path / "few", [str(at) for at in times], texts)) as server:
        page = opened(server, span="24h")
        expect(page.locator("main")).to_contain_text("No topic has changed more than chance")
        changes = page.locator("section", has=page.get_by_role("heading", name="Not certain"))
        expect(changes.locator(".change").first).to_contain_text(
            re.compile(r"[▲▼].*from \d.*% to \d.*%, may be chance")
        )


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "UTC", "Asia/Kolkata"])
def test_times_of_the_graph_are_evenly_spaced_and_round(
    own: Asked, opened: Open, zone: str
) -> None:
    """Whole days or hours of the clock on the wall, whose day is said where it changes."""
    page = opened(own, "topics", "all", timezone_id=zone)
    for span, wide in (("all", 1280), ("7d", 1280), ("24h", 700)):
        if span != "all":
            page.set_viewport_size({"width": wide, "height": 800})
            page.evaluate("(span) => localStorage.setItem('window', span)", span)
            page.reload()
        axis = page.locator(".time-axis")
        expect(axis.locator("text")).not_to_have_count(0)
        said = axis.locator("text").all_text_contents()
        drawn = axis.locator("path").evaluate_all(
            "(all) => all.map((each) => each.attributes.d.value)"
        )
        at = [float(path[1:].split()[0]) for path in drawn]
        steps = [later - earlier for earlier, later in pairwise(at)]
        assert len(at) == len(said) >= 3
        assert max(steps) - min(steps) <= 0.21  # a tenth of a pixel is rounded at both ends
        assert min(steps) >= 60
        first, *others = said
        assert re.fullmatch(r"\d+ Nov( 2023|, \d\d:\d\d)", first)
        assert all(re.fullmatch(r"\d+ (Nov|Dec)|\d\d:00", each) for each in others), said
