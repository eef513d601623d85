"""Shares of topics as charts of Altair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from biterms.errors import MissingExtra
from biterms.settings import check_whole
from biterms.topics.share_views import most_different

try:
    import altair as alt
except ImportError as missing:
    raise MissingExtra("the chart", "report") from missing

if TYPE_CHECKING:
    from biterms.topics.over_time import TopicsOverTime
    from biterms.topics.per_class import TopicsPerClass
    from biterms.topics.shares import TopicShares

#: what notebooks draw without loading anything
MIME_TYPE = f"application/vnd.vegalite.v{alt.SCHEMA_VERSION.removeprefix('v').split('.')[0]}+json"
COLOUR = "#4c78a8"


def over_time_chart(course: TopicsOverTime, n: int) -> Any:
    """A panel for each of the n topics that changed most, with two standard errors around it."""
    check_whole("n", n)
    columns = [course.ids.index(change.id) for change in course.changes(level=1.0)[:n]]
    names = [period.isoformat() for period in course.periods]
    base = chart_of(course, columns, names).encode(
        x=alt.X("group:T", title=None, scale=alt.Scale(type="utc"))
    )
    band = base.mark_area(color=COLOUR, opacity=0.25).encode(y=low_share(), y2="high:Q")
    line = base.mark_line(color=COLOUR).encode(y="share:Q", tooltip=tooltip())
    return panels(alt.layer(band, line).properties(width=220, height=90), course, columns)


def classes_chart(classes: TopicsPerClass, n: int) -> Any:
    """A panel for each of the n topics that differ most, with a bar for each class."""
    check_whole("n", n)
    columns = most_different(classes)[:n]
    base = chart_of(classes, columns, list(classes.classes)).encode(y=alt.Y("group:N", title=None))
    bars = base.mark_bar(color=COLOUR).encode(
        x=alt.X("share:Q", title=None, axis=alt.Axis(format="%")), tooltip=tooltip()
    )
    errors = base.mark_rule().encode(x="low:Q", x2="high:Q")
    return panels(alt.layer(bars, errors).properties(width=180), classes, columns)


def chart_of(
    shares: TopicShares,
    columns: list[int],
    names: list[str],
    themes: Mapping[int, str] | None = None,
) -> Any:
    """A row for each group and topic; with the name of its theme, if themes are given."""
    rows = [
        {
            "topic": _name(shares, k),
            "group": name,
            "share": share,
            "low": max(0.0, share - 2 * error),
            "high": min(1.0, share + 2 * error),
            "texts": texts,
        }
        | ({} if themes is None else {"theme": themes[shares.ids[k]]})
        for k in columns
        for name, share, error, texts in zip(
            names,
            shares.shares[:, k].tolist(),
            shares.errors[:, k].tolist(),
            shares.documents.tolist(),
            strict=True,
        )
    ]
    return alt.Chart(alt.InlineData(values=rows))


def panels(panel: Any, shares: TopicShares, columns: list[int]) -> Any:
    """The panel once for each topic."""
    facet = alt.Facet("topic:N", title=None, sort=[_name(shares, k) for k in columns])
    return panel.facet(facet=facet, columns=3)


def _name(shares: TopicShares, k: int) -> str:
    return f"{shares.ids[k]}: {shares.labels[k]}"


def low_share() -> Any:
    """The lower edge of a band."""
    return alt.Y("low:Q", title=None, axis=alt.Axis(format="%", tickCount=3))


def tooltip() -> list[Any]:
    """What is told of the group under the pointer."""
    return ["group:N", alt.Tooltip("share:Q", format=".1%"), "texts:Q"]
