"""Documents whose words nearly all come from different topics: which topics can be found there?"""

from __future__ import annotations

from typing import Any

import numpy as np
from hdp_sets import Plan
from planted import READINGS, Planted, planted
from report import Section
from timing import spread_text

from biterms import HDP, LDA
from biterms.measures.lpp import lpp, split

ROUNDS, CONCENTRATION = 60, 0.1


class Unigram:
    """How often each word is there."""

    def __init__(self, X: Any) -> None:
        p = np.asarray(X.sum(axis=0)).ravel() + CONCENTRATION
        self.topics_ = (p / p.sum())[None]

    def transform(self, X: Any) -> np.ndarray:
        return np.ones((X.shape[0], 1))


class Truth:
    """The planted topics themselves, mixtures by the updates of the mean."""

    def __init__(self, topics: np.ndarray) -> None:
        self.topics_ = topics

    def transform(self, X: Any) -> np.ndarray:
        K, X = len(self.topics_), X.toarray()
        theta = np.full((len(X), K), 1 / K)
        for _ in range(ROUNDS):
            p = np.maximum(theta @ self.topics_, 1e-300)
            theta = CONCENTRATION + theta * ((X / p) @ self.topics_.T)
            theta /= theta.sum(axis=1, keepdims=True)
        return theta


def measure(plan: Plan) -> Section:
    """LPP and what is recovered, with as many topics as were planted and with HDP-B."""
    K, reading = max(plan.planted), list(READINGS)[1]
    found: dict[str, list[tuple[float, float]]] = {}
    for seed in plan.seeds:
        case = planted(K, "uniform", reading, seed, plan.documents)
        for name, value in _scores(case, K, seed, plan).items():
            found.setdefault(name, []).append(value)
    rows = [
        [name, spread_text([score for score, _ in some]), f"{np.mean([r for _, r in some]):.0%}"]
        for name, some in found.items()
    ]
    notes = [
        f"{plan.documents:,} documents, a tenth for tests; {K} topics, mixtures Dirichlet(0.1)",
        f"truth: the planted topics, not learnt; {len(plan.seeds)} seeds, mean ± sd",
    ]
    head = ["model", "LPP", "recovered"]
    return Section("a topic for nearly every word", head, rows, [], notes, {"found": found})


def _scores(case: Planted, K: int, seed: int, plan: Plan) -> dict[str, tuple[float, float]]:
    cut = case.X.shape[0] * 9 // 10
    train, parts = case.X[:cut], split(case.X[cut:])
    own: dict[str, Any] = {"passes": plan.passes, "random_state": seed}
    models = {
        "unigram": Unigram(train),
        "truth": Truth(case.topics),
        f"LDA, K = {K}": LDA(K, biterms=False, **own).fit(train),
        f"LDA-B, K = {K}": LDA(K, **own).fit(train),
        "HDP-B": HDP(plan.K, **own).fit(train),
    }
    return {
        name: (lpp(model, parts.observed, parts.held), case.recovered(model.topics_))
        for name, model in models.items()
    }
