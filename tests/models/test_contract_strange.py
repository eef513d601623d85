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


def test_empty_documents_are_documents(make: Factory) -> None:
    """They count, they stand at the prior, and nothing is learnt from them."""
    some = X[:40].copy()
    some[::3] = 0.0
    model = make().fit(some)
    assert_sound(model, some)
    assert model.n_docs_ == 40
    empty = model.transform(some)[::3]
    assert_allclose(empty, np.broadcast_to(empty[0], empty.shape), rtol=1e-12)


def strange(model: Any) -> None:
    """No words at all, one word, fewer documents than topics."""
    nothing = np.zeros((5, 7))
    assert_sound(model.fit(nothing), nothing)
    with pytest.raises(InputError, match="no document has two distinct terms"):
        model.score(nothing)
    for n in (1, 30):
        assert_sound(model.fit(np.arange(1.0, n + 1)[:, None]), np.ones((3, 1)))
        assert_allclose(model.topics_, 1.0)
    assert_sound(model.fit(X[:1]), X)


def test_strange_documents_have_topics(make: Factory) -> None:
    strange(make())


@of_each(LEARNERS)
@pytest.mark.parametrize("init", ["documents", "random"])
def test_strange_documents_suit_every_learner(
    learning: Factory, learner: Learner, init: str
) -> None:
    strange(learning(learner=learner, init=init))


@pytest.mark.parametrize("factor", [1e-20, 1e-3, 0.37, 1e6, 1e11])
def test_any_positive_weights(learning: Factory, factor: float) -> None:
    assert_sound(learning().fit(X * factor), X * factor)


@pytest.mark.parametrize("learner", [SVI(), SVB()], ids=lambda learner: type(learner).__name__)
def test_topics_differ_though_documents_are_few_or_equal(learning: Factory, learner: Any) -> None:
    """More topics than documents, the same document again and again, and an empty beginning."""
    few = learning(topics=12, learner=learner, batch_size=5).fit(X[:5])
    same = learning(learner=learner, batch_size=40).fit(np.repeat(X[:2], 40, axis=0))
    late = learning(learner=learner).partial_fit(np.zeros((3, X.shape[1]))).partial_fit(X)
    for model in (few, same, late):
        assert len(np.unique(model.topics_, axis=0)) == model.topics_at_start
