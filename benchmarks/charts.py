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
        axes.barh(place, middle - 1, left=1, height=0.62, color=colour)
        axes.plot([low, high], [place, place], color="black", linewidth=1.2)
        marks = [middle, high, 1.0]
        if ratio["target"] is not None:
            marks.append(ratio["target"])
            axes.plot([ratio["target"]] * 2, [place - 0.42, place + 0.42], color="black", lw=2)
        text = f"{middle:.2f}" if middle < 2 else f"{middle:.1f}"
        beyond = {"xytext": (5, 0), "textcoords": "offset points", "va": "center"}
        axes.annotate(text, (max(marks), place), **beyond)
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


def learning(curves: list[dict[str, Any]], baseline: float, title: str, path: Path) -> None:
    """LPP against documents seen, mean and a band of one standard deviation, labels at the side."""
    fig, axes = plt.subplots(figsize=(9.5, 5.6), layout="constrained")
    for curve, colour in zip(curves, COLOURS, strict=False):
        x, mean, sd = (np.array(curve[key]) for key in ("documents", "mean", "sd"))
        axes.plot(x, mean, color=colour, linewidth=2)
        axes.fill_between(x, mean - sd, mean + sd, color=colour, alpha=0.2, linewidth=0)
        axes.plot(x[-1], mean[-1], "o", color=colour, markersize=5)
    axes.axhline(baseline, color=GREY, linewidth=1, linestyle="--")
    axes.set_xscale("log")
    axes.margins(x=0.02)
    last = max(curve["documents"][-1] for curve in curves)
    ends = [(c["name"], c["documents"][-1], c["mean"][-1]) for c in curves]
    beside(axes, [*ends, ("unigram", last, baseline)], [*COLOURS[: len(curves)], GREY])
    axes.set_xlabel("documents seen")
    axes.set_ylabel("LPP of the test documents (higher is better)")
    axes.xaxis.set_major_formatter(mpl.ticker.FuncFormatter(lambda x, _: f"{x:,.0f}"))
    axes.set_title(title, loc="left", fontsize=11)
    clean(axes)
    _write(fig, path)


def beside(axes: Any, ends: list[tuple[str, float, float]], colours: list[str]) -> None:
    """Each curve's name and last value on the right, a thin line leading to it."""
    low, high = axes.get_ylim()
    places = apart([y for _, _, y in ends], 0.05 * (high - low))
    for (name, x, y), colour, place in zip(ends, colours, places, strict=True):
        axes.annotate(
            f"{name}  −{abs(y):.2f}",
            (x, y),
            xytext=(1.03, place),
            textcoords=axes.get_yaxis_transform(),
            color=colour,
            va="center",
            fontsize=9.5,
            arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.6, "alpha": 0.7},
        )


def apart(places: list[float], gap: float) -> list[float]:
    """The same places moved as little as keeps each pair `gap` apart, in the same order."""
    order = np.argsort(places)
    moved = np.array(places, dtype=float)[order]
    for _ in range(200):
        short = gap - np.diff(moved)
        push = np.where(short > 1e-9, short / 2, 0.0)
        moved[:-1] -= push
        moved[1:] += push
    return moved[np.argsort(order)].tolist()
