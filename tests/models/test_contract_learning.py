"""What every model promises of learning: loops, learners, passes, progress."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import SVB, SVI, BatchVB
from biterms.errors import SettingError, StopLearning
from biterms.learning import Learner
from tests.models.contract import LEARNERS, ONLINE, STREAMING, Factory, V, X, assert_sound, of_each
from tests.models.planted import planted, similarity
from tests.models.snapshots import learnt


@of_each(LEARNERS)
def test_fit_gives_topics_and_mixtures(make: Factory, learner: Learner) -> None:
    model = make(learner=learner)
    assert model.fit(X) is model
    assert_sound(model, X)
    assert model.n_features_in_ == V
    assert model.n_iter_ == 1
    assert len(model.get_feature_names_out()) == len(model.topics_)


@of_each(LEARNERS)
def test_planted_topics_are_found(make: Factory, learner: Learner) -> None:
    found = planted(600)
    models = [make(learner=learner, passes=None, random_state=seed) for seed in range(5)]
    scores = [similarity(model.fit(found.X).topics_, found.topics) for model in models]
    assert np.median(scores) > 0.95


@of_each(LEARNERS)
@pytest.mark.parametrize("init", ["documents", "random"])
def test_fit_forgets_what_was_before(make: Factory, learner: Learner, init: str) -> None:
    fresh = make(learner=learner, init=init).fit(X)
    again = make(learner=learner, init=init).fit(X[:50, :9]).fit(X)
    assert learnt(again) == learnt(fresh)


@of_each(ONLINE)
def test_partial_fit_goes_on_where_fit_ended(make: Factory, learner: Learner) -> None:
    model = make(learner=learner).fit(X)
    before, topics = (model.n_steps_, model.n_docs_), model.topics_
    model.partial_fit(X[:30])
    assert (model.n_steps_, model.n_docs_) == (before[0] + 1, before[1] + 30)
    assert 0 < np.abs(model.topics_ - topics).max() < 0.1


@of_each(STREAMING)
@pytest.mark.parametrize("init", ["documents", "random"])
def test_a_stream_is_fit_in_pieces(make: Factory, learner: Learner, init: str) -> None:
    """One pass in the given order: fit and partial_fit by minibatches are the same to the bit."""
    whole, pieces = (make(learner=learner, init=init) for _ in range(2))
    whole.fit(X)
    for at in range(0, len(X), 40):
        pieces.partial_fit(X[at : at + 40])
    assert_array_equal(whole.components_, pieces.components_)
    assert_array_equal(whole.transform(X), pieces.transform(X))


@of_each(STREAMING)
@pytest.mark.parametrize("init", ["documents", "random"])
def test_the_start_leaves_no_trace(make: Factory, learner: Learner, init: str) -> None:
    """M holds at least the words of the documents, and nothing of words that they do not have."""
    model = make(learner=learner, init=init, eta=0.25).partial_fit(X[:40])
    met = X[:40].any(axis=0)
    M = model.posterior_.M
    assert (M.sum(axis=1) >= X[:40].sum(axis=0) - 1e-3).all()
    assert not M[~met].any()
    assert_allclose(model.components_, 0.25 * model.posterior_.prior + M.T)


@of_each(STREAMING)
def test_two_passes_would_count_the_data_twice(make: Factory, learner: Learner) -> None:
    model = make(learner=learner, passes=2)
    with pytest.raises(SettingError, match="count the data twice"):
        model.fit(X)
    assert not hasattr(model, "posterior_")


def test_batch_vb_has_no_minibatches(make: Factory) -> None:
    with pytest.raises(SettingError, match="needs all documents at once"):
        make(learner=BatchVB()).partial_fit(X)
    fitted = make(learner=BatchVB()).fit(X)
    before = learnt(fitted)
    with pytest.raises(SettingError, match="needs all documents at once"):
        fitted.partial_fit(X)
    assert learnt(fitted) == before


def test_without_a_learner_it_is_svi(make: Factory) -> None:
    assert learnt(make().fit(X)) == learnt(make(learner=SVI()).fit(X))


@pytest.mark.parametrize("init", ["documents", "random"])
def test_svi_with_full_steps_is_batch_vb(make: Factory, init: str) -> None:
    """rho = 1 and D = |C|: what a sweep finds replaces what was; only the order of sums differs."""
    settings = {"init": init, "batch_size": len(X)}
    one = make(learner=BatchVB(), **settings).fit(X)
    other = make(learner=SVI(0, kappa=0.0, total_docs=len(X)), **settings).partial_fit(X)
    assert_allclose(other.components_, one.components_, rtol=1e-12)


def test_several_passes_are_counted(make: Factory) -> None:
    model = make(passes=3).fit(X)
    assert model.n_iter_ == 3
    assert (model.n_steps_, model.n_docs_) == (12, len(X))


def test_progress_is_told_after_every_minibatch(make: Factory) -> None:
    told = []
    make(passes=2).fit(X[:100], progress=lambda done, total, _: told.append((done, total)))
    assert told == [(d, 200) for d in (40, 80, 100, 140, 180, 200)]


def test_progress_is_told_how_well_what_comes_next_is_foretold(make: Factory) -> None:
    told: list[float | None] = []
    make(learner=SVB()).fit(X, progress=lambda *where: told.append(where[2]))
    model, expected = make(learner=SVB()), []
    for at in range(0, len(X), 40):
        expected.append(model.score(X[at : at + 40]) if at else None)
        model.partial_fit(X[at : at + 40])
    assert told[0] is None
    assert_allclose(np.array(told[1:]), np.array(expected[1:]), rtol=1e-6)


def test_after_the_first_pass_no_document_is_new(make: Factory) -> None:
    told: list[float | None] = []
    make(learner=SVI(), passes=2).fit(X, progress=lambda *where: told.append(where[2]))
    assert [lpp is None for lpp in told] == [True, False, False, False] + [True] * 4


def test_learning_that_was_stopped_goes_on_with_other_documents(make: Factory) -> None:
    def stop(*_: Any) -> None:
        raise StopLearning

    model = make(learner=BatchVB(), passes=5)
    with pytest.raises(StopLearning):
        model.fit(X, progress=stop)
    one = make(learner=BatchVB(), passes=1).fit(X)
    for known in (model, one):
        known.set_params(learner=SVB(), passes=None).partial_fit(X[:30])
    assert_array_equal(model.components_, one.components_)


def test_in_a_stream_the_documents_seen_so_far_are_the_collection(make: Factory) -> None:
    counted, told = make(), make(learner=SVI(total_docs=30))
    for part in (X[:30], X[30:70]):
        counted.partial_fit(part)
        told.partial_fit(part)
        told.set_params(learner=SVI(total_docs=70))
    assert_array_equal(counted.components_, told.components_)


def test_the_order_within_a_minibatch_does_not_matter(make: Factory) -> None:
    one, other = (make(init="random").partial_fit(part) for part in (X, X[::-1]))
    assert_allclose(one.components_, other.components_, rtol=1e-12)


def test_documents_can_be_foretold_at_any_time(make: Factory) -> None:
    model = make(learner=SVB()).partial_fit(np.zeros((3, V)))
    assert model.foretold(X) is None
    model.partial_fit(X[:60])
    before = learnt(model)
    assert_allclose(model.foretold(X[60:]), model.score(X[60:]), rtol=1e-6)
    assert model.foretold(np.eye(V)) is None  # one word each: nothing to hold out
    assert learnt(model) == before
