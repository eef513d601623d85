"""Tweets in the order of time, each scored before it is learnt from: which learner follows best?

python benchmarks/streams.py                  200,000 tweets by all learners
python benchmarks/streams.py --only drift     documents of known topics, one of which changes
python benchmarks/streams.py --learners SVB   only learners whose names have this in them
python benchmarks/streams.py --quick          a smoke run; its numbers mean nothing
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from functools import partial
from statistics import mean
from typing import Any

import available  # noqa: F401  (before what may be missing)
import corpora
import numpy as np
from planted import Planted, planted
from report import Section, parser, run
from scipy import sparse
from timing import spread_text

from biterms import KPS, LDA, SVB, SVI, Annealed, TopicModel
from biterms.text.readers import Record

FILE = "congress_tweets/congress_tweets.jsonl.gz"
#: texts that come together; the first 200 of them are scored before all are learnt from
PIECE = 1_000


@dataclass(frozen=True)
class Plan:
    """`quick` is a smoke run whose numbers mean nothing."""

    texts: int = 200_000
    topics: int = 50
    seeds: range = range(3)
    learners: str = ""
    documents: int = 60_000

    def chosen(self, every: dict[str, Any]) -> dict[str, Any]:
        """The learners that were asked for."""
        return {name: learner for name, learner in every.items() if self.learners in name}


def learners(texts: int) -> dict[str, Any]:
    """Ours, each with the settings that suit a stream; SVI is told how many texts there will be."""
    annealed = {
        f"Annealed({words})": Annealed(**own)
        for words, own in (
            ("", {}),
            ("most=20_000", {"most": 20_000}),
            ("most=10_000", {"most": 10_000}),
            ('most="7d"', {"most": "7d"}),
            ('most="30d"', {"most": "30d"}),
            ("held=0", {"held": 0}),
        )
    }
    others = {
        "SVI(total_docs=...)": SVI(total_docs=texts),
        "SVB()": SVB(),
        "SVB(decay=0.95)": SVB(decay=0.95),
        "SVB(decay=0.99)": SVB(decay=0.99),
        'SVB(decay="adaptive")': SVB(decay="adaptive"),
        'SVB(decay="hpp")': SVB(decay="hpp"),
        "KPS()": KPS(),
    }
    return annealed | others


def read(limit: int) -> list[Record]:
    """Evenly over all years, in the order of time."""
    every = corpora.lines(FILE)
    found = map(json.loads, every[:: max(1, len(every) // limit)][:limit])
    return [Record(one["text"], str(i), one["date"], None) for i, one in enumerate(found)]


def measure(plan: Plan) -> Section:
    """Prequential LPP: over the whole stream, and over its last half."""
    records, rows, data = read(plan.texts), [], {}
    for name, learner in plan.chosen(learners(len(records))).items():
        found = [follow(learner, records, plan.topics, seed) for seed in plan.seeds]
        whole, half, seconds = (list(values) for values in zip(*found, strict=True))
        data[name] = {"lpp": whole, "second half": half, "seconds": seconds}
        rows.append([name, spread_text(whole), spread_text(half), f"{mean(seconds):.1f}"])
        print(*rows[-1], sep="  ", flush=True)
    head = ["learner", "LPP", "LPP, second half", "CPU seconds"]
    note = (
        f"{len(records):,} tweets, K = {plan.topics}, {len(plan.seeds)} seeds, mean ± sd; words "
        "join as they become frequent, the same for all learners"
    )
    return Section("a stream in the order of time", head, rows, [], [note], data)


def follow(learner: Any, records: list[Record], K: int, seed: int) -> tuple[float, float, float]:
    """LPP of all pieces but the first and of those of the second half, and seconds."""
    model = TopicModel(LDA(K, learner=learner, random_state=seed, n_threads=1), keep=0)
    found, begin = list[float](), time.process_time()
    for at in range(0, len(records), PIECE):
        piece = records[at : at + PIECE]
        if at:
            found.append(model.model_.prequential_lpp(model.counts([one.text for one in piece])))
        model.update(piece)
    return mean(found), mean(found[len(found) // 2 :]), time.process_time() - begin


def drift(plan: Plan) -> Section:
    """One of 20 known topics has other words from the middle on."""
    rows, data = [], {}
    for name, learner in plan.chosen(learners(plan.documents)).items():
        if 'd"' in name:  # these documents have no times
            continue
        found = np.array([followed(learner, plan.documents, seed) for seed in plan.seeds])
        data[name] = found.tolist()
        rows.append([name, *(spread_text(list(column)) for column in found.T)])
        print(*rows[-1], sep="  ", flush=True)
    head = ["learner", "LPP before", "LPP of the tenth after", "LPP of the last fifth"]
    head += ["kept by the topic", "least kept by another"]
    note = (
        f"{plan.documents:,} documents of 20 planted topics, {len(plan.seeds)} seeds, mean ± sd; "
        "kept: the smallest share at any look in the tenth after the change"
    )
    return Section("one topic drifts", head, rows, [], [note], data)


def followed(learner: Any, n: int, seed: int) -> list[float]:
    """LPP before the change, just after it and at the end; what topics kept just after it."""
    truth = planted(20, "uniform", "Σm = 1", seed, n)
    X = sparse.vstack([truth.X[: n // 2], drifted(truth, seed)[n // 2 :]]).tocsr()
    model = LDA(20, learner=learner, random_state=seed, n_threads=1, batch_size=250)
    lpp, kept, moved = list[float](), list[np.ndarray](), 0
    for at in range(0, n, PIECE // 2):
        piece = X[at : at + PIECE // 2]
        if at:
            lpp.append(model.prequential_lpp(piece))
        if at == n // 2:
            moved = int(np.minimum(model.topics_, truth.topics[0]).sum(axis=1).argmax())
        for begin in range(0, piece.shape[0], 250):
            model.partial_fit(piece[begin : begin + 250])
        if n // 2 <= at < n * 6 // 10:
            kept.append(model.forgetting_)
    half, tenth, least = len(lpp) // 2, len(lpp) // 10, np.min(kept, axis=0)
    parts = (lpp[half - 2 * tenth : half], lpp[half : half + tenth], lpp[-2 * tenth :])
    return [*map(mean, parts), float(least[moved]), float(np.delete(least, moved).min())]


def drifted(truth: Planted, seed: int) -> sparse.csr_matrix:
    """The same documents, but topic 0 has the words of a topic that nobody has seen."""
    other = np.random.default_rng(seed + 1_000).permutation(truth.X.shape[1])
    mine = truth.topics[0] > truth.topics[1:].max(axis=0)
    words = np.where(mine[truth.X.indices], other[truth.X.indices], truth.X.indices)
    X = sparse.csr_matrix((truth.X.data, words, truth.X.indptr), shape=truth.X.shape)
    X.sum_duplicates()
    return X


def main() -> None:
    asked = parser(__doc__, ["stream", "drift"])
    asked.add_argument("--learners", default="", help="part of the names of learners to run")
    chosen = asked.parse_args()
    plan = Plan(learners=chosen.learners)
    if chosen.quick:
        plan = Plan(6_000, 5, range(2), chosen.learners, 6_000)
    sections = {"stream": partial(measure, plan), "drift": partial(drift, plan)}
    sections = {name: each for name, each in sections.items() if name in (chosen.only or sections)}
    run(chosen.out / "streams.json", sections, lambda _: None, quick=chosen.quick)


if __name__ == "__main__":
    main()
