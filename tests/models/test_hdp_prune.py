"""Small topics go, and a model that has settled says the same of documents as before."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import HDP, SVB
from tests.models.contract import assert_sound


def mixed(n_docs: int, n_topics: int = 8, n_words: int = 200) -> np.ndarray:
    """5 to 10 words each, from topics of Zipf sizes; most documents have several."""
    rng = np.random.default_rng(0)
    topics = rng.dirichlet(np.full(n_words, 0.05), n_topics)
    sizes = 1 / np.arange(1, n_topics + 1)
    words = rng.dirichlet(0.1 * n_topics * sizes / sizes.sum(), n_docs) @ topics
    lengths = rng.integers(5, 11, n_docs)
    return np.array([rng.multinomial(n, p) for n, p in zip(lengths, words, strict=True)], float)


X = mixed(2000)


@pytest.fixture(scope="module")
def settled() -> HDP:
    model = HDP(40, random_state=0, n_threads=1).fit(X[:1500])
    assert 1 < model.state.alive.sum() < 20
    return model


def with_rare(model: HDP, learnt: float = 8.0) -> HDP:
    """A living topic has hardly learnt anything: two words of the largest topic."""
    model = copy.deepcopy(model)
    largest, rare = model.order_[0], np.flatnonzero(~model.state.alive)[0]
    lam = model.components_
    lam[rare, lam[largest].argsort()[-2:]] += learnt / 2
    model.posterior_.begin_at(lam)
    model.state.alive[rare], model.usage_[rare] = True, 1.0
    return model


def summed(mixtures: np.ndarray, target: np.ndarray) -> np.ndarray:
    result = np.zeros((len(mixtures), target.max() + 1))
    for k, kept in enumerate(target):
        result[:, kept] += mixtures[:, k]
    return result


def test_mixtures_hardly_change(settled: HDP) -> None:
    """Documents of the fit, and 500 others."""
    model = copy.deepcopy(settled)
    target, before, sizes = model.kept_as(), model.transform(X), model.sizes_
    assert len(target) == 40
    kept = model.n_topics_
    model.prune()
    change = 0.5 * np.abs(model.transform(X) - summed(before, target)).sum(axis=1)
    assert np.mean(change < 0.01) >= 0.99
    assert model.n_topics_ == len(model.sizes_) == kept
    assert_allclose(model.sizes_, summed(sizes[None], target)[0], rtol=1e-9)
    assert model.state.alive.all()
    assert_sound(model, X)


@pytest.mark.parametrize("settings", [{"passes": 2}, {"learner": SVB()}], ids=str)
def test_mixtures_hardly_change_where_nothing_was_judged(settings: dict) -> None:
    model = HDP(60, random_state=0, n_threads=1, **settings).fit(X)
    target, before = model.kept_as(), model.transform(X)
    gone = len(target) - target.max() - 1
    assert model.sizes_[np.argsort(model.sizes_)[:gone]].sum() <= 0.0001
    assert model.sizes_[np.argsort(model.sizes_)[: gone + 1]].sum() > 0.0001
    model.prune()
    assert model.posterior_.n_topics == 60 - gone
    change = 0.5 * np.abs(model.transform(X) - summed(before, target)).sum(axis=1)
    assert np.mean(change < 0.01) >= 0.99


def test_the_order_of_those_that_stay_is_theirs(settled: HDP) -> None:
    model, before = copy.deepcopy(settled), settled.topics_[settled.in_use_]
    assert_allclose(model.prune().topics_, before, rtol=1e-9)


def test_a_rare_topic_goes_to_the_one_that_has_its_words(settled: HDP) -> None:
    model = with_rare(settled)
    rare, largest = np.flatnonzero(model.state.alive & ~model.in_use_), model.order_[0]
    assert len(rare) == 1
    target = model.kept_as()
    assert target[rare[0]] == target[largest]
    mass, sizes = model.posterior_.learnt(), model.sizes_
    model.prune()
    assert_allclose(model.sizes_, summed(sizes[None], target)[0], rtol=1e-9)
    assert_allclose(model.posterior_.learnt()[target[largest]], mass[largest] + 8.0, rtol=1e-9)


def test_the_proportions_of_what_is_gone_are_nothing_much(settled: HDP) -> None:
    found, gone = settled.proportions_, ~settled.state.alive
    assert_array_equal(found.mean[gone], 0.0)
    assert found.mean[~gone].sum() == pytest.approx(1.0, abs=2e-3)
    assert (found.low <= found.mean).all()
    assert (found.mean <= found.high).all()


def test_an_empty_document_has_no_topic_that_is_gone(settled: HDP) -> None:
    theta = settled.transform(np.zeros((1, X.shape[1])))[0]
    assert theta[~settled.state.alive].max() < 1e-30
    living = settled.proportions_.mean * settled.state.alive
    assert_allclose(theta, living / living.sum(), rtol=1e-5, atol=1e-30)


# what is living follows ------------------------------------------------------------------------


def test_merged_topics_live_if_one_did(settled: HDP) -> None:
    living, gone = np.flatnonzero(settled.state.alive), np.flatnonzero(~settled.state.alive)
    cases: list[tuple[list[int], bool]] = [
        ([int(gone[0]), int(living[0])], True),
        ([int(living[0]), int(gone[0])], True),
        ([int(gone[0]), int(gone[-1])], False),
    ]
    for topics, expected in cases:
        model = copy.deepcopy(settled).merge(topics)
        rest = np.delete(settled.state.alive, topics[1:])
        rest[topics[0] - (topics[1] < topics[0])] = expected
        assert_array_equal(model.state.alive, rest)
        assert_array_equal(model.sizes_ > 0, rest)
        assert_sound(model.partial_fit(X[:50]), X)


@pytest.mark.parametrize("change", ["grow", "keep_words"])
def test_words_come_and_go_and_the_living_stay(settled: HDP, change: str) -> None:
    model: Any = copy.deepcopy(settled)
    if change == "grow":
        model.grow(7)
        new = np.hstack([X, np.ones((len(X), 7))])
    else:
        model.keep_words(np.arange(150))
        new = X[:, :150]
    assert_array_equal(model.state.alive, settled.state.alive)
    assert_sound(model.partial_fit(new[:200]), new)
    assert_array_equal(model.sizes_ > 0, settled.state.alive)
    model.consolidate(new[1500:])
    assert not (model.state.alive & ~settled.state.alive).any()
