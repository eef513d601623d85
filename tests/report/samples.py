"""Reports made up for tests: nothing in them comes from a model."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from typing import Any

import numpy as np

from biterms.topics.over_time import TopicsOverTime
from biterms.topics.positions import positions
from biterms.topics.report_data import ReportData, ReportTopic
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
        _over_time(sizes, n_times) if n_times else None,
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


def _over_time(sizes: np.ndarray, n_times: int) -> TopicsOverTime:
    days = [date(2024, 1, 1) + timedelta(days=7 * t) for t in range(n_times)]
    waves = 1 + np.sin(np.arange(n_times)[:, None] / 3 + np.arange(len(sizes)))
    return course(days, waves * sizes / 2, [100] * n_times)


def course(periods: Sequence[date], shares: Any, documents: Sequence[int]) -> TopicsOverTime:
    """Weeks, or what are called so, of topics 0, 1, ..."""
    table = np.asarray(shares, dtype=float)
    ids = tuple(range(table.shape[1]))
    return TopicsOverTime(
        periods=tuple(periods),
        freq="week",
        ids=ids,
        labels=tuple(f"label {k}" for k in ids),
        shares=table,
        documents=np.array(documents),
        n_given=sum(documents),
    )
