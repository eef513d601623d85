"""Shares of topics in notebooks: a chart where it can be drawn, else a table with bars."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from biterms.errors import InputError, MissingExtra
from biterms.topics.changes import LEVEL, MOST_PERIODS

if TYPE_CHECKING:
    from biterms.topics.over_time import TopicsOverTime
    from biterms.topics.per_class import TopicsPerClass
    from biterms.topics.shares import TopicShares

#: topics of a table or chart
SHOWN = 12
#: classes of a table
MOST_CLASSES = 30
BAR = "display:inline-block;background:#4c78a8;vertical-align:bottom"


def notebook_bundle(shares: TopicShares, html: str) -> dict[str, Any]:
    """What a notebook chooses from: a Vega-Lite chart if Altair is installed, a table, a line."""
    bundle: dict[str, Any] = {"text/plain": repr(shares), "text/html": html}
    try:
        from biterms.topics.share_charts import MIME_TYPE

        bundle[MIME_TYPE] = shares.chart(SHOWN).to_dict()
    except (MissingExtra, InputError):  # InputError: more periods than changes are looked for in
        return bundle
    return bundle


def over_time_html(course: TopicsOverTime) -> str:
    """A row for each of the topics that changed most, with a bar for each period."""
    rows = []
    few = len(course.periods) <= MOST_PERIODS
    for change in course.changes(level=1.0)[:SHOWN] if few else ():
        column = course.shares[:, course.ids.index(change.id)]
        sure = change.description() if change.p_value <= LEVEL else ""
        rows.append(
            f"<tr><td>{escape(change.label)}</td><td>{_bars(column)}</td><td>{sure}</td></tr>"
        )
    span = f"{course.periods[0]} to {course.periods[-1]}"
    return _table(["topic", span, "change"], rows, course.counted())


def classes_html(classes: TopicsPerClass) -> str:
    """A row for each of the topics that differ most, with a share and a bar for each class."""
    top, shown = max(float(classes.shares.max()), 1e-9), classes.classes[:MOST_CLASSES]
    rows = []
    for k in most_different(classes)[:SHOWN]:
        cells = "".join(
            f"<td>{_bar(share / top)} {share:.1%}</td>" for share in classes.shares[: len(shown), k]
        )
        rows.append(f"<tr><td>{escape(classes.labels[k])}</td>{cells}</tr>")
    return _table(["topic", *shown], rows, classes.counted())


def most_different(shares: TopicShares) -> list[int]:
    """Columns by how much groups differ, in standard errors; the most first."""
    mean = np.average(shares.shares, axis=0, weights=shares.documents)
    distance = np.square((shares.shares - mean) / shares.errors).sum(axis=0)
    columns: list[int] = np.argsort(-distance, kind="stable").tolist()
    return columns


def _table(names: list[str], rows: list[str], caption: str) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _bars(column: Any) -> str:
    top = max(float(column.max()), 1e-9)
    width = max(1, min(8, 240 // len(column)))
    return "".join(
        f'<span style="{BAR};width:{width}px;height:{28 * share / top:.1f}px"></span>'
        for share in column
    )


def _bar(part: float) -> str:
    return f'<span style="{BAR};width:{80 * part:.0f}px;height:10px"></span>'
