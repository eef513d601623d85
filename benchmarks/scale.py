"""What threads bring and what a large vocabulary costs, on Congress tweets."""

from __future__ import annotations

import time
from functools import cache
from statistics import median
from typing import Any

import corpora
import numpy as np
from report import Section
from scipy import sparse
from timing import Options, Ratio, alternate, per_run

from biterms import KPS, LDA, SVB, SVI

SMALL, LARGE = 10_000, 1_000_000


@cache
def tweets(options: Options) -> sparse.csr_matrix:
    return corpora.tweets(options.tweets, SMALL)


#: what is timed on one thread and on two
SETTINGS: dict[str, dict[str, Any]] = {
    "defaults": {},
    "defaults, batch 5,000": {"batch_size": 5000},
    "vb, batch 5,000": {
        "inference": "vb",
        "alpha": 0.01,
        "eta": 0.01,
        "biterm_weight": 1.0,
        "batch_size": 5000,
    },
}


def threads(options: Options) -> Section:
    """One pass of LDA-B on one thread and on two: our defaults, larger minibatches, `vb`."""
    X = tweets(options)

    def runner(setting: str, n_threads: int, seed: int) -> float:
        own = SETTINGS[setting] | {"n_threads": n_threads, "random_state": seed}
        model = LDA(options.K, passes=1, **own)
        begin = time.perf_counter()
        model.fit(X)
        return time.perf_counter() - begin

    names = {(setting, n): f"{setting}, {n} thread(s)" for setting in SETTINGS for n in (1, 2)}
    runners = {name: lambda seed, key=key: runner(*key, seed) for key, name in names.items()}
    seconds = alternate(runners, options.runs)
    rows = [
        [name, f"{X.shape[0] / median(times):,.0f}", f"{median(times):.2f}"]
        for name, times in seconds.items()
    ]
    ratios = [
        Ratio(
            f"two threads / one, {setting}",
            per_run(seconds[names[setting, 1]], seconds[names[setting, 2]]),
            1.7,
        )
        for setting in SETTINGS
    ]
    title = f"threads: LDA-B, one pass over {X.shape[0]:,} tweets, K = {options.K}"
    head = ["setting", "documents/s", "seconds"]
    return Section(title, head, rows, ratios, [], {"seconds": seconds})


def vocabulary(options: Options) -> Section:
    """The same minibatches at two widths, learnt in turn, minibatch by minibatch."""
    rows, ratios = [], []
    narrow = tweets(options)
    wide = corpora.spread(narrow, LARGE)
    for learner in (SVI(total_docs=narrow.shape[0]), SVB(), KPS()):
        name = type(learner).__name__
        pairs = [_pair(narrow, wide, learner, options, seed) for seed in range(options.runs)]
        small, large = (np.array(times) for times in zip(*pairs, strict=True))
        ratio = Ratio(f"minibatch at V = {LARGE:,} / {SMALL:,}, {name}", [], 1.25, at_least=False)
        ratio.values.extend((large.sum(axis=1) / small.sum(axis=1)).tolist())
        ratios.append(ratio)
        rows.append([name, f"{1e3 * np.median(small):.2f}", f"{1e3 * np.median(large):.2f}"])
    notes = [
        "each run: all minibatches but the first (which draws the start), the sum of their times",
        f"batch {LDA().batch_size}, K = {options.K}, {narrow.shape[0]:,} tweets, one thread",
    ]
    head = ["learner", f"ms at V = {SMALL:,}", f"ms at V = {LARGE:,}"]
    return Section("vocabulary: time of a minibatch", head, rows, ratios, notes)


def _pair(
    narrow: sparse.csr_matrix, wide: sparse.csr_matrix, learner: Any, options: Options, seed: int
) -> tuple[list[float], list[float]]:
    """Seconds of every minibatch but the first, at both widths; who goes first alternates."""
    models = [LDA(options.K, learner=learner, random_state=seed, n_threads=1) for _ in range(2)]
    size, seconds = models[0].batch_size, ([], [])
    for step, at in enumerate(range(0, narrow.shape[0], size)):
        order = (0, 1) if (step + seed) % 2 else (1, 0)
        for i in order:
            batch = (narrow, wide)[i][at : at + size]
            begin = time.perf_counter()
            models[i].partial_fit(batch)
            if step:
                seconds[i].append(time.perf_counter() - begin)
    return seconds
