"""The picture of an endurance run: memory, and texts per second, over texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from charts import COLOURS, clean, plt


def draw(marks: list[dict[str, Any]], path: Path) -> None:
    """Two lines, each with an axis that begins at 0."""
    fig, both = plt.subplots(1, 2, figsize=(9, 2.8), layout="constrained")
    millions = [mark["documents"] / 1e6 for mark in marks]
    lines = {
        "peak memory in MB": [mark["mb"] for mark in marks],
        "texts per second of CPU": [1e6 / mark["microseconds"] for mark in marks],
    }
    for axes, colour, (name, values) in zip(both, COLOURS, lines.items(), strict=False):
        axes.plot(millions, values, "o-", color=colour, linewidth=2, markersize=4)
        axes.set_ylim(0, 1.25 * max(values))
        axes.set_xlim(0, None)
        axes.set_xlabel("million texts")
        axes.set_title(name, loc="left", fontsize=11)
        clean(axes)
    path.parent.mkdir(parents=True, exist_ok=True)
    fig.savefig(path, dpi=110)
    plt.close(fig)
