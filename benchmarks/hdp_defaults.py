"""HDP-B with its defaults against unigrams, HDP at its best, and LDA-B of several sizes."""

from __future__ import annotations

import itertools
from statistics import mean
from typing import Any

import corpora
from choosing import choose
from hdp_sets import Plan, against, five, scores
from report import Section
from timing import spread_text

from biterms import HDP, LDA

ALPHAS, ETAS = (0.3, 1.0, 3.0, 10.0), (0.01, 0.1, 0.3)
NEAR = 0.1
WIDE = "HDP-B, twice the room"
Row = list[str]


def measure(plan: Plan) -> Section:
    """Per set: every model over the seeds, then what HDP-B is asked for."""
    rows: list[Row] = []
    found = {}
    for name, data in five(plan.limit).items():
        table = _models(data, plan)
        found[name] = {model: values for model, (values, _, _) in table.items()}
        rows += [[name, "unigram", f"{corpora.unigram(data):.3f}", "", "", "", ""]]
        rows += [
            [name, model, spread_text(values), topics, "", "", about]
            for model, (values, topics, about) in table.items()
        ]
        rows += [[name, *line, ""] for line in _verdicts(found[name], corpora.unigram(data), plan)]
    notes = [
        f"{len(plan.seeds)} seeds, mean ± sd; topics: those with at least 0.5 % of the mass",
        f"HDP: α in {ALPHAS}, η in {ETAS} chosen on a tenth of the training documents, one seed",
        "LDA-B and HDP-B: nothing set but the number of topics and the seed",
    ]
    head = ["set", "model", "LPP", "topics", "target", "", "settings"]
    return Section("defaults: LPP", head, rows, [], notes, {"lpp": found})


def _models(data: corpora.Parts, plan: Plan) -> dict[str, tuple[list[float], str, str]]:
    """LPP over the seeds, number of topics, settings."""
    table = {f"HDP, {way}": _words(data, plan, way) for way in ("mean", "vb")}
    for K in plan.topics:
        models = (LDA(K, passes=plan.passes, random_state=s).fit(data.train) for s in plan.seeds)
        table[f"LDA-B, K = {K}"] = (scores(models, data), str(K), "defaults")
    table["HDP-B"] = (*_run(data, plan, plan.K, {}), "defaults")
    table[WIDE] = (*_run(data, plan, 2 * plan.K, {}), f"max_topics={2 * plan.K}")
    return table


def _words(data: corpora.Parts, plan: Plan, way: str) -> tuple[list[float], str, str]:
    """HDP without biterms, with the concentrations that are best on training documents."""

    def own(setting: tuple[float, float]) -> dict[str, Any]:
        return {"biterms": False, "inference": way, "alpha": setting[0], "eta": setting[1]}

    def fit(setting: tuple[float, float], X: Any) -> HDP:
        return HDP(plan.K, passes=plan.passes, random_state=0, **own(setting)).fit(X)

    best, _ = choose(list(itertools.product(ALPHAS, ETAS)), fit, data.train)
    return (*_run(data, plan, plan.K, own(best)), f"α {best[0]:g}, η {best[1]:g}")


def _run(
    data: corpora.Parts, plan: Plan, room: int, own: dict[str, Any]
) -> tuple[list[float], str]:
    settings = {"passes": plan.passes, **own}
    models = [HDP(room, random_state=s, **settings).fit(data.train) for s in plan.seeds]
    topics = [float(model.n_topics_) for model in models]
    return scores(models, data), spread_text(topics, 1)


def _verdicts(found: dict[str, list[float]], unigram: float, plan: Plan) -> list[Row]:
    ours = found["HDP-B"]
    words = max((found["HDP, mean"], found["HDP, vb"]), key=mean)
    asked = {
        "HDP-B − unigram": against(ours, [unigram] * len(ours), 0.0, strict=True),
        "HDP-B − best HDP": against(ours, words, 0.0, strict=False),
    }
    for mine, most in (("HDP-B", plan.K), ("HDP-B", 2 * plan.K), (WIDE, 2 * plan.K)):
        best = max(
            (f"LDA-B, K = {K}" for K in plan.topics if K <= most), key=lambda n: mean(found[n])
        )
        name = f"{mine} − best of at most {most} topics ({best})"
        asked[name] = against(found[mine], found[best], -NEAR, strict=False)
    return [[name, gain, "", *verdict] for name, (gain, *verdict) in asked.items()]
