"""The test that alarms rest on: ratios have the mean 1, and false alarms are as rare as asked."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from biterms.kernels.evidence_shapes import SHAPE, SHARES
from biterms.kernels.reference_evidence import ratios, updated, weights
from biterms.streams.chapters.detection.watch import Watch


@pytest.mark.parametrize(
    ("count", "exposure", "n"), [(0.5, 1e3, 100), (3.5, 2e4, 512), (900, 1e4, 50)]
)
def test_ratios_have_the_mean_one_where_nothing_happens(
    count: float, exposure: float, n: int
) -> None:
    shape, mean = min(count, SHAPE), count * n / exposure
    x = np.arange(2000)
    found = ratios(x, np.full(len(x), count), exposure, n)
    likely = stats.nbinom.pmf(x, shape, shape / (shape + mean))[:, None]
    expected = stats.nbinom.pmf(x[:, None], shape, shape / (shape + mean + SHARES * n))
    cut = found > 9e29  # what is certain is not made more so
    np.testing.assert_allclose(
        np.where(cut, 0, likely * found), np.where(cut, 0, expected), atol=1e-200
    )
    assert ((likely * found).sum(axis=0) <= 1 + 1e-9).all()


def test_evidence_grows_by_the_weights_that_start_at_most() -> None:
    """The mean of M after a step is at most M before, plus the mean of the weights that start."""
    count, exposure, n, before = 2.5, 5e3, 200, np.full(len(SHARES), 2.0)
    shape, mean = min(count, SHAPE), count * n / exposure
    x = np.arange(1, 400)
    likely = stats.nbinom.pmf(x, shape, shape / (shape + mean))
    some = np.full(len(x), count)
    every = np.tile(before, (len(x), 1))
    found = updated(every, np.zeros(len(x)), x, some, exposure, n).sum(axis=1)
    without = (
        stats.nbinom.pmf(0, shape, shape / (shape + mean)) * (before * np.exp(-SHARES * n)).sum()
    )
    started = weights(np.array([count / exposure]))[0] * (likely * x).sum()
    assert likely @ found + without <= before.sum() + started


def test_words_of_a_stream_in_which_nothing_happens_stay_below_the_level() -> None:
    """A day of 20,000 documents whose words come as ever; asked: 20 alarms on average at most."""
    random = np.random.default_rng(0)
    rates = 0.2 / np.arange(1, 5001) ** 1.1
    watch = Watch(false_alarms=20.0)
    watch.words.slots_of([f"w{i}" for i in range(len(rates))])
    alarms = 0
    for at in range(200):
        words = np.flatnonzero(random.random((100, len(rates))).ravel() < np.tile(rates, 100))
        crossing = watch.take(words % len(rates), 100, 1e9 + 432.0 * (at + 1))
        watch.reset(crossing.slots)
        alarms += len(crossing.slots)
    assert alarms <= 20


def test_a_new_word_is_found_within_a_few_documents() -> None:
    random, watch = np.random.default_rng(1), Watch(false_alarms=1.0)
    watch.words.slots_of([f"w{i}" for i in range(1001)])
    for at in range(100):
        watch.take(random.integers(0, 1000, 800), 100, 1e9 + 600.0 * (at + 1))
    crossed = []
    for at in range(100, 106):
        words = np.append(random.integers(0, 1000, 800), [1000, 1000])
        crossed.append(watch.take(words, 100, 1e9 + 600.0 * (at + 1)).slots.tolist())
    assert crossed[0] == []
    assert [1000] in crossed[1:4]
    assert watch.words.past.since[1000] == 1e9 + 600.0 * 100
