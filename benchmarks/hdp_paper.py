"""HDP and HDP-B at the paper's settings, averaged over its grid of step sizes."""

from __future__ import annotations

import itertools
from statistics import mean

import corpora
from hdp_sets import Plan, against, five, scores
from report import Section

from biterms import HDP, SVI

#: minibatches of the paper for sets below and above so many documents
LARGE, BATCHES = 50_000, (500, 5000)


def measure(plan: Plan) -> Section:
    """Mean and range of the LPP over the grid, on words and with biterms."""
    rows, found = [], {}
    for name, data in five(plan.limit).items():
        words, pairs = (on_grid(data, plan, biterms) for biterms in (False, True))
        found[name] = {"HDP": words, "HDP-B": pairs}
        row = [name, f"{corpora.unigram(data):.3f}", _range(words), _range(pairs)]
        rows.append([*row, *against(pairs, words, 0.0, strict=True)])
    notes = [
        f"K = {plan.K}, T = 20, α = ω = 1, η = 0.01, vb, every biterm, one pass",
        f"batch {BATCHES[0]}, from {LARGE:,} documents on {BATCHES[1]:,}",
        f"τ in {plan.taus}, κ in {plan.kappas}: mean, and range in brackets; one seed",
        "HDP-B − HDP: mean and deviation over the grid",
    ]
    head = ["set", "unigram", "HDP", "HDP-B", "HDP-B − HDP", "target", ""]
    return Section("the paper's settings: LPP", head, rows, [], notes, {"lpp": found})


def on_grid(data: corpora.Parts, plan: Plan, biterms: bool) -> list[float]:
    batch = BATCHES[data.train.shape[0] >= LARGE]
    own = {"biterms": biterms, "batch_size": batch, "passes": 1, "random_state": 0}
    models = (
        HDP.paper(plan.K, SVI(tau, kappa=kappa), **own).fit(data.train)
        for tau, kappa in itertools.product(plan.taus, plan.kappas)
    )
    return scores(models, data)


def _range(found: list[float]) -> str:
    return f"{mean(found):.3f} ({min(found):.3f} to {max(found):.3f})"
