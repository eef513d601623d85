"""Names over the map of the texts: whole parts of labels, also of topics at its edges."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page

from biterms.topics.report_data import ReportData
from tests.report.conftest import Open
from tests.report.samples import story
from tests.report.test_access import PHONE
from tests.report.test_names import any_overlap, labelled
from tests.report.test_story import drawn

pytestmark = pytest.mark.browser
#: the names of the last picture, with their left and right ends
HEARD = """window.names = [];
    const clear = CanvasRenderingContext2D.prototype.clearRect;
    const write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      names.length = 0; clear.apply(this, box) };
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const half = this.measureText(text).width / 2;
      names.push({ text, left: x - half, right: x + half, top: y - 6, bottom: y + 6 });
      write.call(this, text, x, y) };"""


def to_the_edge(data: ReportData) -> ReportData:
    """The same with a map that ends where the outermost topics have their places."""
    assert data.documents
    xs, ys = zip(*((shown.x, shown.y) for shown in data.topics), strict=True)
    box = (min(xs), min(ys), max(xs), max(ys))
    return replace(data, documents=replace(data.documents, box=box))


def names(page: Page) -> list[dict[str, float | str]]:
    return drawn(page).evaluate("names")


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_outermost_topics_have_names_that_are_not_cut(opened: Open, device: str) -> None:
    data = to_the_edge(labelled(story(), [f"topic{k} is, one of, many" for k in range(12)]))
    page = opened(data, script=HEARD, **(PHONE if device == "phone" else {})).page
    found = names(page)
    size = page.locator("#points").bounding_box()
    assert size
    assert not any_overlap(found)
    for name in found:
        assert 0 <= float(name["left"])
        assert float(name["right"]) <= size["width"]
        assert 6 <= float(name["top"]) + 6 <= size["height"] - 6
    texts = {str(name["text"]) for name in found}
    for outermost in (min, max):
        topic = outermost(data.topics, key=lambda shown: shown.x).topic
        assert any(text.startswith(topic.label.split(",")[0]) for text in texts), topic.label


def test_names_end_with_a_part_of_the_label(opened: Open) -> None:
    """A label longer than the room loses its last parts; if the first is too long, its letters."""
    labels = ["short, " + "w" * 30 + ", " + "w" * 40, "m" * 70]
    found = names(opened(labelled(story(2), labels), script=HEARD).page)
    texts = sorted(str(name["text"]) for name in found)
    assert texts[0].startswith("mmm")
    assert texts[0].endswith("…")
    assert texts[1] in {"short", f"short, {'w' * 30}"}
    assert len(texts) == 2
