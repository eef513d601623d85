"""Names on the map: as many as there is room for, none over another, numbers for the rest."""

from __future__ import annotations

import dataclasses

import pytest
from playwright.sync_api import Page, expect

from biterms.text.shorten import shorten
from biterms.topics.report_data import ReportData
from tests.report.conftest import Open
from tests.report.samples import sample
from tests.report.watching import by_size, circles, wait_until

pytestmark = pytest.mark.browser

FAMILY, FLAG = "👩‍👩‍👧‍👦", "🇫🇷"


def labelled(data: ReportData, labels: list[str]) -> ReportData:
    """The same report with these labels, repeated."""
    topics = [
        dataclasses.replace(
            shown,
            topic=dataclasses.replace(shown.topic, label=labels[at % len(labels)]),
        )
        for at, shown in enumerate(data.topics)
    ]
    return dataclasses.replace(data, topics=tuple(topics))


def written(page: Page, layer: int) -> list[dict[str, float | str]]:
    """Text and box of the numbers (layer 0) or names (1) on the map.

    Boxes are 12 pixels high, the size of the letters: fonts differ in the space around them.
    """
    texts = page.locator("#map .mark-text").nth(layer).locator("text")
    return texts.evaluate_all(
        """all => all.map((e, at) => {
          const { left, right, top, bottom } = e.getBoundingClientRect();
          const middle = (top + bottom) / 2;
          return { at, text: e.textContent, left, right, top: middle - 6, bottom: middle + 6 };
        }).filter((e) => e.text)"""
    )


def any_overlap(boxes: list[dict[str, float | str]]) -> bool:
    """More than the half pixel by which measures of a text may differ."""
    return any(
        min(a["right"], b["right"]) - max(a["left"], b["left"]) > 0.5
        and min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > 0.5
        for i, a in enumerate(boxes)
        for b in boxes[:i]
    )


def test_many_topics_and_words(opened: Open) -> None:
    page = opened(sample(600, 19_999)).page
    expect(page.locator("#summary")).to_contain_text("the 500 largest of 600 topics")
    assert len(circles(page)) == 500
    assert page.locator("#list a").count() == 30
    page.get_by_role("button", name="Show all 500 topics").click()
    assert page.locator("#list a").count() == 500

    names = written(page, 1)
    assert len(names) > 10
    assert not any_overlap(names)

    unnamed = set(range(500)) - {int(e["at"]) for e in names}
    label = f"label {by_size(600)[min(unnamed)]}"
    page.locator("#query").fill(label)
    wait_until(page, lambda: label in {e["text"] for e in written(page, 1)}, True)
    page.locator("#query").fill("word19998")
    expect(page.locator("#result-blocks h3").first).to_have_text("word19998")


def test_every_circle_of_a_hundred_has_a_name_or_a_number(opened: Open) -> None:
    page = opened(labelled(sample(100), [f"pair {k}, others follow" for k in range(100)])).page
    numbers, names = written(page, 0), written(page, 1)
    bare = set(range(100)) - {e["at"] for e in (*numbers, *names)}
    assert len(bare) < 5
    for place in bare:  # too small for a number
        page.mouse.move(*circles(page)[place])
        expect(page.locator("#tip")).to_contain_text(str(by_size(100)[place]))
    assert len(names) > 20
    assert not any_overlap(names)
    assert all(e["text"] == str(by_size(100)[int(e["at"])]) for e in numbers)
    listed = page.locator("#list .entry > :first-child").all_inner_texts()
    assert listed == [str(k) for k in by_size(100)[:30]]


def test_names_are_complete_where_there_is_room(opened: Open) -> None:
    page = opened(labelled(sample(3), ["two words, others follow"])).page
    assert [e["text"] for e in written(page, 1)] == ["two words, others follow"] * 3


def test_strange_names_stay_on_the_map(opened: Open) -> None:
    """Each in turn is that of the chosen topic, which always has a name."""
    labels = {
        "long": "w" * 80,
        "right to left": "שלום עולם וכל טוב לכולם תמיד",
        "CJK": "漢字" * 40,
        "joined emoji": FAMILY * 20,
        "markup": "<b>&amp;</b>",
        "comma": ",",
        "bidirectional control": "\u202etxt.exe",
    }
    data = labelled(sample(len(labels)), list(labels.values()))
    page = opened(data).page
    frame = page.locator("#map svg").bounding_box()
    assert frame
    order = [shown.topic.id for shown in sorted(data.topics, key=lambda shown: -shown.topic.size)]
    for (kind, label), topic in zip(labels.items(), range(len(labels)), strict=True):
        page.evaluate("topic => { location.hash = `#topic-${topic}` }", topic)
        at = order.index(topic)
        wait_until(page, lambda at=at: at in {e["at"] for e in written(page, 1)}, True)
        [name] = [e for e in written(page, 1) if e["at"] == at]
        text = str(name["text"])
        assert text == label or (text.endswith("…") and label.startswith(text[:-1])), kind
        assert frame["x"] <= float(name["left"]), kind
        assert float(name["right"]) <= frame["x"] + frame["width"], kind


# A font in which every character, joined or not, takes these pixels.
FONT = "CanvasRenderingContext2D.prototype.measureText = (text) => ({ width: %s * text.length });"


@pytest.mark.parametrize(
    ("pixels", "script"),
    [(5.3, ""), (5.3, "delete Intl.Segmenter;"), (0.01, "")],
    ids=["wide", "wide without segmenter", "narrow"],
)
def test_names_are_cut_between_emoji_in_any_font(opened: Open, pixels: float, script: str) -> None:
    """Where letters are wide the page cuts a name, otherwise Python has cut it as too long."""
    data = labelled(sample(2, n_times=3), [FAMILY * 20, FLAG * 60])
    page = opened(data, script=script + FONT % pixels).page
    panels = page.locator("#times-chart svg text")
    expect(panels.first).to_be_attached()
    texts = [*(str(e["text"]) for e in written(page, 1)), *panels.all_text_contents()]
    cut = [text[:-1] for text in texts if text.endswith("…")]
    assert len(cut) == 4, texts
    assert (max(map(len, cut)) < 60) == (pixels > 1)
    for text in cut:
        letter = FAMILY if text.startswith(FAMILY[0]) else FLAG
        assert text == letter * (len(text) // len(letter))


def test_python_cuts_where_a_browser_sees_a_boundary(opened: Open) -> None:
    pieces = [
        "a",
        " ",
        "é",
        "e\u0301",
        FAMILY,
        FLAG,
        "👍🏽",
        "각",
        "\u1100\u1161\u11a8",
        "क्षि",
        "நி",
    ]
    pieces += ["\r\n", "🏴\U000e0067\U000e0062\U000e007f", "ก็", "☝\ufe0f", "1\ufe0f\u20e3"]
    text = "".join(pieces[i * j % len(pieces)] for i in range(1, 20) for j in range(1, 12))
    window = opened(sample()).page
    ends = window.evaluate(
        """text => Array.from(new Intl.Segmenter().segment(text), ({ index }) =>
          Array.from(text.slice(0, index)).length)""",
        text,
    )
    trimmed = {len(text[:end].rstrip()) for end in ends}
    for length in range(20, len(text)):
        short = shorten(text, length)
        assert length - 15 < len(short) <= length
        assert len(short) - 1 in trimmed, (length, short)


def test_one_topic(opened: Open) -> None:
    page = opened(sample(1, n_times=3)).page
    assert [e["text"] for e in written(page, 1)] == ["label 0"]
    page.locator("#map").focus()
    for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("#list a")).to_have_count(1)
