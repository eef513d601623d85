"""The picture of the two tables: seconds from raw text to topics, and LPP against learning time."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any

import matplotlib as mpl
from charts import COLOURS, GREY, apart, clean, plt

OURS = "biterms"


def draw(seconds: dict[str, list[float]], looks: dict[str, list[Any]], path: Path) -> None:
    fig, (left, right) = plt.subplots(1, 2, figsize=(13, 4.8), layout="constrained")
    _times(left, seconds)
    _quality(right, looks)
    path.parent.mkdir(parents=True, exist_ok=True)
    fig.savefig(path, dpi=110)
    plt.close(fig)


def _times(axes: Any, seconds: dict[str, list[float]]) -> None:
    for place, (name, times) in enumerate(seconds.items()):
        colour = COLOURS[0] if name.startswith(OURS) else GREY
        axes.barh(place, median(times), height=0.62, color=colour)
        axes.annotate(f"{median(times):.1f} s", (median(times), place), xytext=(5, 0),
                      textcoords="offset points", va="center")  # fmt: skip
    axes.set_yticks(range(len(seconds)), [name.replace(", ", ",\n", 1) for name in seconds])
    axes.invert_yaxis()
    axes.margins(x=0.14)
    axes.set_xlabel("seconds (shorter is better)")
    axes.set_title("raw text to topics, 100,000 tweets", loc="left", fontsize=11)
    clean(axes)


def _quality(axes: Any, looks: dict[str, list[Any]]) -> None:
    """Ours are two points of one line: one pass and the default."""
    ours = [look for name in looks if name.startswith(OURS) for look in looks[name]]
    lines = {OURS: ours} | {name: line for name, line in looks.items() if OURS not in name}
    places = apart([line[-1][2] for line in lines.values()], 0.09)
    for (name, line), colour, place in zip(lines.items(), COLOURS, places, strict=False):
        x, y = [look[0] for look in line], [look[2] for look in line]
        axes.plot(x, y, "o-", color=colour, linewidth=2, markersize=4)
        axes.annotate(name, (x[-1], y[-1]), xytext=(1.02, place), color=colour, va="center",
                      textcoords=axes.get_yaxis_transform(), fontsize=9.5,
                      arrowprops={"arrowstyle": "-", "color": colour, "alpha": 0.5})  # fmt: skip
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(mpl.ticker.FuncFormatter(lambda x, _: f"{x:g}"))
    axes.set_xlabel("seconds of learning on the same tokens")
    axes.set_ylabel("LPP of test tweets (higher is better)")
    axes.set_title("quality, best settings of each", loc="left", fontsize=11)
    clean(axes)
