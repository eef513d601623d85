"""What threads gain and what a large vocabulary costs, on Congress tweets."""

from __future__ import annotations

import time
from functools import cache
from multiprocessing import get_context
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
    """One pass of LDA-B on one thread, on two, and what two processes make of the machine."""
    X = tweets(options)
    ways = {"one thread": one_thread, "two threads": two_threads, "two processes": two_processes}
    names = {(setting, way): f"{setting}, {way}" for setting in SETTINGS for way in ways}
    runners = {
        name: lambda seed, key=key: ways[key[1]](X, options.K, SETTINGS[key[0]], seed)
        for key, name in names.items()
    }
    seconds = alternate(runners, options.runs)
    rows = [
        [name, f"{X.shape[0] / median(times):,.0f}", f"{median(times):.2f}"]
        for name, times in seconds.items()
    ]
    ratios = []
    for setting in SETTINGS:
        one, two, apart = (seconds[names[setting, way]] for way in ways)
        ratios += [
            Ratio(f"two threads / one, {setting}", per_run(one, two), 1.7),
            Ratio(f"two processes / one thread, {setting}", per_run(one, apart)),
        ]
    title = f"threads: LDA-B, one pass over {X.shape[0]:,} tweets, K = {options.K}"
    notes = ["two processes: each learns half of the tweets for itself; what the machine gives"]
    head = ["setting", "documents/s", "seconds"]
    return Section(title, head, rows, ratios, notes, {"seconds": seconds})


def one_thread(X: Any, K: int, own: dict[str, Any], seed: int, n_threads: int = 1) -> float:
    model = LDA(K, passes=1, n_threads=n_threads, random_state=seed, **own)
    begin = time.perf_counter()
    model.fit(X)
    return time.perf_counter() - begin


def two_threads(X: Any, K: int, own: dict[str, Any], seed: int) -> float:
    return one_thread(X, K, own, seed, 2)


def two_processes(X: Any, K: int, own: dict[str, Any], seed: int) -> float:
    half = X.shape[0] // 2
    parts = [(part, K, own, seed) for part in (X[:half], X[half:])]
    context = get_context("fork")
    ready = context.Barrier(3)
    workers = [context.Process(target=_at_once, args=(ready, *part)) for part in parts]
    for worker in workers:
        worker.start()
    ready.wait()
    begin = time.perf_counter()
    for worker in workers:
        worker.join()
    return time.perf_counter() - begin


def _at_once(ready: Any, *part: Any) -> None:
    ready.wait()
    one_thread(*part)


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
        f"batch {SVI.default_batch_size}, K = {options.K}, {narrow.shape[0]:,} tweets, one thread",
    ]
    head = ["learner", f"ms at V = {SMALL:,}", f"ms at V = {LARGE:,}"]
    return Section("vocabulary: time of a minibatch", head, rows, ratios, notes)


def _pair(
    narrow: sparse.csr_matrix, wide: sparse.csr_matrix, learner: Any, options: Options, seed: int
) -> tuple[list[float], list[float]]:
    """Seconds of every minibatch but the first, at both widths; which comes first alternates."""
    models = [LDA(options.K, learner=learner, random_state=seed, n_threads=1) for _ in range(2)]
    size, seconds = models[0].engine().batch_size, ([], [])
    for step, at in enumerate(range(0, narrow.shape[0], size)):
        order = (0, 1) if (step + seed) % 2 else (1, 0)
        for i in order:
            batch = (narrow, wide)[i][at : at + size]
            begin = time.perf_counter()
            models[i].partial_fit(batch)
            if step:
                seconds[i].append(time.perf_counter() - begin)
    return seconds
