"""Words alone, against gensim's HdpModel on equal settings: at least as good a prediction.

gensim's T, K and gamma are our K, T and omega.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gensim.models.hdpmodel import HdpModel

from biterms import HDP, SVI
from biterms.measures import lpp
from tests.models.planted import planted

K, T, TAU, KAPPA, BATCH = 20, 10, 64.0, 0.6, 100


def as_corpus(X: Any) -> list[list[tuple[int, float]]]:
    return [[(int(v), float(row[v])) for v in np.flatnonzero(row)] for row in X]


class Gensims:
    """Its topics, and its own mixtures of documents."""

    def __init__(self, X: np.ndarray, seed: int, **shared: float) -> None:
        names = {v: str(v) for v in range(X.shape[1])}
        own = {"T": K, "K": T, "gamma": shared.pop("omega"), "tau": TAU, "kappa": KAPPA}
        settings = own | shared | {"chunksize": BATCH, "random_state": seed}
        self.model = HdpModel(as_corpus(X), names, **settings)
        self.topics_ = self.model.get_topics()

    def transform(self, X: Any) -> np.ndarray:
        gamma = self.model.inference(as_corpus(X.toarray()))
        return gamma / gamma.sum(axis=1, keepdims=True)


@pytest.mark.parametrize(
    ("n_topics", "words_each", "eta"),
    [(4, 12, 0.01), (10, 30, 0.1)],
    ids=["few topics", "more topics"],
)
def test_words_alone_are_predicted_as_well_as_by_gensim(
    n_topics: int, words_each: int, eta: float
) -> None:
    known = planted(700, n_topics, words_each, length=10)
    rng = np.random.default_rng(9)
    labels = rng.integers(0, n_topics, 200)
    unseen = np.array([rng.multinomial(10, known.topics[k]) for k in labels], dtype=float)
    shared = {"alpha": 1.0, "omega": 1.0, "eta": eta}
    ours, theirs = [], []
    for seed in range(2):
        model = HDP(
            K,
            doc_topics=T,
            biterms=False,
            inference="vb",
            learner=SVI(TAU, kappa=KAPPA),
            passes=1,
            batch_size=BATCH,
            random_state=seed,
            **shared,
        )
        ours.append(model.fit(known.X).score(unseen))
        theirs.append(lpp.score(Gensims(known.X, seed, **shared), unseen))
    assert min(ours) >= max(theirs)
