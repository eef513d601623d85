"""Plain LDA in `vb` equals scikit-learn's, and plays with its search and pipelines."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import config_context
from sklearn.base import clone
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from biterms import BTM, LDA, SVB, SVI
from biterms.errors import SettingError
from biterms.kernels import DocumentResult, Packed, Rows
from biterms.models.lda.engine import LDAEngine
from tests.models.planted import planted

K, V, ROUNDS = 5, 60, 25


class DrawnEngine(LDAEngine):
    """LDA whose gamma starts at Gamma(100, 1/100), drawn as scikit-learn draws it."""

    random: np.random.RandomState

    def local_step(
        self, settings: Any, rows: Rows, documents: Packed, **wanted: Any
    ) -> DocumentResult:
        gamma = self.random.gamma(100.0, 0.01, (len(documents), K))
        begin = DocumentResult(gamma, None, None, np.zeros(len(documents), dtype=np.int32))
        return super().local_step(settings, rows, documents, **(wanted | {"previous": begin}))

    def block_settings(self, state: Any) -> None:
        """Every minibatch is drawn for."""


class Drawn(LDA):
    """Its draws go on from minibatch to minibatch, after those for the topics."""

    def engine(self) -> LDAEngine:
        if not hasattr(self, "_drawn"):
            self._drawn = np.random.RandomState(self.random_state)
            self._drawn.gamma(100.0, 0.01, (K, V))
        engine = super().engine()
        engine.__class__, engine.random = DrawnEngine, self._drawn  # type: ignore[attr-defined]
        return engine


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
    assert not hasattr(copy, "state_")
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


def test_mixtures_come_in_the_container_that_is_asked_for() -> None:
    X = planted(30).X
    frame = pd.DataFrame(X, index=[f"d{i}" for i in range(len(X))])
    model = LDA(3, passes=1, random_state=0).fit(X)
    mixtures = model.transform(X)
    assert isinstance(mixtures, np.ndarray)
    assert model.set_output(transform="pandas") is model
    table = model.transform(frame)
    assert table.columns.tolist() == ["lda0", "lda1", "lda2"]
    assert table.index.tolist() == frame.index.tolist()
    assert_array_equal(table.to_numpy(), mixtures)
    assert isinstance(model.set_output().transform(X), pd.DataFrame)  # None changes nothing
    assert isinstance(model.set_output(transform="default").transform(X), np.ndarray)
    with pytest.raises(SettingError, match="expected one of default, pandas, polars"):
        model.set_output(transform="table")


def test_the_container_may_be_set_for_all_of_scikit_learn() -> None:
    X = planted(30).X
    model = BTM(3, sweeps=2, random_state=0).fit(X)
    with config_context(transform_output="pandas"):
        assert model.transform(X).columns.tolist() == ["btm0", "btm1", "btm2"]
        assert isinstance(model.set_output(transform="default").transform(X), np.ndarray)
    assert isinstance(clone(model).fit(X).transform(X), np.ndarray)


def test_models_are_used_without_scikit_learn() -> None:
    """Importing, learning from counts and inferring loads neither it nor pandas."""
    code = """
import sys
import numpy as np
from biterms import HDP, LDA
from biterms.kernels import Counts
counts = Counts(np.arange(0, 41, 2), np.arange(40, dtype=np.int32) % 8, np.ones(40, np.float32), 8)
for model in (LDA(2, passes=2), HDP(3, passes=2)):
    model.fit(counts).transform(counts)
loaded = {"sklearn", "pandas", "scipy.stats"} & sys.modules.keys()
assert not loaded, loaded
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
