"""tomotopy and bitermplus: collapsed Gibbs sampling, where a pass is a sweep."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import bitermplus
import numpy as np
import tomotopy
from peer import Check, Peer, Settings, normal, repeated
from scipy import sparse


class Tomotopy(Peer):
    """`LDAModel` without optimisation of alpha; the documents go in before the clock starts."""

    label = "tomotopy LDA (sweeps)"
    #: mixtures of a document that are drawn, and sweeps over it for each
    draws, rounds = 20, 20

    def empty(self, seed: int) -> Any:
        """A model without documents."""
        s = self.settings
        model = tomotopy.LDAModel(k=s.K, alpha=s.alpha, eta=s.eta, seed=seed)
        model.optim_interval = 0
        return model

    def start(self, seed: int) -> None:
        self.model = self.empty(seed)
        for document in repeated(self.X):
            self.model.add_doc([self.words[i] for i in document])
        self.learn(0)

    def learn(self, passes: int) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # several workers: not repeatable
            self.model.train(passes, workers=self.settings.workers)

    def transform(self, observed: sparse.csr_matrix) -> np.ndarray:
        """Mean of several draws: one sample of theta alone scores 0.1 to 0.4 worse.

        `infer` always begins with the same seed, so only another order gives another draw;
        `together`, because otherwise it copies the model for each document.
        """
        known = set(self.model.used_vocabs)
        named = [[self.words[i] for i in document] for document in repeated(observed)]
        named = [[word for word in document if word in known] for document in named]
        some = [self.model.used_vocabs[0]]
        theta = np.zeros((len(named), self.model.k))
        for draw in range(self.draws):
            order = np.random.default_rng(draw).permutation(len(named))
            documents = [self.model.make_doc(named[i] or some) for i in order]
            drawn, _ = self.model.infer(documents, self.rounds, workers=1, together=True)
            theta[order] += np.array(drawn)
        return normal(theta)

    @property
    def topics_(self) -> np.ndarray:
        place = {word: i for i, word in enumerate(self.model.used_vocabs)}
        found = np.array([place.get(word, -1) for word in self.words])
        rows = np.array([self.model.get_topic_word_dist(k) for k in range(self.model.k)])
        # A word that training never met has the count 0, as the rarest word of a topic has.
        return normal(np.where(found >= 0, rows[:, found], rows.min(axis=1, keepdims=True)))


class TomotopyTwo(Tomotopy):
    """Two workers: the best tomotopy can do on two cores."""

    label = "tomotopy LDA (sweeps), 2 workers"

    def __init__(self, X: sparse.csr_matrix, words: list[str], settings: Settings) -> None:
        super().__init__(X, words, replace(settings, workers=2))


class Bitermplus(Peer):
    """The biterm topic model; `fit` always begins anew."""

    label = "bitermplus BTM (sweeps)"
    ladder = (3, 5, 7, 10, 14, 20, 28, 40, 56, 80, 112, 160, 224, 320, 448, 640)

    def __init__(self, X: sparse.csr_matrix, words: list[str], settings: Settings) -> None:
        super().__init__(X, words, settings)
        self.biterms = bitermplus.get_biterms(repeated(X), as_array=True)

    def start(self, seed: int) -> None:
        s, self.seed = self.settings, seed
        self.model = bitermplus.BTM(
            self.X, np.array(self.words), T=s.K, alpha=s.alpha, beta=s.eta, seed=seed
        )

    def learn(self, passes: int) -> None:
        self.model.fit(self.biterms, iterations=passes, verbose=False)

    def until(self, check: Check, limit: float) -> None:
        """A ladder of separate runs, each with its own time."""
        for sweeps in self.ladder:
            seconds = self.timed(self.seed, sweeps)
            if check(seconds, sweeps) or seconds >= limit:
                return

    def transform(self, observed: sparse.csr_matrix) -> np.ndarray:
        return normal(self.model.transform(repeated(observed), verbose=False))

    @property
    def topics_(self) -> np.ndarray:
        return normal(self.model.matrix_topics_words_)
