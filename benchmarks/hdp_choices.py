"""How HDP-B chooses its topics: each setting against others, on training documents only.

A random tenth of the training documents of each set is predicted after learning from the rest; test
documents are not read. The planted data have other seeds than those of the section `planted`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from statistics import mean
from typing import Any
from unittest.mock import patch

from choosing import tenth_of
from hdp_sets import Plan, five
from planted import READINGS, planted
from report import Section

from biterms import HDP
from biterms.measures.lpp import lpp
from biterms.models.hdp import estimator, gains, prune, validation

#: seeds of planted data: others than in the tables
SEEDS = (10,)
PLANTED = ((20, "uniform"), (60, "Zipf"))
Change = Callable[[], AbstractContextManager[Any]]


def measure(plan: Plan) -> Section:
    """LPP of the tenth on each set, and topics found for those planted, choice by choice."""
    rows, found = [], {}
    tenths = {name: tenth_of(data.train) for name, data in five(plan.limit).items()}
    for name, change in CHOICES.items():
        with change():
            scores = [mean(_score(tenth, s, plan) for s in plan.seeds) for tenth in tenths.values()]
            counts = [_counts(*case, plan) for case in PLANTED]
        found[name] = {"lpp": dict(zip(tenths, scores, strict=True)), "planted": counts}
        numbers = [", ".join(map(str, some)) for some in counts]
        rows.append([name, *(f"{x:.3f}" for x in (*scores, mean(scores))), *numbers])
        print(*rows[-1], sep="  ", flush=True)  # it takes long
    head = ["setting", *tenths, "mean", *(f"{K} {shape}" for K, shape in PLANTED)]
    notes = [
        f"LPP of a tenth of the training documents; {len(plan.seeds)} seed(s)",
        f"planted: topics found with room for {plan.K}, then for {2 * plan.K}; seed {SEEDS[0]}",
    ]
    return Section("choices, on training documents", head, rows, [], notes, {"choices": found})


def _score(tenth: Any, seed: int, plan: Plan) -> float:
    model = HDP(plan.K, passes=plan.passes, random_state=seed).fit(tenth.rest)
    return lpp(model, tenth.observed, tenth.held)


def _counts(K: int, shape: str, plan: Plan) -> list[int]:
    cases = [planted(K, shape, next(iter(READINGS)), seed, plan.documents) for seed in SEEDS]
    return [
        HDP(room, passes=plan.passes, random_state=seed).fit(case.X).n_topics_
        for room in (plan.K, 2 * plan.K)
        for seed, case in zip(SEEDS, cases, strict=True)
    ]


@contextmanager
def _one_alpha() -> Iterator[None]:
    """Validation documents are inferred with the current α, not with the one that suits them."""

    def prune_with_alpha(*given: Any) -> int:
        with patch.object(prune, "_sharpest", lambda _, state, __: state.alpha):
            return prune.prune(*given)

    with patch.object(validation, "prune", prune_with_alpha):
        yield


def _validating(share: float, most: int) -> Change:
    return partial(patch.multiple, validation, SHARE=share, MOST=most)


CHOICES: dict[str, Change] = {
    "as it is": nullcontext,
    "of past rounds nothing counts": partial(patch.object, gains, "KEPT", 0.0),
    "of past rounds a half counts": partial(patch.object, gains, "KEPT", 0.5),
    "validation: a tenth, at most 2,000": _validating(0.1, 2000),
    "validation: 0.3, at most 6,000": _validating(0.3, 6000),
    "validation with the current α": _one_alpha,
    "held out: a twentieth, at most 500": partial(
        patch.multiple, validation, HELD_OUT=0.05, MOST_HELD_OUT=500
    ),
    "α begins at 3": partial(patch.dict, estimator.ALPHA, {True: 3.0}),
}
