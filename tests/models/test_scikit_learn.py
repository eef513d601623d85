"""Plain LDA in `vb` equals scikit-learn's, and plays with its search and pipelines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.base import clone
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from biterms import LDA, SVB, SVI
from biterms.kernels import Found, Packed, Rows
from tests.models.planted import planted

K, V, ROUNDS = 5, 60, 25


class Drawn(LDA):
    """LDA whose gamma starts at Gamma(100, 1/100), drawn as scikit-learn draws it."""

    def _found(self, packed: Packed, rows: Rows, **wanted: Any) -> Found:
        wanted["gamma"] = self._random.gamma(100.0, 0.01, (len(packed), self.n_topics))
        return super()._found(packed, rows, **wanted)


def ours(kind: type[LDA], alpha: float, eta: float, total: int) -> LDA:
    return kind(
        K,
        biterms=False,
        inference="vb",
        alpha=alpha,
        eta=eta,
        init="random",
        learner=SVI(10.0, kappa=0.7, total_docs=total),
        doc_iter=ROUNDS,
        doc_tol=0.0,
        random_state=7,
    )


def theirs(alpha: float, eta: float, total: int) -> LatentDirichletAllocation:
    return LatentDirichletAllocation(
        K,
        doc_topic_prior=alpha,
        topic_word_prior=eta,
        learning_method="online",
        learning_decay=0.7,
        learning_offset=10.0,
        total_samples=total,
        batch_size=40,
        mean_change_tol=0.0,
        max_doc_update_iter=ROUNDS,
        n_jobs=1,
        random_state=7,
    )


PRIORS = pytest.mark.parametrize(("alpha", "eta"), [(0.5, 0.1), (0.1, 0.05), (1.0, 1.0)])


def assert_same_topics(alpha: float, eta: float, rtol: float) -> None:
    X = np.random.default_rng(0).poisson(0.3, (200, V)).astype(float)
    X[3] = 0.0  # an empty document counts in |C| and brings nothing
    mine, peer = ours(Drawn, alpha, eta, len(X)), theirs(alpha, eta, len(X))
    for at in range(0, len(X), 40):
        mine.partial_fit(X[at : at + 40])
        peer.partial_fit(X[at : at + 40])
        assert_allclose(mine.components_, peer.components_, rtol=rtol)
    assert mine.n_steps_ == 5


@PRIORS
def test_partial_fit_equals_scikit_learns(alpha: float, eta: float) -> None:
    assert_same_topics(alpha, eta, rtol=1e-4)


@PRIORS
def test_partial_fit_on_the_twins_equals_scikit_learns(
    twins: None, alpha: float, eta: float
) -> None:
    """Float64 on both sides: what is left is their digamma, good to 2e-9."""
    assert_same_topics(alpha, eta, rtol=2e-6)


@pytest.mark.parametrize("alpha", [0.1, 1.0])
def test_the_document_step_equals_scikit_learns(alpha: float) -> None:
    """Theirs, not normalised, is gamma; so is ours times its mass, which is sum alpha + N."""
    X = np.random.default_rng(2).poisson(0.3, (50, V)).astype(float)
    peer = theirs(alpha, 0.1, 50).partial_fit(X)
    mine = ours(LDA, alpha, 0.1, 50).partial_fit(X)
    mine.posterior_.begin_at(peer.components_)
    gamma = mine.transform(X) * (K * alpha + X.sum(axis=1, keepdims=True))
    assert_allclose(gamma, peer.transform(X, normalize=False), rtol=1e-4, atol=1e-5)


def test_a_grid_search_reaches_into_the_learner() -> None:
    X = planted(120).X
    model = LDA(4, passes=2, batch_size=20, learner=SVI(), random_state=0)
    grid = {"learner__kappa": [0.5, 1.0], "n_topics": [2, 4]}
    search = GridSearchCV(model, grid, cv=2).fit(X)
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    assert len(set(search.cv_results_["mean_test_score"])) == 4
    assert search.best_params_["n_topics"] == 4
    assert model.learner.kappa == 0.6


def test_cloning_a_fitted_model_copies_settings_and_not_what_was_learnt() -> None:
    model = LDA(3, learner=SVB(decay=0.5), alpha=[1.0, 2.0, 3.0], passes=1).fit(planted(40).X)
    copy = clone(model)
    assert not hasattr(copy, "posterior_")
    assert copy.learner.decay == 0.5
    assert copy.learner is not model.learner
    assert copy.alpha == [1.0, 2.0, 3.0]


def test_a_pipeline_carries_sparse_counts_through() -> None:
    X = planted(60).X
    model = LDA(4, passes=1, random_state=0)
    pipeline = make_pipeline(FunctionTransformer(np.log1p), model)
    mixtures = pipeline.fit_transform(X)
    assert_allclose(mixtures.sum(axis=1), 1.0)
    assert model.get_feature_names_out().tolist() == ["lda0", "lda1", "lda2", "lda3"]
