"""oBTM and iBTM on a sample of the Congress tweets: each month is predicted, then learnt from."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import corpora
import numpy as np
from btm_bitermplus import coherence
from report import Section
from scipy import sparse
from timing import spread_text
from tweet_sample import TWEETS

from biterms import BTM, LDA, SVB, Vectoriser

K = 50
#: every so many tweets one is taken
EVERY, WORDS = 18, 5000
LATE = 12
HEAD = ["model", "seconds", "LPP of the next month", f"of the last {LATE}", "NPMI"]


class Months(NamedTuple):
    """The documents of each month, in order, over the same words."""

    parts: list[sparse.csr_matrix]

    @property
    def all_months(self) -> sparse.csr_matrix:
        return sparse.csr_matrix(sparse.vstack(self.parts))


def by_month(name: str, part: slice, most: int | None) -> Months:
    """These texts of a file, of the first months; words are their most frequent ones."""
    records = [json.loads(line) for line in corpora.lines(name)[part]]
    names = np.unique([record["date"][:7] for record in records])[:most]
    kept = [record for record in records if record["date"][:7] <= names[-1]]
    X = Vectoriser(min_df=3, max_words=WORDS).fit_transform([record["text"] for record in kept])
    dates = np.array([record["date"][:7] for record in kept])
    return Months([X.tocsr()[dates == month] for month in names])


class Run(NamedTuple):
    """LPP of each month before it was learnt, NPMI at the end, seconds of learning."""

    lpp: list[float]
    npmi: float
    seconds: float


def models(sweeps: int) -> dict[str, Callable[[int], Any]]:
    """The forms as they are by default, and as their authors have them: nothing is forgotten."""
    usual: dict[str, Any] = {"alpha": 1.0, "beta": 0.01, "sweeps": sweeps}
    stream: dict[str, Any] = usual | {"online": "incremental"}
    return {
        "oBTM": lambda seed: BTM(K, random_state=seed, **usual),
        "oBTM, decay 1": lambda seed: BTM(K, decay=1.0, random_state=seed, **usual),
        "iBTM": lambda seed: BTM(K, random_state=seed, **stream),
        "iBTM, all biterms": lambda seed: BTM(K, window=None, random_state=seed, **stream),
        "LDA-B, SVB": lambda seed: LDA(K, learner=SVB(), random_state=seed, n_threads=1),
    }


def follow(model: Any, data: Months) -> Run:
    """From month to month."""
    scores, seconds = [], 0.0
    for number, part in enumerate(data.parts):
        if number:
            scores.append(model.score(part))
        begin = time.perf_counter()
        size = getattr(model, "batch_size", part.shape[0])  # BTM takes a month at once
        for at in range(0, part.shape[0], size):
            model.partial_fit(part[at : at + size])
        seconds += time.perf_counter() - begin
    return Run(scores, coherence(model.topics_, data.all_months), seconds)


def at_once(model: BTM, data: Months, late: int = LATE) -> Run:
    """All months but the last ones in one batch; the last ones are predicted."""
    begin = time.perf_counter()
    model.fit(sparse.vstack(data.parts[:-late]))
    seconds = time.perf_counter() - begin
    scores = [model.score(part) for part in data.parts[-late:]]
    return Run(scores, coherence(model.topics_, data.all_months), seconds)


def describe(usual: BTM) -> str:
    return f"decay {usual.decay:g}, {usual.rejuvenations} rejuvenations, window {usual.window:,}"


def measure(seeds: range, *, quick: bool) -> Section:
    every = EVERY * 20 if quick else EVERY
    data = by_month(TWEETS, slice(None, None, every), LATE + 2 if quick else None)
    sweeps = 2 if quick else BTM().sweeps
    kinds, found = models(sweeps), {}
    for name in kinds:
        found[name] = [follow(kinds[name](seed), data) for seed in seeds]
    batch = f"BTM, all but {LATE} months"
    found[batch] = [at_once(kinds["oBTM"](seed), data) for seed in seeds]
    rows = [_row(name, runs, all_months=name != batch) for name, runs in found.items()]
    sizes = [part.shape[0] for part in data.parts]
    notes = [
        f"{sum(sizes):,} tweets, one of {every}, {data.parts[0].shape[1]:,} words",
        f"{len(sizes)} months of {min(sizes):,} to {max(sizes):,} tweets; {len(seeds)} seeds",
        f"K = {K}; BTM: α = 1, β = 0.01, {sweeps} sweeps, in oBTM per month; {describe(BTM())}",
        "LPP of a month by a model that has learnt all months before it, mean over months",
        "seconds of learning all months, one thread",
    ]
    record = {name: [run._asdict() for run in runs] for name, runs in found.items()}
    return Section("oBTM and iBTM month by month", HEAD, rows, [], notes, record)


def _row(name: str, runs: list[Run], *, all_months: bool) -> list[str]:
    every = spread_text([float(np.mean(run.lpp)) for run in runs]) if all_months else ""
    late = spread_text([float(np.mean(run.lpp[-LATE:])) for run in runs])
    seconds = spread_text([run.seconds for run in runs], 1)
    return [name, seconds, every, late, spread_text([run.npmi for run in runs])]
