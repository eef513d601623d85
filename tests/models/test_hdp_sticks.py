"""The sticks of the corpus: what they expect, drawn and written out."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms.models.hdp.sticks import CorpusSticks


def drawn(sticks: CorpusSticks, n: int = 200_000) -> np.ndarray:
    """sigma(V) of n draws of V, n x K."""
    rng, K = np.random.default_rng(0), len(sticks.a)
    V = rng.beta(sticks.a, sticks.b, (n, K))
    V[:, -1] = 1.0
    left = np.cumprod(1 - V, axis=1)
    return V * np.hstack([np.ones((n, 1)), left[:, :-1]])


@pytest.mark.parametrize("K", [1, 2, 3, 50])
def test_flat_sticks_prefer_no_topic(K: int) -> None:
    sticks = CorpusSticks.flat(K)
    assert_allclose(np.exp(sticks.log_weights("mean")), 1 / K, rtol=1e-12)
    logs = sticks.log_weights("vb")
    assert_allclose(logs, np.full(K, logs[0]), rtol=1e-12)
    assert_allclose(logs[0], -sum(1 / n for n in range(1, K)), atol=1e-12)


def test_learnt_sticks_are_algorithm_5() -> None:
    usage, omega = np.array([3.0, 0.0, 5.0, 1.0]), 0.7
    sticks = CorpusSticks.learnt(usage, omega)
    for k in range(4):
        assert sticks.a[k] == 1 + usage[k]
        assert_allclose(sticks.b[k], omega + sum(usage[later] for later in range(k + 1, 4)))


USAGES = {
    "many documents": [900.0, 40.0, 3000.0, 0.0, 7.0, 0.0],
    "few": [3.0, 0.5, 2.0, 1.0],
    "nothing": [0.0, 0.0, 0.0],
    "one of two": [5.0, 0.0],
}


@pytest.mark.parametrize("omega", [0.5, 1.0, 20.0])
@pytest.mark.parametrize("usage", USAGES.values(), ids=USAGES)
def test_proportions_are_those_of_draws(usage: list[float], omega: float) -> None:
    sticks = CorpusSticks.learnt(np.array(usage), omega)
    ours, truth = sticks.proportions(0.95), drawn(sticks)
    spread = truth.std(axis=0)
    assert_allclose(ours.mean.sum(), 1.0, rtol=1e-12)
    assert (np.abs(ours.mean - truth.mean(axis=0)) <= 0.02 * spread + 1e-12).all()
    inside = ((truth >= ours.low) & (truth <= ours.high)).mean(axis=0)
    assert (inside > 0.93).all()
    assert (inside < 0.975).all()
    low, high = np.quantile(truth, [0.025, 0.975], axis=0)
    assert (np.abs(ours.low - low) <= 0.2 * spread).all()
    assert (np.abs(ours.high - high) <= 0.4 * spread).all()


def test_the_first_stick_is_exactly_a_beta() -> None:
    from scipy import stats

    sticks = CorpusSticks.learnt(np.array([4.0, 2.0, 9.0]), 1.5)
    for coverage in (0.5, 0.95):
        ends = stats.beta(5.0, 12.5).interval(coverage)
        found = sticks.proportions(coverage)
        assert_allclose([found.low[0], found.high[0]], ends, rtol=1e-9)


def test_one_topic_has_all() -> None:
    assert_array_equal(CorpusSticks.learnt(np.array([3.0]), 1.0).proportions(0.95), [[1.0]] * 3)


@pytest.mark.parametrize("omega", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("largest", [0.0, 1.0, 1e9, 1e36])
def test_any_usage_gives_numbers_in_order(largest: float, omega: float) -> None:
    usage = np.concatenate([[largest], np.zeros(200), [largest / 3], np.zeros(100)])
    sticks = CorpusSticks.learnt(usage, omega)
    assert np.isfinite(sticks.log_weights("vb")).all()
    assert np.isfinite(sticks.log_weights("mean")).all()
    found = sticks.proportions(0.95)
    assert np.isfinite(found).all()
    assert (found.low <= found.high).all()
    assert (found.low >= 0).all()
    assert (found.high <= 1).all()
