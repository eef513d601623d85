"""What changed since a mark, copies, and events that touch all rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms import KPS, SVB
from biterms.errors import InputError
from biterms.learning import Posterior, RowMap, Step, changes
from tests.learning.steps import K, etas, flat, learn, minibatches, some

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
    assert_allclose(rows, posterior.lam().T[words], rtol=1e-14)


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
    "a topic forgotten": lambda posterior: add_one(posterior, np.array([0.5, 0.0, 0.6])),
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
    assert_allclose(rows, after.lam().T[words], rtol=1e-14)


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


# copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", ["number", "K x V"])
def test_a_copy_goes_on_by_itself(shape: str) -> None:
    rng, V = np.random.default_rng(2), 7
    eta = etas(rng, V + 3)[shape]
    posterior = learn(Posterior(V, K, eta[:V]), SVB(0.9), minibatches(rng, 3, V))
    posterior.remap(RowMap.grow(V, 1), None if shape == "number" else eta[V : V + 1])
    copy, batches = posterior.copy(), minibatches(rng, 4, V + 1)
    lam, sums = posterior.lam(), posterior.sums()
    assert_array_equal(copy.lam(), lam)
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
