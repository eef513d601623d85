"""Times as the page says them: by the clock, and days as days wherever one looks from."""

from __future__ import annotations

import re
import time
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from biterms import LDA, Record, TopicModel
from biterms.streams import Texts, follow
from tests.serve.page.conftest import Open
from tests.serve.running import Running, running

DAYS = ("2003-02-19", "2003-02-20", "2003-02-21")
TEXTS = ["ferry sails harbour tide", "tram stops street line", "ferry tide wind"] * 20


def followed(folder: Path, times: list[str]) -> Path:
    records = [
        Record(text, f"t{i}", at, None)
        for i, (text, at) in enumerate(zip(TEXTS, times, strict=True))
    ]
    follow(Texts(records), folder, TopicModel(LDA(2, random_state=0)))
    return folder


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "UTC", "Asia/Tokyo"])
def test_a_date_is_the_same_day_everywhere(tmp_path: Path, opened: Open, zone: str) -> None:
    live = followed(tmp_path / "days", sorted(DAYS * 20))
    with running(live) as server:
        page = opened(server, "health", timezone_id=zone)
        expect(page.locator(".status")).to_contain_text("of 21 Feb 2003")
        axis = page.locator("figure", has_text="Texts in each period").locator(".axis")
        expect(axis.filter(has_text="2003")).to_have_text(["19 Feb 2003", "21 Feb 2003"])
        page.goto(f"{server.url}/#/texts")
        expect(page.locator(".feed > li").first).to_contain_text("on 21 Feb 2003")
        page.goto(f"{server.url}/#/topic/0")
        expect(page.locator("main")).to_contain_text("First seen 19 Feb 2003")
        text = page.get_by_text(re.compile(r"of this text, \d\d Feb 2003$"))
        expect(text.first).to_be_visible()


def test_a_text_of_a_quiet_stream_is_as_old_as_it_is(tmp_path: Path, opened: Open) -> None:
    """The newest text is not "just now" for ever."""
    begin = time.time() - 7200
    live = followed(tmp_path / "quiet", [str(begin + i) for i in range(60)])
    with running(live) as server:
        page = opened(server, "texts")
        expect(page.locator(".feed > li").first).to_contain_text(re.compile(r"(2 h|1\d\d min) ago"))


@pytest.mark.parametrize("hours", [-5, 5])
def test_the_clock_of_a_browser_may_be_wrong(tmp_path: Path, opened: Open, hours: int) -> None:
    begin = time.time() - 7200
    live = followed(tmp_path / "quiet", [str(begin + i) for i in range(60)])
    with running(live) as server:
        page = opened(server, "texts")
        page.add_init_script(
            f"const real = Date.now; Date.now = () => real() + {hours} * 3600 * 1000"
        )
        page.reload()
        expect(page.locator(".feed > li").first).to_contain_text(re.compile(r"(2 h|1\d\d min) ago"))
        expect(page.locator(".status")).to_contain_text(
            re.compile(r"^(live|quiet for \d+ (s|min))")
        )


def test_a_stream_that_has_just_begun_is_not_compared(tmp_path: Path, opened: Open) -> None:
    """Nothing was 0 % before there was anything."""
    live = followed(tmp_path / "young", [str(time.time() - 60 + i) for i in range(60)])
    with running(live) as server:
        assert all(row["before"] is None for row in server.get("topics?window=24h")["topics"])
        page = opened(server, span="24h")
        expect(page.locator("main")).to_contain_text("There is nothing before")
        expect(page.get_by_role("heading", name=re.compile("Largest"))).to_be_visible()
        expect(page.get_by_role("heading", name=re.compile("Moved"))).to_have_count(0)


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "UTC", "Asia/Kolkata"])
@pytest.mark.parametrize(("span", "wide"), [("all", 1280), ("7d", 1280), ("24h", 700)])
def test_times_of_the_graph_are_evenly_spaced_and_round(
    own: Running, opened: Open, zone: str, span: str, wide: int
) -> None:
    """Whole days or hours of the clock on the wall, whose day is said where it changes."""
    size = {"width": wide, "height": 800}
    page = opened(own, "topics", span, timezone_id=zone, viewport=size)
    axis = page.locator(".time-axis")
    expect(axis.locator("text")).not_to_have_count(0)
    said = axis.locator("text").all_text_contents()
    at = [float(each.get_attribute("d")[1:].split()[0]) for each in axis.locator("path").all()]
    steps = [later - earlier for earlier, later in pairwise(at)]
    assert len(at) == len(said) >= 3
    assert max(steps) - min(steps) <= 0.21  # a tenth of a pixel is rounded at both ends
    assert min(steps) >= 60
    first, *others = said
    assert re.fullmatch(r"\d+ Nov( 2023|, \d\d:\d\d)", first)
    assert all(re.fullmatch(r"\d+ (Nov|Dec)|\d\d:00", each) for each in others), said
