"""What every model promises when words join and go, and when topics are merged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms.errors import InputError, SettingError
from biterms.learning import Learner, RowMap
from tests.models.contract import ONLINE, Factory, V, X, assert_sound, of_each
from tests.models.snapshots import learnt


def test_merged_topics_hold_what_both_have_learnt(make: Factory) -> None:
    model = make().fit(X)
    before = model.components_
    prior = model.posterior_.prior * model.posterior_.eta[0, 0]
    model.merge([2, 0])
    assert model.posterior_.n_topics == len(before) - 1
    assert_allclose(model.components_[1], before[2] + before[0] - prior, rtol=1e-9)
    assert_array_equal(np.delete(model.components_, 1, axis=0), np.delete(before, [0, 2], axis=0))
    assert_sound(model, X)
    assert_sound(model.partial_fit(X[:30]), X)


@of_each(ONLINE)
def test_learning_goes_on_after_three_topics_became_one(
    learning: Factory, learner: Learner
) -> None:
    model = learning(learner=learner).fit(X).merge([3, 0, 1])
    before = model.posterior_.sums()
    assert_sound(model.partial_fit(X[:30]), X)  # it is in the topics, not only in their sums
    assert (model.posterior_.sums() != before).all()


@pytest.mark.parametrize("topics", [[], [1], [1, 1], [0, 4], [-1, 0]])
def test_topics_that_cannot_be_merged_are_refused(make: Factory, topics: list[int]) -> None:
    model = make().fit(X)
    before = learnt(model)
    with pytest.raises(SettingError, match="different topics"):
        model.merge(topics)
    assert learnt(model) == before


def test_words_that_go_leave_holes(make: Factory) -> None:
    """The others keep their ids and what they have; documents must do without those that went."""
    model = make().fit(X)
    before, gone = model.components_, np.array([0, 3, 20])
    stay = np.setdiff1d(np.arange(V), gone)
    assert model.remap(RowMap(V, V, gone, np.arange(0))) is model
    assert model.n_features_in_ == V
    assert_array_equal(model.components_[:, stay], before[:, stay])
    assert not model.topics_[:, gone].any()
    for method in (model.transform, model.score, model.partial_fit):
        with pytest.raises(InputError, match="words that were dropped"):
            method(X)
    fewer = X.copy()
    fewer[:, gone] = 0
    assert_sound(model, fewer)
    assert_sound(model.partial_fit(fewer[:30]), fewer)
    assert not model.topics_[:, gone].any()
    assert_sound(model.fit(X), X)


def test_a_hole_is_taken_by_a_new_word(make: Factory) -> None:
    model = make().fit(X)
    model.remap(RowMap(V, V + 1, np.array([0, 3]), np.array([3, V])))
    assert_array_equal(model.posterior_.holes, [0])
    eta = model.posterior_.prior * model.posterior_.eta[0, 0]
    assert_allclose(model.components_[:, [3, V]], eta)
    wide = np.hstack([X, X[:, :1]])
    wide[:, 0] = 0
    assert_sound(model.partial_fit(wide), wide)


@pytest.mark.parametrize(
    "change",
    [RowMap.grow(V + 1, 1), RowMap(V, V, np.arange(0), np.array([2]))],
    ids=["other vocabulary", "row that is taken"],
)
def test_a_change_of_other_words_is_refused(make: Factory, change: RowMap) -> None:
    model = make().fit(X)
    before = learnt(model)
    with pytest.raises(InputError, match="words"):
        model.remap(change)
    assert learnt(model) == before


def test_names_go_when_words_change(make: Factory) -> None:
    model = make().fit(pd.DataFrame(X, columns=[f"w{v}" for v in range(V)]))
    assert not hasattr(model.grow(1), "feature_names_in_")


@pytest.mark.parametrize("eta", [0.3, np.linspace(0.1, 0.5, V)], ids=["number", "V"])
@of_each(ONLINE)
def test_new_words_can_join_at_any_time(learning: Factory, learner: Learner, eta: Any) -> None:
    wide = np.hstack([X, np.arange(len(X) * 3).reshape(-1, 3) % 2])
    model = learning(learner=learner, eta=eta).fit(X)
    known = model.components_
    with pytest.raises(ValueError, match="features"):
        model.partial_fit(wide)
    new = {} if np.isscalar(eta) else {"eta": [0.3, 0.3, 0.3]}
    assert model.grow(3, **new) is model
    assert model.n_features_in_ == V + 3
    assert_array_equal(model.components_[:, :V], known)
    assert_allclose(model.components_[:, V:], 0.3 * model.posterior_.prior)
    model.partial_fit(wide)
    assert_sound(model, wide)
    assert (model.components_[:, V:].sum(axis=1) > 0.9).any()
    with pytest.raises(ValueError, match="features"):
        model.partial_fit(X)


@pytest.mark.parametrize(
    ("eta", "grown"),
    [
        (0.1, (-1, None)),
        (0.1, (2, [0.1, 0.1])),
        (0.1, (1.5, None)),
        (0.1, ("two", None)),
        (np.full(V, 0.1), (2, None)),
        (np.full(V, 0.1), (2, [0.1])),
        (np.full(V, 0.1), (2, [0.1, 0.0])),
        (np.full(V, 0.1), (2, [[0.1, 0.1]] * 4)),
    ],
)
def test_growing_wrongly_is_refused_and_leaves_no_trace(
    learning: Factory, eta: Any, grown: tuple[Any, Any]
) -> None:
    model = learning(eta=eta).fit(X)
    before = learnt(model)
    with pytest.raises(ValueError, match=r"expected|grow"):
        model.grow(*grown)
    assert learnt(model) == before


def test_growing_by_no_word_changes_nothing(make: Factory) -> None:
    model = make().fit(X)
    lam = model.components_
    model.grow(0)
    assert_array_equal(model.components_, lam)
    assert model.n_features_in_ == V


def test_another_number_of_topics_is_refused_until_fit(make: Factory) -> None:
    model = make().partial_fit(X)
    model.set_params(**make(topics=5).get_params(deep=False))
    with pytest.raises(SettingError, match="learning began with 4"):
        model.partial_fit(X)
    assert model.fit(X).topics_.shape[0] == 5
