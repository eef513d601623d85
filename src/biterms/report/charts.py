"""The charts of the page in Vega-Lite, and the Vega bundle that draws them.

The page fills in the rows and the widths. Colours are CSS variables of the page, so a chart changes
between light and dark without being drawn again.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from biterms.errors import MissingExtra

try:
    import altair as alt
    import vl_convert
except ImportError as missing:
    raise MissingExtra("the report", "report") from missing

#: Altair's types of the same chart differ between its versions.
Chart = Any
#: Those of the page.
_FONTS = (
    "system-ui, sans-serif, Apple Color Emoji, Segoe UI Emoji, Noto Color Emoji, Twemoji Mozilla"
)
#: Defines the global function that the page calls to draw.
_SNIPPET = "window.drawVega = vegaEmbed;"


@cache
def bundle() -> str:
    """Return Vega, Vega-Lite and Vega-Embed as one script, in the version Altair writes for.

    Returns
    -------
    str
        JavaScript that defines ``window.drawVega``.
    """
    version = ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])
    return str(vl_convert.javascript_bundle(_SNIPPET, vl_version=version))


def specifications() -> dict[str, dict[str, Any]]:
    """Return the Vega-Lite specifications of all charts of the page.

    Returns
    -------
    dict of str to dict
        ``map``: the topic map; ``time``: one topic over time; ``times``: several topics over time;
        ``stream``: all themes over time; ``classes``: topics that differ between classes.
    """
    charts = {
        "map": _topic_map(),
        "time": _topic_over_time(),
        "times": _topics_over_time(),
        "stream": _stream(),
        "classes": _classes(),
    }
    return {name: chart.configure(**_config()).to_dict() for name, chart in charts.items()}


def _topic_map() -> Chart:
    """Circles, their numbers and names; the page computes x, y and area in pixels."""
    rows = alt.Chart(alt.NamedData("topics"))
    chosen = alt.datum.chosen
    circles = rows.mark_circle(opacity=1).encode(
        x=_pixels(alt.X, "x"),
        y=_pixels(alt.Y, "y"),
        size=alt.Size("area:Q", scale=None, legend=None),
        fill=_colour(alt.Fill),
        stroke=alt.condition(chosen, alt.value("var(--ink)"), _colour(alt.Stroke)),
        strokeWidth=alt.condition(chosen, alt.value(3.5), alt.value(1.5)),
        fillOpacity=alt.FillOpacity("strength:Q", scale=None, legend=None),
    )
    numbers = _write(rows, fontSize=10, strokeWidth=2).encode(
        x=_pixels(alt.X, "x"), y=_pixels(alt.Y, "y"), text="number:N"
    )
    names = _write(rows, fontSize=12, strokeWidth=3).encode(
        x=_pixels(alt.X, "nameX"), y=_pixels(alt.Y, "nameY"), text="name:N"
    )
    return alt.layer(circles, numbers, names)


def _topic_over_time() -> Chart:
    """The share of one topic in each period."""
    return _area(alt.Axis(format="%", tickCount=4, title=None))


def _topics_over_time() -> Chart:
    """The same, small, for several topics; `panel` is a rank of 3 digits and the name."""
    # The page shortens the names itself, so there is no limit here.
    name = alt.Header(
        title=None, labelExpr="substring(datum.label, 3)", labelAnchor="start", labelLimit=0
    )
    small = _area(alt.Axis(format="%", tickCount=2, title=None))
    panels = alt.Facet("panel:N", header=name)
    # "flush": the dots at the edges must not move the names of the panels.
    return small.facet(facet=panels, columns=3, spacing={"row": 36, "column": 22}, bounds="flush")


def _stream() -> Chart:
    """Themes one above the other around a middle line, each as high as its number of texts."""
    rows = alt.Chart(alt.NamedData("shares")).encode(x=_periods(grid=True))
    layers = rows.mark_area(interpolate="monotone", strokeWidth=0.75).encode(
        y=alt.Y("texts:Q", stack="center", axis=None),
        fill=_colour(alt.Fill),
        stroke=alt.value("var(--card)"),
        detail="theme:N",
        order="theme:Q",
    )
    now = rows.transform_filter("datum.theme === 0").mark_rule(
        stroke="var(--ink)", opacity=alt.expr("datum.t === near ? 1 : 0")
    )
    return alt.layer(layers, now).add_params(alt.param(name="near", value=-1), *_ticks())


def _classes() -> Chart:
    """A panel for each topic with a bar for each class; `panel` as in `_topics_over_time`."""
    name = alt.Header(
        title=None, labelExpr="substring(datum.label, 3)", labelAnchor="start", labelLimit=0
    )
    rows = alt.Chart(alt.NamedData("shares")).encode(
        y=alt.Y("class:N", title=None, sort=None, axis=alt.Axis(labelLimit=90, ticks=False))
    )
    axis = alt.Axis(format="%", tickCount=3, title=None, grid=True)
    bars = rows.mark_bar(height=9).encode(
        x=alt.X("share:Q", axis=axis, scale=alt.Scale(domainMin=0)), fill=_colour(alt.Fill)
    )
    errors = rows.mark_rule(stroke="var(--ink)").encode(x="low:Q", x2="high:Q")
    panels = alt.Facet("panel:N", header=name)
    return alt.layer(bars, errors).facet(facet=panels, columns=3, spacing=26)


def _colour(channel: Any) -> Any:
    """The colour of a theme; rows have the name of a variable of the page."""
    return channel("colour:N", scale=None, legend=None)


def _periods(*, grid: bool = False) -> Any:
    """Time from left to right; the page says which periods are named, and how: see `_ticks`."""
    axis = alt.Axis(
        title=None,
        grid=grid,
        values=alt.expr("ticks"),
        labelExpr="tickNames[indexof(ticks, +datum.value)]",
        labelFlush=True,
    )
    return alt.X("time:T", scale=alt.Scale(type="utc"), axis=axis)


def _ticks() -> tuple[Any, Any]:
    """Times that the axis names, and the names."""
    return alt.param(name="ticks", value=[]), alt.param(name="tickNames", value=[])


def _area(y: alt.Axis) -> Chart:
    """An area up to `top`, with the value of period number `near`; -1: what is said of the peak."""
    rows = alt.Chart(alt.NamedData("shares")).encode(
        x=_periods(),
        y=alt.Y("share:Q", axis=y, scale=alt.Scale(domainMax=alt.expr("top"))),
    )
    area = rows.mark_area(fillOpacity=0.25).encode(fill=_colour(alt.Fill))
    line = rows.mark_line(strokeWidth=1.75).encode(stroke=_colour(alt.Stroke))
    near = rows.transform_filter("near < 0 ? datum.peak : datum.t === near").transform_calculate(
        label="near < 0 ? datum.said : datum.value"
    )
    dot = near.mark_circle(fill="var(--chosen)", opacity=1, size=45)
    value = _write(
        near,
        fontSize=11,
        strokeWidth=3,
        align=alt.expr("datum.late ? 'right' : 'left'"),
        dx=alt.expr("(datum.late ? -1 : 1) * (datum.peak ? 7 : -3)"),
        dy=alt.expr("datum.peak ? -5 : -10"),
    ).encode(text="label:N")
    signals = (alt.param(name="near", value=-1), alt.param(name="top", value=1), *_ticks())
    return alt.layer(area, line, dot, value).add_params(*signals)


def _write(rows: Chart, **look: Any) -> Chart:
    """Text that is legible on anything: its outline has the colour of the background."""
    return rows.mark_text(fill="var(--ink)", stroke="var(--card)", **look)


def _pixels(channel: Any, field: str) -> Any:
    return channel(f"{field}:Q", scale=None, axis=None)


def _config() -> dict[str, Any]:
    return {
        "background": "transparent",
        "font": _FONTS,
        "view": alt.ViewConfig(stroke=None),
        "header": alt.HeaderConfig(labelColor="var(--ink)", labelFontSize=12),
        "axis": alt.AxisConfig(
            domainColor="var(--line)",
            gridColor="var(--line)",
            tickColor="var(--line)",
            labelOverlap=True,
            labelColor="var(--soft)",
            labelFontSize=11,
        ),
        "axisX": alt.AxisConfig(grid=False),
    }
