"""Topics that fade by different factors: lam written out over all words, at the cost of a few."""

from __future__ import annotations

from copy import copy, deepcopy
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms import SVB, kernels
from biterms.errors import InputError, StoreError
from biterms.learning import Posterior, RowMap, Statistics, Step
from biterms.store import Fields
from tests.learning.steps import K, add, etas, flat, learn, minibatches, some

V = 9
DECAYS: list[Any] = [
    1.0,
    0.5,
    1e-170,
    0.0,
    *np.array([[0.5, 1, 0.9], [0, 0.3, 1], [1e-100, 1, 0.5]]),
]


@given(
    seed=st.integers(0, 2**16),
    which=st.lists(st.integers(0, len(DECAYS) - 1), max_size=12),
    shape=st.sampled_from(["number", "V", "K x V"]),
)
@example(seed=1, which=[0, 4, 6, 6, 5, 1, 2], shape="number")
def test_lam_is_that_of_the_rule_over_all_words(seed: int, which: list[int], shape: str) -> None:
    rng = np.random.default_rng(seed)
    eta = etas(rng, V + 2)[shape]
    posterior, learnt = Posterior(V, K, eta[:V]), np.zeros((K, V))
    for at in which:
        [batch] = minibatches(rng, 1, V)
        add(posterior, batch, Step(DECAYS[at], 2.0))
        learnt = np.reshape(DECAYS[at], (-1, 1)) * learnt + 2.0 * batch.full(V)
    posterior.remap(RowMap.grow(V, 2), None if shape == "number" else eta[V:])
    lam = eta.T + np.pad(learnt, [(0, 0), (0, 2)])
    assert_allclose(posterior.lam(), lam, rtol=1e-12)
    assert_allclose(posterior.sums(), lam.sum(axis=1), rtol=1e-12)
    assert_allclose(posterior.learnt(), learnt.sum(axis=1), rtol=1e-12, atol=1e-12)
    words = np.array([7, 0, 10], dtype=np.int32)
    assert_allclose(posterior.rows(words), lam.T[words], rtol=1e-12)
    for how in ("vb", "mean"):
        rows = posterior.table.expect(words, how)
        given = kernels.expect(lam.T[words], lam.sum(axis=1), how)
        assert_allclose(rows.rows, given.rows, rtol=1e-6)


def faded() -> Posterior:
    """A posterior whose topics have scales of their own."""
    rng = np.random.default_rng(4)
    posterior = learn(flat(V), SVB(0.9), minibatches(rng, 4, V))
    for decay in (np.array([0.5, 1.0, 0.25]), 0.5, np.array([1e-60, 0.5, 1.0])):
        add(posterior, minibatches(rng, 1, V)[0], Step(decay, 1.0))
    return posterior


def test_only_the_rows_of_the_minibatch_are_touched() -> None:
    posterior = faded()
    table, before, mark = posterior.table, posterior.M.copy(), posterior.mark()
    posterior.add(some([2, 5], np.ones((2, K)), V), Step(np.array([0.5, 0.9, 1.0]), 1.0))
    assert posterior.table.M is table.M
    assert np.flatnonzero((posterior.M != before).any(axis=1)).tolist() == [2, 5]
    assert posterior.changed_since(mark)[0].tolist() == [2, 5]
    assert posterior.room_for([Step(1.0, 1.0)] * 3) == 0


def test_a_file_keeps_the_bits() -> None:
    posterior = faded()
    settings, arrays = posterior.to_fields()
    again = Posterior.from_fields(Fields(settings, deepcopy(arrays)))
    for each in (posterior, again):
        each.add(some([2, 5], np.ones((2, K)), V), Step(np.array([0.5, 0.9, 1.0]), 1.0))
    assert_array_equal(again.lam(), posterior.lam())
    assert again.difference(Posterior.from_fields(Fields(settings, arrays))).documents == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("scale", [1.0, 0.5]), ("scale", [1.0, 0.5, 2.0]), ("folds", [0, 0, -1]), ("resets", ["0"])],
)
def test_wrong_numbers_of_topics_are_refused(name: str, value: list[Any]) -> None:
    settings, arrays = faded().to_fields()
    with pytest.raises(StoreError, match=name):
        Posterior.from_fields(Fields(settings | {name: value}, arrays))


def test_topics_are_merged_and_handed_over_as_they_count() -> None:
    posterior = faded()
    learnt = posterior.lam() - 0.1
    merged = posterior.merged([2, 0])
    assert_allclose(merged.lam() - 0.1, [learnt[1], learnt[0] + learnt[2]], rtol=1e-9)
    assert_allclose(merged.sums(), merged.lam().sum(axis=1), rtol=1e-12)
    handed = posterior.handed_over(1, np.array([0.25, 0.0, 0.75]))
    expected = [learnt[0] + learnt[1] / 4, np.zeros(V), learnt[2] + 3 * learnt[1] / 4]
    assert_allclose(handed.lam() - 0.1, expected, rtol=1e-9, atol=1e-12)
    assert_allclose(handed.sums(), handed.lam().sum(axis=1), rtol=1e-12)


@pytest.mark.parametrize(
    "decay",
    [np.nan, -1.0, 2.0, [0.5, np.nan, 1.0], [0.5, -0.5, 1.0], [0.5], [0.5, 0.5]],
)
def test_a_decay_that_is_none_is_refused(decay: Any) -> None:
    posterior = Posterior(4, 3, np.full((1, 1), 0.1))
    learnt = Statistics([1], np.ones((1, 3)), 4, 1, posterior.anchor)
    fading = decay if isinstance(decay, float) else np.array(decay)
    with pytest.raises(InputError, match="expected a decay from 0 to 1"):
        posterior.add(learnt, Step(fading, 1.0))
    with pytest.raises(InputError, match="a finite gain"):
        posterior.add(learnt, Step(1.0, np.inf))
    assert posterior.updates == 0
    assert_array_equal(posterior.lam(), 0.1)


def test_a_copy_of_any_kind_learns_by_itself() -> None:
    posterior = Posterior(4, 3, np.full((1, 1), 0.1))
    learnt = Statistics([1], np.ones((1, 3)), 4, 1, posterior.anchor)
    copy(posterior).add(learnt, Step(1.0, 1.0))
    assert_array_equal(posterior.lam(), 0.1)
