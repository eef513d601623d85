"""What has been learnt since a snapshot: added to it, it gives the posterior."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import KPS, SVB, SVI
from biterms.errors import InputError
from biterms.learning import Learner, Moment, Posterior, RowMap, Statistics, Step
from tests.learning.steps import K, etas

LEARNERS: list[Learner] = [SVB(), SVB(0.5), SVI(2, kappa=0.7), KPS(), KPS(0.9), SVI(0, kappa=0.0)]
PLAIN = Step(1.0, 1.0)


def new(V: int, eta: np.ndarray | None = None) -> Posterior:
    """As HDP has it: the usage of topics is learnt beside the words."""
    return Posterior(V, K, np.full((1, 1), 0.125) if eta is None else eta, ["usage"])


def statistics(rng: np.random.Generator, posterior: Posterior, grid: float = 2.0**-20) -> Any:
    """Of some words that are there; all numbers are multiples of ``grid``."""
    words = np.setdiff1d(np.arange(posterior.n_words), posterior.holes)
    some = np.sort(rng.choice(words, rng.integers(1, len(words) + 1), replace=False))
    rows, usage = (np.rint(rng.gamma(1, 3, n) / grid) * grid for n in ((len(some), K), K))
    return Statistics(
        some,
        rows,
        posterior.n_words,
        documents=int(rng.integers(1, 9)),
        anchor=posterior.anchor,
        extra={"usage": usage},
    )


def learn(rng: np.random.Generator, posterior: Posterior, learner: Learner, n: int) -> None:
    for _ in range(n):
        s = statistics(rng, posterior)
        posterior.add(s, learner.step(Moment(posterior.updates + 1, s.documents, 50)))


def assert_same(one: Posterior, other: Posterior, rtol: float = 1e-12) -> None:
    assert_allclose(one.lam(), other.lam(), rtol=rtol)
    assert_allclose(one.sums(), other.sums(), rtol=rtol)
    assert_allclose(one.extra["usage"], other.extra["usage"], rtol=rtol)
    assert_allclose(one.prior, other.prior, rtol=rtol)
    assert one.documents == other.documents


@pytest.mark.parametrize("learner", LEARNERS, ids=str)
@pytest.mark.parametrize("shape", ["number", "K x V"])
@pytest.mark.parametrize("n", [0, 3, 400])
def test_snapshot_and_difference_give_the_posterior(learner: Learner, shape: str, n: int) -> None:
    """Also across folds of the scale (0.5^400 is far below 2^-300), and with words that joined."""
    rng, V = np.random.default_rng(8), 9
    eta = etas(rng, V + 2)[shape]
    posterior = new(V, eta[:V])
    learn(rng, posterior, learner, 4)
    snapshot = posterior.copy()
    growth = RowMap.grow(V, 2), None if shape == "number" else eta[V:]
    posterior.remap(*growth)
    before = posterior.documents
    learn(rng, posterior, learner, n)
    difference = posterior.difference(snapshot)
    assert difference.anchor == snapshot.anchor
    assert difference.documents == posterior.documents - before
    again = snapshot.copy()
    again.remap(*growth)
    again.add(difference, posterior.step_since(snapshot))
    assert_same(again, posterior)


def test_what_was_learnt_is_weighted_to_the_present() -> None:
    """sum_t 0.5^(T - t) s_t of the words, and of usage; p <- 0.5 p + 1 for the prior."""
    rng, posterior = np.random.default_rng(3), new(6)
    learn(rng, posterior, KPS(0.5), 5)
    snapshot, learner = posterior.copy(), KPS(0.5)
    rows, usage, documents = np.zeros((6, K)), np.zeros(K), 0
    for _ in range(4):
        s = statistics(rng, posterior)
        posterior.add(s, learner.step(Moment(1, 1, 1)))
        rows, usage, documents = 0.5 * rows, 0.5 * usage + s.extra["usage"], documents + s.documents
        rows[s.words] += s.rows
    found = posterior.difference(snapshot)
    assert posterior.step_since(snapshot) == Step(0.0625, 1.0, 0.0, 0.0625)
    assert (found.documents, found.prior) == (documents, 1 + 0.5 + 0.25 + 0.125)
    assert_array_equal(found.words, np.flatnonzero(rows.any(axis=1)))
    assert_array_equal(found.rows, rows[found.words])
    assert_array_equal(found.extra["usage"], usage)


def test_lanes_from_one_snapshot_sum_to_one_posterior_exactly() -> None:
    """Without decay, and with multiples of 2^-20: any order gives the bits of learning it all."""
    rng, posterior = np.random.default_rng(4), new(7)
    learn(rng, posterior, KPS(), 3)
    base, lanes = posterior.copy(), [posterior.copy() for _ in range(3)]
    for lane in lanes:
        for _ in range(4):
            s = statistics(rng, lane)
            lane.add(s, Step(1.0, 1.0, 1.0))
            posterior.add(s, Step(1.0, 1.0, 1.0))
    one, two, three = (lane.difference(base) for lane in lanes)
    for total in (one + two + three, three + (one + two)):
        merged = base.copy()
        merged.add(total, PLAIN)
        assert_same(merged, posterior, rtol=0)
    posterior.add(-(one + three), PLAIN)
    assert_same(posterior, lanes[1], rtol=0)


def test_topics_may_fade_by_different_factors() -> None:
    rng, posterior = np.random.default_rng(3), new(9)
    learn(rng, posterior, SVB(), 4)
    posterior.add(statistics(rng, posterior), Step(np.array([0.0, 0.5, 1.0]), 1.0))
    snapshot = posterior.copy()
    for decay in (np.array([0.5, 0.125, 0.0]), 0.25, np.array([0.5, 1.0, 0.5])):
        posterior.add(statistics(rng, posterior), Step(decay, 1.0))
    found, step = posterior.difference(snapshot), posterior.step_since(snapshot)
    assert_allclose(step.decay, [0.0625, 0.03125, 0.0], rtol=1e-12, atol=1e-300)
    assert (found.rows >= -1e-12).all()
    snapshot.add(found, step)
    assert_same(snapshot, posterior)


def test_words_that_were_dropped_or_have_taken_over_an_id() -> None:
    """A hole has learnt nothing; a word in the place of another one has its row to itself."""
    rng, posterior = np.random.default_rng(5), new(6)
    learn(rng, posterior, SVB(), 4)
    posterior.remap(RowMap(6, 6, np.array([0, 5]), np.array([0])))  # 0 long before
    learn(rng, posterior, SVB(), 4)
    snapshot = posterior.copy()
    changes = [
        RowMap(6, 7, np.array([1, 2]), np.array([2, 5, 6])),  # 2 and 5 are other words now
        RowMap(7, 7, np.array([3, 6]), np.arange(0)),
        RowMap(7, 7, np.arange(0), np.array([3])),  # dropped, then taken over
    ]
    for change in changes:
        posterior.remap(change)
        learn(rng, posterior, SVB(0.5), 4)
    difference = posterior.difference(snapshot)
    rows = np.zeros((7, K))
    rows[difference.words] = difference.rows
    assert rows[[2, 3, 5]].all()
    assert (rows[0] < posterior.lam().T[0] - 0.125).all()
    assert_allclose(rows[[2, 3, 5]], posterior.lam().T[[2, 3, 5]] - 0.125, rtol=1e-12)
    assert not rows[[1, 6]].any()
    again = snapshot.copy()
    again.remap(RowMap(6, 7, np.array([1, 2, 3]), np.array([2, 3, 5, 6])))
    again.remap(RowMap(7, 7, np.array([6]), np.arange(0)))
    again.add(difference, posterior.step_since(snapshot))
    assert_same(again, posterior)


def test_a_topic_that_was_handed_over() -> None:
    rng, posterior = np.random.default_rng(5), new(6)
    learn(rng, posterior, SVB(), 3)
    snapshot = posterior.copy()
    after = posterior.handed_over(1, np.array([0.25, 0.0, 0.75]))
    usage = snapshot.extra["usage"]
    assert_array_equal(
        after.extra["usage"], [usage[0] + usage[1] / 4, 0.0, usage[2] + 3 * usage[1] / 4]
    )
    learn(rng, after, SVB(), 2)
    snapshot.add(after.difference(snapshot), PLAIN)
    assert_same(snapshot, after)


def test_beginning_anew_leaves_nothing_of_before() -> None:
    rng, posterior = np.random.default_rng(5), new(6)
    learn(rng, posterior, SVB(), 3)
    snapshot = posterior.copy()
    lam = 0.125 + rng.gamma(1, 1, (K, 6))
    posterior.begin_at(lam, {"usage": np.arange(3.0)})
    difference = posterior.difference(snapshot)
    assert_allclose(difference.rows, lam.T - 0.125, rtol=1e-12)
    assert_array_equal(difference.extra["usage"], np.arange(3.0))


def test_statistics_with_something_else_beside_the_words_are_refused() -> None:
    posterior = new(2)
    other = Statistics([0], np.ones((1, K)), 2, documents=1, anchor=posterior.anchor)
    for extra in ({}, {"usage": np.ones(K + 1)}, {"usage": np.ones(K), "size": np.ones(K)}):
        with pytest.raises(InputError, match="beside the words, expected K numbers for each of"):
            posterior.add(replace(other, extra=extra), PLAIN)
        with pytest.raises(InputError, match="beside the words, expected"):
            posterior.begin_at(np.ones((K, 2 + (not extra))), extra)
    assert (posterior.updates, posterior.documents) == (0, 0)


# what is no snapshot ---------------------------------------------------------------------------


def test_a_snapshot_of_something_else_is_refused() -> None:
    rng, posterior = np.random.default_rng(0), new(6)
    learn(rng, posterior, SVB(), 3)
    later = posterior.copy()
    learn(rng, later, SVB(), 1)
    for other in (later, new(6)):
        with pytest.raises(InputError, match="not an earlier moment of the same posterior"):
            posterior.difference(other)
    with pytest.raises(InputError, match="topics were merged"):
        posterior.merged([0, 1]).difference(posterior)


@pytest.mark.parametrize(
    "change",
    [RowMap.grow(6, 1), RowMap(6, 6, np.array([2]), np.arange(0)), RowMap(6, 6, [2], [2])],
    ids=["joined", "gone", "exchanged"],
)
def test_a_snapshot_with_later_words_is_refused(change: RowMap) -> None:
    """Words may change between two minibatches, and the anchor stays the same."""
    posterior = new(6)
    learn(np.random.default_rng(0), posterior, SVB(), 3)
    posterior.remap(RowMap(6, 6, np.array([1]), np.arange(0)))
    before = posterior.copy()
    posterior.remap(change)
    after = posterior.copy()
    assert before.anchor == after.anchor
    with pytest.raises(InputError, match="not an earlier moment"):
        before.difference(after)
    found = after.difference(before)
    assert (len(found.words), found.documents) == (0, 0)


def test_what_was_replaced_is_no_earlier_moment() -> None:
    rng, posterior, other = np.random.default_rng(0), new(6), new(6)
    learn(rng, posterior, SVB(), 3)
    learn(rng, other, SVB(0.5), 5)
    snapshot = posterior.copy()
    posterior.replace(other)
    assert posterior.documents == other.documents
    for each in (snapshot, other):
        with pytest.raises(InputError, match="not an earlier moment"):
            posterior.difference(each)


def test_a_later_beginning_is_no_earlier_moment() -> None:
    posterior = Posterior(6, 3, np.full((1, 1), 0.1))
    before = posterior.copy()
    posterior.begin_at(np.full((3, 6), 5.0))
    assert_allclose(posterior.difference(before).rows, 4.9)
    with pytest.raises(InputError, match="earlier moment"):
        before.difference(posterior.copy())
