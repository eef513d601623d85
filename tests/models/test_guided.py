"""Topics guided by seed words or word vectors: the prior decides which topic becomes which."""

from __future__ import annotations

import numpy as np
import pytest

from biterms import KPS, LDA, SVB, SVI
from biterms.learning import Learner
from biterms.learning.priors import centre_prior
from biterms.learning.seeds import SeedPrior

GROUPS = [[f"{name}{i}" for i in range(12)] for name in "abcdef"]
WORDS = [word for group in GROUPS for word in group]
LEARNERS = [SVI(), SVB(), KPS()]


def titles(seed: int, n: int = 1500) -> np.ndarray:
    """Each of five words of one group."""
    rng = np.random.default_rng(seed)
    counts = np.zeros((n, len(WORDS)))
    for row, group in zip(counts, rng.integers(0, len(GROUPS), n), strict=True):
        np.add.at(row, 12 * group + rng.integers(0, 12, 5), 1)
    return counts


def share(model: LDA, topic: int, group: int) -> float:
    return float(model.topics_[topic, 12 * group : 12 * group + 12].sum())


@pytest.mark.parametrize(
    ("learner", "inference"),
    [(SVI(), "mean"), (SVB(), "mean"), (KPS(), "mean"), (SVI(), "vb")],
    ids=["SVI", "SVB", "KPS", "SVI-vb"],
)
def test_seeded_topics_hold_their_groups_and_the_others_differ(
    learner: Learner, inference: str
) -> None:
    seeds = {1: GROUPS[4][:3], 3: GROUPS[0][:3]}
    eta = SeedPrior(seeds, 10).eta(WORDS)
    model = LDA(10, eta=eta, learner=learner, inference=inference, random_state=0).fit(titles(0))
    assert share(model, 1, 4) > 0.9
    assert share(model, 3, 0) > 0.9
    rest = np.delete(model.topics_, [1, 3], axis=0)
    distances = np.abs(rest[:, None] - rest[None]).sum(axis=2)[np.triu_indices(8, 1)]
    assert distances.min() > 0.02, "topics without seeds must not stay twins"


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: type(learner).__name__)
def test_a_prior_from_vectors_keeps_its_topics(learner: Learner) -> None:
    rng = np.random.default_rng(1)
    centres = rng.normal(size=(6, 20))
    vectors = np.repeat(centres, 12, axis=0) + 0.1 * rng.normal(size=(72, 20))
    eta = centre_prior(WORDS, vectors, 6).eta(WORDS)
    model = LDA(6, eta=eta, learner=learner, random_state=0).fit(titles(2))
    held = eta.argmax(axis=0)
    agree = model.topics_.argmax(axis=0) == held
    assert agree.mean() > 0.95
