"""gensim and scikit-learn: online variational Bayes."""

from __future__ import annotations

import contextlib
import itertools
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from gensim.models import LdaModel
from peer import Check, Peer, Settings, normal
from scipy import sparse
from sklearn.decomposition import LatentDirichletAllocation

from biterms import SVI

logging.getLogger("gensim").setLevel(logging.ERROR)
OUR_STEPS = (SVI().tau, SVI().kappa)


class Halt(Exception):
    """Raised between two passes of gensim, which cannot be stopped otherwise."""


class Watched(list):  # type: ignore[type-arg]
    """A corpus that notes when a pass begins: gensim iterates over it once per pass."""

    def __init__(self, corpus: list[Any], between: Callable[[], None]) -> None:
        super().__init__(corpus)
        self.between = between

    def __iter__(self) -> Iterator[Any]:
        self.between()
        return super().__iter__()


class Gensim(Peer):
    """`LdaModel` in float32 (15 % faster than float64 here), without perplexity evaluation."""

    label = "gensim LdaModel"

    def __init__(self, X: sparse.csr_matrix, words: list[str], settings: Settings) -> None:
        super().__init__(X, words, settings)
        self.corpus, self.names = self.format(X), dict(enumerate(words))

    @staticmethod
    def format(X: sparse.csr_matrix) -> list[list[tuple[int, float]]]:
        ids, data, ends = X.indices.tolist(), X.data.tolist(), X.indptr.tolist()
        return [list(zip(ids[a:b], data[a:b], strict=True)) for a, b in itertools.pairwise(ends)]

    def options(self) -> dict[str, Any]:
        s = self.settings
        steps = dict(zip(("offset", "decay"), s.steps or (), strict=False))
        return steps | {
            "alpha": s.alpha,
            "eta": s.eta,
            "chunksize": s.batch,
            "iterations": s.iterations,
            "gamma_threshold": s.change,
        }

    def start(self, seed: int) -> None:
        own = {"num_topics": self.settings.K, "eval_every": None, "random_state": seed}
        self.model = LdaModel(id2word=self.names, **own, **self.options())

    def learn(self, passes: int) -> None:
        self.model.update(self.corpus, passes=passes)

    def until(self, check: Check, limit: float) -> None:
        """One call of `update`: calling it again would count the documents anew."""
        seconds, passes, begin = 0.0, -1, time.perf_counter()

        def between() -> None:
            nonlocal seconds, passes, begin
            seconds, passes = seconds + time.perf_counter() - begin, passes + 1
            if passes and (check(seconds, passes) or seconds >= limit):
                raise Halt
            begin = time.perf_counter()

        with contextlib.suppress(Halt):
            self.model.update(Watched(self.corpus, between), passes=1_000_000)

    def transform(self, observed: sparse.csr_matrix) -> np.ndarray:
        gamma, _ = self.model.inference(self.format(observed))
        return normal(gamma)

    @property
    def topics_(self) -> np.ndarray:
        return normal(self.model.get_topics())


class GensimSteps(Gensim):
    """With our step sizes: its own first step of 1 forgets the start and ends documents early."""

    label = "gensim LdaModel, our steps"

    def __init__(self, X: sparse.csr_matrix, words: list[str], settings: Settings) -> None:
        super().__init__(X, words, replace(settings, steps=OUR_STEPS))


class GensimDefaults(Gensim):
    """Nothing set but the number of topics, and the perplexity evaluation left out."""

    label = "gensim defaults"

    def options(self) -> dict[str, Any]:
        return {}


class ScikitLearn(Peer):
    """Online; `partial_fit`, because `fit` adds a scoring pass; float64, the faster one here."""

    label = "scikit-learn LDA"

    def start(self, seed: int) -> None:
        s = self.settings
        steps = dict(zip(("learning_offset", "learning_decay"), s.steps or (), strict=False))
        self.model = LatentDirichletAllocation(
            s.K,
            doc_topic_prior=s.alpha,
            topic_word_prior=s.eta,
            learning_method="online",
            batch_size=s.batch,
            total_samples=self.X.shape[0],
            max_doc_update_iter=s.iterations,
            mean_change_tol=s.change,
            evaluate_every=0,
            n_jobs=1,
            random_state=seed,
            **steps,
        )

    def learn(self, passes: int) -> None:
        for _ in range(passes):
            self.model.partial_fit(self.X)

    def transform(self, observed: sparse.csr_matrix) -> np.ndarray:
        return np.asarray(self.model.transform(observed))

    @property
    def topics_(self) -> np.ndarray:
        return normal(self.model.components_)


class ScikitLearnSteps(ScikitLearn):
    """With our step sizes."""

    label = "scikit-learn LDA, our steps"

    def __init__(self, X: sparse.csr_matrix, words: list[str], settings: Settings) -> None:
        super().__init__(X, words, replace(settings, steps=OUR_STEPS))
