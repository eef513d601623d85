"""LPP and NPMI against CPU seconds: how far each system is from the best, over all sets."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any

import altair as alt
import vl_convert

from arena.labels import placed
from arena.plan import Plan
from arena.store import Store
from arena.table import Results, at_one_number, best
from paper import looks

PANELS = {"lpp": "LPP below the best", "npmi": "NPMI below the best"}
OURS, PEERS = "this package", "other libraries"
COLOURS = {OURS: looks.COLOURS["biterms"], PEERS: looks.COLOURS["words"]}
WIDTH, HEIGHT = 520, 460
Found = dict[str, dict[str, Results]]
Points = list[dict[str, Any]]


def draw(plan: Plan, store: Store, path: Path) -> None:
    """One panel per measure, at the K of the compact tables."""
    found = at_one_number(plan, store)
    panels = [panel(list(points(plan, found, one)), title) for one, title in PANELS.items()]
    chart = alt.hconcat(*panels, spacing=40).configure(**looks.config())
    svg = vl_convert.vegalite_to_svg(chart.to_dict())
    on_white = svg.replace(">", '><rect width="100%" height="100%" fill="#ffffff"/>', 1)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(vl_convert.svg_to_png(on_white, scale=1.5))


def points(plan: Plan, found: Found, measure: str) -> Iterator[dict[str, Any]]:
    """Means over the sets that a system has finished, of its gap and of its log seconds."""
    for system in next(iter(found.values())):
        about = plan.systems[system]
        run = {name: found[name][system] for name in found if found[name][system].seeds}
        done = {name: one for name, one in run.items() if one.values(measure)}
        gaps = [
            (best(found[name], measure) or 0) - mean(one.values(measure))
            for name, one in done.items()
        ]
        if not gaps or not all(map(math.isfinite, gaps)):
            continue
        logs = [math.log(max(1e-3, mean(one.values("seconds")))) for one in done.values()]
        missed = len(run) - len(done)
        note = f" (not on {missed} of {len(run)})" if missed else ""
        yield {
            "system": about["title"].replace("`", "") + note,
            "gap": mean(gaps),
            "seconds": math.exp(mean(logs)),
            "of": OURS if plan.is_ours(system) else PEERS,
        }


def panel(values: Points, title: str) -> Any:
    """Points with their names; up and to the left is better."""
    if not values:
        return alt.Chart(alt.Data(values=[])).mark_point().properties(title="no numbers yet")
    x = [math.log10(one["seconds"]) for one in values]
    low, high = min(x) - 0.2, max(x) + 0.2
    most = max(*(one["gap"] for one in values), 1e-3)
    top, bottom = -0.05 * most, 1.05 * most
    scale = alt.Scale(type="log", domain=[10**low, 10**high], nice=False)
    base = alt.Chart(alt.Data(values=labelled(values, (low, high), (top, bottom)))).encode(
        x=alt.X("seconds:Q", title="CPU seconds of fitting", scale=scale),
        y=alt.Y("gap:Q", title=title, scale=alt.Scale(domain=[bottom, top], nice=False)),
        color=alt.Color(
            "of:N",
            scale=alt.Scale(domain=list(COLOURS), range=list(COLOURS.values())),
            legend=alt.Legend(title=None, orient="top"),
        ),
    )
    marks = base.mark_point(filled=True, size=50, opacity=1)
    layers = [names(base, on_the_left) for on_the_left in (False, True)]
    return alt.layer(marks, *layers).properties(width=WIDTH, height=HEIGHT)


def names(base: Any, on_the_left: bool) -> Any:
    """The names on one side of their points."""
    here = base.transform_filter(f"datum.on_the_left == {str(on_the_left).lower()}")
    text = here.mark_text(align="right" if on_the_left else "left", fontSize=10)
    return text.encode(x="label_x:Q", y="label_y:Q", text="system:N")


def labelled(values: Points, x: tuple[float, float], y: tuple[float, float]) -> Points:
    """The points with the places of their names, in the units of the axes."""
    across, down = WIDTH / (x[1] - x[0]), HEIGHT / (y[1] - y[0])
    pixels = [
        ((math.log10(one["seconds"]) - x[0]) * across, (one["gap"] - y[0]) * down) for one in values
    ]
    labels = placed(pixels, [one["system"] for one in values])
    return [
        one
        | {
            "label_x": 10 ** (x[0] + label.x / across),
            "label_y": y[0] + label.y / down,
            "on_the_left": label.on_the_left,
        }
        for one, label in zip(values, labels, strict=True)
    ]
