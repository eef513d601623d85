"""Sums of posteriors: a commutative group, and the same as learning everything in one place."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms import KPS, SVB
from biterms.errors import InputError, SettingError
from biterms.learning import Learner, Moment, Posterior, RowMap, Step
from biterms.learning.summing import Frame, Part, share_of, summed
from tests.learning.test_since import K, new, statistics

V = 6
seeds = st.integers(0, 2**32 - 1)


def begun(rng: np.random.Generator, learner: Learner, n: int = 3) -> Posterior:
    posterior = new(V)
    learn(rng, posterior, learner, n)
    return posterior


def learn(rng: np.random.Generator, posterior: Posterior, learner: Learner, n: int) -> None:
    """From statistics that are no multiples of anything."""
    for _ in range(n):
        s = statistics(rng, posterior, grid=1e-9)
        posterior.add(s, learner.step(Moment(1, s.documents, 50)))


def total(
    base: Posterior, *parts: Posterior, signs: tuple[int, ...] = (), consecutive: bool = False
) -> Posterior:
    """The sum of posteriors of the same words and topics."""
    start, frame, same = base.copy(), Frame(V, K), (np.arange(V), np.arange(K))
    shares = [
        share_of(base.table, Part(part.table, *same, sign), frame, start.anchor)
        for part, sign in zip(parts, signs or (1,) * len(parts), strict=True)
    ]
    summed(start, shares, consecutive=consecutive)
    return start


def bits(posterior: Posterior) -> tuple[object, ...]:
    table = posterior.table
    numbers = (table.prior, table.scale, table.documents, table.extra["usage"].tobytes())
    return (*numbers, posterior.M.tobytes(), table.m.tobytes())


def assert_near(one: Posterior, other: Posterior, rtol: float = 1e-12) -> None:
    assert_allclose(one.lam(), other.lam(), rtol=rtol)
    assert_allclose(one.sums(), other.sums(), rtol=rtol)
    assert_allclose(one.extra["usage"], other.extra["usage"], rtol=rtol)
    assert_allclose(one.prior, other.prior, rtol=rtol)
    assert one.documents == other.documents


@given(seeds, st.sampled_from([SVB(), KPS()]))
def test_any_order_and_any_tree_have_the_same_bits(seed: int, learner: Learner) -> None:
    rng = np.random.default_rng(seed)
    base = begun(rng, learner)
    a, b, c, d = (base.copy() for _ in range(4))
    for lane in (a, b, c, d):
        learn(rng, lane, learner, int(rng.integers(0, 4)))
    flat = bits(total(base, a, b, c, d))
    assert flat == bits(total(base, d, b, a, c))
    assert flat == bits(total(base, total(base, total(base, a, b), c), d))
    assert flat == bits(total(base, total(base, b, d), total(base, c, a)))


@given(seeds, st.sampled_from([SVB(), KPS()]))
def test_identity_and_inverse_have_the_same_bits(seed: int, learner: Learner) -> None:
    rng = np.random.default_rng(seed)
    base = begun(rng, learner)
    a, b = base.copy(), base.copy()
    for lane in (a, b):
        learn(rng, lane, learner, 2)
    alone = bits(total(base, a))
    assert alone == bits(total(base, a, base))
    assert alone == bits(total(base, total(base, a, b), b, signs=(1, -1)))
    assert_array_equal(total(base, a, a, signs=(1, -1)).M, base.M)


@given(seeds)
def test_exact_learners_give_the_original_back(seed: int) -> None:
    """All numbers are multiples of 2^-20 from the beginning, so nothing is rounded when merging."""
    rng, learner = np.random.default_rng(seed), SVB(exact=True)
    base = begun(rng, learner)
    assert_array_equal(base.M * 2**20, np.rint(base.M * 2**20))
    a, b = base.copy(), base.copy()
    for lane in (a, b):
        learn(rng, lane, learner, 3)
    assert bits(total(base, total(base, a, b), b, signs=(1, -1))) == bits(a)
    everything = base.copy()
    everything.add(a.difference(base), Step(1.0, 1.0))
    everything.add(b.difference(base), Step(1.0, 1.0))
    assert_array_equal(total(base, a, b).M, everything.M)


def test_exact_is_for_what_does_not_fade() -> None:
    for learner in (SVB(0.5, exact=True), KPS(0.5, exact=True), SVB("adaptive", exact=True)):
        with pytest.raises(SettingError, match="only with decay=1"):
            learner.check()
    SVB(exact=True).check()


@given(seeds, st.sampled_from([SVB(0.5), KPS(0.75), SVB(0.99)]))
def test_shards_of_a_fading_stream_are_the_undivided_stream(seed: int, learner: Learner) -> None:
    """At each tick all fades once, and each shard brings its statistics."""
    rng = np.random.default_rng(seed)
    base = begun(rng, learner)
    shards, stream = [base.copy() for _ in range(3)], base.copy()
    for _ in range(5):
        step = learner.step(Moment(1, 1, 1))
        brought = [statistics(rng, shard, grid=1e-9) for shard in shards]
        for shard, s in zip(shards, brought, strict=True):
            shard.add(s, step)
        # the prior is added once a tick in each shard, and three times in all
        stream.add(brought[0], step)
        stream.add(brought[1], Step(1.0, 1.0, step.prior))
        stream.add(brought[2], Step(1.0, 1.0, step.prior))
    found = total(base, *shards)
    assert_near(found, stream)
    assert_near(total(base, total(base, shards[2], shards[0]), shards[1]), found)
    less = total(base, found, shards[1], signs=(1, -1))
    assert_near(less, total(base, shards[0], shards[2]), rtol=1e-9)


def test_a_shard_that_stopped_earlier_is_weighted_to_the_time_of_the_latest() -> None:
    """M = d^3 M_0 + d^2 s_1 + (d^2 s_2 + d s_3 + s_4) if the first stopped after one tick."""
    rng, learner = np.random.default_rng(0), SVB(0.5)
    base = begun(rng, learner)
    one, other = base.copy(), base.copy()
    learn(rng, one, learner, 1)
    learn(rng, other, learner, 3)
    first = one.difference(base)
    expected = (other.scale * other.M).copy()
    expected[first.words] += 0.25 * first.rows
    found = total(base, one, other)
    assert_allclose(found.scale * found.M, expected, rtol=1e-12)
    assert_near(total(base, other, one), found)


def test_shards_one_after_another_are_the_stream_in_that_order() -> None:
    rng, learner = np.random.default_rng(1), KPS(0.75)
    base = begun(rng, learner)
    stream, parts = base.copy(), [base.copy() for _ in range(3)]
    for part in parts:
        for _ in range(3):
            s = statistics(rng, part, grid=1e-9)
            part.add(s, learner.step(Moment(1, 1, 1)))
            stream.add(s, learner.step(Moment(1, 1, 1)))
    assert_near(total(base, *parts, consecutive=True), stream)


def test_topics_may_fade_by_different_factors() -> None:
    rng, base = np.random.default_rng(3), begun(np.random.default_rng(2), SVB())
    one, other = base.copy(), base.copy()
    one.add(statistics(rng, one), Step(np.array([0.5, 1.0, 0.25]), 1.0))
    other.add(statistics(rng, other), Step(np.array([1.0, 0.5, 0.5]), 1.0))
    found = total(base, one, other)
    past = np.array([0.5, 0.5, 0.25])
    learnt = [lane.lam().T - 0.125 for lane in (base, one, other)]
    weights = past / np.array([[0.5, 1.0, 0.25], [1.0, 0.5, 0.5]])
    expected = past * learnt[0]
    for lane, weight, fade in zip(learnt[1:], weights, past / weights, strict=True):
        expected = expected + weight * (lane - fade * learnt[0])
    assert_allclose(found.lam().T - 0.125, expected, rtol=1e-10, atol=1e-12)


def test_words_and_topics_are_put_in_their_places() -> None:
    rng, base = np.random.default_rng(3), new(3)
    learn(rng, base, SVB(), 2)
    lane = base.copy()
    lane.remap(RowMap.grow(3, 2))
    learn(rng, lane, SVB(), 2)
    start = base.copy()
    start.remap(RowMap.grow(3, 3))
    part = Part(lane.table, np.array([0, 1, 2, 5, -1]), np.array([2, 0, 1]))
    summed(start, [share_of(base.table, part, Frame(6, K), start.anchor)])
    difference = lane.difference(base)
    rows = np.zeros((5, K))
    rows[difference.words] = difference.rows
    expected = np.zeros((6, K))
    expected[:3] = base.M
    expected[[0, 1, 2, 5]] += rows[:4][:, [1, 2, 0]]
    assert_allclose(start.M, expected, atol=1e-6)


def test_nothing_learnt_beside_the_base_is_taken_away() -> None:
    rng, base = np.random.default_rng(3), begun(np.random.default_rng(2), SVB())
    one, other = base.copy(), base.copy()
    learn(rng, one, SVB(), 1)
    learn(rng, other, SVB(), 40)
    with pytest.raises(InputError, match="more would be taken away than has been learnt"):
        total(base, one, other, signs=(1, -1))
    anew = base.copy()
    anew.add(statistics(rng, anew), Step(0.0, 1.0))
    with pytest.raises(InputError, match="nothing is left of the common base"):
        total(base, anew, one)
