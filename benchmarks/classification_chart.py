"""The picture of the SVM: accuracy over the threshold of pairs, beside words alone and bigrams."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from charts import COLOURS, clean, plt

COLUMNS = 3


def draw(known: dict[str, Any], path: Path) -> None:
    """A panel for each set, C = 1; a set may have two sections."""
    sets: dict[str, Any] = {}
    for section in known.values():
        sets.setdefault(section["title"], {}).update(section["data"]["found"])
    rows = -(-len(sets) // COLUMNS)
    size = (4.2 * COLUMNS, 3.4 * rows)
    fig, places = plt.subplots(rows, COLUMNS, figsize=size, layout="constrained", squeeze=False)
    panels = [axes for row in places for axes in row]
    for axes, (title, found) in zip(panels, sets.items(), strict=False):
        _panel(axes, found)
        axes.set_title(title, loc="left", fontsize=10)
    for axes in panels[len(sets) :]:
        axes.set_visible(False)
    panels[0].set_ylabel("accuracy")
    handles, labels = panels[0].get_legend_handles_labels()
    fig.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False)
    fig.suptitle("Linear SVM, C = 1, 5 folds: bag of biterms by threshold", x=0.01, ha="left")
    fig.savefig(path, dpi=110)
    plt.close(fig)


def _panel(axes: Any, found: dict[str, Any]) -> None:
    for colour, (weighting, bags) in zip(COLOURS, found.items(), strict=False):
        accuracy = {name: one["mean"]["plain"]["accuracy"] for name, one in bags.items()}
        pairs = {int(name[4:]): x for name, x in accuracy.items() if name.startswith("BoB")}
        axes.plot(
            *zip(*pairs.items(), strict=True), "o-", color=colour, ms=4, label=f"BoB, {weighting}"
        )
        axes.axhline(accuracy["BoW"], color=colour, lw=1, ls="--", label=f"words, {weighting}")
        if "words, bigrams 2" in accuracy:
            axes.plot(
                [min(pairs)],
                [accuracy["words, bigrams 2"]],
                "x",
                color=colour,
                ms=8,
                label=f"words and bigrams, {weighting}",
            )
    axes.set_xlabel("documents that a pair must have")
    clean(axes)
