"""Results as charts of Altair, for those who have the extra ``report``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from biterms.errors import MissingExtra
from biterms.topics.html import COLOUR

if TYPE_CHECKING:
    from biterms.topics.hierarchy import Hierarchy

#: pixels of a bar or a leaf
STEP = 18


def altair() -> Any:
    """The library.

    Raises
    ------
    MissingExtra
        If it is not installed.
    """
    try:
        import altair as alt
    except ImportError as missing:
        raise MissingExtra("a chart", "report") from missing
    return alt


def bars(shares: Sequence[tuple[str, float]], name: str, format: str = "%") -> Any:  # noqa: A002
    """Names and numbers as bars, in their order."""
    alt = altair()
    rows = [{"at": at, "label": label, name: value} for at, (label, value) in enumerate(shares)]
    return (
        alt.Chart(alt.Data(values=rows), height=alt.Step(STEP))
        .mark_bar(color=COLOUR)
        .encode(
            x=alt.X(f"{name}:Q", axis=alt.Axis(format=format)),
            y=alt.Y("label:N", sort=alt.EncodingSortField("at"), title=None),
            tooltip=[alt.Tooltip("label:N"), alt.Tooltip(f"{name}:Q", format=format)],
        )
    )


def dendrogram(tree: Hierarchy) -> Any:
    """The tree with its leaves at the left, and what each merge loses to the right."""
    alt = altair()
    lines, leaves = _lines(tree), _leaves(tree)
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[len(leaves) - 0.5, -0.5]))
    branches = (
        alt.Chart(alt.Data(values=lines))
        .mark_rule(color=COLOUR, strokeWidth=1.5)
        .encode(
            x=alt.X("x:Q", title="lost prediction, nats per word"),
            x2="x2:Q",
            y=y,
            y2="y2:Q",
            tooltip=[alt.Tooltip("label:N"), alt.Tooltip("loss:Q", format=".4f")],
        )
    )
    names = (
        alt.Chart(alt.Data(values=leaves))
        .mark_text(align="right", dx=-6)
        .encode(x=alt.datum(0), y=y, text="label:N")
    )
    return alt.layer(branches, names).properties(height=STEP * len(leaves))


def _leaves(tree: Hierarchy) -> list[dict[str, Any]]:
    topics = tree.topics
    return [
        {"y": y, "label": f"{topics[k].label}  {topics[k].id}"} for y, k in enumerate(tree.order())
    ]


def _lines(tree: Hierarchy) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for one, other, join, merge in tree.branches():
        about = {"label": merge.label, "loss": merge.loss}
        for x, y in (one, other):
            found.append({"x": x, "x2": join, "y": y, "y2": y} | about)
        found.append({"x": join, "x2": join, "y": one[1], "y2": other[1]} | about)
    return found
