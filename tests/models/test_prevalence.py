"""LDA by annealed memory: the equations of its document step, written out pair by pair."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import LDA, SVI, Paired
from biterms.errors import SettingError
from biterms.learning import Annealed
from tests.models.planted import planted, similarity

X = planted(160).X
K, ETA = 4, 0.1


def pairs_of(f: np.ndarray, words: np.ndarray) -> list[tuple[int, int, float]]:
    """(u, v, C_uv) for u < v, scaled down where they are more than 6 N."""
    pairs = [(u, v, min(f[u], f[v])) for u, v in combinations(words, 2)]
    total = sum(C for _, _, C in pairs)
    scale = min(1.0, 6 * f.sum() / total) if pairs else 1.0
    return [(u, v, C * scale) for u, v, C in pairs]


def normalised(weights: np.ndarray) -> np.ndarray:
    return weights / weights.sum()


def prevalence_of(M: np.ndarray) -> np.ndarray:
    """pi_k proportional to p_k + 50/K, where p_k = sum_v M_kv / 2."""
    return normalised(M.sum(axis=0) / 2 + 50 / K)


def learnt_from(X: np.ndarray, M: np.ndarray, rounds: int) -> np.ndarray:
    """What a minibatch adds to M (V x K), every pair written out."""
    pi, b = prevalence_of(M), (M + ETA) / (M + ETA).sum(axis=0)
    more = np.zeros_like(M)
    for f in X:
        pairs, t = pairs_of(f, np.flatnonzero(f)), pi
        for _ in range(rounds):
            r = [normalised(t * b[u] * b[v]) for u, v, _ in pairs]
            R = sum((C * each for (_, _, C), each in zip(pairs, r, strict=True)), np.zeros(K))
            t = normalised(30 * pi + R)
        for (u, v, C), each in zip(pairs, r, strict=True):
            more[u] += C * each
            more[v] += C * each
    return more


def mixture_of(f: np.ndarray, M: np.ndarray) -> np.ndarray:
    """Two rounds over words and pairs; theta proportional to pi + R."""
    pi, b = prevalence_of(M), (M + ETA) / (M + ETA).sum(axis=0)
    t = pi
    for _ in range(2):
        R = sum((f[v] * normalised(t * b[v]) for v in np.flatnonzero(f)), np.zeros(K))
        for u, v, C in pairs_of(f, np.flatnonzero(f)):
            R = R + C * normalised(t * b[u] * b[v])
        t = normalised(30 * pi + R)
    return normalised(pi + R)


def M_of(model: LDA) -> np.ndarray:
    return model.posterior_.rows(np.arange(model.n_features_in_)) - ETA


class Fixed(Annealed):
    """Nothing fades, each document counts once, and the number of rounds is fixed."""

    rounds = 1

    def step(self, moment: Any) -> Any:
        return super().step(moment)._replace(decay=1.0, gain=1.0, rounds=self.rounds)


class TwoRounds(Fixed):
    rounds = 2


@pytest.mark.parametrize("learner", [Fixed(), TwoRounds()])
@pytest.mark.parametrize("given", [False, True])
def test_a_minibatch_adds_what_every_pair_says(learner: Fixed, given: bool) -> None:
    """Also without the compiled block, which does not take given pairs."""
    settings: dict[str, Any] = {"learner": learner, "biterms": "given" if given else True}
    model = LDA(K, eta=ETA, random_state=0, **settings).fit(as_given(X) if given else X)
    before = M_of(model)
    new = np.vstack([planted(30, seed=5).X, np.ones(X.shape[1])])
    model.partial_fit(as_given(new) if given else new)
    expected = learnt_from(new, before, learner.rounds)
    assert_allclose(M_of(model) - before, expected, rtol=2e-3, atol=2e-3)


def as_given(X: np.ndarray) -> Paired:
    """All pairs of words, named."""
    every = list(combinations(range(X.shape[1]), 2))
    weights = np.array([np.minimum(X[:, u], X[:, v]) for u, v in every]).T
    return Paired(X, weights, every)


def test_mixtures_count_words_and_pairs() -> None:
    model = LDA(K, eta=ETA, random_state=0).fit(X)
    new = planted(20, seed=7).X
    new[3] = 0.0
    new[4] = np.eye(X.shape[1])[9]
    expected = [mixture_of(f, M_of(model)) for f in new]
    assert_allclose(model.transform(new), expected, rtol=1e-3, atol=1e-5)


def test_a_document_without_words_has_the_prevalence_of_topics() -> None:
    model = LDA(K, eta=ETA, random_state=0).fit(X)
    empty = np.zeros((1, X.shape[1]))
    assert_allclose(model.transform(empty)[0], prevalence_of(M_of(model)), rtol=1e-5)
    assert_allclose(model.alpha_, 30 * prevalence_of(M_of(model)), rtol=1e-5)


def test_large_and_small_topics_have_their_sizes() -> None:
    found = planted(1200)
    keep = (found.labels != 1) | (np.arange(1200) % 6 == 0)
    model = LDA(K, random_state=0).fit(found.X[keep])
    share = np.sort(np.bincount(found.labels[keep]) / keep.sum())
    assert_allclose(np.sort(model.sizes_), share, atol=0.05)


def test_planted_topics_are_found() -> None:
    found = planted(2000, 10)
    scores = [
        similarity(LDA(10, random_state=seed).fit(found.X).topics_, found.topics)
        for seed in range(5)
    ]
    assert np.median(scores) > 0.9


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"alpha": "auto"}, "alpha='auto'"),
        ({"alpha": 1e9}, "at most 10000"),
        ({"alpha": np.full(K, 1e12)}, "expected"),
        ({"inference": 5}, "inference=5"),
    ],
)
def test_what_it_cannot_do_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingError, match=message):
        LDA(K, **settings).fit(X)


def test_settings_by_what_was_asked_for() -> None:
    """Annealed memory reads documents by prevalence; other learners as they did."""
    assert LDA().inference_in_use == LDA(learner=Annealed()).inference_in_use == "prevalence"
    assert LDA(learner=SVI()).inference_in_use == "mean"
    assert type(LDA(inference="mean").engine().learning.learner) is SVI
    assert LDA().engine().batch_size == 100
    assert LDA(learner=SVI()).engine().batch_size == 250


@pytest.mark.parametrize(
    ("n_docs", "eta"), [(30_000, 0.05), (0, 0.05), (3_750, 0.1), (240_000, 0.025), (10, 0.2)]
)
def test_few_documents_have_a_smoother_prior(n_docs: int, eta: float) -> None:
    assert_allclose(LDA().engine().first_eta(n_docs), eta)
    assert LDA(eta=0.3).engine().first_eta(n_docs) == 0.3


def test_a_stream_has_the_prior_of_a_stream() -> None:
    assert_allclose(LDA(K).partial_fit(X).posterior_.eta, 0.05)
    assert_allclose(LDA(K).fit(X).posterior_.eta, 0.2)


def test_a_number_of_rounds_that_was_set_stays() -> None:
    two, usual = (LDA(K, doc_iter=n, random_state=0).fit(X) for n in (2, None))
    assert np.abs(two.components_ - usual.components_).max() > 1e-3
    one = LDA(K, doc_iter=1, random_state=0).fit(X)
    assert np.abs(two.components_ - one.components_).max() > 1e-3


def test_threads_and_pieces_do_not_matter() -> None:
    one, many = (LDA(K, random_state=0, n_threads=n).fit(X) for n in (1, 3))
    assert_array_equal(one.components_, many.components_)


def test_a_start_below_the_prior_has_no_negative_prevalence() -> None:
    model = LDA(K, init="random", eta=2.1, random_state=1).partial_fit(X[:1])
    assert (model.alpha_ > 0).all()
    assert (model.components_ > 0).all()
