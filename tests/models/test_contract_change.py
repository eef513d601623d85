"""What every model promises when words join or go, and when topics become one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import SVI
from biterms.errors import InputError, SettingError
from biterms.learning import Learner
from tests.models.contract import ONLINE, Factory, V, X, assert_sound, of_each
from tests.models.snapshots import learnt


@of_each(ONLINE)
def test_merged_topics_hold_what_both_have_learnt(make: Factory, learner: Learner) -> None:
    model = make(learner=learner).fit(X)
    before = model.components_
    prior = model.posterior_.prior * model.posterior_.eta[0, 0]
    model.merge([2, 0])
    assert model.posterior_.n_topics == len(before) - 1
    assert_allclose(model.components_[1], before[2] + before[0] - prior, rtol=1e-9)
    assert_array_equal(np.delete(model.components_, 1, axis=0), np.delete(before, [0, 2], axis=0))
    assert_allclose(model.posterior_.sums(), model.components_.sum(axis=1), rtol=1e-12)
    assert_sound(model, X)
    assert_sound(model.partial_fit(X[:30]), X)


@of_each(ONLINE)
def test_learning_goes_on_after_three_topics_became_one(make: Factory, learner: Learner) -> None:
    model = make(learner=learner).fit(X).merge([3, 0, 1])
    before = model.posterior_.sums()
    model.partial_fit(X[:30])
    model.posterior_.check()  # what was added is in the topics, not only in their sums
    assert (model.posterior_.sums() != before).all()


@pytest.mark.parametrize("topics", [[], [1], [1, 1], [0, 4], [-1, 0]])
def test_topics_that_cannot_be_merged_are_refused(make: Factory, topics: list[int]) -> None:
    model = make().fit(X)
    before = learnt(model)
    with pytest.raises(SettingError, match="different topics"):
        model.merge(topics)
    assert learnt(model) == before


@pytest.mark.parametrize("eta", [0.3, np.linspace(0.1, 0.5, V)], ids=["number", "V"])
@of_each(ONLINE)
def test_only_some_words_stay(make: Factory, learner: Learner, eta: Any) -> None:
    model = make(learner=learner, eta=eta).fit(X)
    before, stay = model.components_, np.array([7, 3, V - 1])
    assert model.keep_words(stay) is model
    assert model.n_features_in_ == 3
    assert_array_equal(model.components_, before[:, stay])
    assert_allclose(model.posterior_.sums(), before[:, stay].sum(axis=1), rtol=1e-12)
    assert_sound(model, X[:, stay])
    assert_sound(model.partial_fit(X[:30, stay]), X[:, stay])
    assert model.fit(X).n_features_in_ == V


@pytest.mark.parametrize("words", [[], [1, 1], [0, V], [-1, 0], [0.5], [[0, 1]], [True], "1", None])
def test_words_that_cannot_stay_are_refused(make: Factory, words: Any) -> None:
    model = make().fit(X)
    before = learnt(model)
    with pytest.raises(InputError, match="keep_words"):
        model.keep_words(words)
    assert learnt(model) == before


def test_names_go_when_words_move(make: Factory) -> None:
    import pandas as pd

    model = make().fit(pd.DataFrame(X, columns=[f"w{v}" for v in range(V)]))
    assert not hasattr(model.keep_words([1, 0]), "feature_names_in_")


@pytest.mark.parametrize("eta", [0.3, np.linspace(0.1, 0.5, V)], ids=["number", "V"])
@of_each(ONLINE)
def test_new_words_can_join_at_any_time(make: Factory, learner: Learner, eta: Any) -> None:
    wide = np.hstack([X, np.arange(len(X) * 3).reshape(-1, 3) % 2])
    model = make(learner=learner, eta=eta).fit(X)
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
    make: Factory, eta: Any, grown: tuple[Any, Any]
) -> None:
    model = make(eta=eta).fit(X)
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
    model = make(learner=SVI()).partial_fit(X)
    model.set_params(**make(topics=5, learner=SVI()).get_params(deep=False))
    with pytest.raises(SettingError, match="learning began with 4"):
        model.partial_fit(X)
    assert model.fit(X).topics_.shape[0] == 5
