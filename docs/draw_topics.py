"""Draws the picture of the README: topics of the standard library's docstrings as one chart.

python docs/draw_topics.py [file.png]
"""

from __future__ import annotations

import sys
from pathlib import Path

from biterms.cli.demo import demo
from biterms.cli.picture import Topic
from biterms.errors import MissingExtra

try:
    from matplotlib.figure import Figure
except ImportError as missing:
    raise MissingExtra("drawing topics", "bench") from missing

BAR, WORDS, SOFT = "#4477AA", "#1a1a1a", "#777777"
SHOWN = 12


def draw(topics: list[Topic], path: Path) -> None:
    """One row a topic: its share as a bar, the words it is made of, the modules it speaks for."""
    rows = topics[:SHOWN]
    scale = 250 * rows[0].size  # what one unit of text is in per cent of texts
    start = 100 * rows[0].size + 0.15 * scale
    figure = Figure(figsize=(11, 0.46 * len(rows) + 0.9))
    axes = figure.subplots()
    for row, topic in enumerate(rows):
        axes.barh(row, 100 * topic.size, color=BAR, height=0.62)
        axes.text(
            100 * topic.size + 0.01 * scale, row, f"{topic.size:.1%}", va="center", color=SOFT
        )
        axes.text(start, row, "  ".join(topic.words[:6]), va="center", color=WORDS, fontsize=11)
        modules = "  ".join(topic.labels)
        axes.text(start + 1.2 * scale, row, modules, va="center", color=SOFT, style="italic")
    axes.text(start, -0.95, "words", color=SOFT)
    axes.text(start + 1.2 * scale, -0.95, "modules", color=SOFT, style="italic")
    axes.text(0, -0.95, "texts it leads", color=SOFT)
    axes.set_xlim(0, start + 1.9 * scale)
    axes.set_ylim(len(rows) - 0.4, -1.3)
    axes.axis("off")
    figure.savefig(path, dpi=110, bbox_inches="tight")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "images/topics.png"
    draw(demo(), target)
    print(target)
