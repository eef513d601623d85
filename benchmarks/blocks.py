"""What a small minibatch costs beside a large one when a block of them is one compiled call.

python benchmarks/blocks.py        documents of two to ten words, K = 100; some ten seconds
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from timing import Ratio, alternate, machine, machine_line, per_run

from biterms import kernels
from biterms.kernels import Counts, Lazy, Local, Scratch, Steps

D, V, K, RUNS = 40_000, 20_000, 100, 7
SMALL, LARGE = 100, 10_000


def corpus(rng: np.random.Generator) -> Counts:
    """Words of planted topics whose ranks follow Zipf's law, each once in its document."""
    ranks = 1 / np.arange(1.0, V + 1)
    cumulated = np.cumsum(ranks / ranks.sum())
    orders = np.stack([rng.permutation(V) for _ in range(K)])
    bags = []
    for topic, size in zip(rng.integers(0, K, D), rng.integers(2, 11, D), strict=True):
        drawn = np.searchsorted(cumulated, rng.random(size)).clip(max=V - 1)
        bags.append(np.unique(np.where(rng.random(size) < 0.7, orders[topic][drawn], drawn)))
    indices = np.concatenate(bags).astype(np.int32)
    indptr = np.concatenate([[0], np.cumsum([len(bag) for bag in bags])]).astype(np.int64)
    return Counts(indptr, indices, np.ones(len(indices), dtype=np.float32), V)


def learnt(counts: Counts, size: int, threads: int, how: str) -> Callable[[int], float]:
    """Seconds of one pass in minibatches of this size, after one that is not timed."""
    eta, M, m = np.full((1, 1), 0.1), np.zeros((V, K)), np.zeros(K)
    M += np.random.default_rng(1).random((V, K))
    m += M.sum(axis=0)
    cuts = np.arange(0, D + 1, size)
    n = len(cuts) - 1
    steps = Steps(np.full(n, 0.99), np.ones(n), np.zeros(n))
    local, scratch = Local(np.full(K, 0.1), cap=2.0, max_iter=10), Scratch()
    order = np.random.default_rng(2).permutation(D)
    sums: Any = np.full((n, K), 0.1 * V)

    def run(_: int) -> float:
        lazy, done = Lazy(M, eta, 1.0, 1.0), np.zeros(1, dtype=np.int64)
        begin = time.perf_counter()
        kernels.learn(counts, order, cuts, lazy, m, sums, steps, local, how, threads, done, scratch)
        seconds = time.perf_counter() - begin
        M[...] *= 0.99**n  # so that the next pass, too, begins at a scale of 1
        m[...] = M.sum(axis=0)
        return seconds

    run(0)
    return run


def main() -> None:
    print(machine_line(machine()))
    counts = corpus(np.random.default_rng(0))
    for how in ("mean", "vb"):
        make = partial(learnt, counts, how=how)
        runners = {"large": make(LARGE, 1), "small": make(SMALL, 1), "two": make(SMALL, 2)}
        seconds = alternate(runners, RUNS)
        ratios = (
            Ratio(
                f"{how}: a document in minibatches of {SMALL} over one in {LARGE:,}",
                per_run(seconds["small"], seconds["large"]),
                1.3,
                at_least=False,
            ),
            Ratio(
                f"{how}: 1 thread over 2, minibatches of {SMALL}",
                per_run(seconds["small"], seconds["two"]),
                1.4,
            ),
        )
        for ratio in ratios:
            print("  ".join(cell for cell in ratio.cells() if cell))
        print(f"{how}: {min(seconds['small']) / D * SMALL * 1e6:.0f} µs per minibatch of {SMALL}")


if __name__ == "__main__":
    main()
