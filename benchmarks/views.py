"""How long it takes to look at a model of K = 100 topics and V = 100,000 words while it learns.

python benchmarks/views.py          after each of 10 updates of 250 texts; wall clock and CPU
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import numpy as np
from report import RESULTS, Section, save
from timing import Ratio, machine, machine_line

from biterms import LDA, SVB, SVI, TopicModel

K, V, KEPT, UPDATES, SIZE = 100, 100_000, 10_000, 10, 250
#: what is asked after each update, in this order
ASKED: dict[str, Callable[[TopicModel, str], Any]] = {
    "topics()": lambda model, _: model.topics(),
    "topics() again": lambda model, _: model.topics(),
    "explain(text)": lambda model, text: model.explain(text),
    "find(word)": lambda model, text: model.find(text.split()[0]),
    "typical(3), needs mixtures": lambda model, _: model.typical(3),
    "topics(documents=True)": lambda model, _: model.topics(documents=True),
}
#: milliseconds at most
TARGETS = {"topics()": 20.0, "explain(text)": 3.0}


def texts(n: int, seed: int) -> list[str]:
    """Eight words each by Zipf's law: some of all texts, most of one of a hundred subjects."""
    rng = np.random.default_rng(seed)
    probability = 1 / np.arange(1, V + 1) ** 1.05
    ranks = np.searchsorted(np.cumsum(probability / probability.sum()), rng.random((n, 8)))
    subject = rng.integers(0, K, (n, 1))
    words = np.where(rng.random((n, 8)) < 0.3, ranks, (ranks * K + subject * 7919) % V)
    return [" ".join(f"w{word}" for word in row) for row in words.tolist()]


def every_word() -> list[str]:
    """Every word in three texts, so that all of them are in the vocabulary."""
    rng = np.random.default_rng(0)
    words = np.concatenate([rng.permutation(V) for _ in range(3)]).reshape(-1, 10)
    return [" ".join(f"w{word}" for word in row) for row in words.tolist()]


def measured(model: TopicModel) -> Iterator[tuple[str, float, float]]:
    """What was asked, and milliseconds of the clock and of this thread."""
    more = texts(SIZE * (UPDATES + 1), 2)
    for at in range(0, len(more), SIZE):
        model.update(more[at : at + SIZE])
        for name, ask in ASKED.items():
            wall, cpu = time.perf_counter(), time.thread_time()
            ask(model, more[at])
            spent = time.perf_counter() - wall, time.thread_time() - cpu
            if at:  # the first look at a model is a look at all words
                yield name, 1e3 * spent[0], 1e3 * spent[1]


def section(learner: Any) -> Section:
    model = TopicModel(LDA(K, learner=learner, passes=1, random_state=0), keep=KEPT)
    model.fit(every_word() + texts(30_000, 1))
    assert model.model_.n_features_in_ == V
    found = list(measured(model))
    rows, ratios = [], []
    for name in ASKED:
        wall = [w for which, w, _ in found if which == name]
        cpu = [c for which, _, c in found if which == name]
        rows.append([name, f"{min(wall):.1f}", f"{median(wall):.1f}", f"{median(cpu):.1f}"])
        if name in TARGETS:
            ratios.append(Ratio(f"{name}, ms of CPU", cpu, TARGETS[name], at_least=False))
    title = f"{type(learner).__name__}: K = {K}, V = {V:,}, {KEPT:,} texts kept"
    return Section(title, ["", "least ms", "median ms", "CPU ms"], rows, ratios)


def main() -> None:
    about = machine()
    print(machine_line(about))
    sections = {type(learner).__name__: section(learner) for learner in (SVI(), SVB(0.95))}
    for one in sections.values():
        print(one.show())
    print("- before views followed changes: topics() 1,500 to 3,000 ms, and 299 ms at V = 2,100")
    save(RESULTS / "views.json", about, {name: one.record() for name, one in sections.items()})


if __name__ == "__main__":
    main()
