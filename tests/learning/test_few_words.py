"""Documents learn the same from few words and one row for all others."""

from __future__ import annotations

import numpy as np
import pytest

from biterms import HDP, LDA, SVB
from biterms.kernels import Counts
from biterms.learning.few_words import few_words, of_all_words
from biterms.learning.since import difference
from biterms.models.estimator import TopicEstimator

V, K = 60, 4
MODELS = [
    LDA(K, random_state=0, learner=SVB(), inference="prevalence"),
    LDA(K, random_state=0, learner=SVB(), inference="vb", eta=np.linspace(0.01, 0.3, V)),
    HDP(K, random_state=0, learner=SVB()),
]


def counts(words: np.ndarray, seed: int, n: int = 400) -> Counts:
    random = np.random.default_rng(seed)
    rows = [np.sort(random.choice(words, 5, replace=False)) for _ in range(n)]
    data = random.integers(1, 3, 5 * n).astype(np.float32)
    return Counts(np.arange(0, 5 * n + 1, 5), np.concatenate(rows).astype(np.int32), data, V)


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_the_same_is_learnt(model: TopicEstimator) -> None:
    words = np.arange(3, V, 2)
    model.partial_fit(_table(counts(np.arange(V), 1)))
    state, engine = model.state, model.engine()
    state.posterior.round(12)
    few = few_words(state.posterior.table, words, state.posterior.table.M[words])
    own = state.with_changes({"posterior": state.posterior.with_table(few)})
    then, before = state.posterior.copy(), own.posterior.copy()
    learnt = counts(words, 2)
    labels = np.searchsorted(words, learnt.indices).astype(np.int32)
    small = Counts(learnt.indptr, labels, learnt.data, len(words) + 1)
    cuts = np.array([0, 150, 400])
    engine.learn_stream(own, small, cuts)
    engine.learn_stream(state, learnt, cuts)
    expected = difference(then.table, state.posterior.table)
    found = of_all_words(difference(before.table, own.posterior.table), words, V)
    assert np.array_equal(found.words, expected.words)
    assert np.array_equal(found.rows, expected.rows)
    assert found.documents == expected.documents == 400
    assert {*found.extra} == {*expected.extra}
    for name, array in expected.extra.items():
        assert np.array_equal(found.extra[name], array)


def _table(given: Counts) -> np.ndarray:
    table = np.zeros((len(given), V))
    for row in range(len(given)):
        at = slice(given.indptr[row], given.indptr[row + 1])
        table[row, given.indices[at]] = given.data[at]
    return table


def test_a_posterior_that_is_rounded_adds_up_exactly() -> None:
    model = LDA(K, random_state=0).fit(_table(counts(np.arange(V), 1)))
    before, posterior = model.components_.copy(), model.state.posterior
    posterior.round(12)
    assert posterior.scale == 1.0
    whole = posterior.M * 2.0**12
    assert np.array_equal(whole, np.rint(whole))
    assert np.array_equal(posterior.M.sum(axis=0), posterior.table.m)
    assert np.abs(model.components_ - before).max() <= 2.0**-13 + 1e-12


def test_what_is_below_the_prior_stays_above_zero() -> None:
    eta = 1e-3
    model = LDA(K, random_state=0, inference="vb", eta=eta, init="random", passes=1)
    model.fit(np.eye(V)[:40])
    posterior = model.state.posterior
    posterior.begin_at(np.full((K, V), 1e-6))
    posterior.round(4)
    assert (posterior.lam() > 0).all()
