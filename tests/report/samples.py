"""Reports made up for tests: nothing in them comes from a model."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

import numpy as np

from biterms.topics.positions import positions
from biterms.topics.report_data import Prevalence, ReportData, ReportTopic
from biterms.topics.views import Example, Pair, Topic, Word

ATTACK = "</script><script>window.hit = 1</script><img src=x onerror='window.hit = 1'>{{script}}"


@cache
def sample(
    n_topics: int = 12, n_words: int = 200, *, n_times: int = 0, text: str | None = None
) -> ReportData:
    """Topic k has the label `label k`; word i is `word i` and mostly in topic i modulo K.

    `text` replaces every text if it is given.
    """
    rng = np.random.default_rng(0)
    sizes = rng.dirichlet(np.full(n_topics, 4))
    words = rng.dirichlet(np.full(50, 0.1), n_topics)
    topics = [
        ReportTopic(_topic(k, float(sizes[k]), text), float(x), float(y), _examples(k, text))
        for k, (x, y) in enumerate(positions(words, sizes) if n_topics <= 100 else _grid(sizes))
    ]
    return ReportData(
        text or "A report",
        tuple(topics),
        {"lpp": -7.25, "npmi": 0.125, "n_docs": 1234.0, text or "another_figure": text or "fine"},
        {"version": "1.2.3", text or "command": text or "biterms fit texts.txt"},
        _prevalence(sizes, n_times) if n_times else None,
        {text or "wörd": ((0, 0.5),)}
        | {f"word{i}": ((i % n_topics, 0.75), ((i + 1) % n_topics, 0.25)) for i in range(n_words)},
    )


def _grid(sizes: np.ndarray) -> np.ndarray:
    """Rows of circles that do not touch: `positions` takes a second for hundreds of topics."""
    columns = int(np.ceil(np.sqrt(len(sizes))))
    return np.column_stack(np.divmod(np.arange(len(sizes)), columns)) * 2 * np.sqrt(sizes.max())


def _topic(k: int, size: float, text: str | None) -> Topic:
    """By probability word 0 comes first, by relevance word 19."""
    words = tuple(Word(text or f"w{k}n{i}", (20 - i) / 400, i / 100) for i in range(20))
    pairs = tuple(Pair(text or f"left{i}", text or f"right{i}", 1 / (i + 2)) for i in range(10))
    return Topic(k, text or f"label {k}", size, size / 2, words, pairs)


def _examples(k: int, text: str | None) -> tuple[Example, ...]:
    return tuple(
        Example(text or f"text {i} of topic {k}", text or f"id {i}", 1 - i / 10) for i in range(5)
    )


def _prevalence(sizes: np.ndarray, n_times: int) -> Prevalence:
    days = [(date(2024, 1, 1) + timedelta(days=7 * t)).isoformat() for t in range(n_times)]
    waves = 1 + np.sin(np.arange(n_times) / 3 + np.arange(len(sizes))[:, None])
    shares = waves * sizes[:, None] / 2
    return Prevalence(tuple(days), tuple(map(tuple, shares.tolist())), (100,) * n_times)
