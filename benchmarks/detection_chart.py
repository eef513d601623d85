"""The picture of `detection.py`: when each crisis was found, by every detector."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from charts import COLOURS, GREY, clean, plt

MISSED = 100.0


def draw(path: Path) -> None:
    """Hours until each crisis was found, on a log scale; on the right those that were missed."""
    results = json.loads(path.read_text(encoding="utf8"))
    if "crises" not in results:
        return
    data = results["crises"]["data"] | results.get("textclust", {}).get("data", {})
    names = sorted({name for found in data.values() for name in found["delays"]})
    fig, axes = plt.subplots(figsize=(9, 0.9 + 0.34 * len(names)), layout="constrained")
    for i, (detector, found) in enumerate(data.items()):
        _dots(axes, 0.14 * (i - 1.5), [found["delays"].get(name, MISSED) for name in names], i)
        axes.plot([], [], "o", color=COLOURS[i], label=detector)
    axes.set_xscale("log")
    axes.set_xticks(
        [0.5, 1, 2, 6, 12, 24, 48, MISSED], ["½", "1", "2", "6", "12", "24", "48", "not"]
    )
    axes.set_yticks(range(len(names)), [name[5:].replace("_", " ") for name in names])
    axes.invert_yaxis()
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.axvline(72, color=GREY, linewidth=0.8)
    axes.set_xlabel("hours from its first tweet in the stream until the alarm")
    axes.set_title("Crises of at most 2 % of the tweets of an hour", loc="left", fontsize=11)
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    clean(axes)
    fig.savefig(path.with_suffix(".png"), dpi=110)
    plt.close(fig)


def _dots(axes: Any, shift: float, hours: list[float], i: int) -> None:
    places = [place + shift for place in range(len(hours))]
    axes.plot([max(0.3, each) for each in hours], places, "o", color=COLOURS[i], markersize=5)
