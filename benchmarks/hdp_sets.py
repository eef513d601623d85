"""The amounts and the five data sets of the benchmarks of HDP."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import corpora
from report import Section
from timing import VERDICT, spread_text

from biterms.measures.lpp import Mixing, lpp

RAW = {
    "TMN titles": "tmn/tmn_titles.jsonl.gz",
    "StackOverflow titles": "stackoverflow/stackoverflow_titles.jsonl.gz",
    "search snippets": "search_snippets/search_snippets.jsonl.gz",
    "Google News titles": "google_news/google_news_t.jsonl.gz",
}


@dataclass(frozen=True)
class Plan:
    """`quick` is a smoke run whose numbers mean nothing; passes of None are the defaults."""

    seeds: range = range(5)
    runs: int = 5
    limit: int | None = None
    passes: int | None = None
    K: int = 100
    topics: tuple[int, ...] = (25, 50, 100, 200)
    planted: tuple[int, ...] = (5, 20, 60)
    documents: int = 20_000
    taus: tuple[int, ...] = (1, 20, 40, 60, 80, 100)
    kappas: tuple[float, ...] = (0.6, 0.7, 0.8, 0.9)
    sweeps: int = 300

    @classmethod
    def quick(cls) -> Plan:
        small: dict[str, Any] = {"limit": 600, "passes": 1, "K": 10, "documents": 500, "sweeps": 4}
        few: dict[str, Any] = {"topics": (5, 10), "planted": (5,), "taus": (20,), "kappas": (0.7,)}
        return cls(range(2), 2, **small, **few)


@cache
def five(limit: int | None) -> dict[str, corpora.Parts]:
    """Training documents, and test documents cut in two, of each set."""
    raw = {name: corpora.stemmed(file, limit) for name, file in RAW.items()}
    return {"TMNtitle, authors": corpora.authors(limit)} | raw


def scores(models: Iterable[Mixing], data: corpora.Parts) -> list[float]:
    """LPP of models that have learnt."""
    return [lpp(model, data.observed, data.held) for model in models]


def against(ours: list[float], others: list[float], least: float, strict: bool) -> list[str]:
    """How far above the others we are, seed by seed; how far we should be; whether it holds."""
    gains = [a - b for a, b in zip(ours, others, strict=True)]
    middle = sum(gains) / len(gains)
    holds = middle > least if strict else middle >= least
    return [spread_text(gains), f"{'>' if strict else '≥'} {least:g}", VERDICT[holds]]


def measure(plan: Plan) -> Section:
    """What the sets are like."""
    rows = [
        [
            name,
            f"{data.train.shape[0]:,}",
            f"{data.held.shape[0]:,}",
            f"{data.train.shape[1]:,}",
            f"{data.train.sum() / data.train.shape[0]:.2f}",
            f"{corpora.unigram(data):.3f}",
        ]
        for name, data in five(plan.limit).items()
    ]
    notes = [
        "raw texts: no English stop words, stems in 3 or more texts, texts of 3 or more words",
        "of these the last tenth is for tests, after a shuffle with a seed",
        "test documents have 5 or more distinct words; a fifth of these is held out",
        "TMNtitle, authors: words and split as the authors' group published them, not stemmed",
    ]
    head = ["set", "training documents", "test documents", "words", "mean length", "unigram LPP"]
    return Section("the five sets", head, rows, [], notes)
