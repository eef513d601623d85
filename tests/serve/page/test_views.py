"""What one can do on the page: brush, go back, compare, rename, hide, mark, undo, ask."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.serve.conftest import NASTY
from tests.serve.page.conftest import Open
from tests.serve.page.feeding import Feed
from tests.serve.running import Asked, eventually

pytestmark = pytest.mark.browser


def told(page: Page) -> int:
    """Texts that the table of topics is about."""
    line = page.locator("section", has_text="All topics").locator("p.soft").first.inner_text()
    found = re.search(r"([\d,]+) texts", line)
    assert found, line
    return int(found[1].replace(",", ""))


def test_brushing_sets_the_range_of_the_table(own: Asked, opened: Open) -> None:
    page = opened(own, "topics", "all")
    expect(page.locator(".band")).to_have_count(4)
    expect(page.locator(".topics tbody tr")).to_have_count(4)
    everything = told(page)
    box = page.locator(".brush-area").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.5, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.8, middle, steps=4)
    page.mouse.up()
    expect(page.locator("p.soft", has_text=" texts, ")).to_contain_text(" 2023")
    assert 0 < told(page) < everything / 2
    page.get_by_role("button", name="Zoom in").click()
    expect(page.get_by_role("button", name="Show all")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    expect(page.get_by_text("all time")).to_be_visible()
    page.get_by_role("slider", name="Range of time, from").press("PageUp")
    expect(page.locator("p.soft", has_text=" texts, ")).to_contain_text(" 2023")
    page.get_by_role("button", name="Clear the range").click()
    expect(page.get_by_text("all time")).to_be_visible()
    assert told(page) == everything


def test_the_table_is_sorted_and_filtered(own: Asked, opened: Open) -> None:
    page = opened(own, "topics", "all")
    rows = page.locator(".topics tbody tr")
    expect(rows).to_have_count(4)
    page.get_by_role("button", name="in all").click()
    totals = [int(text.replace(",", "")) for text in page.locator("td.total").all_inner_texts()]
    assert totals == sorted(totals, reverse=True)
    page.get_by_role("button", name="in all").click()
    assert page.locator("td.total").all_inner_texts() == [f"{n:,}" for n in sorted(totals)]
    page.locator("td.total").first.hover()  # rows stand still under the mouse, unless asked
    page.get_by_role("button", name="in all").press("Enter")
    expect(page.locator("td.total")).to_have_text([f"{n:,}" for n in totals])
    page.keyboard.press("/")
    page.keyboard.type("rocket")
    expect(rows).to_have_count(1)


def test_rename_group_hide_and_undo(own: Asked, opened: Open) -> None:
    page = opened(own, "topic/2")
    expect(page.locator(".bars.single tr").first).to_be_visible()
    before = page.locator("h1").inner_text()
    page.get_by_label("Name").fill("My <i>name</i>")
    page.get_by_label("Name").press("Enter")
    expect(page.locator("h1")).to_have_text("My <i>name</i>")
    page.get_by_label("Group").fill("Some")
    page.get_by_label("Group").press("Enter")
    expect(page.locator(".toast").last).to_contain_text("In the group “Some”")
    page.get_by_role("button", name="Hide", exact=True).click()
    expect(page.get_by_role("button", name="Hidden")).to_be_visible()
    page.goto(f"{own.url}/#/topics")
    expect(page.locator(".topics tbody tr")).to_have_count(3)
    page.get_by_label("show hidden").check()
    expect(page.locator(".topics tr[data-hidden]")).to_contain_text("My <i>name</i>")
    for _ in range(3):
        page.locator("h1").press("z")
    expect(page.locator(".toast").get_by_text("Undo", exact=True)).to_have_count(0)
    expect(page.locator(".topics tr[data-hidden]")).to_have_count(0)
    expect(page.locator(".topics tbody")).to_contain_text(before)
    eventually(lambda: all(edit["topic"] != 2 for edit in own.get("edits")["edits"]))


def test_an_alarm_is_seen_and_that_is_undone(own: Asked, opened: Open) -> None:
    page = opened(own)
    alarms = page.locator(".alarm")
    expect(alarms.first).to_contain_text("as often as usual")
    n = alarms.count()
    first = alarms.first.locator(".label").inner_text()
    alarms.first.get_by_role("button", name="Mark as seen").click()
    expect(alarms).to_have_count(n - 1)
    page.mouse.move(0, 0)
    page.get_by_label("show seen").check()
    expect(page.locator(".alarm[data-seen]")).to_contain_text(first)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".alarm[data-seen]")).to_have_count(0)


def test_older_alarms_are_there_if_asked_for(spare: Asked, opened: Open) -> None:
    page = opened(spare, span="all")
    alarms = page.locator(".alarm")
    expect(alarms).to_have_count(10)
    page.get_by_role("button", name=re.compile(r"^Show \d+ older ones$")).click()
    expect(alarms).to_have_count(len(spare.get("alarms?unseen=true")["alarms"]))
    assert alarms.count() >= 15


def test_where_all_topics_are_hidden_it_says_how_to_see_them(spare: Asked, opened: Open) -> None:
    def hide(value: bool) -> None:
        for topic in range(4):
            said = {"what": "hide", "topic": topic, "value": value}
            assert spare.ask("POST", "/v1/edits", said).status == 201

    hide(True)
    page = opened(spare, "topic/nothing", span="all")  # no topic: all of them
    expect(page.locator("main .empty:visible")).to_contain_text("All topics are hidden")
    expect(page.locator(".stream")).to_be_hidden()
    page.get_by_label("show hidden").check()
    expect(page.locator(".topics tbody tr")).to_have_count(4)
    hide(False)


def test_what_rises_is_told_with_since_when_and_how_sure(own: Asked, opened: Open) -> None:
    page = opened(own, span="24h")
    rising = page.locator("section", has=page.get_by_role("heading", name="Rising"))
    expect(rising.locator(".change").first).to_contain_text(
        re.compile(r"from \d.*% to \d.*%, since .*, (practically certain|very sure|sure)")
    )
    rising.get_by_role("button", name=re.compile("^Follow ")).first.click()
    expect(page.get_by_role("heading", name="You follow 2")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="You follow 1")).to_be_visible()
    page.get_by_label("only new").check()
    expect(rising).to_be_hidden()


def test_two_moments_are_compared(own: Asked, opened: Open) -> None:
    page = opened(own, "time")
    state = page.locator("section", has_text="Side by side").get_by_role("status")
    expect(state).to_contain_text("4 topics:")
    first = page.get_by_role("slider", name="From")
    said = first.get_attribute("aria-valuetext")
    before = page.locator(".compared").text_content() or ""
    first.press("ArrowRight")
    expect(first).not_to_have_attribute("aria-valuetext", said or "")
    expect(page.locator(".compared")).not_to_have_text(before)
    page.get_by_role("radio", name="born").check()
    expect(page.get_by_text("No topic has been born between the two")).to_be_visible()
    first.press("End")
    expect(state).to_contain_text("the same moment")
    page.get_by_role("radio", name="all").check()
    expect(page.locator(".compared tbody tr")).to_have_count(4)


def test_a_hostile_text_is_text(own: Asked, opened: Open) -> None:
    page = opened(own, "texts")
    nasty = page.locator(".feed > li").first
    shown = NASTY.partition("\x00")[0]
    expect(nasty).to_contain_text(shown.strip())
    nasty.get_by_role("button", name="Why").click()
    expect(nasty.locator("mark").first).to_be_visible()
    assert page.locator("main script").count() == 0
    page.goto(f"{own.url}/#/topic/0")
    expect(page.locator("h1")).to_have_text("First & <b>best</b>")
    assert page.locator("h1 b").count() == 0


def test_texts_are_asked_about(own: Asked, opened: Open, tmp_path: Path) -> None:
    page = opened(own, "ask")
    page.get_by_label("Texts, one per line").fill("rocket orbit moon\nxyzzy")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".explained").first.locator("mark").first).to_have_text("rocket")
    expect(page.locator(".explained").last).to_contain_text("No topic")
    file = tmp_path / "some.jsonl"
    rows = [{"title": f"bread cheese oven {i}"} for i in range(1200)]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("1,200 texts")).to_be_visible()
    assert page.locator(".texts > li").count() == 200
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download all").click()
    lines = saved.value.path().read_text().splitlines()
    assert len(lines) == 1200
    assert json.loads(lines[0])["text"] == "bread cheese oven 0"


def test_a_window_that_shows_something_is_chosen_first(
    feed: Feed, own: Asked, opened: Open
) -> None:
    """Old texts are kept by the day, so a day of them is one point: a week is shown instead."""
    page = opened(feed.server, span=None)
    expect(page.get_by_role("radio", name="7 d")).to_be_checked()
    page.get_by_role("radio", name="24 h").check()
    page.reload()
    expect(page.locator(".figures")).to_contain_text("largest")
    expect(page.get_by_role("radio", name="24 h")).to_be_checked()
    expect(opened(own, span=None).get_by_role("radio", name="24 h")).to_be_checked()
