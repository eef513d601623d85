"""Figures: the numbers behind them, counted again by hand, and that they can be drawn."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
import vl_convert

from biterms import TopicModel
from biterms.errors import InputError
from biterms.text.readers import Record
from biterms.topics.themes import LIGHT, themes_of
from tests.topics.newsroom import fresh, news


@pytest.fixture(scope="module")
def records() -> list[Record]:
    texts, labels = news(240)
    return [
        Record(text, str(i), f"2024-0{1 + i // 80}-15", label)
        for i, (text, label) in enumerate(zip(texts, labels, strict=True))
    ]


@pytest.fixture(scope="module")
def model(records: list[Record]) -> TopicModel:
    return fresh().fit(records)


def rows(chart: Any) -> list[list[dict[str, Any]]]:
    """The rows of each part of a chart, in the order of the parts."""
    whole = chart.to_dict()
    names = re.findall(r'"data": {"name": "([^"]+)"', json.dumps(whole))
    return [whole["datasets"][name] for name in dict.fromkeys(names)]


FIGURES = {
    "topics": lambda m: m.plot_topics(),
    "over time": lambda m: m.plot_over_time("month"),
    "classes": lambda m: m.plot_classes(),
    "hierarchy": lambda m: m.plot_hierarchy(),
    "documents": lambda m: m.plot_documents(),
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_can_be_drawn_in_the_colours_of_the_themes(model: TopicModel, name: str) -> None:
    chart = FIGURES[name](model)
    assert vl_convert.vegalite_to_png(chart.to_dict()).startswith(b"\x89PNG")
    svg = vl_convert.vegalite_to_svg(chart.to_dict())
    for colour in LIGHT[:3]:
        assert colour in svg


def test_topics_have_their_sizes_and_themes(model: TopicModel) -> None:
    [found] = rows(model.plot_topics())[:1]
    assert {row["id"]: row["size"] for row in found} == {
        topic.id: topic.size for topic in model.topics()
    }
    themes = {k: theme.label for theme in themes_of(model.hierarchy()) for k in theme.ids}
    assert all(row["theme"] == themes[row["id"]] for row in found)
    assert [row["id"] for row in rows(model.plot_topics(2))[0]] == [
        topic.id for topic in model.topics()[:2]
    ]


def test_shares_over_time_are_means_of_mixtures(model: TopicModel, records: list[Record]) -> None:
    stream, panels = rows(model.plot_over_time("month", records))
    shares = model.transform([record.text for record in records])
    months = np.array([int(str(record.time)[5:7]) for record in records])
    means = {month: shares[months == month].mean(axis=0) for month in (1, 2, 3)}
    for row in panels:
        column = model.ids_.index(int(row["topic"].split(":")[0]))
        assert row["share"] == pytest.approx(means[int(row["group"][5:7])][column])
        assert row["texts"] == 80
    for month in (1, 2, 3):
        of_month = [row for row in stream if int(row["period"][5:7]) == month]
        assert sum(row["share"] for row in of_month) == pytest.approx(1)
        assert sum(row["texts"] for row in of_month) == pytest.approx(80)


def test_shares_of_classes_are_means_of_mixtures(model: TopicModel, records: list[Record]) -> None:
    [found] = rows(model.plot_classes(records))[:1]
    shares = model.transform([record.text for record in records])
    for row in found:
        column = model.ids_.index(int(row["topic"].split(":")[0]))
        own = np.array([record.label == row["group"] for record in records])
        assert row["share"] == pytest.approx(shares[own].mean(axis=0)[column])
        assert row["texts"] == own.sum()
    assert rows(model.plot_classes(model.topics_per_class(records)))[0] == found


def test_each_text_is_a_point_of_the_theme_that_leads_it(
    model: TopicModel, records: list[Record]
) -> None:
    [found] = rows(model.plot_documents(records))
    leads = model.transform([record.text for record in records]).argmax(axis=1)
    themes = {k: theme.label for theme in themes_of(model.hierarchy()) for k in theme.ids}
    expected = [themes[model.ids_[k]] for k in leads.tolist()]
    assert sorted(row["theme"] for row in found) == sorted(expected)


def test_the_tree_has_a_leaf_for_each_topic_and_a_join_for_each_merge(model: TopicModel) -> None:
    branches, *leaves = rows(model.plot_hierarchy())
    assert len(branches) == 3 * len(model.hierarchy().merges)
    assert {row["label"].rsplit(" ", 1)[1] for row in leaves[0]} == set(map(str, model.ids_))


def test_figures_refuse_what_cannot_be_drawn() -> None:
    model = fresh(keep=0).fit(news(60)[0])
    with pytest.raises(InputError, match="no texts were kept"):
        model.plot_documents()
    with pytest.raises(InputError, match="no texts were kept"):
        model.plot_over_time()
