"""Planted topics in fewer documents, where minibatches of the default size forget too slowly."""

from __future__ import annotations

from typing import Any

from hdp_planted import FIRST
from hdp_sets import Plan
from planted import READINGS, Planted, planted
from report import Section
from timing import spread_text

from biterms import HDP
from biterms.measures.lpp import lpp, split

#: documents to learn from, as shares of those of the other tables
SHARES = (0.05, 0.2, 0.4)
#: minibatches of a pass
STEPS = 160


def measure(plan: Plan) -> Section:
    """Topics found and LPP, with minibatches of 125 and with 160 in a pass."""
    rows, found = [], []
    for share in SHARES:
        n = int(share * plan.documents)
        for K in plan.planted[:2]:
            cases = [
                planted(K, "uniform", next(iter(READINGS)), FIRST + s, 2 * n) for s in plan.seeds
            ]
            for size in (125, max(1, n // STEPS)):
                looks = [
                    _look(case, n, s, size, plan) for s, case in zip(plan.seeds, cases, strict=True)
                ]
                topics, scores = (list(values) for values in zip(*looks, strict=True))
                found.append(
                    {"documents": n, "planted": K, "batch": size, "n": topics, "lpp": scores}
                )
                numbers = spread_text(topics, 1), spread_text(scores)
                rows.append([f"{n:,}", str(K), str(size), *numbers])
    notes = [
        f"room for {plan.K} topics; m uniform, sums to 1; {len(plan.seeds)} seeds, mean ± sd",
        "LPP of as many documents that were not learnt from",
    ]
    head = ["documents", "planted", "batch_size", "found", "LPP"]
    return Section("planted topics in fewer documents", head, rows, [], notes, {"cases": found})


def _look(case: Planted, n: int, seed: int, size: int, plan: Plan) -> tuple[float, float]:
    settings: dict[str, Any] = {"passes": plan.passes, "batch_size": size, "random_state": seed}
    model = HDP(plan.K, **settings).fit(case.X[:n])
    parts = split(case.X[n:])
    return float(model.n_topics_), lpp(model, parts.observed, parts.held)
