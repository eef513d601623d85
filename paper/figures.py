"""Figures as SVG and PNG: lines with bands, or dots with bars, one panel for each set."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import altair as alt
import vl_convert

from paper import looks
from paper.figure_data import Drawn
from paper.settings import Table

FILE = Path(__file__).with_name("figures.toml")
WIDTH, HEIGHT, COLUMNS = 300, 190, 2
SPACING = {"row": 78, "column": 66}
#: pixels of a method in a panel of dots
STEP = 26
PNG_SCALE = 1.5
NUMBERS = {"course": "~s", "thresholds": "d", "varied": "d"}
AXES = {
    "course": "documents seen",
    "thresholds": "biterm threshold (documents)",
    "K": "topics (K)",
    "batch": "documents of a minibatch",
    "end": "LPP",
    "lpp": "LPP",
    "npmi": "NPMI",
    "learning seconds": "seconds",
    "accuracy": "accuracy",
}
DOTS = ("dots", "peers")
LEGEND = {"columns": 5, "symbolSize": 90, "symbolOpacity": 1, "symbolStrokeWidth": 0}
#: Altair's types of the same chart differ between its versions
Chart = Any


def read(file: Path = FILE) -> list[Table]:
    return list(tomllib.loads(file.read_text(encoding="utf8"))["figures"])


def write(figure: Table, drawn: Drawn, folder: Path) -> str:
    """`folder`/name.svg and .png; the SVG for a page, with its colours as variables."""
    chart = (_dots if figure["kind"] in DOTS else _lines)(figure, drawn)
    svg = vl_convert.vegalite_to_svg(chart.configure(**looks.config()).to_dict())
    folder.mkdir(parents=True, exist_ok=True)
    on_white = svg.replace(">", '><rect width="100%" height="100%" fill="#ffffff"/>', 1)
    (folder / f"{figure['name']}.svg").write_text(on_white, encoding="utf8")
    png = vl_convert.svg_to_png(on_white, scale=PNG_SCALE)
    (folder / f"{figure['name']}.png").write_bytes(png)
    return inline(svg)


def remove(figure: Table, folder: Path) -> None:
    """What an earlier page may have left."""
    for end in ("svg", "png"):
        (folder / f"{figure['name']}.{end}").unlink(missing_ok=True)


def inline(svg: str) -> str:
    """Colours that follow the page."""
    names = {colour: f"var(--{name})" for name, colour in looks.COLOURS.items()}
    return re.sub("|".join(names), lambda found: names[found[0]], svg)


def _lines(figure: Table, drawn: Drawn) -> Chart:
    """Mean as a line with marks, and a band."""
    kind = figure["kind"]
    colour, shape, dash = _methods(drawn, alt.Legend(title=None, orient="top", **LEGEND))
    base = alt.Chart(alt.Data(values=drawn.points)).encode(
        x=alt.X(
            "x:Q",
            title=AXES[figure["over"] if kind == "varied" else kind],
            axis=alt.Axis(format=NUMBERS[kind], tickCount=5),
            scale=alt.Scale(zero=False, nice=False, padding=8),
        ),
        color=colour,
    )
    title = AXES["accuracy" if kind == "thresholds" else "end"]
    y = alt.Y(
        "mean:Q", title=title, axis=alt.Axis(tickCount=5), scale=alt.Scale(zero=False, nice=5)
    )
    low = alt.Y("low:Q", title=title)
    band = base.mark_area(opacity=0.16).encode(y=low, y2="high:Q")
    # over one x alone a band is not to be seen
    bar = base.transform_filter("datum.alone").mark_rule(opacity=0.6).encode(y=low, y2="high:Q")
    line = base.mark_line(strokeWidth=1.8).encode(y=y, strokeDash=dash)
    marks = base.mark_point(filled=True, size=42, opacity=1).encode(y=y, shape=shape)
    alone = len({point["panel"] for point in drawn.points}) == 1
    # as wide as two, or the page would blow it up
    width = COLUMNS * WIDTH + SPACING["column"] if alone else WIDTH
    panel = alt.layer(band, bar, line, marks).properties(width=width, height=HEIGHT)
    return _panels(panel, drawn).resolve_scale(x="independent", y="independent")


def _dots(figure: Table, drawn: Drawn) -> Chart:
    """A row for each method; thin: the range over the step sizes."""
    order = list(drawn.methods)
    title = AXES.get(figure["measure"], figure["measure"])
    colour, shape, _ = _methods(drawn, None)
    base = alt.Chart(alt.Data(values=drawn.points)).encode(
        y=alt.Y("method:N", sort=order, title=None, axis=alt.Axis(labelLimit=0, grid=True)),
        color=colour,
    )
    few = alt.Axis(tickCount=4, labelSeparation=8)
    x = alt.X("mean:Q", title=title, axis=few, scale=_scale(figure))
    thin = base.mark_rule(strokeWidth=1.2).encode(x=alt.X("least:Q", title=title), x2="most:Q")
    bar = base.mark_rule(strokeWidth=6, opacity=0.4).encode(
        x=alt.X("low:Q", title=title), x2="high:Q"
    )
    dot = base.mark_point(filled=True, size=70, opacity=1).encode(x=x, shape=shape)
    panel = alt.layer(thin, bar, dot).properties(width=WIDTH - 60, height=STEP * len(order))
    return _panels(panel, drawn).resolve_scale(x="independent")


def _scale(figure: Table) -> alt.Scale:
    kind = {"type": "log"} if figure.get("log") else {"zero": False}
    return alt.Scale(padding=10, **kind)


def _methods(drawn: Drawn, legend: alt.Legend | None) -> list[Any]:
    """Colour, mark and dash of each method."""
    titles, found = list(drawn.methods), [looks.look(model) for model in drawn.methods.values()]
    channels = {
        alt.Color: [looks.COLOURS[look.colour] for look in found],
        alt.Shape: [look.shape for look in found],
        alt.StrokeDash: [look.dash for look in found],
    }
    return [
        channel("method:N", scale=alt.Scale(domain=titles, range=values), legend=shown)
        for (channel, values), shown in zip(channels.items(), (legend, legend, None), strict=True)
    ]


def _panels(panel: Chart, drawn: Drawn) -> Chart:
    order = list(dict.fromkeys(point["panel"] for point in drawn.points))
    header = alt.Header(title=None, labelAnchor="start", labelLimit=0)
    facet = alt.Facet("panel:N", sort=order, header=header)
    # flush: labels of an axis must not move a panel out of its row
    return panel.facet(facet=facet, columns=COLUMNS, spacing=SPACING, bounds="flush")
