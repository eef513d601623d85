"""Reports made up for tests: nothing in them comes from a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from typing import Any

import numpy as np

from biterms.topics.document_map import DocumentMap
from biterms.topics.over_time import TopicsOverTime
from biterms.topics.per_class import TopicsPerClass
from biterms.topics.positions import positions
from biterms.topics.report_data import ReportData, ReportTopic
from biterms.topics.themes import Theme
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


@cache
def story(n_topics: int = 12, *, n_times: int = 6, per_topic: int = 40) -> ReportData:
    """The same with a headline, three themes, two classes and a point for each of some texts.

    Texts of topic k are on a circle around the k-th corner of a grid, and each period has as many.
    """
    data = sample(n_topics, n_times=n_times)
    sizes = {shown.topic.id: shown.topic.size for shown in data.topics}
    themes = [
        Theme(f"theme {i}", tuple(range(i, n_topics, 3)), sum(list(sizes.values())[i::3]))
        for i in range(3)
    ]
    rng = np.random.default_rng(1)
    shares = rng.dirichlet(np.ones(n_topics), 2)
    classes = TopicsPerClass(
        classes=("left", "right"),
        ids=tuple(range(n_topics)),
        labels=tuple(f"label {k}" for k in range(n_topics)),
        shares=shares,
        documents=np.array([300, 200]),
        n_given=500,
    )
    return replace(
        data,
        headline=("480 texts, mostly about theme 0.", "label 3 rose most."),
        themes=tuple(sorted(themes, key=lambda theme: -theme.size)),
        classes=classes,
        documents=points(n_topics, n_times, per_topic),
        topics=tuple(
            replace(one, relatives=((one.topic.id + 1) % n_topics,)) for one in data.topics
        ),
    )


def points(n_topics: int, n_times: int, per_topic: int) -> DocumentMap:
    """Topic k in column k modulo 4 of a grid; as many points without a time as in a period."""
    columns = n_times + 1
    counts = np.full((n_topics, columns), per_topic // columns, dtype=np.uint32)
    counts[:, -1] += per_topic - counts.sum(axis=1, dtype=np.uint32)
    xs, ys = [], []
    for k in range(n_topics):
        for n in counts[k].tolist():
            angle = np.linspace(0, np.pi, n)
            xs.append(500 + 1000 * (k % 4) - 200 * np.cos(angle))
            ys.append(500 + 1000 * (k // 4) + 200 * np.sin(angle))
    x, y = (np.concatenate(parts).astype(np.uint16) for parts in (xs, ys))
    return DocumentMap(tuple(range(n_topics)), counts, x, y, (-1.0, -1.0, 1.0, 1.0), len(x))


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
