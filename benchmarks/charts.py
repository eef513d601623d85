"""The pictures: bars of ratios and learning curves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np

mpl.use("Agg")
import matplotlib.pyplot as plt

#: Okabe and Ito's palette, which colour-blind readers can tell apart
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
GREY = "#6e6e6e"


def clean(axes: Any) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=3, colors="#333333")


def bars(ratios: list[dict[str, Any]], title: str, path: Path) -> None:
    """Horizontal bars on a log scale, each with its range and the target as a mark."""
    fig, axes = plt.subplots(figsize=(9, 0.9 + 0.42 * len(ratios)), layout="constrained")
    for place, ratio in enumerate(ratios):
        middle, low, high = ratio["median"], min(ratio["values"]), max(ratio["values"])
        colour = COLOURS[1] if ratio["holds"] is False else COLOURS[0]
        axes.barh(place, middle, height=0.62, color=colour)
        axes.plot([low, high], [place, place], color="black", linewidth=1.2)
        if ratio["target"] is not None:
            axes.plot([ratio["target"]] * 2, [place - 0.42, place + 0.42], color="black", lw=2)
        text = f"{middle:.2f}" if middle < 2 else f"{middle:.1f}"
        axes.annotate(text, (max(high, middle), place), (5, 0), textcoords="offset points", va="center")
    axes.set_xscale("log")
    axes.set_yticks(range(len(ratios)), [ratio["name"] for ratio in ratios])
    axes.invert_yaxis()
    axes.axvline(1, color=GREY, linewidth=0.8)
    axes.margins(x=0.12)
    axes.xaxis.set_major_formatter(mpl.ticker.FuncFormatter(lambda x, _: f"{x:g}"))
    axes.set_xlabel("times as fast (median of the runs; thin line: range; thick mark: target)")
    axes.set_title(title, loc="left", fontsize=11)
    clean(axes)
    _write(fig, path)


def _write(fig: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fig.savefig(path, dpi=110)
    plt.close(fig)
