"""LDA("auto"): how many topics it finds, how well they predict, and how long it takes.

python benchmarks/topic_number.py                    planted topics, then all sets of arena.toml
python benchmarks/topic_number.py --only planted     no data folder needed
python benchmarks/topic_number.py --quick            a smoke run

Real sets are compared with the best of several numbers of topics in hindsight, by the test
documents and the LPP of the arena.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

import available  # noqa: F401
import numpy as np
from planted import planted
from report import Section, parser, run
from timing import VERDICT

sys.path.append(str(Path(__file__).resolve().parents[1]))

from arena.data import Library
from arena.plan import Plan as Arena
from corpora import folder

from biterms import LDA
from biterms.measures.lpp import log_predictive

CACHE = Path(__file__).resolve().parents[1] / "build" / "arena"
SHAPES = ("uniform", "Zipf")
#: what is asked for: share of the planted number, LPP of the best number, time of one run
NEAR, WITHIN, TIMES = 0.1, 0.05, 3.0
#: seeds before were looked at while the search was made
FIRST_SEED = 20


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    seeds: int = 5
    planted: tuple[int, ...] = (10, 20, 50)
    documents: tuple[int, ...] = (4_000, 20_000)
    numbers: tuple[int, ...] = (10, 25, 50, 100, 200, 400, 800)
    sets: tuple[str, ...] = ()
    cache: Path = CACHE

    @classmethod
    def quick(cls) -> Plan:
        return cls(1, (5,), (600,), (5, 10), ("tweet2011",))


def on_planted(plan: Plan) -> Section:
    """Documents of planted topics, the number of which is known."""
    rows = []
    for n_docs, shape, K in itertools.product(plan.documents, SHAPES, plan.planted):
        found, ratios = [], []
        for seed in range(FIRST_SEED, FIRST_SEED + plan.seeds):
            X = planted(K, shape, "Σm = 1", seed, n_docs).X
            model, seconds = timed(lambda X=X, seed=seed: fitted("auto", X, seed))
            number = model.n_topics_
            usual = timed(lambda X=X, seed=seed, k=number: fitted(k, X, seed))[1]
            found.append(number)
            ratios.append(seconds / usual)
        off = mean(abs(n - K) / K for n in found)
        verdict = VERDICT[off <= NEAR]
        numbers = f"{mean(found):.1f} ({min(found)} to {max(found)})"
        cells = [shape, f"{n_docs:,}", str(K), numbers, f"{off:.1%} {verdict}"]
        rows.append([*cells, f"{mean(ratios):.2f} {VERDICT[mean(ratios) <= TIMES]}"])
        print(*rows[-1], flush=True)
    head = ["m", "documents", "planted", "found", f"off, ≤ {NEAR:.0%}", f"time, ≤ {TIMES:g}"]
    notes = [
        "documents of 5 to 10 of 2,000 words, topics Dirichlet(0.05), mixtures Dirichlet(0.1 m)",
        f"{plan.seeds} seeds from {FIRST_SEED} on; off: mean of |found - planted| / planted",
        "time: CPU seconds of auto, over those of one fit with the number that was found",
    ]
    return Section("planted topics", head, rows, [], notes)


def on_sets(plan: Plan) -> Section:
    """Real sets: the number that was found, beside the best of several."""
    arena = Arena("full")
    library, rows = Library(arena, folder(), plan.cache), []
    for name in plan.sets or arena.sets:
        data, about = library._data(name), arena.sets[name]
        score = partial(scored, data)
        found, seconds = timed(lambda data=data: fitted("auto", data.train.table, 0))
        number = found.n_topics_
        usual, once = timed(lambda data=data, k=number: fitted(k, data.train.table, 0))
        tried = {k: score(fitted(k, data.train.table, 0)) for k in plan.numbers}
        tried[number] = score(usual)
        best = max(tried, key=lambda k: tried[k])
        lpp = score(found)
        rows.append(
            [
                *(about["title"], about["use"], f"{data.train.table.shape[0]:,}", str(number)),
                *(f"{lpp:.3f}", f"{tried[best]:.3f} ({best})"),
                f"{lpp - tried[best]:+.3f} {VERDICT[lpp >= tried[best] - WITHIN]}",
                f"{seconds:.1f}",
                f"{seconds / once:.2f} {VERDICT[seconds / once <= TIMES]}",
            ]
        )
        print(*rows[-1], flush=True)
    head = ["set", "use", "documents", "found", "LPP", "best LPP (K)"]
    head += [f"to the best, ≥ -{WITHIN:g}", "CPU s", f"time, ≤ {TIMES:g}"]
    notes = [
        f"best LPP: of K = {', '.join(map(str, plan.numbers))} and the number that was found",
        "one seed; constants were chosen on the development sets and on planted topics",
    ]
    return Section("real sets", head, rows, [], notes)


def fitted(n_topics: Any, X: Any, seed: int) -> LDA:
    return LDA(n_topics, random_state=seed, n_threads=1).fit(X)


def scored(data: Any, model: LDA) -> float:
    """LPP of the held-out words of the test documents."""
    theta = model.transform(data.observed.table)
    return float(np.nanmean(log_predictive(theta, model.topics_, data.held)))


def timed(fit: Callable[[], LDA]) -> tuple[LDA, float]:
    begin = time.process_time()
    return fit(), time.process_time() - begin


SECTIONS = {"planted": on_planted, "sets": on_sets}


def main() -> None:
    options = parser(__doc__, SECTIONS)
    options.add_argument("--seeds", type=int, default=5)
    options.add_argument("--sets", default="", help="names of sets in arena.toml, commas between")
    options.add_argument("--cache", type=Path, default=CACHE, help="folder of prepared sets")
    chosen = options.parse_args()
    sets = tuple(chosen.sets.split(",")) if chosen.sets else ()
    plan = Plan.quick() if chosen.quick else Plan(chosen.seeds, sets=sets, cache=chosen.cache)
    parts = {name: partial(SECTIONS[name], plan) for name in chosen.only}
    run(chosen.out / "topic_number.json", parts, lambda _: None, quick=chosen.quick)


if __name__ == "__main__":
    main()
