"""What is LDA's own: biterms and their weight, alpha, and the paper's settings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.exceptions import NotFittedError

from biterms import KPS, LDA, SVB, SVI, BatchVB, kernels
from biterms.bags.counts import read_counts
from biterms.errors import SettingError
from biterms.measures.lpp import ShortDocuments, lpp
from biterms.measures.split import split
from tests.kernels.enumeration import bag_of_biterms, local_vb, log_beta
from tests.models.planted import planted
from tests.models.snapshots import learnt

X = planted(120, length=10).X
WEIGHTS: dict[str, tuple[dict[str, Any], float, float]] = {
    "capped": ({}, 1.0, 2.0),
    "the paper's": ({"biterm_weight": 1.0}, 1.0, np.inf),
    "a number": ({"biterm_weight": 0.4}, 0.4, np.inf),
    "none": ({"biterms": False}, 0.0, np.inf),
}
of_each_weight = pytest.mark.parametrize("name", WEIGHTS)


def masses(X: np.ndarray, weight: float, cap: float) -> np.ndarray:
    """N + 2 w M of each document, from every biterm written out."""
    bags = [bag_of_biterms(row[row > 0], weight, cap) for row in X]
    return np.array([bag.f.sum() + 2 * bag.C.sum() for bag in bags])


@of_each_weight
@pytest.mark.parametrize("learner", [SVB(), KPS()])
@pytest.mark.parametrize("init", ["documents", "random"])
def test_a_stream_learns_each_term_and_biterm_once(name: str, learner: Any, init: str) -> None:
    """sum M = N + 2 w M of all documents: the start of the first minibatch leaves no trace."""
    settings, weight, cap = WEIGHTS[name]
    model = LDA(5, learner=learner, init=init, batch_size=30, random_state=0, **settings).fit(X)
    assert_allclose(model.posterior_.M.sum(), masses(X, weight, cap).sum(), rtol=1e-6)


@of_each_weight
@pytest.mark.parametrize("inference", ["vb", "mean"])
def test_prediction_is_algorithm_1_with_the_same_biterms(name: str, inference: str) -> None:
    settings, weight, cap = WEIGHTS[name]
    model = LDA(
        3, inference=inference, alpha=0.7, doc_iter=4, doc_tol=0.0, random_state=0, **settings
    ).fit(X)
    logs, alpha = log_beta(model.components_.T, inference), np.full(3, 0.7)
    mixtures = model.transform(X[:15])
    for row, mixture in zip(X[:15], mixtures, strict=True):
        words = np.flatnonzero(row)
        bag = bag_of_biterms(row[words], weight, cap)
        gamma = local_vb(bag, logs[words], alpha, np.ones(3), 4, inference).gamma
        assert_allclose(mixture, gamma / gamma.sum(), rtol=1e-4, atol=1e-6)


def test_the_cap_touches_documents_of_more_than_five_words_only() -> None:
    """n words once each: M = n(n-1) is at most 4N = 4n up to n = 5."""
    short, long = np.tril(np.ones((5, 8))), np.ones((5, 8))
    capped = LDA(3, inference="mean", passes=1, random_state=0)
    paper = LDA(3, inference="mean", biterm_weight=1.0, passes=1, random_state=0)
    assert_array_equal(capped.fit(short).components_, paper.fit(short).components_)
    assert not np.allclose(capped.fit(long).components_, paper.fit(long).components_)
    assert_allclose(masses(long, 1.0, 2.0), 8 + 2 * 4 * 8)


def test_without_weight_biterms_are_no_biterms() -> None:
    plain, none = (
        LDA(4, passes=2, random_state=0, **settings).fit(X)
        for settings in ({"biterms": False}, {"biterm_weight": 0})
    )
    assert_array_equal(plain.components_, none.components_)


def test_biterms_change_what_is_found() -> None:
    one, other = (LDA(4, passes=2, random_state=0, biterms=given).fit(X) for given in (True, False))
    assert not np.allclose(one.topics_, other.topics_, rtol=0.01)


@pytest.mark.parametrize("inference", ["vb", "mean"])
def test_one_topic_holds_everything(inference: str) -> None:
    model = LDA(1, inference=inference, biterms=False, learner=SVB(), eta=0.5).fit(X)
    assert_allclose(model.components_[0], 0.5 + X.sum(axis=0), rtol=1e-6)
    assert_allclose(model.transform(X), 1.0)


def test_eta_of_any_shape_means_the_same_where_it_is_the_same() -> None:
    V = X.shape[1]
    shapes = 0.2, np.full(V, 0.2), np.full((4, V), 0.2), [[0.2] * V] * 4
    lams = [LDA(4, eta=eta, passes=2, random_state=0).fit(X).components_ for eta in shapes]
    for lam in lams[1:]:
        assert_allclose(lam, lams[0], rtol=1e-9)


def test_eta_of_each_topic_and_word_is_a_prior_of_its_own() -> None:
    """Topics told apart by eta alone, as word vectors do: KPS adds it with every minibatch."""
    eta = np.random.default_rng(0).dirichlet(np.ones(4), X.shape[1]).T + 0.01
    model = LDA(4, eta=eta, learner=KPS(), batch_size=40, random_state=0).fit(X)
    assert_allclose(model.components_ - 4 * eta, model.posterior_.M.T, atol=1e-12)


# alpha -----------------------------------------------------------------------------------------


def test_alpha_is_ten_by_the_number_of_topics() -> None:
    settings = {"inference": "mean", "passes": 1, "random_state": 0}
    none, set_ = (LDA(5, alpha=alpha, **settings).fit(X) for alpha in (None, 2.0))
    assert_array_equal(none.alpha_, np.full(5, 2.0))
    assert_array_equal(none.components_, set_.components_)


def test_alpha_may_differ_between_topics() -> None:
    """An empty document stands at alpha."""
    model = LDA(3, alpha=[1.0, 2.0, 5.0], passes=1, random_state=0).fit(X)
    assert_allclose(model.transform(np.zeros((1, X.shape[1])))[0], [0.125, 0.25, 0.625], rtol=1e-6)


@pytest.mark.parametrize("alpha", [0, -1, np.nan, np.inf, "big", [1, 2], [1, 2, 0], [[1, 2, 3]]])
def test_alpha_that_is_no_concentration_is_refused(alpha: Any) -> None:
    with pytest.raises(SettingError, match=r"alpha=.*expected"):
        LDA(3, alpha=alpha).fit(X)


# settings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [
        *({"n_topics": n} for n in (0, -1, 2.5, "ten", None, True)),
        *({"inference": name} for name in ("gibbs", ["vb"])),
        *({"biterm_weight": weight} for weight in (-1, np.nan, np.inf, "full", None)),
        *({"doc_iter": rounds} for rounds in (0, 1.5, "ten", True)),
        *({"doc_tol": tol} for tol in (-1, np.nan, "small", None)),
    ],
    ids=str,
)
def test_other_bad_settings_are_refused_by_name(settings: dict) -> None:
    model = LDA(3, random_state=0)
    model.set_params(**settings)
    for method in (model.fit, model.partial_fit):
        with pytest.raises(SettingError, match=rf"^{next(iter(settings))}=.*: expected"):
            method(X)
    assert learnt(model) is None


def test_the_papers_settings() -> None:
    model = LDA.paper(20)
    assert (model.n_topics, model.inference, model.biterms) == (20, "vb", True)
    assert model.alpha == model.eta == 0.01
    assert model.biterm_weight == 1.0
    assert isinstance(model.learner, SVB)
    other = LDA.paper(20, SVI(), biterms=False, alpha=0.1)
    assert isinstance(other.learner, SVI)
    assert (other.biterms, other.alpha, other.eta) == (False, 0.1, 0.01)


def test_the_papers_settings_find_planted_topics() -> None:
    model = LDA.paper(4, BatchVB(), passes=20, init="random", random_state=0).fit(X)
    assert np.isfinite(model.elbo(X))
    assert_allclose(model.transform(X).sum(axis=1), 1.0, rtol=1e-6)
    # At alpha = 0.01 nearly every document has one topic.
    assert np.median(model.transform(X).max(axis=1)) > 0.99


# scoring ---------------------------------------------------------------------------------------


def test_score_is_the_lpp_with_the_document_step_of_the_model() -> None:
    model = LDA(4, passes=1, random_state=0).fit(X)
    parts = split(X.astype(np.float32))
    assert_allclose(model.score(X), lpp(model, parts.observed, parts.held), rtol=1e-12)


def test_short_documents_are_scored_with_a_warning() -> None:
    short = np.eye(12) + np.roll(np.eye(12), 1, axis=1)
    model = LDA(3, passes=1, random_state=0).fit(short)
    with pytest.warns(ShortDocuments, match="more than 4 distinct terms"):
        assert np.isfinite(model.score(short))


def test_the_bound_is_asked_of_documents_that_fit() -> None:
    model = LDA(3, inference="vb", passes=1)
    with pytest.raises(NotFittedError):
        model.elbo(X)
    with pytest.raises(ValueError, match="features"):
        model.fit(X).elbo(X[:, 1:])


def test_names_of_words_are_kept_until_words_without_names_join() -> None:
    import pandas as pd

    words = [f"word {v}" for v in range(X.shape[1])]
    table = pd.DataFrame(X, columns=words)
    model = LDA(3, passes=1, random_state=0).fit(table).partial_fit(table)
    assert model.feature_names_in_.tolist() == words
    assert np.isfinite(model.score(table))
    with pytest.raises(ValueError, match="feature names"):
        model.partial_fit(table[words[::-1]])
    model.grow(1)
    assert not hasattr(model, "feature_names_in_")
    model.partial_fit(np.hstack([X, np.ones((len(X), 1))]))


def test_a_tiny_eta_beside_large_weights_gives_numbers() -> None:
    counts = np.random.default_rng(0).poisson(0.2, (100, 30)) * 1e10
    counts[:, -1] = 0
    model = LDA(4, eta=1e-30, random_state=0).fit(counts)
    unseen = np.eye(1, 30, 29)
    assert np.isfinite(model.transform(unseen)).all()


@pytest.mark.parametrize("weight", ["capped", 1.0, 0.3])
@pytest.mark.parametrize("biterms", [True, False])
def test_pairs_weigh_what_the_document_step_gives_them(weight: Any, biterms: bool) -> None:
    """sum_k (gamma_k - alpha_k) = N + scale * M, with M over ordered pairs."""
    f = np.array([3.0, 1, 2, 1, 1, 4, 1, 1])
    settings = {"biterms": biterms, "biterm_weight": weight, "inference": "mean"}
    model = LDA(3, alpha=0.5, random_state=0, **settings).fit([f, f])
    packed = kernels.pack(read_counts(model, [f]), np.arange(1))
    engine, state = model.engine(), model.state
    rows = state.posterior.table.expect(packed.words, "mean")
    result = engine.local_step(engine.local_settings(state), rows, packed)
    mass = result.gamma.sum() - 1.5 - f.sum()
    M = np.minimum.outer(f, f).sum() - f.sum()
    assert_allclose(model.pair_scale(f) * M, mass, rtol=1e-5, atol=1e-5)
    assert model.pair_scale(f[:1]) == 0.0
