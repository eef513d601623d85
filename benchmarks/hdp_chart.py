"""The picture of the planted topics: sizes of those that were found beside the planted ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
from charts import COLOURS, GREY, clean, plt
from planted import LEAST


def draw(cases: list[dict[str, Any]], path: Path) -> None:
    """One seed; a row for each shape of m."""
    shapes = list(dict.fromkeys(case["shape"] for case in cases))
    columns = len(cases) // len(shapes)
    size = (1.5 + 4 * columns, 1 + 3 * len(shapes))
    fig, places = plt.subplots(
        len(shapes), columns, figsize=size, layout="constrained", sharey=True, squeeze=False
    )
    for case in cases:
        row = shapes.index(case["shape"])
        column = [c["planted"] for c in cases if c["shape"] == case["shape"]].index(case["planted"])
        _panel(places[row][column], case)
    places[0][0].legend(frameon=False, fontsize=9)
    for row in places:
        row[0].set_ylabel("share")
    for axes in places[-1]:
        axes.set_xlabel("topics by size")
    fig.suptitle("HDP-B: sizes of the topics found and planted, one seed", x=0.01, ha="left")
    path.parent.mkdir(parents=True, exist_ok=True)
    fig.savefig(path, dpi=110)
    plt.close(fig)


def _panel(axes: Any, case: dict[str, Any]) -> None:
    axes.plot(range(1, len(case["sizes"]) + 1), case["sizes"], color="black", lw=3, label="planted")
    for (room, found), colour in zip(case["found"].items(), COLOURS, strict=False):
        sizes = found[0]["sizes"]
        label = f"found, max_topics={room}"
        axes.plot(range(1, len(sizes) + 1), sizes, "o-", color=colour, lw=1, ms=3, label=label)
    counted = f"counted from {LEAST:.1%} on"
    axes.axhline(LEAST, color=GREY, linewidth=1, linestyle="--", label=counted)
    axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(mpl.ticker.FuncFormatter(lambda y, _: f"{100 * y:g} %"))
    axes.set_title(f"{case['planted']} topics, m {case['shape']}", loc="left", fontsize=10)
    clean(axes)
