"""LDA("auto"): how many topics it finds, how well they predict, and how long it takes.

python benchmarks/topic_number.py                      planted topics, then all sets of arena.toml
python benchmarks/topic_number.py --only planted,rare   no data folder needed
python benchmarks/topic_number.py --quick              a smoke run

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
from planted import Planted, planted
from report import Section, parser, run
from timing import VERDICT

sys.path.append(str(Path(__file__).resolve().parents[1]))

from arena.data import Library
from arena.plan import Plan as Arena
from corpora import folder

from biterms import LDA, Annealed
from biterms.measures.lpp import log_predictive
from biterms.measures.split import split

CACHE = Path(__file__).resolve().parents[1] / "build" / "arena"
SHAPES = ("uniform", "Zipf")
#: what is asked for: share of the planted number, LPP of the best number, time of one run
NEAR, WITHIN, TIMES = 0.1, 0.05, 3.0
#: seeds before were looked at while the search was made
FIRST_SEED = 1_000
#: a set has as many seeds as make up so many words: single runs on small sets differ too much
TOKENS = 200_000
#: of rare topics: numbers as parts of the planted one, new documents, cosine of the same topic, and
#: of one that has most from it
PARTS, NEW, SAME, NEAREST = (0.6, 0.8, 1.0, 1.2, 1.5), 10_000, 0.7, 0.5


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

    def planted_seeds(self, n_docs: int) -> range:
        """More of fewer documents, which differ more."""
        return range(FIRST_SEED, FIRST_SEED + self.seeds * max(self.documents) // n_docs)


def on_planted(plan: Plan) -> Section:
    """Documents of planted topics, the number of which is known."""
    rows = []
    for n_docs, shape, K in itertools.product(plan.documents, SHAPES, plan.planted):
        found, ratios = [], []
        for seed in plan.planted_seeds(n_docs):
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
        (
            f"{plan.seeds} seeds from {FIRST_SEED:,} on, more of fewer documents, so that all rows "
            "have as many documents; off: mean of |found - planted| / planted"
        ),
        "time: CPU seconds of auto, over those of one fit with the number that was found",
    ]
    return Section("planted topics", head, rows, [], notes)


def on_rare(plan: Plan) -> Section:
    """Planted topics of very few documents: what does `LDA` find that is told their number?"""
    n_docs, K = min(plan.documents), max(plan.planted)
    found: dict[str, list[tuple[float, ...]]] = {}
    for seed in plan.planted_seeds(n_docs):
        data = planted(K, "Zipf", "Σm = 1", seed, n_docs + NEW)
        X, new = data.X[:n_docs], split(data.X[n_docs:])
        for number in ("auto", *(round(part * K) for part in PARTS)):
            found.setdefault(str(number), []).append(rare(fitted(number, X, seed), data, new))
        for memory, first in (("short", None), ("long", n_docs)):
            truth = rare(from_truth(X, data, seed, first), data, new)
            found.setdefault(f"{K}, begun at the truth, {memory} memory", []).append(truth)
    rows = []
    for name, each in found.items():
        number, alike, nearest, lpp = np.mean(each, axis=0)
        error = np.std([one[-1] for one in each])
        numbers = [f"{number:.1f}", f"{alike:.1f}", f"{nearest:.1f}"]
        rows.append([name, *numbers, f"{lpp:.3f} ± {error:.3f}"])
    head = ["n_topics", "topics", f"planted ones found, of {K}", "with a topic of their own"]
    head += ["LPP of new documents"]
    notes = [
        f"{K} topics by Zipf's law in {n_docs:,} documents; LPP: {NEW:,} other documents",
        f"means over {len(plan.planted_seeds(n_docs))} seeds, and the standard deviation",
        f"found: a topic of the model has a cosine above {SAME:g} with it",
        f"of their own: it is the nearest one of some topic, with a cosine above {NEAREST:g}",
        (
            "begun at the truth: ten passes that begin at the planted topics; memory: the usual "
            "one, which is short at first, or one of all documents"
        ),
    ]
    return Section("rare topics", head, rows, [], notes)


def rare(model: LDA, data: Planted, new: Any) -> tuple[float, ...]:
    """Number of topics, planted ones found and nearest to one, and LPP of new documents."""
    theta = model.transform(new.observed)
    lpp = float(np.nanmean(log_predictive(theta, model.topics_, new.held)))
    alike = cosines(data.topics, model.topics_)
    nearest = np.unique(alike.argmax(axis=0)[alike.max(axis=0) > NEAREST])
    return model.n_topics_, int((alike.max(axis=1) > SAME).sum()), len(nearest), lpp


def from_truth(X: Any, data: Planted, seed: int, first: int | None) -> LDA:
    """What could be found: learning that begins at the planted topics."""
    learner = Annealed(first=first, starts=0)
    model = LDA(len(data.topics), learner=learner, random_state=seed, n_threads=1).fit(X)
    state, eta = model.state, model.posterior_.eta.T
    learnt = data.shares[:, None] * data.topics * (model.components_ - eta).sum()
    state.posterior.begin_at(learnt + eta)
    engine, counts = model.engine(), model._read(X)
    engine.learn_passes(state, counts, engine.n_passes())
    return model


def on_sets(plan: Plan) -> Section:
    """Real sets: the number that was found, beside the best of several."""
    arena = Arena("full")
    library, rows = Library(arena, folder(), plan.cache), []
    for name in plan.sets or arena.sets:
        data, about = library._data(name), arena.sets[name]
        seeds = max(1, min(plan.seeds, TOKENS // about["tokens"]))
        runs = [one_seed(data, plan.numbers, seed) for seed in range(seeds)]
        lpp, number = (mean(getattr(run, key) for run in runs) for key in ("lpp", "number"))
        tried = {k: mean(run.tried[k] for run in runs) for k in plan.numbers}
        tried[round(number)] = mean(run.usual for run in runs)
        best = max(tried, key=lambda k: tried[k])
        seconds, ratio = (mean(getattr(run, key) for run in runs) for key in ("seconds", "ratio"))
        spread = np.std([run.lpp for run in runs])
        rows.append(
            [
                *(about["title"], about["use"], f"{data.train.table.shape[0]:,}", str(seeds)),
                *(f"{number:.0f}", f"{lpp:.3f}" + (f" ± {spread:.3f}" if seeds > 1 else "")),
                f"{tried[best]:.3f} ({best})",
                f"{lpp - tried[best]:+.3f} {VERDICT[lpp >= tried[best] - WITHIN]}",
                f"{seconds:.1f}",
                f"{ratio:.2f} {VERDICT[ratio <= TIMES]}",
            ]
        )
        print(*rows[-1], flush=True)
    head = ["set", "use", "documents", "seeds", "found", "LPP", "best LPP (K)"]
    head += [f"to the best, ≥ -{WITHIN:g}", "CPU s", f"time, ≤ {TIMES:g}"]
    notes = [
        f"best LPP: of K = {', '.join(map(str, plan.numbers))} and the number that was found",
        (
            "means over the seeds, and the standard deviation; constants were chosen on the "
            "development sets and on planted topics"
        ),
    ]
    return Section("real sets", head, rows, [], notes)


def on_seeds(plan: Plan) -> Section:
    """The smallest sets: how much is chance?"""
    arena = Arena("full")
    library, rows = Library(arena, folder(), plan.cache), []
    small = [name for name, about in arena.sets.items() if about["tokens"] * 5 <= TOKENS]
    for name in plan.sets or small:
        data = library._data(name)
        runs = [one_seed(data, plan.numbers, seed) for seed in range(plan.seeds)]
        tried = {k: [run.tried[k] for run in runs] for k in plan.numbers}
        best = max(tried, key=lambda k: mean(tried[k]))
        shortfalls = [run.lpp - max(run.usual, *run.tried.values()) for run in runs]
        rows.append(
            [
                *(arena.sets[name]["title"], f"{np.isfinite(lpps(data, runs[0].model)).sum():,}"),
                *(spread([run.lpp for run in runs]), f"{spread(tried[best])} ({best})"),
                f"{min(shortfalls):+.3f} to {max(shortfalls):+.3f}",
            ]
        )
    head = ["set", "test documents", "LPP of auto", "LPP of the best K", "to the best of a seed"]
    notes = [f"{plan.seeds} seeds, from the lowest to the highest"]
    return Section("single seeds", head, rows, [], notes)


def spread(values: list[float]) -> str:
    return f"{min(values):.3f} to {max(values):.3f}"


@dataclass(frozen=True)
class Run:
    """`auto` with one seed: its number, LPP and time, and the LPP of that and of other numbers."""

    model: LDA
    lpp: float
    seconds: float
    ratio: float
    usual: float
    tried: dict[int, float]

    @property
    def number(self) -> int:
        return self.model.n_topics_


def one_seed(data: Any, numbers: tuple[int, ...], seed: int) -> Run:
    X, score = data.train.table, partial(scored, data)
    found, seconds = timed(lambda: fitted("auto", X, seed))
    number = found.n_topics_
    usual, once = timed(lambda: fitted(number, X, seed))
    tried = {k: score(fitted(k, X, seed)) for k in numbers}
    return Run(found, score(found), seconds, seconds / once, score(usual), tried)


def cosines(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    one, other = (x / np.linalg.norm(x, axis=1, keepdims=True) for x in (one, other))
    return np.asarray(one @ other.T)


def fitted(n_topics: Any, X: Any, seed: int) -> LDA:
    return LDA(n_topics, random_state=seed, n_threads=1).fit(X)


def scored(data: Any, model: LDA) -> float:
    """LPP of the held-out words of the test documents."""
    return float(np.nanmean(lpps(data, model)))


def lpps(data: Any, model: LDA) -> np.ndarray:
    theta = model.transform(data.observed.table)
    return np.asarray(log_predictive(theta, model.topics_, data.held))


def timed(fit: Callable[[], LDA]) -> tuple[LDA, float]:
    begin = time.process_time()
    return fit(), time.process_time() - begin


SECTIONS = {"planted": on_planted, "rare": on_rare, "sets": on_sets, "seeds": on_seeds}


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
