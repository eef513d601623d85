"""Small topics are removed, and mixtures of documents hardly change."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import HDP, SVB
from biterms.learning import RowMap
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
def fitted() -> HDP:
    model = HDP(40, random_state=0, n_threads=1).fit(X[:1500])
    assert 1 < model.state.alive.sum() < 20
    return model


def with_rare(model: HDP, learnt: float = 8.0) -> HDP:
    """A topic that is alive has hardly learnt anything: two words of the largest topic."""
    model = copy.deepcopy(model)
    largest, rare = model.sizes_.argmax(), np.flatnonzero(~model.state.alive)[0]
    lam = model.components_
    lam[rare, lam[largest].argsort()[-2:]] += learnt / 2
    alive, usage = model.state.alive.copy(), model.usage_.copy()
    alive[rare], usage[rare] = True, 1.0
    model.posterior_.begin_at(lam, {"usage": usage})
    model.state.set(alive=alive)
    return model


def summed(mixtures: np.ndarray, groups: list[list[int]]) -> np.ndarray:
    return np.column_stack([mixtures[:, group].sum(axis=1) for group in groups])


def test_mixtures_hardly_change(fitted: HDP) -> None:
    """Documents of the fit, and 500 others."""
    model = copy.deepcopy(fitted)
    groups, before, sizes = model.prune_groups(), model.transform(X), model.sizes_
    assert sorted(topic for group in groups for topic in group) == [*range(40)]
    kept = model.n_topics_
    model.prune()
    change = 0.5 * np.abs(model.transform(X) - summed(before, groups)).sum(axis=1)
    assert np.mean(change < 0.01) >= 0.99
    assert model.n_topics_ == len(model.sizes_) == kept
    assert_allclose(model.sizes_, summed(sizes[None], groups)[0], rtol=1e-9)
    assert model.state.alive.all()
    assert_sound(model, X)


@pytest.mark.parametrize("settings", [{"passes": 2}, {"learner": SVB()}], ids=str)
def test_mixtures_hardly_change_where_nothing_was_validated(settings: dict) -> None:
    model = HDP(60, random_state=0, n_threads=1, **settings).fit(X)
    groups, before = model.prune_groups(), model.transform(X)
    gone = 60 - len(groups)
    assert model.sizes_[np.argsort(model.sizes_)[:gone]].sum() <= 0.0001
    assert model.sizes_[np.argsort(model.sizes_)[: gone + 1]].sum() > 0.0001
    model.prune()
    assert model.posterior_.n_topics == 60 - gone
    change = 0.5 * np.abs(model.transform(X) - summed(before, groups)).sum(axis=1)
    assert np.mean(change < 0.01) >= 0.99


def test_the_order_of_those_that_stay_is_theirs(fitted: HDP) -> None:
    model, before = copy.deepcopy(fitted), fitted.topics_[fitted.in_use_]
    assert_allclose(model.prune().topics_, before, rtol=1e-9)


def test_a_rare_topic_goes_to_the_one_that_has_its_words(fitted: HDP) -> None:
    model = with_rare(fitted)
    [rare], largest = np.flatnonzero(model.state.alive & ~model.in_use_), model.sizes_.argmax()
    groups = model.prune_groups()
    [heir] = [number for number, group in enumerate(groups) if rare in group]
    assert groups[heir][0] == largest
    mass, sizes = model.posterior_.learnt(), model.sizes_
    model.prune()
    assert_allclose(model.sizes_, summed(sizes[None], groups)[0], rtol=1e-9)
    assert_allclose(model.posterior_.learnt()[heir], mass[largest] + 8.0, rtol=1e-9)


def test_the_proportions_of_what_is_gone_are_nothing_much(fitted: HDP) -> None:
    found, gone = fitted.proportions_, ~fitted.state.alive
    assert_array_equal(found.mean[gone], 0.0)
    assert found.mean[~gone].sum() == pytest.approx(1.0, abs=2e-3)
    assert (found.low <= found.mean).all()
    assert (found.mean <= found.high).all()


def test_an_empty_document_has_no_topic_that_is_gone(fitted: HDP) -> None:
    theta = fitted.transform(np.zeros((1, X.shape[1])))[0]
    assert theta[~fitted.state.alive].max() < 1e-30
    living = fitted.proportions_.mean * fitted.state.alive
    assert_allclose(theta, living / living.sum(), rtol=1e-5, atol=1e-30)


# what is alive follows ------------------------------------------------------------------------


def test_merged_topics_live_if_one_did(fitted: HDP) -> None:
    living, gone = np.flatnonzero(fitted.state.alive), np.flatnonzero(~fitted.state.alive)
    cases: list[tuple[list[int], bool]] = [
        ([int(gone[0]), int(living[0])], True),
        ([int(living[0]), int(gone[0])], True),
        ([int(gone[0]), int(gone[-1])], False),
    ]
    for topics, expected in cases:
        model = copy.deepcopy(fitted).merge(topics)
        rest = np.delete(fitted.state.alive, topics[1:])
        rest[topics[0] - (topics[1] < topics[0])] = expected
        assert_array_equal(model.state.alive, rest)
        assert_array_equal(model.sizes_ > 0, rest)
        assert_sound(model.partial_fit(X[:50]), X)


@pytest.mark.parametrize("change", ["grow", "drop"])
def test_words_come_and_go_and_topics_stay_alive(fitted: HDP, change: str) -> None:
    model: Any = copy.deepcopy(fitted)
    if change == "grow":
        model.grow(7)
        new = np.hstack([X, np.ones((len(X), 7))])
    else:
        model.remap(RowMap(200, 200, np.arange(150, 200), np.arange(0)))
        new = X.copy()
        new[:, 150:] = 0
    assert_array_equal(model.state.alive, fitted.state.alive)
    assert_sound(model.partial_fit(new[:200]), new)
    assert_array_equal(model.sizes_ > 0, fitted.state.alive)
    model.consolidate(new[1500:])
    assert not (model.state.alive & ~fitted.state.alive).any()
