"""What every model promises of learning: loops, learners, passes, progress."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import LDA, SVB, SVI, BatchVB
from biterms.errors import SettingError, StopLearning
from biterms.learning import Annealed, Learner
from tests.models.contract import LEARNERS, ONLINE, STREAMING, Factory, V, X, assert_sound, of_each
from tests.models.planted import planted, similarity
from tests.models.snapshots import learnt

# every model -----------------------------------------------------------------------------------


def test_fit_gives_topics_and_mixtures(make: Factory) -> None:
    model = make()
    assert model.fit(X) is model
    assert_sound(model, X)
    assert model.n_features_in_ == V
    assert model.n_docs_ == len(X)
    assert_allclose(model.sizes_.sum(), 1.0)
    assert len(model.get_feature_names_out()) == len(model.topics_)


def test_fit_forgets_what_was_before(make: Factory) -> None:
    assert learnt(make().fit(X[:50, :9]).fit(X)) == learnt(make().fit(X))


def test_partial_fit_goes_on_where_fit_ended(make: Factory) -> None:
    model = make().fit(X)
    before, topics = (model.n_steps_, model.n_docs_), model.topics_
    model.partial_fit(X[:30])
    assert (model.n_steps_, model.n_docs_) == (before[0] + 1, before[1] + 30)
    assert np.abs(model.topics_ - topics).max() > 0
    assert_sound(model, X)


def test_what_progress_raises_ends_learning_and_what_was_learnt_stays(make: Factory) -> None:
    def stop(*_: Any) -> None:
        raise StopLearning

    model = make()
    with pytest.raises(StopLearning):
        model.fit(X, progress=stop)
    assert_sound(model, X)
    assert_sound(model.partial_fit(X), X)


# models with learners --------------------------------------------------------------------------


@of_each(LEARNERS)
@pytest.mark.parametrize("init", ["documents", "random"])
def test_every_learner_gives_topics_and_mixtures(
    learning: Factory, learner: Learner, init: str
) -> None:
    model = learning(learner=learner, init=init).fit(X)
    assert_sound(model, X)
    assert model.n_iter_ == 1
    again = learning(learner=learner, init=init).fit(X[:50, :9]).fit(X)
    assert learnt(again) == learnt(model)


@of_each(LEARNERS)
def test_planted_topics_are_found(learning: Factory, learner: Learner) -> None:
    found = planted(400)
    models = [
        learning(learner=learner, passes=None, batch_size=100, random_state=seed)
        for seed in range(3)
    ]
    scores = [similarity(model.fit(found.X).topics_, found.topics) for model in models]
    assert np.median(scores) > 0.93


@of_each(STREAMING)
@pytest.mark.parametrize("init", ["documents", "random"])
def test_a_stream_is_fit_in_pieces(learning: Factory, learner: Learner, init: str) -> None:
    """One pass in the given order: fit and partial_fit by minibatches are the same to the bit."""
    at_once, pieces = (learning(learner=learner, init=init) for _ in range(2))
    at_once.fit(X)
    for at in range(0, len(X), 40):
        pieces.partial_fit(X[at : at + 40])
    assert_array_equal(at_once.components_, pieces.components_)
    assert_array_equal(at_once.transform(X), pieces.transform(X))


@of_each(STREAMING)
@pytest.mark.parametrize("init", ["documents", "random"])
def test_the_start_leaves_no_trace(learning: Factory, learner: Learner, init: str) -> None:
    """M holds at least the words of the documents, and nothing of words that they do not have."""
    model = learning(learner=learner, init=init, eta=0.25).partial_fit(X[:40])
    met = X[:40].any(axis=0)
    M = model.posterior_.M
    assert (M.sum(axis=1) >= X[:40].sum(axis=0) - 1e-3).all()
    assert not M[~met].any()
    assert_allclose(model.components_, 0.25 * model.posterior_.prior + M.T)


@of_each(STREAMING)
def test_two_passes_would_count_the_documents_twice(learning: Factory, learner: Learner) -> None:
    model = learning(learner=learner, passes=2)
    with pytest.raises(SettingError, match="count the documents twice"):
        model.fit(X)
    assert learnt(model) is None


def test_batch_vb_has_no_minibatches(learning: Factory) -> None:
    with pytest.raises(SettingError, match="needs all documents at once"):
        learning(learner=BatchVB()).partial_fit(X)
    fitted = learning(learner=BatchVB()).fit(X)
    before = learnt(fitted)
    with pytest.raises(SettingError, match="needs all documents at once"):
        fitted.partial_fit(X)
    assert learnt(fitted) == before


def test_without_a_learner_it_is_svi_or_annealed(learning: Factory) -> None:
    usual = Annealed() if isinstance(learning(), LDA) else SVI()
    assert learnt(learning(learner=None).fit(X)) == learnt(learning(learner=usual).fit(X))
    means = learning(inference="mean", learner=None).fit(X)
    assert learnt(means) == learnt(learning(inference="mean", learner=SVI()).fit(X))


@pytest.mark.parametrize("init", ["documents", "random"])
def test_svi_with_full_steps_is_batch_vb(learning: Factory, init: str) -> None:
    """rho = 1 and D = |C|: a step replaces what was there; only the order of sums differs."""
    settings = {"init": init, "batch_size": len(X)}
    one = learning(learner=BatchVB(), **settings).fit(X)
    other = learning(learner=SVI(0, kappa=0.0, total_docs=len(X)), **settings).partial_fit(X)
    assert_allclose(other.components_, one.components_, rtol=1e-12)


def test_several_passes_are_counted(learning: Factory) -> None:
    model = learning(passes=3).fit(X)
    assert model.n_iter_ == 3
    assert (model.n_steps_, model.n_docs_) == (12, len(X))


def test_progress_is_reported(learning: Factory) -> None:
    """Documents done rise to those of all passes; minibatches in one block come together."""
    seen: list[tuple[int, int]] = []
    learning(passes=2).fit(X[:100], progress=lambda done, total, _: seen.append((done, total)))
    done = [each for each, _ in seen]
    assert {total for _, total in seen} == {200}
    assert done == sorted(set(done))
    assert (done[0], done[-1]) == (40, 200)
    assert 100 in done


def test_progress_has_the_lpp_of_what_comes_next(learning: Factory) -> None:
    seen: list[float | None] = []
    learning(learner=SVB()).fit(X, progress=lambda *where: seen.append(where[2]))
    model, expected = learning(learner=SVB()), []
    for at in range(0, len(X), 40):
        expected.append(model.score(X[at : at + 40]) if at else None)
        model.partial_fit(X[at : at + 40])
    assert seen[0] is None
    assert_allclose(np.array(seen[1:]), np.array(expected[1:]), rtol=1e-6)


def test_after_the_first_pass_no_document_is_new(learning: Factory) -> None:
    seen: list[float | None] = []
    learning(learner=SVI(), passes=2).fit(X, progress=lambda *where: seen.append(where[2]))
    assert [lpp is None for lpp in seen[:4]] == [True, False, False, False]
    assert all(lpp is None for lpp in seen[4:])


def test_an_observer_changes_no_bit(learning: Factory) -> None:
    watched = learning(learner=SVB()).fit(X, progress=lambda *_: None)
    assert learnt(watched) == learnt(learning(learner=SVB()).fit(X))


def test_learning_that_was_stopped_goes_on_with_other_documents(learning: Factory) -> None:
    def stop(*_: Any) -> None:
        raise StopLearning

    model = learning(learner=BatchVB(), passes=5)
    with pytest.raises(StopLearning):
        model.fit(X, progress=stop)
    one = learning(learner=BatchVB(), passes=1).fit(X)
    for known in (model, one):
        known.set_params(learner=SVB(), passes=None).partial_fit(X[:30])
    assert_array_equal(model.components_, one.components_)


def test_in_a_stream_the_documents_seen_so_far_are_the_collection(learning: Factory) -> None:
    counted, given = learning(learner=SVI()), learning(learner=SVI(total_docs=30))
    for part in (X[:30], X[30:70]):
        counted.partial_fit(part)
        given.partial_fit(part)
        given.set_params(learner=SVI(total_docs=70))
    assert_array_equal(counted.components_, given.components_)


def test_the_order_within_a_minibatch_does_not_matter(learning: Factory) -> None:
    one, other = (learning(init="random").partial_fit(part) for part in (X, X[::-1]))
    assert_allclose(one.components_, other.components_, rtol=1e-12)


@of_each(ONLINE)
def test_learning_on_changes_topics_a_little(learning: Factory, learner: Learner) -> None:
    model = learning(learner=learner).fit(X)
    topics = model.topics_
    assert 0 < np.abs(model.partial_fit(X[:30]).topics_ - topics).max() < 0.1
