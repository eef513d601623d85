"""How many topics HDP-B finds where the number is known, and whether `max_topics` matters."""

from __future__ import annotations

import itertools
from statistics import mean
from typing import Any

import numpy as np
from hdp_sets import Plan
from planted import LEAST, READINGS, SAME, Planted, planted
from report import Section
from timing import VERDICT

from biterms import HDP

SHAPES = ("uniform", "Zipf")
NEAR, STEADY = 0.2, 0.1
#: seeds of the documents begin here: those before were looked at when judging was made
FIRST = 5
#: of the sizes that are drawn
SMALLEST = 0.0005


def measure(plan: Plan, reading: str = next(iter(READINGS))) -> Section:
    """Every case over the seeds, with room for K and for twice as many topics."""
    rooms, rows, found = (plan.K, 2 * plan.K), [], []
    for K, shape in itertools.product(plan.planted, SHAPES):
        cases = [planted(K, shape, reading, FIRST + s, plan.documents) for s in plan.seeds]
        large = [int(case.there.sum()) for case in cases]
        less, more = ([_fitted(c, n, s, plan) for s, c in enumerate(cases)] for n in rooms)
        rows.append(
            [
                *(shape, str(K), _range(large)),
                *(_range([one["n"] for one in some]) for some in (less, more)),
                *(f"{mean(one['recovered'] for one in some):.0%}" for some in (less, more)),
                *(_off(less, [K] * len(less), NEAR), _off(less, large, NEAR)),
                _off(more, [one["n"] for one in less], STEADY),
            ]
        )
        about = {"reading": reading, "shape": shape, "planted": K, "large": large}
        sizes = sorted(cases[0].shares.tolist(), reverse=True)
        found.append(about | {"sizes": sizes, "found": dict(zip(rooms, (less, more), strict=True))})
    notes = [
        f"{plan.documents:,} documents of 5 to 10 of 2,000 words",
        f"{len(plan.seeds)} seeds, those of the documents from {FIRST} on",
        f"topics Dirichlet(0.05), mixtures Dirichlet(0.1 m); {reading}: {READINGS[reading]}",
        f"large: planted topics with at least {LEAST:.1%} of the words; range in brackets",
        f"recovered: those of them with Σ min(β, found) > {SAME}",
        "off: |found − planted| / planted, mean over the seeds; in brackets the seeds that hold",
    ]
    head = ["m", "planted", "large", *(f"found of {room}" for room in rooms)]
    head += [f"recovered of {room}" for room in rooms]
    head += [f"off planted, ≤ {NEAR:.0%}", f"off large, ≤ {NEAR:.0%}", f"moved, ≤ {STEADY:.0%}"]
    return Section(f"planted topics, {reading}", head, rows, [], notes, {"cases": found})


def broad(plan: Plan) -> Section:
    """The other reading: a text of seven words has about five topics."""
    return measure(plan, list(READINGS)[1])


def _fitted(case: Planted, max_topics: int, seed: int, plan: Plan) -> dict[str, Any]:
    model = HDP(max_topics, passes=plan.passes, random_state=seed).fit(case.X)
    sizes = model.sizes_
    return {
        "n": model.n_topics_,
        "recovered": case.recovered(model.topics_[sizes >= LEAST]),
        "sizes": np.sort(sizes[sizes >= SMALLEST])[::-1].round(5).tolist(),
    }


def _range(numbers: list[int]) -> str:
    return f"{mean(numbers):.1f} ({min(numbers)} to {max(numbers)})"


def _off(some: list[dict[str, Any]], numbers: list[int], most: float) -> str:
    shares = [abs(one["n"] - n) / n for one, n in zip(some, numbers, strict=True)]
    held = sum(share <= most for share in shares)
    return f"{mean(shares):.1%} {VERDICT[mean(shares) <= most]} ({held} of {len(shares)})"
