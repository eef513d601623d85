"""Random minibatches of statistics, and the posterior written out over all words."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from biterms.learning import Anchor, Learner, Moment, Posterior, Statistics, Step

K = 3


class Minibatch(NamedTuple):
    """Words in ascending order, their s (n x K), and the number of documents."""

    words: np.ndarray
    rows: np.ndarray
    size: int

    def statistics(self, posterior: Posterior) -> Statistics:
        return Statistics(
            self.words, self.rows, posterior.n_words, documents=self.size, anchor=posterior.anchor
        )

    def full(self, V: int) -> np.ndarray:
        """s of all words, K x V."""
        s = np.zeros((self.rows.shape[1], V))
        s[:, self.words] = self.rows.T
        return s


def minibatches(rng: np.random.Generator, n: int, V: int) -> list[Minibatch]:
    def one() -> Minibatch:
        words = np.sort(rng.choice(V, rng.integers(0, V + 1), replace=False)).astype(np.int32)
        return Minibatch(words, rng.gamma(1.0, 3.0, (len(words), K)), int(rng.integers(1, 9)))

    return [one() for _ in range(n)]


def etas(rng: np.random.Generator, V: int) -> dict[str, np.ndarray]:
    """A number, a number per word, a number per topic and word: word-major."""
    return {
        "number": np.full((1, 1), 0.1),
        "V": rng.gamma(1.0, 0.3, (V, 1)) + 0.01,
        "K x V": rng.gamma(1.0, 0.3, (V, K)) + 0.01,
    }


def add(posterior: Posterior, batch: Minibatch, step: Step) -> None:
    posterior.add(batch.statistics(posterior), step)


def learn(
    posterior: Posterior, learner: Learner, batches: list[Minibatch], docs: int = 50, first: int = 1
) -> Posterior:
    for t, batch in enumerate(batches, start=first):
        add(posterior, batch, learner.step(Moment(t, batch.size, docs)))
    return posterior


def flat(V: int = 5, eta: float = 0.1) -> Posterior:
    return Posterior(V, K, np.full((1, 1), eta))


def some(words: list[int], rows: np.ndarray, V: int) -> Statistics:
    return Statistics(np.array(words), rows, V, documents=1, anchor=Anchor("any", 0))
