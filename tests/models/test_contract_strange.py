"""What every model makes of strange documents that have a meaning."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms import SVB, SVI
from biterms.errors import InputError
from biterms.learning import Learner
from tests.models.contract import LEARNERS, Factory, X, assert_sound, of_each


@of_each(LEARNERS)
def test_empty_documents_are_documents(make: Factory, learner: Learner) -> None:
    """They count, they stand at the prior, and they teach nothing."""
    some = X[:40].copy()
    some[::3] = 0.0
    model = make(learner=learner).fit(some)
    assert_sound(model, some)
    assert model.n_docs_ == 40
    empty = model.transform(some)[::3]
    assert_allclose(empty, np.broadcast_to(empty[0], empty.shape), rtol=1e-12)


@of_each(LEARNERS)
@pytest.mark.parametrize("init", ["documents", "random"])
def test_nothing_but_empty_documents_teach_nothing(
    make: Factory, learner: Learner, init: str
) -> None:
    model = make(learner=learner, init=init).fit(np.zeros((5, 7)))
    assert_sound(model, np.zeros((5, 7)))
    with pytest.raises(InputError, match="no document has two distinct terms"):
        model.score(np.zeros((5, 7)))


@of_each(LEARNERS)
@pytest.mark.parametrize("init", ["documents", "random"])
@pytest.mark.parametrize("n", [1, 30])
def test_a_vocabulary_of_one_word(make: Factory, learner: Learner, init: str, n: int) -> None:
    model = make(learner=learner, init=init).fit(np.arange(1.0, n + 1)[:, None])
    assert_sound(model, np.ones((3, 1)))
    assert_allclose(model.topics_, 1.0)


@of_each(LEARNERS)
def test_fewer_documents_than_topics(make: Factory, learner: Learner) -> None:
    assert_sound(make(learner=learner).fit(X[:1]), X)


@pytest.mark.parametrize("factor", [1e-20, 1e-3, 0.37, 1e6, 1e11])
def test_any_positive_weights(make: Factory, factor: float) -> None:
    assert_sound(make().fit(X * factor), X * factor)


@pytest.mark.parametrize("learner", [SVI(), SVB()], ids=lambda learner: type(learner).__name__)
def test_topics_differ_though_documents_are_few_or_equal(make: Factory, learner: Any) -> None:
    """More topics than documents, the same document again and again, and an empty beginning."""
    few = make(topics=12, learner=learner, batch_size=5).fit(X[:5])
    same = make(learner=learner, batch_size=40).fit(np.repeat(X[:2], 40, axis=0))
    late = make(learner=learner).partial_fit(np.zeros((3, X.shape[1]))).partial_fit(X)
    for model in (few, same, late):
        assert len(np.unique(model.topics_, axis=0)) == model.topics_at_start
