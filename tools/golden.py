"""Hashes of what every model and learner learns from fixed documents.

`python tools/golden.py > before.json` with one build and `> after.json` with another one show which
results a change has touched: what should stay the same must have the same hash. Hashes depend on
the instruction set and on the versions of compiler and NumPy, so they are not kept.
"""

from __future__ import annotations

import hashlib
import json
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from biterms import BTM, HDP, KPS, LDA, SVB, SVI, BatchVB, SeedWords, TopicModel

WORDS = [f"{a}{b}{c}" for a in "bdgklmnprst" for b in "aeiou" for c in ("l", "m", "nd", "rk", "st")]
LEARNERS = {"batch": BatchVB(), "svi": SVI(), "svb": SVB(), "decay": SVB(0.9), "kps": KPS()}
Case = tuple[str, Callable[[], str]]


def table(n_docs: int = 600, n_words: int = 200, n_topics: int = 8) -> Any:
    """Short documents with planted topics, some of them empty."""
    rng = np.random.default_rng(7)
    topics = rng.dirichlet(np.full(n_words, 0.05), n_topics)
    X = np.zeros((n_docs, n_words), dtype=np.float64)
    for row in X:
        topic = rng.integers(n_topics)
        for word in rng.choice(n_words, rng.integers(0, 12), p=topics[topic]):
            row[word] += 1
    return X


def texts(n: int = 3000) -> list[str]:
    """Short texts with planted topics."""
    rng = np.random.default_rng(3)
    topics = rng.dirichlet(np.full(len(WORDS), 0.05), 12)
    return [
        " ".join(
            WORDS[v]
            for v in rng.choice(len(WORDS), rng.integers(1, 11), p=topics[rng.integers(12)])
        )
        for _ in range(n)
    ]


def digest(*arrays: Any) -> str:
    """One hash of all arrays."""
    total = hashlib.sha256()
    for array in arrays:
        total.update(np.ascontiguousarray(array).tobytes())
    return total.hexdigest()[:16]


X, T = table(), texts()


def fitted(model: Any) -> str:
    """What a model learns from the table."""
    return learnt(model.fit(X))


def streamed(model: Any) -> str:
    """What it learns from minibatches."""
    for at in range(0, 600, 70):
        model.partial_fit(X[at : at + 70])
    return learnt(model)


def merged() -> str:
    """What it learns after two topics have become one."""
    model = LDA(8, learner=SVB(0.9), random_state=1).fit(X).merge([2, 5])
    return learnt(model.partial_fit(X[:100]))


def learnt(model: Any) -> str:
    """Topics, mixtures and sizes."""
    return digest(model.components_, model.transform(X), model.sizes_)


def read(model: TopicModel) -> str:
    """What a model learns from texts."""
    model.fit(T)
    return digest(model.model_.components_, model.model_.transform(model.counts(T[:500])))


def updated(size: int) -> str:
    """What it learns from pieces of a stream of texts."""
    model = TopicModel(LDA(12, learner=SVB(0.95), random_state=1))
    for at in range(0, len(T), size):
        model.update(T[at : at + size])
    return digest(model.model_.components_, model.model_.transform(model.counts(T[:500])))


def cases() -> Iterator[Case]:
    """Every case by its name."""
    for name, learner in LEARNERS.items():
        for inference in ("mean", "vb"):
            for biterms in (True, False):
                own: dict[str, Any] = {"learner": learner, "inference": inference}
                own |= {"biterms": biterms, "random_state": 1, "batch_size": 64, "n_threads": 2}
                passes = 2 if learner.repeats else None
                yield f"lda {name} {inference} {biterms}", partial(fitted, LDA(8, **own))
                hdp = HDP(12, **own, passes=passes)
                yield f"hdp {name} {inference} {biterms}", partial(fitted, hdp)
    own = {"random_state": 1, "batch_size": 64}
    yield "lda auto", partial(fitted, LDA(8, alpha="auto", inference="mean", **own))
    yield "lda random", partial(fitted, LDA(8, init="random", inference="mean", **own))
    svb = LDA(8, init="random", learner=SVB(), random_state=1)
    yield "lda svb random", partial(fitted, svb)
    eta: Any = np.linspace(0.05, 0.5, 200)
    yield "lda eta", partial(fitted, LDA(8, eta=eta, inference="mean", random_state=1))
    eta = np.random.default_rng(0).uniform(0.01, 1, (8, 200))
    kps = LDA(8, eta=eta, learner=KPS(), random_state=1, batch_size=50)
    yield "lda kps eta", partial(fitted, kps)
    yield "lda weight", partial(fitted, LDA(8, biterm_weight=0.5, inference="mean", random_state=1))
    yield "lda annealed", partial(fitted, LDA(8, **own))
    yield "lda stream annealed", partial(streamed, LDA(8, random_state=1))
    yield "hdp full", partial(fitted, HDP(30, **own))
    yield "hdp full words", partial(fitted, HDP(30, biterms=False, **own))
    for name in ("svi", "svb", "decay", "kps"):
        one = {"learner": LEARNERS[name], "random_state": 1}
        yield f"lda stream {name}", partial(streamed, LDA(8, **one))
        yield f"hdp stream {name}", partial(streamed, HDP(12, **one))
    yield "lda merged", merged
    yield "btm slices", partial(streamed, BTM(8, sweeps=5, random_state=1))
    yield "btm fit", partial(fitted, BTM(8, sweeps=20, random_state=1))
    incremental = BTM(8, online="incremental", rejuvenations=5, random_state=1)
    yield "btm incremental", partial(streamed, incremental)
    yield from text_cases()


def text_cases() -> Iterator[Case]:
    """Cases that begin with texts."""
    yield "texts", partial(read, TopicModel(LDA(12, inference="mean", random_state=1)))
    yield "texts annealed", partial(read, TopicModel(LDA(12, random_state=1)))
    yield (
        "texts window",
        partial(read, TopicModel(LDA(12, biterms=3, inference="mean", random_state=1))),
    )
    adjacent = HDP(20, biterms="adjacent", random_state=1, passes=5)
    yield "texts hdp adjacent", partial(read, TopicModel(adjacent))
    seeds = SeedWords([[WORDS[0], WORDS[1]], [WORDS[7]]])
    yield (
        "texts seeds",
        partial(read, TopicModel(LDA(12, inference="mean", random_state=1), guide=seeds)),
    )
    yield "texts update 1000", partial(updated, 1000)
    yield "texts update 250", partial(updated, 250)


def main() -> None:
    warnings.simplefilter("ignore")
    wanted = sys.argv[1:]
    chosen = [case for case in cases() if not wanted or any(part in case[0] for part in wanted)]
    json.dump({name: run() for name, run in chosen}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
