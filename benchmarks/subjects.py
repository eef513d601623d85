"""The models that are compared on the authors' split, one for each line of the table."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import corpora
import numpy as np
from choosing import choose
from scipy import sparse

from biterms import KPS, LDA, SVI
from biterms.learning.dimensions import reduce_dimensions
from biterms.learning.priors import centre_prior, dimension_prior
from biterms.text.vectors import WordVectors, read_vectors

PAPER_BATCH = 500


@dataclass(frozen=True)
class Subject:
    """`make(seed)` is a model to be fitted; its mean LPP should lie in `low` to `high`."""

    name: str
    make: Callable[[int], LDA]
    low: float | None = None
    high: float | None = None
    about: str = ""

    def target(self) -> str:
        if self.low is None:
            return ""
        return f"≥ {self.low:g}" if self.high is None else f"{self.low:g} to {self.high:g}"

    def holds(self, value: float) -> bool | None:
        if self.low is None:
            return None
        return self.low <= value <= (np.inf if self.high is None else self.high)


def small_glove(words: list[str]) -> WordVectors:
    return read_vectors(corpora.folder() / "glove/glove.6B.50d.11k.txt.gz", words)


def large_glove(words: list[str]) -> WordVectors:
    folder = corpora.folder() / "glove"
    listed = folder / "glove.6B.100d.words.txt.gz"
    return read_vectors(folder / "glove.6B.100d.f16.npz", words, word_list=listed)


def paper(
    name: str, K: int, low: float | None = None, high: float | None = None, **own: Any
) -> Subject:
    """The paper's settings: one pass, minibatches of 500."""

    def make(seed: int) -> LDA:
        return LDA.paper(K, batch_size=PAPER_BATCH, random_state=seed, **own)

    return Subject(name, make, low, high, "LDA.paper, batch 500, one pass")


def streaming(words: list[str], K: int) -> list[Subject]:
    """SVB and KPS as in the paper, on words and on biterms."""
    small, large = small_glove(words), large_glove(words)
    reduced = reduce_dimensions(large.vectors, K)
    priors = {
        "GloVe 50d": dimension_prior(small.words, small.vectors[:, :K]).eta(words),
        "GloVe 100d, PCA": dimension_prior(large.words, reduced).eta(words),
    }
    subjects = [paper("SVB", K, -8.8, -8.4, biterms=False), paper("SVB-B", K)]
    for name, eta in priors.items():
        own = {"learner": KPS(), "eta": eta}
        subjects += [
            paper(f"KPS, {name}", K, biterms=False, **own),
            paper(f"KPS-B, {name}", K, **own),
        ]
    return subjects


def stochastic(train: sparse.csr_matrix, K: int) -> list[Subject]:
    """LDA-B by SVI in `vb`, start and inner rounds chosen on training documents; nothing set."""
    own = {"inference": "vb", "alpha": 1.0, "eta": 0.01, "biterm_weight": 1.0, "passes": 5}

    def tuned(setting: tuple[str, int], seed: int) -> LDA:
        init, rounds = setting
        own.update(init=init, doc_iter=rounds, batch_size=PAPER_BATCH)
        return LDA(K, learner=SVI(tau=20, kappa=0.7), random_state=seed, **own)

    settings = list(itertools.product(("documents", "random"), (3, 5, 10, 20, 100)))
    best, _ = choose(settings, lambda setting, X: tuned(setting, 0).fit(X), train)
    about = f"α 1, η 0.01, batch 500, τ 20, κ 0.7, 5 passes, init {best[0]}, {best[1]} rounds"
    return [
        Subject("LDA-B, SVI, vb", lambda seed: tuned(best, seed), -6.95, about=about),
        Subject("LDA-B, SVI", lambda seed: LDA(K, learner=SVI(), random_state=seed), -6.74),
        Subject("LDA-B, defaults", lambda seed: LDA(K, random_state=seed), -6.535, about="LDA(50)"),
    ]


def centres(train: sparse.csr_matrix, words: list[str], K: int) -> Subject:
    """KPS-B with centres; how strong and how sharp the prior is, is chosen on training documents.

    The prior is added once per minibatch, so the batch size is its strength. Nothing else is
    random, so the seeds are those of k-means.
    """
    known = large_glove(words)

    @cache
    def eta(temperature: float, seed: int) -> np.ndarray:
        own = {"vocabulary": words, "temperature": temperature, "random_state": seed}
        return centre_prior(known.words, known.vectors, K, **own).eta(words)

    def make(setting: tuple[int, float], seed: int) -> LDA:
        size, temperature = setting
        return LDA(K, learner=KPS(), eta=eta(temperature, seed), batch_size=size)

    sizes, temperatures = (250, 500, 1000, 2000, 4000), (0.07, 0.1, 0.14, 0.2, 0.28)
    settings = list(itertools.product(sizes, temperatures))
    best, _ = choose(settings, lambda setting, X: make(setting, 0).fit(X), train)
    about = f"batch {best[0]}, temperature {best[1]:g}, one pass"
    return Subject(f"KPS-B, centres, K = {K}", lambda seed: make(best, seed), -6.66, about=about)
