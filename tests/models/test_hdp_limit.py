"""HDP says so when it has used up its room for topics."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from biterms import HDP, OnBag, TopicLimitWarning, TopicModel, Vectoriser
from biterms.models.hdp.topic_count import is_full
from tests.topics.bits import bits
from tests.topics.test_quality import subjects

TEXTS = subjects(1500, 12)


def test_fit_and_update_say_that_the_room_is_full() -> None:
    with pytest.warns(TopicLimitWarning, match=r"uses 6 of the 6 topics .*such as HDP\(12\)"):
        model = TopicModel(HDP(6, random_state=0)).fit(TEXTS)
    with pytest.warns(TopicLimitWarning, match="uses 6 of the 6") as said:
        model.update(TEXTS[:200])
    assert len(said) == 1


def test_enough_room_is_no_news() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = TopicModel(HDP(40, random_state=0)).fit(TEXTS)
        model.update(TEXTS[:200])
    assert 9 <= model.model_.n_topics_ <= 20


def test_the_room_is_full_at_nine_tenths() -> None:
    sizes = np.array([0.1] * 9 + [0.001])
    assert is_full(sizes / sizes.sum())
    assert not is_full(np.array([0.12] * 8 + [0.001] * 2))
    assert is_full(np.full(1000, 0.001))  # none of them has 0.5 % of the mass
    assert not is_full(np.array([1e-4] * 500 + [0.0019] * 500))


def test_what_was_learnt_survives_a_warning_that_is_an_error() -> None:
    model, expected = TopicModel(HDP(6, random_state=0)), TopicModel(HDP(6, random_state=0))
    with pytest.warns(TopicLimitWarning):
        expected.fit(TEXTS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(TopicLimitWarning):
            model.fit(TEXTS)
        assert bits(model) == bits(expected)
        with pytest.raises(TopicLimitWarning):
            model.update(TEXTS[:200])
    assert model.model_.n_docs_ == 1700


def test_what_was_learnt_from_counts_survives_it_too() -> None:
    X = Vectoriser().fit_transform(TEXTS)
    hdp = HDP(6, biterms=False, random_state=0)
    with pytest.warns(TopicLimitWarning):
        expected = TopicModel.from_counts(X, model=hdp)
    on_bag = OnBag(hdp)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(TopicLimitWarning) as raised:
            TopicModel.from_counts(X, model=hdp)
        with pytest.raises(TopicLimitWarning):
            on_bag.fit(X)
        with pytest.raises(TopicLimitWarning):
            hdp.fit(X)
    assert bits(raised.value.model) == bits(expected)
    assert (hdp.n_docs_, on_bag.model_.n_docs_) == (1500, 1500)


def test_the_number_that_auto_found_survives_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biterms.models.lda.auto.AT_LIMIT", 0.0)
    model = TopicModel("auto")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(TopicLimitWarning, match="n_topics='auto' found"):
            model.fit(TEXTS)
    assert model.model_.n_docs_ == 1500
    assert model.topics()
