"""LPP and NPMI against CPU seconds: how far each system is from the best, over all sets."""

from __future__ import annotations

import math
from pathlib import Path
from statistics import mean
from typing import Any

import altair as alt
import vl_convert

from arena.plan import Plan
from arena.store import Store
from arena.table import Results, best, results
from paper import looks

PANELS = {"lpp": "LPP below the best", "npmi": "NPMI below the best"}
OURS, PEERS = "this package", "other libraries"
COLOURS = {OURS: looks.COLOURS["biterms"], PEERS: looks.COLOURS["words"]}


def draw(plan: Plan, store: Store, path: Path) -> None:
    """One panel per measure; nothing where there are no numbers yet."""
    K = plan.settings["picture_topics"]
    found = {name: results(plan, store, name, K) for name in plan.sets}
    panels = [panel(points(plan, found, measure), title) for measure, title in PANELS.items()]
    chart = alt.hconcat(*panels, spacing=40).configure(**looks.config())
    path.parent.mkdir(parents=True, exist_ok=True)
    svg = vl_convert.vegalite_to_svg(chart.to_dict())
    on_white = svg.replace(">", '><rect width="100%" height="100%" fill="#ffffff"/>', 1)
    path.write_bytes(vl_convert.svg_to_png(on_white, scale=1.5))


def points(plan: Plan, found: dict[str, dict[str, Results]], measure: str) -> list[dict[str, Any]]:
    """Means over the sets that a system has finished, of its gap and of its log seconds."""
    made = []
    for system in plan.systems:
        each = {name: found[name][system] for name in found if found[name][system].seeds}
        done = {name: one for name, one in each.items() if one.mean(measure) is not None}
        gaps = [(best(found[name], measure) or 0) - one.mean(measure) for name, one in done.items()]
        if not gaps or not all(map(math.isfinite, gaps)):
            continue
        seconds = math.exp(mean(math.log(one.mean("seconds") or 1e-3) for one in done.values()))
        title = plan.systems[system]["title"].replace("`", "")
        missed = len(each) - len(done)
        note = f" ({missed} sets over the limit)" if missed else ""
        made.append(
            {
                "system": title + note,
                "gap": mean(gaps),
                "seconds": seconds,
                "of": OURS if plan.is_ours(system) else PEERS,
            }
        )
    return made


def panel(values: list[dict[str, Any]], title: str) -> Any:
    """Points with their names; up and to the left is better."""
    base = alt.Chart(alt.Data(values=values)).encode(
        x=alt.X(
            "seconds:Q", title="CPU seconds of fitting", scale=alt.Scale(type="log", padding=30)
        ),
        y=alt.Y("gap:Q", title=title, scale=alt.Scale(reverse=True, zero=True, padding=12)),
        color=alt.Color(
            "of:N",
            scale=alt.Scale(domain=list(COLOURS), range=list(COLOURS.values())),
            legend=alt.Legend(title=None, orient="top"),
        ),
    )
    names = base.mark_text(align="left", dx=7, fontSize=10).encode(text="system:N")
    marks = base.mark_point(filled=True, size=55, opacity=1)
    return alt.layer(marks, names).properties(width=460, height=420)
