"""Draws the figures of the gallery from a year of news.

python docs/take_gallery.py    writes docs/images/figure_*.png
"""

from __future__ import annotations

from pathlib import Path

from biterms import LDA, TopicModel, sample_headlines

IMAGES = Path(__file__).parent / "images"


def main() -> None:
    """Learn what `biterms demo` learns, and draw each figure once."""
    texts = sample_headlines()
    model = TopicModel(LDA(50, random_state=0)).fit(texts)
    figures = {
        "topics": model.plot_topics(),
        "over_time": model.plot_over_time("week", texts, n=6),
        "hierarchy": model.plot_hierarchy(),
        "documents": model.plot_documents(texts),
    }
    for name, chart in figures.items():
        chart.save(IMAGES / f"figure_{name}.png", scale_factor=1.5)
        print(f"written to {IMAGES / f'figure_{name}.png'}")


if __name__ == "__main__":
    main()
