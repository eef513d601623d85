"""Names on the map: as many as there is room for, none over another, numbers for the rest."""

from __future__ import annotations

import dataclasses

import pytest
from playwright.sync_api import Page, expect

from biterms.topics.report_data import ReportData
from tests.report.conftest import Open
from tests.report.looking import by_size, circle
from tests.report.samples import sample

pytestmark = pytest.mark.browser


def labelled(data: ReportData, labels: list[str]) -> ReportData:
    """The same report with these labels, over and over."""
    topics = [
        dataclasses.replace(
            shown,
            topic=dataclasses.replace(shown.topic, label=labels[at % len(labels)]),
        )
        for at, shown in enumerate(data.topics)
    ]
    return dataclasses.replace(data, topics=tuple(topics))


def written(page: Page, layer: int) -> list[dict[str, float | str]]:
    """Text and box of the numbers (layer 0) or the names (1) that the map shows."""
    return (
        page.locator("#map .mark-text")
        .nth(layer)
        .locator("text")
        .evaluate_all(
            """all => all.map((e, at) => ({
              at, text: e.textContent, ...e.getBoundingClientRect().toJSON()
            })).filter((e) => e.text)"""
        )
    )


def test_many_topics_and_words_stay_quick(opened: Open) -> None:
    found = opened(sample(500, 19_999))
    page = found.page
    page.locator("#query").fill("word19998")
    expect(page.locator("#found-words h3").first).to_have_text("word19998")
    assert page.locator("#list a").count() == 30
    page.get_by_role("button", name="Show all 500 topics").click()
    assert page.locator("#list a").count() == 500
    names = page.locator("#map .mark-text text").evaluate_all(
        "all => all.filter((e) => e.textContent).map((e) => e.getBoundingClientRect().toJSON())"
    )
    assert len(names) > 10
    assert not any(overlap(a, b) for i, a in enumerate(names) for b in names[:i])
    assert found.complaints == []


def overlap(a: dict[str, float], b: dict[str, float]) -> bool:
    """More than the half pixel that text measures differ by."""
    wide = min(a["right"], b["right"]) - max(a["left"], b["left"])
    high = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
    return wide > 0.5 and high > 2.5


def test_every_circle_of_a_hundred_has_a_name_or_a_number(opened: Open) -> None:
    page = opened(labelled(sample(100), [f"pair {k}, others follow" for k in range(100)])).page
    numbers, names = written(page, 0), written(page, 1)
    bare = set(range(100)) - {e["at"] for e in (*numbers, *names)}
    assert len(bare) < 5
    for place in bare:  # too small for a number
        page.mouse.move(*circle(page, place))
        expect(page.locator("#tip")).to_contain_text(str(by_size(100)[place]))
    assert len(names) > 40
    assert all(e["text"] == str(by_size(100)[int(e["at"])]) for e in numbers)
    shown = page.locator("#list .entry > :first-child").all_inner_texts()
    assert shown == [str(k) for k in by_size(100)[:30]]
    assert not any(overlap(a, b) for i, a in enumerate(names) for b in names[:i])


def test_names_are_whole_where_there_is_room(opened: Open) -> None:
    page = opened(labelled(sample(3), ["two words, others follow"])).page
    assert [e["text"] for e in written(page, 1)] == ["two words, others follow"] * 3


def test_a_word_that_is_searched_names_its_circle(opened: Open) -> None:
    labels = [f"a long name {k}" for k in range(300)]
    page = opened(labelled(sample(300), labels)).page
    unnamed = set(range(300)) - {int(e["at"]) for e in written(page, 1)}
    topic = by_size(300)[min(unnamed)]
    page.locator("#query").fill(labels[topic])
    expect(page.locator("#found")).to_be_visible()
    page.wait_for_timeout(200)
    assert labels[topic] in {e["text"] for e in written(page, 1)}


@pytest.mark.parametrize(
    "label",
    [
        "w" * 80,
        "שלום עולם וכל טוב לכולם תמיד",
        "漢字" * 40,
        "👩‍👩‍👧‍👦" * 20,
        "<b>&amp;</b>",
        ",",
        "\u202etxt.exe",
    ],
    ids=["long", "right to left", "CJK", "joined emoji", "markup", "comma", "bidi control"],
)
def test_strange_names_stay_on_the_map(opened: Open, label: str) -> None:
    found = opened(labelled(sample(2), [label]))
    frame = found.page.locator("#map svg").bounding_box()
    names = written(found.page, 1)
    assert frame
    assert len(names) == 2
    for name in names:
        text = str(name["text"])
        assert text == label or (text.endswith("…") and label.startswith(text[:-1]))
        assert frame["x"] <= float(name["left"])
        assert float(name["right"]) <= frame["x"] + frame["width"]
        # no half of a letter that is made of several signs
        assert not text.rstrip("…").endswith("\u200d")
    assert found.complaints == []


@pytest.mark.parametrize("number", [1, 2])
def test_one_and_two_topics(opened: Open, number: int) -> None:
    found = opened(sample(number, n_times=3))
    assert [e["text"] for e in written(found.page, 1)] == [f"label {k}" for k in by_size(number)]
    page = found.page
    page.locator("#map").focus()
    for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("#list a")).to_have_count(number)
    assert found.complaints == []


def test_two_thousand_topics_are_cut_to_the_largest_and_said(opened: Open) -> None:
    few = sample(250, 4000)
    many = [
        dataclasses.replace(shown, topic=dataclasses.replace(shown.topic, id=shown.topic.id + turn))
        for turn in range(0, 2000, 250)
        for shown in few.topics
    ]
    found = opened(dataclasses.replace(few, topics=tuple(many)))
    expect(found.page.locator("#summary")).to_contain_text("the 500 largest of 2,000 topics")
    assert found.page.locator("#map .mark-symbol path").count() == 500
    found.page.locator("#query").fill("word3999")
    expect(found.page.locator("#found-words h3").first).to_have_text("word3999")
    assert found.complaints == []
