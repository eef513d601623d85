"""How the defaults of BTM were chosen: each beside others, on two streams by month.

No tweet of the section `months` is among these.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from btm_bitermplus import TOP
from btm_months import K, Months, Run, at_once, by_month, follow
from report import Section
from tweet_sample import TWEETS

from biterms import BTM

HEADLINES = "abc_headlines/abc_headlines.jsonl.gz"
#: months at the end that are compared
LATE = 6
WINDOW = 50_000


def streams(*, quick: bool) -> dict[str, Months]:
    rarer, most = (20, LATE + 2) if quick else (1, 36)
    return {
        "tweets": by_month(TWEETS, slice(7, None, 18 * rarer), most),
        "headlines": by_month(HEADLINES, slice(None, None, 3 * rarer), most),
    }


class Choice(NamedTuple):
    """One setting that takes several values; how a stream is learnt with each of them."""

    model: str
    name: str
    values: tuple[float, ...]
    others: dict[str, Any]
    learn: Callable[[BTM, Months], Run] = follow


ALL: dict[str, Any] = {"online": "incremental", "window": None}
FEW: dict[str, Any] = {"online": "incremental", "window": WINDOW, "rejuvenations": 20}
CHOICES = (
    Choice("oBTM, 50 sweeps", "decay", (1.0, 0.2, 0.1, 0.05), {"sweeps": 50}),
    Choice("oBTM, decay 0.1", "sweeps", (20, 100, 300), {"decay": 0.1}),
    Choice(
        f"BTM, all but {LATE} months at once", "sweeps", (50, 300), {}, partial(at_once, late=LATE)
    ),
    Choice("iBTM, all biterms in the window", "rejuvenations", (20, 50, 150), ALL),
    Choice(f"iBTM, 20 rejuvenations, window {WINDOW:,}", "decay", (1.0, 0.1), FEW),
)


def measure(seeds: range, *, quick: bool) -> Section:
    """LPP of the last months and NPMI on each stream, choice by choice."""
    data, rows, found = streams(quick=quick), [], []
    for choice in CHOICES:
        for value in choice.values:
            runs = {name: _runs(choice, value, part, seeds) for name, part in data.items()}
            found.append(runs)
            cells = [f"{x:.3f}" for some in runs.values() for x in _figures(some).mean(axis=0)]
            rows.append([choice.model, f"{choice.name}={value:g}", *cells])
            print(*rows[-1], sep="  ", flush=True)  # it takes long
    head = ["model", "setting", *(f"{name}: {what}" for name in data for what in ("LPP", "NPMI"))]
    record = [
        {"model": row[0], "setting": row[1]}
        | {name: [run._asdict() for run in some] for name, some in runs.items()}
        for row, runs in zip(rows, found, strict=True)
    ]
    if len(seeds) > 1:
        between = [f"{x:.3f}" for name in data for x in _between([runs[name] for runs in found])]
        rows.append(["standard deviation between seeds", "", *between])
    notes = [_size(name, months) for name, months in data.items()]
    notes += [
        f"K = {K}, α = 1, β = 0.01; means of {len(seeds)} seeds",
        f"LPP of each of the last {LATE} months, predicted before it is learnt from",
        f"NPMI of {TOP} top words, counted in all months",
    ]
    return Section("BTM, choices", head, rows, [], notes, {"choices": record})


def _runs(choice: Choice, value: float, data: Months, seeds: range) -> list[Run]:
    given = choice.others | {choice.name: value}
    models = [BTM(K, alpha=1.0, beta=0.01, random_state=seed, **given) for seed in seeds]
    return [choice.learn(model, data) for model in models]


def _figures(runs: list[Run]) -> np.ndarray:
    """LPP and NPMI of each run."""
    return np.array([[np.mean(run.lpp[-LATE:]), run.npmi] for run in runs])


def _between(rows: list[list[Run]]) -> np.ndarray:
    """One deviation for all rows, from the mean of their variances."""
    variances = [_figures(runs).var(axis=0, ddof=1) for runs in rows]
    return np.asarray(np.sqrt(np.mean(variances, axis=0)))


def _size(name: str, data: Months) -> str:
    documents, words = data.all_months.shape
    return f"{name}: {documents:,} in {len(data.parts)} months, {words:,} words"
