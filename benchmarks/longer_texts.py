"""Longer texts: which words are biterms? None, neighbours, those within a window, or all pairs.

python benchmarks/longer_texts.py                   everything
python benchmarks/longer_texts.py --only reuters    one set
python benchmarks/longer_texts.py --quick           a smoke run; its numbers mean nothing
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import partial
from statistics import mean
from typing import Any

import available  # noqa: F401  (before what may be missing)
import corpora
import numpy as np
from report import Section, parser, run
from timing import spread_text

from biterms import HDP, LDA, InOrder, Vectoriser
from biterms.measures import evaluate

SETS = {
    "reuters": "reuters_r52/reuters_r52.jsonl.gz",
    "20newsgroups": "20newsgroups/20newsgroups.jsonl.gz",
}
WAYS: dict[str, Any] = {"none": False, "adjacent": "adjacent", "window of 5": 5, "all": True}


@dataclass(frozen=True)
class Plan:
    """`quick` is a smoke run whose numbers mean nothing."""

    seeds: range = range(2)
    limit: int | None = None
    passes: int | None = None
    K: int = 50
    room: int = 100


def documents(file: str, limit: int | None) -> tuple[InOrder, InOrder]:
    """Stems in 3 or more texts, in order, no stop words; shuffled, the last tenth is for tests."""
    text = Vectoriser(min_df=3)
    texts = corpora.texts(file)
    rows = [row[row >= 0] for row in text.fit(texts).ordered(texts)]
    X = InOrder((row for row in rows if len(row) >= 3), text.n_words_)
    X = X[np.random.default_rng(0).permutation(X.shape[0])[:limit]]
    cut = X.shape[0] - X.shape[0] // 10
    return X[:cut], X[cut:]


def measure(file: str, plan: Plan) -> Section:
    """LPP and NPMI of test documents, and how long it took."""
    train, test = documents(file, plan.limit)
    kinds = {f"LDA, K = {plan.K}": partial(LDA, plan.K), "HDP": partial(HDP, plan.room)}
    rows, found = [], {}
    for kind, make in kinds.items():
        for way, biterms in WAYS.items():
            looks = [_look(make, biterms, seed, train, test, plan) for seed in plan.seeds]
            lpp, npmi, topics, seconds = (list(values) for values in zip(*looks, strict=True))
            found[f"{kind}, {way}"] = {"lpp": lpp, "npmi": npmi, "seconds": seconds}
            numbers = [spread_text(lpp), spread_text(npmi), f"{mean(topics):.1f}"]
            rows.append([kind, way, *numbers, f"{mean(seconds):.1f}"])
    words = train.table.sum() / train.shape[0]
    notes = [
        f"{train.shape[0]:,} training documents of {words:.0f} words, {train.shape[1]:,} words",
        f"{len(plan.seeds)} seeds, mean ± sd; nothing set but the biterms and the seed",
        "NPMI of the 10 top words of each topic, in the test documents; CPU seconds of learning",
        "adjacent: words side by side when stop words and rare ones are left out",
    ]
    head = ["model", "setting", "LPP", "NPMI", "topics", "CPU seconds"]
    title = f"which words are biterms: {file.partition('/')[0]}"
    return Section(title, head, rows, [], notes, found)


def _look(
    make: Any, biterms: Any, seed: int, train: InOrder, test: InOrder, plan: Plan
) -> tuple[float, float, float, float]:
    begin = time.process_time()
    model = make(biterms=biterms, passes=plan.passes, random_state=seed).fit(train)
    seconds = time.process_time() - begin
    said = evaluate(model, test, in_use=model.in_use_)
    assert said.lpp is not None
    return said.lpp, said.npmi, float(model.in_use_.sum()), seconds


def arguments() -> argparse.Namespace:
    options = parser(__doc__, SETS)
    options.add_argument("--seeds", type=int, default=2)
    return options.parse_args()


def main() -> None:
    chosen = arguments()
    small: dict[str, Any] = {"limit": 300, "passes": 1, "K": 5, "room": 8}
    plan = Plan(range(2), **small) if chosen.quick else Plan(range(chosen.seeds))
    parts = {name: partial(measure, SETS[name], plan) for name in chosen.only}
    run(chosen.out / "longer_texts.json", parts, lambda _: None, quick=chosen.quick)


if __name__ == "__main__":
    main()
