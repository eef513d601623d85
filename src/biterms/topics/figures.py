"""Figures of a model: charts of Altair in the colours of the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from biterms.errors import MissingExtra
from biterms.settings import check_whole
from biterms.topics.document_map import SIDE, DocumentMap
from biterms.topics.hierarchy import Hierarchy
from biterms.topics.share_views import most_different
from biterms.topics.themes import LIGHT, theme_numbers, themes_of

if TYPE_CHECKING:
    from biterms.kernels import Array
    from biterms.topics.over_time import TopicsOverTime
    from biterms.topics.per_class import TopicsPerClass
    from biterms.topics.views import Topic

try:
    import altair as alt

    from biterms.topics.share_charts import chart_of, low_share, panels, tooltip
except ImportError as missing:
    raise MissingExtra("a figure", "report") from missing

#: points of a figure: Altair writes each of them as JSON
MOST_POINTS = 20_000
WIDTH, HEIGHT = 640, 420
#: letters of a name, and pixels of a letter
LETTERS, LETTER = 24, 6
#: without a frame
BARE = alt.ViewBackground(strokeOpacity=0)


class Colours:
    """The theme of each topic, and its colour.

    Parameters
    ----------
    tree : Hierarchy
        The tree of the topics.
    """

    def __init__(self, tree: Hierarchy) -> None:
        self.themes = themes_of(tree)
        self.number = theme_numbers(self.themes)
        self.names = [theme.label for theme in self.themes]
        self.by_topic = {k: self.names[number] for k, number in self.number.items()}

    def scale(self) -> Any:
        """Names of themes to colours."""
        return alt.Scale(domain=self.names, range=list(LIGHT[: len(self.names)]))

    def channel(self, kind: Any = alt.Color) -> Any:
        """The colour of the theme of a row."""
        legend = alt.Legend(orient="bottom", columns=3, labelLimit=220, symbolOpacity=1)
        return kind("theme:N", scale=self.scale(), legend=legend, title=None)


def topics_figure(topics: list[Topic], places: Array, colours: Colours) -> Any:
    """Circles whose areas are the sizes of topics, with names; similar topics are near."""
    span = np.ptp(places, axis=0)
    # the area that all circles have together is 1 in the units of places
    pixels = WIDTH / max(float(span[0]), 1.0) / 1.25
    names = _names([topic.label for topic in topics], places, pixels)
    rows = [
        {
            "x": x,
            "y": y,
            "id": topic.id,
            "label": topic.label,
            "name": name,
            "size": topic.size,
            "theme": colours.by_topic[topic.id],
            "words": ", ".join(word.word for word in topic.words),
        }
        for topic, name, (x, y) in zip(topics, names, places.tolist(), strict=True)
    ]
    base = alt.Chart(alt.InlineData(values=rows), width=WIDTH, height=HEIGHT, view=BARE).encode(
        x=alt.X("x:Q", axis=None, scale=alt.Scale(padding=40)),
        y=alt.Y("y:Q", axis=None, scale=alt.Scale(padding=30)),
    )
    largest = max(topic.size for topic in topics)
    area = alt.Scale(domain=[0, largest], range=[0, 4 / np.pi * largest * pixels**2])
    told = ["id:Q", "label:N", alt.Tooltip("size:Q", format=".1%"), "theme:N", "words:N"]
    circles = base.mark_circle(opacity=0.7).encode(
        size=alt.Size("size:Q", scale=area, legend=None),
        color=colours.channel(),
        tooltip=told,
    )
    return circles + base.mark_text(fontSize=10).encode(text="name:N")


def _names(labels: list[str], places: Array, pixels: float) -> list[str]:
    """The first part of each label where there is room for it, the largest topic first."""
    found, taken = list[str](), list[tuple[float, float, float]]()
    for label, (x, y) in zip(labels, (places * pixels).tolist(), strict=True):
        name = label.split(",")[0][:LETTERS]
        half = len(name) * LETTER / 2
        free = all(
            abs(x - at) > half + other or abs(y - row) > 2 * LETTER for at, row, other in taken
        )
        found.append(name if free else "")
        taken += [(x, y, half)] * free
    return found


def stream_figure(course: TopicsOverTime, colours: Colours) -> Any:
    """Themes one above the other, each as high as the number of texts that it makes up."""
    texts = course.shares * course.documents[:, None]
    rows = [
        {
            "period": period.isoformat(),
            "theme": name,
            "number": number,
            "texts": value,
            "share": share,
        }
        for number, name in enumerate(colours.names)
        for period, value, share in zip(
            course.periods,
            *(_of_theme(table, course, colours, number) for table in (texts, course.shares)),
            strict=True,
        )
    ]
    return (
        alt.Chart(alt.InlineData(values=rows), width=WIDTH, height=200)
        .mark_area(interpolate="monotone")
        .encode(
            x=alt.X("period:T", title=None, scale=alt.Scale(type="utc")),
            y=alt.Y("texts:Q", stack="center", axis=None),
            color=colours.channel(),
            order=alt.Order("number:Q"),
            tooltip=["period:T", "theme:N", alt.Tooltip("share:Q", format=".1%")],
        )
    )


def over_time_figure(course: TopicsOverTime, n: int, colours: Colours) -> Any:
    """The stream of all themes, and a panel for each of the topics that changed most."""
    check_whole("n", n)
    columns = [course.ids.index(change.id) for change in course.changes(level=1.0)[:n]]
    rows = chart_of(
        course, columns, [period.isoformat() for period in course.periods], colours.by_topic
    )
    base = rows.encode(x=alt.X("group:T", title=None, scale=alt.Scale(type="utc")))
    band = base.mark_area(opacity=0.25).encode(
        y=low_share(),
        y2="high:Q",
        color=colours.channel(),
    )
    line = base.mark_line().encode(y="share:Q", color=colours.channel(), tooltip=tooltip())
    panel = (band + line).properties(width=180, height=80)
    return stream_figure(course, colours) & panels(panel, course, columns)


def classes_figure(classes: TopicsPerClass, n: int, colours: Colours) -> Any:
    """A panel for each of the topics that differ most, with a bar for each class."""
    check_whole("n", n)
    columns = most_different(classes)[:n]
    base = chart_of(classes, columns, list(classes.classes), colours.by_topic).encode(
        y=alt.Y("group:N", title=None)
    )
    bars = base.mark_bar().encode(
        x=alt.X("share:Q", title=None, axis=alt.Axis(format="%", tickCount=3)),
        color=colours.channel(),
        tooltip=tooltip(),
    )
    errors = base.mark_rule().encode(x="low:Q", x2="high:Q")
    return panels((bars + errors).properties(width=160), classes, columns)


def documents_figure(documents: DocumentMap, colours: Colours) -> Any:
    """Texts as points, near the topics they are about."""
    n = len(documents.x)
    # points are sorted: every s-th of them is a fair part of each topic and period
    some = np.arange(n)[:: -(-n // MOST_POINTS)] if n else np.arange(0)
    main = np.repeat(np.arange(len(documents.ids)), documents.counts.sum(axis=1).astype(int))[some]
    rows = [
        {"x": x, "y": y, "theme": colours.by_topic[documents.ids[k]]}
        for x, y, k in zip(
            documents.x[some].tolist(), documents.y[some].tolist(), main.tolist(), strict=True
        )
    ]
    left, bottom, right, top = documents.box
    side = alt.Scale(domain=[0, SIDE])
    return (
        alt.Chart(
            alt.InlineData(values=rows),
            width=WIDTH,
            height=round(WIDTH * (top - bottom) / (right - left)),
            view=BARE,
        )
        .mark_circle(size=6, opacity=0.6)
        .encode(
            x=alt.X("x:Q", axis=None, scale=side),
            y=alt.Y("y:Q", axis=None, scale=side),
            color=colours.channel(),
        )
    )


def hierarchy_figure(tree: Hierarchy, colours: Colours) -> Any:
    """The tree with its leaves at the left, in the colours of their themes."""
    step, topics = 16, tree.topics
    leaves = [
        {
            "y": y,
            "label": f"{topics[k].label}  {topics[k].id}",
            "theme": colours.by_topic[topics[k].id],
        }
        for y, k in enumerate(tree.order())
    ]
    lines = []
    for one, other, join, merge in tree.branches():
        about = {"label": merge.label, "loss": merge.loss, "size": merge.size}
        for at, row in (one, other):
            lines.append({"x": at, "x2": join, "y": row, "y2": row} | about)
        lines.append({"x": join, "x2": join, "y": one[1], "y2": other[1]} | about)
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[len(leaves) - 0.5, -0.5]))
    branches = (
        alt.Chart(alt.InlineData(values=lines))
        .mark_rule(color="#888", strokeWidth=1.25)
        .encode(
            x=alt.X("x:Q", title="lost prediction, nats per word"),
            x2="x2:Q",
            y=y,
            y2="y2:Q",
            tooltip=["label:N", alt.Tooltip("loss:Q", format=".4f")],
        )
    )
    names = alt.Chart(alt.InlineData(values=leaves)).encode(x=alt.datum(0), y=y)
    dots = names.mark_circle(size=60, opacity=1).encode(color=colours.channel())
    text = names.mark_text(align="right", dx=-8).encode(text="label:N")
    return (branches + dots + text).properties(width=360, height=step * len(leaves))


def _of_theme(table: Array, course: TopicsOverTime, colours: Colours, number: int) -> list[float]:
    columns = [at for at, k in enumerate(course.ids) if colours.number[k] == number]
    total: list[float] = table[:, columns].sum(axis=1).tolist()
    return total
