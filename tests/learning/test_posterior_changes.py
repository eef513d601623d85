"""What changed since a mark, what was learnt since a snapshot, and events that touch all rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms import KPS, SVB, SVI
from biterms.errors import InputError
from biterms.learning import Learner, Moment, Posterior, RowMap, Statistics, Step, changes
from tests.learning.steps import K, add, etas, flat, learn, minibatches, some

MERGING = Step(1.0, 1.0)


# marks -----------------------------------------------------------------------------------------


@given(seed=st.integers(0, 2**16), n=st.integers(0, 6))
def test_exactly_the_words_whose_rows_changed_are_given(seed: int, n: int) -> None:
    rng, V = np.random.default_rng(seed), 30
    posterior = learn(flat(V), SVB(0.9), minibatches(rng, 3, V))
    before, mark = posterior.M.copy(), posterior.mark()
    learn(posterior, SVB(0.9), minibatches(rng, n, V))
    words, rows = posterior.changed_since(mark)
    assert_array_equal(words, np.flatnonzero((posterior.M != before).any(axis=1)))
    assert_array_equal(rows, posterior.lam().T[words])


def test_it_costs_the_changed_rows() -> None:
    V = 200_000
    posterior = flat(V)
    mark = posterior.mark()
    posterior.add(some([7, 11], np.ones((2, K)), V), MERGING)
    posterior.remap(RowMap.grow(V, 1))
    words, rows = posterior.changed_since(mark)
    assert words.tolist() == [7, 11, V]
    assert rows.shape == (3, K)
    assert [len(part) for part in posterior.changed_since(posterior.mark())] == [0, 0]


def test_a_mark_that_is_too_old_gets_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is bounded; what it still knows is exact."""
    monkeypatch.setattr(changes, "ROOM", 20)
    posterior, old = flat(10), None
    for turn in range(40):
        old = old or posterior.mark()
        recent = posterior.mark()
        posterior.add(some([turn % 10], np.ones((1, K)), 10), MERGING)
    assert posterior.changed_since(old)[0].tolist() == [*range(10)]
    assert posterior.changed_since(recent)[0].tolist() == [39 % 10]
    assert posterior._log._size <= 20


def add_one(posterior: Posterior, decay: Any) -> Posterior:
    posterior.add(some([2], np.ones((1, K)), 6), Step(decay, 1.0))
    return posterior


def replaced(posterior: Posterior) -> Posterior:
    posterior.replace(learn(flat(6), SVB(), minibatches(np.random.default_rng(9), 2, 6)))
    return posterior


def dropped(posterior: Posterior) -> Posterior:
    posterior.remap(RowMap(6, 6, np.array([1]), np.arange(0)))
    return posterior


EVENTS: dict[str, Callable[[Posterior], Posterior]] = {
    "merged": lambda posterior: posterior.merged([0, 2]),
    "handed over": lambda posterior: posterior.handed_over(0, np.array([0.0, 0.4, 0.6])),
    "replaced": replaced,
    "dropped": dropped,
    "faded by topic": lambda posterior: add_one(posterior, np.array([0.5, 0.4, 0.6])),
    "forgotten": lambda posterior: add_one(posterior, 0.0),
    "folded": lambda posterior: add_one(posterior, 2.0**-301),
}


@pytest.mark.parametrize("name", EVENTS)
def test_all_rows_have_changed_after_an_event(name: str) -> None:
    posterior = learn(flat(6), SVB(), minibatches(np.random.default_rng(1), 3, 6))
    mark = posterior.mark()
    after = EVENTS[name](posterior)
    words, rows = after.changed_since(mark)
    assert_array_equal(words, np.setdiff1d(np.arange(6), after.holes))
    assert_array_equal(rows, after.lam().T[words])


def test_rows_that_have_not_changed_follow_from_prior_and_scale() -> None:
    """lam_v = prior eta_v + scale M_v, also where each word has a prior of its own."""
    posterior = Posterior(4, K, np.array([[0.1], [0.2], [0.3], [0.4]]))
    posterior.add(some([0, 2], np.ones((2, K)), 4), Step(1.0, 1.0))
    mark, M = posterior.mark(), posterior.M.copy()
    posterior.add(some([1], np.ones((1, K)), 4), Step(0.5, 1.0))
    assert posterior.changed_since(mark)[0].tolist() == [1]
    others = [0, 2, 3]
    expected = posterior.prior * posterior.eta + posterior.scale * M
    assert_allclose(posterior.rows(others), expected[others])


# snapshots -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "learner", [SVB(), SVB(0.5), SVI(2, kappa=0.7), SVI(0, kappa=0.0), KPS(), KPS(0.9)], ids=str
)
@pytest.mark.parametrize("shape", ["number", "K x V"])
def test_the_faded_snapshot_and_the_difference_give_the_posterior(
    learner: Learner, shape: str
) -> None:
    """Also across folds of the scale: 0.5^400 is far below 2^-300."""
    rng, V = np.random.default_rng(8), 9
    eta = etas(rng, V + 2)[shape]
    posterior = learn(Posterior(V, K, eta[:V]), learner, minibatches(rng, 4, V))
    snapshot = posterior.copy()
    posterior.remap(RowMap.grow(V, 2), None if shape == "number" else eta[V:])
    later, fade = minibatches(rng, 400, V + 2), 1.0
    for t, batch in enumerate(later, start=5):
        step = learner.step(Moment(t, batch.size, 50))
        fade *= step.decay
        add(posterior, batch, step)
    difference = posterior.difference(snapshot)
    assert isinstance(difference, Statistics)
    assert difference.anchor == snapshot.anchor
    learnt = np.zeros((V + 2, K))
    learnt[:V] = fade * snapshot.scale * snapshot.M
    learnt[difference.words] += difference.rows
    prior = snapshot.prior + difference.prior
    assert_allclose(prior, posterior.prior, rtol=1e-12)
    assert_allclose((prior * eta + learnt).T, posterior.lam(), rtol=1e-12)
    if fade == 1.0:  # nothing has faded, so it is what `add` takes
        again = snapshot.copy()
        again.remap(RowMap.grow(V, 2), None if shape == "number" else eta[V:])
        again.add(difference, Step(1.0, 1.0, difference.prior))
        assert_allclose(again.lam(), posterior.lam(), rtol=1e-12)


def test_a_few_steps_with_decay_keep_part_of_the_snapshot() -> None:
    rng, V = np.random.default_rng(3), 9
    posterior = learn(flat(V), SVB(0.5), minibatches(rng, 4, V))
    snapshot = posterior.copy()
    learn(posterior, SVB(0.5), minibatches(rng, 2, V))
    learnt = 0.25 * snapshot.scale * snapshot.M
    difference = posterior.difference(snapshot)
    learnt[difference.words] += difference.rows
    assert_allclose(0.1 + learnt.T, posterior.lam(), rtol=1e-12)


def test_topics_may_fade_by_different_factors() -> None:
    rng, V = np.random.default_rng(3), 9
    posterior = learn(flat(V), SVB(), minibatches(rng, 4, V))
    add(posterior, minibatches(rng, 1, V)[0], Step(np.array([0.0, 0.5, 1.0]), 1.0))
    snapshot = posterior.copy()
    for decay in (np.array([0.5, 0.1, 0.0]), 0.9, np.array([0.5, 1.0, 0.3])):
        add(posterior, minibatches(rng, 1, V)[0], Step(decay, 1.0))
    learnt = np.array([0.225, 0.09, 0.0]) * snapshot.M
    difference = posterior.difference(snapshot)
    learnt[difference.words] += difference.rows
    assert_allclose(0.1 + learnt.T, posterior.lam(), rtol=1e-12)
    assert (difference.rows >= -1e-12).all()


def test_a_snapshot_of_something_else_is_refused() -> None:
    posterior = learn(flat(6), SVB(), minibatches(np.random.default_rng(0), 3, 6))
    later = posterior.copy()
    learn(later, SVB(), minibatches(np.random.default_rng(1), 1, 6))
    with pytest.raises(InputError, match="not an earlier moment of the same posterior"):
        posterior.difference(later)
    with pytest.raises(InputError, match="not an earlier moment of the same posterior"):
        posterior.difference(flat(6))
    dropped = posterior.copy()
    dropped.remap(RowMap(6, 6, np.array([0]), np.arange(0)))
    with pytest.raises(InputError, match="words were dropped"):
        dropped.difference(posterior)
    with pytest.raises(InputError, match="topics were merged"):
        posterior.merged([0, 1]).difference(posterior)


@pytest.mark.parametrize("shape", ["number", "K x V"])
def test_a_copy_goes_on_by_itself(shape: str) -> None:
    rng, V = np.random.default_rng(2), 7
    eta = etas(rng, V + 3)[shape]
    posterior = learn(Posterior(V, K, eta[:V]), SVB(0.9), minibatches(rng, 3, V))
    posterior.remap(RowMap.grow(V, 1), None if shape == "number" else eta[V : V + 1])
    copy, batches = posterior.copy(), minibatches(rng, 4, V + 1)
    lam, sums = posterior.lam(), posterior.sums()
    assert_array_equal(copy.lam(), lam)
    assert copy.id == posterior.id
    learn(copy, SVB(0.9), batches)
    copy.remap(RowMap.grow(V + 1, 2), None if shape == "number" else eta[V + 1 :])
    assert_array_equal(posterior.lam(), lam)
    assert_array_equal(posterior.sums(), sums)
    learn(posterior, SVB(0.9), batches)
    posterior.remap(RowMap.grow(V + 1, 2), None if shape == "number" else eta[V + 1 :] / 2)
    assert_array_equal(copy.lam()[:, : V + 1], posterior.lam()[:, : V + 1])
    assert_allclose(
        copy.lam()[:, V + 1 :], np.broadcast_to(eta[-2:], (2, eta.shape[1])).T * np.ones((K, 1))
    )


def test_what_replaces_a_posterior_is_not_shared() -> None:
    rng = np.random.default_rng(4)
    posterior, other = flat(6), learn(flat(6), KPS(), minibatches(rng, 3, 6))
    posterior.replace(other)
    lam = other.lam()
    assert_array_equal(posterior.lam(), lam)
    assert posterior.updates == 1
    learn(posterior, KPS(), minibatches(rng, 2, 6))
    assert_array_equal(other.lam(), lam)
    with pytest.raises(InputError, match="cannot replace"):
        posterior.replace(flat(7))
