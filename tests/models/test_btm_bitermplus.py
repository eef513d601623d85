"""BTM beside bitermplus: the same inference, and topics that are as good."""

from __future__ import annotations

from typing import Any

import bitermplus
import numpy as np
from numpy.testing import assert_allclose
from scipy import sparse

from biterms.measures.lpp import lpp, split
from tests.models.contract import V
from tests.models.planted import planted, similarity
from tests.models.test_btm import btm, inferred


def test_it_is_as_good_as_bitermplus() -> None:
    """The same biterms and priors: LPP and the worst topic; and the same inference to the bit."""
    found, scores = planted(500), []
    seen, held, _ = split(found.X)
    parts, names = tokens_of(seen.toarray()), np.array([f"w{v}" for v in range(V)])
    for seed in range(5):
        ours = btm(alpha=1.0, pairs="tokens", sweeps=60, random_state=seed).fit(found.X)
        theirs = bitermplus.BTM(sparse.csr_matrix(found.X), names, T=4, alpha=1.0, seed=seed)
        theirs.fit(bitermplus.get_biterms(tokens_of(found.X)), iterations=60, verbose=False)
        other = Answered(theirs, parts)
        assert_allclose(other.mixtures[:5], [inferred(other, x) for x in seen.toarray()[:5]])
        both = (ours, other)
        worst = [similarity(model.topics_, found.topics) for model in both]
        scores.append([*(lpp(model, seen, held) for model in both), *worst])
    our_lpp, their_lpp, our_topics, their_topics = np.mean(scores, axis=0)
    assert abs(our_lpp - their_lpp) < 0.03  # seeds differ by more
    assert abs(our_topics - their_topics) < 0.005
    assert our_topics > 0.98


def tokens_of(X: np.ndarray) -> list[np.ndarray]:
    """Word ids, each as often as it is there."""
    return [np.repeat(np.arange(V), row.astype(int)).astype(np.int32) for row in X]


class Answered:
    """Topics and mixtures that bitermplus has found."""

    pairs = "tokens"

    def __init__(self, model: Any, parts: list[np.ndarray]) -> None:
        self.topics_, self.theta_ = model.matrix_topics_words_, model.theta_
        self.mixtures = model.transform(parts, verbose=False)

    def transform(self, X: Any, /) -> np.ndarray:
        return np.asarray(self.mixtures)
