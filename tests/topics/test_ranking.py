"""Words of topics, kept up from changed rows, against plain statements of what they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms import BTM, HDP, KPS, LDA, SVB, SVI
from biterms.kernels import Array
from biterms.learning.learner import Step
from biterms.learning.posterior import Posterior
from biterms.learning.row_map import RowMap
from biterms.learning.statistics import Statistics
from biterms.models.estimator import TopicEstimator
from biterms.topics.leaders import Leaders
from biterms.topics.pool import Pool
from biterms.topics.ranking import Ranking
from tests.examples import examples

K, V, SIZE = 4, 60, 7


def ordered(values: Array, n: int) -> list[int]:
    """The ids of the n largest values; of equal ones the smaller ids."""
    return sorted(range(len(values)), key=lambda v: (-values[v], v))[:n]


def check(model: TopicEstimator, leaders: Leaders, n: int) -> None:
    """Both rankings against all words, looked at one by one."""
    posterior, sizes = model.posterior_, model.sizes_
    lam, sums = posterior.rows(np.arange(posterior.n_words)), posterior.sums()
    p, overall = lam / sums, np.einsum("vk,k->v", lam, sizes / sums)
    relevance = p * np.log(p / overall[:, None])
    topics, ranking = range(posterior.n_topics), Ranking(leaders, sizes)
    for k, row in enumerate(ranking.top(topics, n, "probability")):
        assert_allclose(row.probability, -np.sort(-p[:, k])[:n], rtol=1e-12)
        assert_array_equal(row.probability, p[row.words, k])
    for k, row in enumerate(ranking.top(topics, n, "relevance")):
        if len(topics) > 1:
            first = [v for v in ordered(relevance[:, k], n) if relevance[v, k] > 0]
            assert row.words.tolist() == first
        assert_array_equal(row.relevance, relevance[row.words, k])


def documents(rng: np.random.Generator, n_words: int, n: int = 6) -> Array:
    X = np.zeros((n, n_words))
    for row in X:
        np.add.at(row, rng.zipf(1.5, rng.integers(0, 7)) % n_words, 1)
    return X


def rows_of_prior(n: int) -> Array:
    return np.random.default_rng(1).gamma(0.5, 0.4, (n, K)) + 0.01


USUAL: dict[str, Any] = {"random_state": 0, "n_threads": 1}
MODELS: dict[str, Any] = {
    "SVI": lambda: LDA(K, learner=SVI(), **USUAL),
    "decay": lambda: LDA(K, learner=SVB(1e-60), **USUAL),
    "random": lambda: LDA(K, learner=SVB(0.9), init="random", **USUAL),
    "eta": lambda: LDA(K, learner=KPS(), eta=np.linspace(0.05, 0.5, V), **USUAL),
    "vectors": lambda: LDA(K, learner=SVI(), eta=rows_of_prior(V).T, **USUAL),
    "HDP": lambda: HDP(K, learner=SVB(), **USUAL),
    "BTM": lambda: BTM(K, sweeps=2, random_state=0),
}


@pytest.mark.parametrize("name", MODELS)
@examples(10)
@given(
    seed=st.integers(0, 999),
    n=st.sampled_from([1, 3, 15]),
    most=st.sampled_from([8, 1024]),
    steps=st.lists(
        st.sampled_from(["learn", "learn", "learn", "grow", "exchange", "merge", "fade"]),
        max_size=7,
    ),
)
def test_words_are_those_of_a_look_at_all_words(
    name: str, seed: int, n: int, most: int, steps: list[str]
) -> None:
    """Also where more words than ``most`` and a quarter of all decide, and none are kept up."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("biterms.topics.leaders.MOST", most)
        follow(name, np.random.default_rng(seed), n, steps)


def follow(name: str, rng: np.random.Generator, n: int, steps: list[str]) -> None:
    model = MODELS[name]().partial_fit(documents(rng, V))
    leaders = Leaders(model.posterior_, SIZE)
    check(model, leaders, n)
    for step in steps:
        n_words, prior = model.n_features_in_, None
        if name in ("eta", "vectors"):
            prior = (
                np.full((3, 1), 0.2) if name == "eta" else rows_of_prior(3)[:, : len(model.sizes_)]
            )
        if step == "learn":
            model.partial_fit(documents(rng, n_words))
        elif step == "grow":
            model.posterior_.remap(RowMap.grow(n_words, 3), prior)
        elif step == "exchange" and name != "BTM":
            ids = np.sort(rng.choice(n_words, 3, replace=False))
            model.remap(RowMap(n_words, n_words, ids, ids), prior)
        elif step == "fade" and name in ("SVI", "eta", "vectors", "random"):
            fade(model.posterior_, rng)
        elif step == "merge" and model.posterior_.n_topics > 1:
            model.merge([1, 0])
        if step == "grow" and name == "BTM":
            return  # its counts do not follow a posterior that grows by itself
        if leaders.posterior is not model.posterior_:
            leaders = Leaders(model.posterior_, SIZE)
        check(model, leaders, n)


def fade(posterior: Posterior, rng: np.random.Generator) -> None:
    """Learn one word, while each topic forgets a part of its own."""
    rows, n_words = rng.random((1, posterior.n_topics)), posterior.n_words
    learnt = Statistics([2], rows, n_words, documents=1, anchor=posterior.anchor)
    posterior.add(learnt, Step(rng.uniform(0.1, 1.0, posterior.n_topics), 1.0))


@pytest.mark.parametrize("name", ["SVI", "eta"])
def test_only_changed_rows_are_looked_at(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    model = MODELS[name]().partial_fit(documents(rng, V, 50))
    leaders = Leaders(model.posterior_, SIZE)
    Ranking(leaders, model.sizes_).top(range(K), 2, "relevance")
    X = documents(rng, V)
    model.partial_fit(X)
    changed: list[Any] = []
    change = Pool.change
    monkeypatch.setattr(
        Pool,
        "change",
        lambda self, words, *more: (changed.append(words.tolist()), change(self, words, *more)),
    )
    monkeypatch.setattr(Pool, "fill", None)
    leaders.refresh()
    expected = np.flatnonzero(X.sum(axis=0)).tolist()
    assert changed
    assert all(words == expected for words in changed)


def test_an_empty_topic_is_ranked_by_all_words() -> None:
    """Its words have the same probability, and the rarest of them speak for it."""
    lam = np.full((2, 3000), 0.1)
    lam[0] += np.arange(3000)[::-1]
    posterior = Posterior(3000, 2, np.full((1, 1), 0.1))
    posterior.begin_at(lam)
    ranking = Ranking(Leaders(posterior), np.array([0.9, 0.1]))
    first, second = ranking.top([0, 1], 4, "relevance")
    assert (first.words.tolist(), second.words.tolist()) == ([0, 1, 2, 3], [2999, 2998, 2997, 2996])


@given(
    seed=st.integers(0, 999),
    size=st.integers(1, 6),
    changes=st.lists(st.integers(1, 90), max_size=5),
)
def test_a_pool_keeps_the_best_as_values_change(seed: int, size: int, changes: list[int]) -> None:
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 6, (200, 2)).astype(float)  # many are equal
    pool = Pool(np.arange(2), size)
    for k in range(2):
        pool.fill(k, values[:, k])
    for n in changes:
        words = np.sort(rng.choice(200, n, replace=False))
        values[words] += rng.integers(0, 3, (n, 2))
        pool.change(words, values[words], 200)
    for k in range(2):
        there = pool.values[k] > -np.inf
        held = pool.words[k, there].tolist()
        assert len({*held}) == len(held) >= size
        assert_array_equal(pool.values[k, there], values[held, k])
        assert {*held} == {*ordered(values[:, k], len(held))}
    everything = pool.ahead(values.T, np.tile(np.arange(200), (2, 1)))
    assert everything.sum(axis=1).tolist() == (pool.values > -np.inf).sum(axis=1).tolist()


def test_relevance_prefers_neither_the_common_nor_the_rare() -> None:
    posterior = Posterior(4, 2, np.full((1, 1), 1e-9))
    posterior.begin_at(np.array([[49, 41, 0.1, 9.9], [51, 1, 1e-6, 47.999999]]))
    ranking = Ranking(Leaders(posterior), np.array([0.5, 0.5]))
    first, second = ranking.top([0, 1], 4, "relevance")
    assert first.words.tolist() == [1, 2]  # the others speak against the topic
    assert second.words.tolist() == [3, 0]
    assert_allclose(first.relevance[0], 0.41 * np.log(0.41 / 0.21), rtol=1e-6)
    assert_array_equal(ranking.top([0], 2, "probability")[0].words, [0, 1])


def test_topics_that_are_looked_at_in_another_order() -> None:
    """Words of one topic are not taken for those of another after deeper looks, one by one."""
    rows = np.random.default_rng(0).gamma(0.3, 5, (600, 2))
    posterior = Posterior(600, 2, np.full((1, 1), 0.1))
    words = np.arange(600, dtype=np.int32)
    posterior.add(Statistics(words, rows, 600, 1, posterior.anchor), Step(1.0, 1.0))
    ranking = Ranking(Leaders(posterior), posterior.sums() / posterior.sums().sum())
    ranking.top([1], 80, "probability")
    ranking.top([0], 80, "probability")
    for k, row in enumerate(ranking.top([0, 1], 300, "probability")):
        assert row.words.tolist() == ordered(rows[:, k], 300)
