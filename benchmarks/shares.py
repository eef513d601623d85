"""Where the time of a minibatch goes: the kernels, one by one, and Python around them."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from ours import Ours, OursDefaults
from peer import Settings
from race import prepared
from report import Section
from scale import tweets
from timing import Options

from biterms import LDA, kernels

KERNELS = ("pack_each", "expect_words", "documents", "add_rows")


class Clock:
    """Seconds per kernel, and how many iterations the document steps took."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.iterations: list[np.ndarray] = []

    def wrap(self, name: str, kernel: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **kwargs: Any) -> Any:
            begin = time.perf_counter()
            result = kernel(*args, **kwargs)
            self.seconds[name] += time.perf_counter() - begin
            if name == "documents":
                self.iterations.append(result.iterations)
            return result

        return timed


@contextmanager
def watched() -> Iterator[Clock]:
    """Every name in the package under which a kernel is known stands for its timed twin."""
    clock, changed = Clock(), []
    for name in KERNELS:
        kernel = getattr(kernels, name)
        timed = clock.wrap(name, kernel)
        for module in [m for key, m in sys.modules.items() if key.startswith("biterms")]:
            if getattr(module, name, None) is kernel and module.__name__ != kernel.__module__:
                changed.append((module, name, kernel))
                setattr(module, name, timed)
    try:
        yield clock
    finally:
        for module, name, kernel in changed:
            setattr(module, name, kernel)


def row(name: str, learn: Callable[[], Any], documents: int) -> list[str]:
    with watched() as clock:
        begin = time.perf_counter()
        learn()
        total = time.perf_counter() - begin
    inside = [clock.seconds[kernel] for kernel in KERNELS]
    parts = [f"{100 * part / total:.1f}" for part in [*inside, total - sum(inside)]]
    iterations = f"{np.concatenate(clock.iterations).mean():.1f}"
    return [name, f"{1e6 * total / documents:.1f}", *parts, iterations]


def profile(options: Options) -> Section:
    """The settings of the other sections, one run each."""
    data, X = prepared(options)[0], tweets(options)
    rows = []
    for kind, passes in ((Ours, options.passes), (OursDefaults, 1)):
        peer = kind(data.train, data.words, Settings(K=options.K))
        peer.start(0)
        documents = passes * data.train.shape[0]
        rows.append(row(f"titles, {kind.label}", lambda p=peer, n=passes: p.learn(n), documents))
    for batch in (250, 5000):
        for threads in (1, 2):
            own = {"batch_size": batch, "n_threads": threads, "random_state": 0}
            model = LDA(options.K, passes=1, **own)
            name = f"tweets, batch {batch:,}, {threads} thread(s)"
            rows.append(row(name, lambda m=model: m.fit(X), X.shape[0]))
    head = ["setting", "µs/document", *(f"{name} %" for name in KERNELS), "Python %", "iterations"]
    notes = ["iterations: mean per document; Python %: everything outside the kernels"]
    return Section("where the time goes", head, rows, [], notes)
