"""Words of topics, kept up from changed rows, against plain statements of what they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms import BTM, HDP, KPS, LDA, SVB, SVI
from biterms.kernels import Array
from biterms.learning.posterior import Posterior
from biterms.learning.row_map import RowMap
from biterms.models.estimator import TopicEstimator
from biterms.topics.leaders import Leaders, Pool
from biterms.topics.ranking import Ranking

K, V, SIZE = 4, 60, 7


def ordered(values: Array, n: int) -> list[int]:
    """The ids of the n largest values; of equal ones the smaller ids."""
    return sorted(range(len(values)), key=lambda v: (-values[v], v))[:n]


def check(model: TopicEstimator, leaders: Leaders) -> None:
    """Both rankings against all words, looked at one by one."""
    posterior = model.posterior_
    values = posterior.M if len(posterior.eta) == 1 else posterior.lam().T
    sizes, n_topics = model.sizes_, posterior.n_topics
    p = model.word_topics(np.arange(posterior.n_words))
    relevance = p * np.log(p / (p @ sizes)[:, None])
    candidates = [ordered(values[:, k], SIZE) for k in range(n_topics)]
    ranking = Ranking(leaders, sizes)
    for k, row in enumerate(ranking.top(range(n_topics), 3, "probability")):
        assert row.words.tolist() == candidates[k][:3]
        assert_allclose(row.probability, p[row.words, k], rtol=1e-12)
    for k, row in enumerate(ranking.top(range(n_topics), 3, "relevance")):
        scores = sorted((relevance[v, k] for v in candidates[k]), reverse=True)
        assert_allclose(row.relevance, [s for s in scores[:3] if s > 0], rtol=1e-6, atol=1e-14)
        assert_allclose(row.relevance, relevance[row.words, k], rtol=1e-6, atol=1e-14)
        assert {*row.words.tolist()} <= {*candidates[k]}


def documents(rng: np.random.Generator, n_words: int, n: int = 6) -> Array:
    X = np.zeros((n, n_words))
    for row in X:
        np.add.at(row, rng.zipf(1.5, rng.integers(0, 7)) % n_words, 1)
    return X


USUAL: dict[str, Any] = {"random_state": 0, "n_threads": 1}
MODELS: dict[str, Any] = {
    "SVI": lambda: LDA(K, learner=SVI(), **USUAL),
    "decay": lambda: LDA(K, learner=SVB(1e-60), **USUAL),
    "random": lambda: LDA(K, learner=SVB(0.9), init="random", **USUAL),
    "eta": lambda: LDA(K, learner=KPS(), eta=np.linspace(0.05, 0.5, V), **USUAL),
    "HDP": lambda: HDP(K, learner=SVB(), **USUAL),
    "BTM": lambda: BTM(K, sweeps=2, random_state=0),
}


@pytest.mark.parametrize("name", MODELS)
@settings(max_examples=10)
@given(
    seed=st.integers(0, 999),
    steps=st.lists(
        st.sampled_from(["learn", "learn", "learn", "grow", "exchange", "merge"]), max_size=7
    ),
)
def test_words_are_those_of_a_look_at_all_words(name: str, seed: int, steps: list[str]) -> None:
    rng = np.random.default_rng(seed)
    model = MODELS[name]().partial_fit(documents(rng, V))
    leaders = Leaders(model.posterior_, SIZE)
    check(model, leaders)
    for step in steps:
        n, prior = model.n_features_in_, None if name != "eta" else np.full((3, 1), 0.2)
        if step == "learn":
            model.partial_fit(documents(rng, n))
        elif step == "grow":
            model.posterior_.remap(RowMap.grow(n, 3), prior)
        elif step == "exchange" and name != "BTM":
            ids = np.sort(rng.choice(n, 3, replace=False))
            model.remap(RowMap(n, n, ids, ids), prior)
        elif step == "merge" and model.posterior_.n_topics > 1:
            model.merge([1, 0])
        if step == "grow" and name == "BTM":
            return  # its counts do not follow a posterior that grows by itself
        if leaders.posterior is not model.posterior_:
            leaders = Leaders(model.posterior_, SIZE)
        check(model, leaders)


def test_only_changed_rows_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    model = LDA(K, learner=SVI(), **USUAL).partial_fit(documents(rng, V, 50))
    leaders = Leaders(model.posterior_, SIZE)
    leaders.best()
    X = documents(rng, V)
    model.partial_fit(X)
    entered: list[int] = []
    enter = Pool.enter
    monkeypatch.setattr(
        Pool,
        "enter",
        lambda self, words, values: (entered.extend(words), enter(self, words, values)),
    )
    leaders.best()
    assert entered == np.flatnonzero(X.sum(axis=0)).tolist()


@given(seed=st.integers(0, 999), n=st.integers(1, 40), step=st.integers(1, 40))
def test_a_pool_keeps_the_best_of_what_entered(seed: int, n: int, step: int) -> None:
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 6, (n, 2)).astype(float)  # many are equal
    pool, words = Pool(2, 4), rng.permutation(n)
    for at in range(0, n, step):
        pool.enter(words[at : at + step], values[words[at : at + step]])
    found, there = pool.best()
    for k in range(2):
        assert found[k, there[k]].tolist() == ordered(values[:, k], 4)


def test_relevance_prefers_neither_the_common_nor_the_rare() -> None:
    posterior = Posterior(4, 2, np.full((1, 1), 1e-9))
    posterior.begin_at(np.array([[49, 41, 0.1, 9.9], [51, 1, 1e-6, 47.999999]]))
    ranking = Ranking(Leaders(posterior), np.array([0.5, 0.5]))
    first, second = ranking.top([0, 1], 4, "relevance")
    assert first.words.tolist() == [1, 2]  # the others speak against the topic
    assert second.words.tolist() == [3, 0]
    assert_allclose(first.relevance[0], 0.41 * np.log(0.41 / 0.21), rtol=1e-6)
    assert_array_equal(ranking.top([0], 2, "probability")[0].words, [0, 1])
