"""What notebooks show: complete, escaped, without scripts."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from biterms import TopicModel
from tests.topics.newsroom import newspaper

BAD = '<script>alert("x")</script>'
VOID = {"br", "hr", "img"}


class Page(HTMLParser):
    """Collects tags and text, and complains of what is not closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.feed(page)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        self.open += [] if tag in VOID else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def paper() -> TopicModel:
    return newspaper(300).set_labels({0: BAD, 1: "a & b"})


RESULTS = {
    "topics": lambda m: m.topics(documents=True),
    "topic": lambda m: m.topic(0),
    "explanation": lambda m: m.explain(f"late goal of {BAD} in orbit: the bank"),
    "nothing": lambda m: m.explain(BAD),
    "assignments": lambda m: m.assign(
        [BAD, "late goal", "orbit"] * 9, ids=[BAD] * 27, with_text=True
    ),
    "found": lambda m: m.find(f"goal {BAD}"),
    "tree": lambda m: m.hierarchy(),
    "model": lambda m: m,
}


@pytest.mark.parametrize("name", RESULTS)
def test_everything_is_shown_and_nothing_runs(paper: TopicModel, name: str) -> None:
    bundle = RESULTS[name](paper)._repr_mimebundle_(include=None, exclude=None)
    assert {*bundle} == {"text/plain", "text/html"}
    page = Page(bundle["text/html"])
    assert not page.tags & {"script", "style", "iframe", "link"}
    said = "script" if name == "found" else "no known word" if name == "nothing" else BAD
    assert said in page.text


def test_an_evaluation_is_a_table_with_its_notes(paper: TopicModel) -> None:
    found = paper.evaluate(["late goal of the match"] * 3)
    page = Page(found._repr_html_())
    assert str(found).splitlines() == found.lines()
    assert all(f"{value:.4f}" in page.text for value in (found.lpp, found.npmi, found.diversity))
    assert found.notes
    assert all(note in page.text for note in found.notes)


@pytest.mark.parametrize("name", ["topics", "topic", "explanation", "assignments", "found", "tree"])
def test_charts_are_those_of_the_result(paper: TopicModel, name: str) -> None:
    chart = RESULTS[name](paper).chart().to_dict()  # refused by Altair if it is no Vega-Lite
    values = [data for data in _values(chart) if data]
    assert values
    labels = {row["label"] for rows in values for row in rows if "label" in row}
    if name in ("topics", "found"):
        assert labels == {f"{t.id}  {t.label}" for t in RESULTS[name](paper)}


def _values(chart: dict[str, Any]) -> list[list[dict[str, Any]]]:
    own = chart.get("data", {}).get("values", [])
    return [own, *(rows for part in chart.get("layer", []) for rows in _values(part))]


def test_bars_are_as_long_as_numbers_are_large(paper: TopicModel) -> None:
    from biterms.topics.html import WIDTH, bar, strength

    assert f"width:{WIDTH:.2f}em" in bar(0.2, most=0.2)
    assert f"width:{WIDTH / 2:.2f}em" in bar(0.1, most=0.2)
    assert "width:0.00em" in bar(0.0, most=0.0)
    assert "0.45" in strength([("a", 0.5), ("b", 0.1)])
    assert strength([]) == ""


def test_a_long_tree_is_drawn_to_its_end() -> None:
    """Chains as deep as there are topics need no recursion."""
    from biterms.topics.hierarchy import Hierarchy, Merge
    from biterms.topics.views import Topic

    n = 1200
    topics = tuple(Topic(k, f"t{k}", 1 / n, None, (), ()) for k in range(n))
    merges = tuple(
        Merge(0 if k == 0 else n + k - 1, k + 1, 0.1, 0.1 * (k + 1), 0.5, "both")
        for k in range(n - 1)
    )
    tree = Hierarchy(topics, merges)
    assert len(str(tree).splitlines()) == 2 * n - 1
    assert tree.to_newick().count("both") == n - 1
    assert len(tree.groups(5)) == 5
    assert Page(tree._repr_html_()).text.count("t1199") == 1
