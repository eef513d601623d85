"""HDP's document step: compiled = twin = every biterm written out, `vb` and `mean`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from numpy.testing import assert_allclose, assert_array_equal
from scipy.special import softmax

from biterms.kernels.hdp_shapes import Shares, Sticks
from tests.examples import examples
from tests.kernels.cases import documents, topics
from tests.kernels.cases_hdp import (
    COMPILED,
    TWIN,
    Case,
    assert_close,
    cases,
    enumerated,
    found,
    masses,
    solved,
    stepped,
)
from tests.kernels.enumeration import log_beta

many = examples(30)
some = examples(10)


class Kernel(NamedTuple):
    """One that does it, how near it comes to the truth, and how near its sums do."""

    does: Any
    rtol: float
    sums: float


KERNELS = {"twin": Kernel(TWIN, 1e-10, 1e-12), "compiled": Kernel(COMPILED, 2e-4, 1e-5)}
of_each = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)


def is_decided(case: Case) -> bool:
    """No two topics are so near in a document that rounding could choose which one begins."""
    logs, log_sigma = log_beta(case.lam, case.how), case.sticks.log_sigma
    for document in case.documents:
        words, f = [v for v, _ in document], np.array([f for _, f in document])
        shares = f @ softmax(log_sigma + logs[words], axis=1) if words else np.zeros(1)
        best = np.sort(shares)[::-1][: case.sticks.n_atoms + 1]
        if words and (-np.diff(best) < 1e-4 * best[:-1]).any():
            return False
    return True


@many
@given(case=cases())
def test_it_is_the_papers(case: Case) -> None:
    assert_close(solved(TWIN, case), enumerated(case), case, rtol=1e-10)


@many
@given(case=cases())
def test_compiled_it_is_the_papers_where_the_start_is_decided(case: Case) -> None:
    assume(is_decided(case))
    assert_close(solved(COMPILED, case), enumerated(case), case, rtol=2e-4)


@many
@given(case=cases(longest=20))
def test_each_compiled_round_is_the_twins(case: Case) -> None:
    assume(case.sticks.max_iter > 1 or is_decided(case))
    # zeta is the exponential of a sum of up to some hundred, which float32 rounds at 1e-7 of that
    assert_close(solved(COMPILED, case), stepped(case), case, rtol=3e-5)


@pytest.mark.parametrize("vb", [True, False])
@pytest.mark.parametrize(("K", "T"), [(1, 1), (1, 4), (3, 1), (3, 5), (9, 4)])
@pytest.mark.parametrize(
    "bags",
    [
        [[]],
        [[(3, 2.0)]],
        [[], [(0, 1.0), (1, 1.0)], [], [(5, 3.0)], []],
        [[(v, 1.0) for v in range(6)], [(v, 4.0) for v in reversed(range(6))]],
    ],
    ids=["one empty", "one word", "empty between", "all words"],
)
@of_each
def test_small_documents_agree(kernel: Kernel, bags: list, K: int, T: int, vb: bool) -> None:
    rng = np.random.default_rng(K)
    sticks = Sticks(np.log(rng.dirichlet(np.ones(K))), 0.7, T, max_iter=5, tol=0.0, vb=vb)
    case = Case(bags, topics(rng, 6, K, 0.1), sticks)
    assert_close(solved(kernel.does, case), enumerated(case), case, kernel.rtol)


@of_each
def test_a_batch_without_documents_gives_nothing(kernel: Kernel) -> None:
    answer, _ = found(kernel.does, Case([], np.ones((4, 3)), Sticks(np.zeros(3), 1.0, 2)))
    assert answer.theta.shape == answer.usage.shape == (0, 3)
    assert answer.gamma.shape == (0, 2, 2)
    assert answer.stats.shape == (0, 3)


@of_each
@some
@given(case=cases(longest=20))
def test_no_biterm_is_lost(kernel: Kernel, case: Case) -> None:
    """sum_i m_i = N + M, sum_i S_vi = f_v + 2 sum_u C_uv, sum_k usage_k = T, theta sums to 1."""
    ours, (whole, entries) = solved(kernel.does, case), masses(case)
    atoms, rtol = np.where(whole > 0, case.sticks.n_atoms, 0), kernel.sums
    assert_allclose(ours.occupancy.sum(axis=1), whole, rtol=rtol)
    assert_allclose(ours.spread.sum(axis=1), entries, rtol=rtol)
    assert_allclose(ours.stats.sum(), entries.sum(), rtol=rtol)
    assert_allclose(ours.usage.sum(axis=1), atoms, rtol=rtol)
    assert_allclose(ours.theta.sum(axis=1), 1.0, rtol=rtol)


@of_each
@some
@given(case=cases())
def test_a_batch_gives_the_sum_of_its_documents(kernel: Kernel, case: Case) -> None:
    whole = solved(kernel.does, case)
    parts = [
        solved(kernel.does, case._replace(documents=[document])) for document in case.documents
    ]
    for name in ("theta", "usage", "gamma", "fit", "occupancy", "spread"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        assert_array_equal(getattr(whole, name), joined)
    assert_allclose(whole.stats, sum(part.stats for part in parts), rtol=1e-12)


@of_each
@some
@given(case=cases())
def test_it_goes_on_where_it_stopped(kernel: Kernel, case: Case) -> None:
    rounds = case.sticks.max_iter
    first, _ = found(kernel.does, case)
    then = solved(kernel.does, case.with_sticks(max_iter=3), shares=first.shares)
    at_once = solved(kernel.does, case.with_sticks(max_iter=rounds + 3))
    for one, other in zip(then, at_once, strict=True):
        assert_array_equal(one, other)


def some_case(vb: bool = True, **how: float) -> Case:
    rng = np.random.default_rng(2)
    sticks = Sticks(np.log(rng.dirichlet(np.ones(8))), 1.0, 5, vb=vb, **how)
    return Case(documents(rng, 6, 20, 6), topics(rng, 20, 8, 0.1), sticks)


@of_each
@pytest.mark.parametrize("vb", [True, False])
def test_it_stops_when_the_mean_change_of_m_is_below_tol(kernel: Kernel, vb: bool) -> None:
    case, near = some_case(vb, max_iter=200, tol=1e-3), 100 * kernel.sums
    answer, _ = found(kernel.does, case)
    assert 2 < answer.iterations.max() < 200
    for d in np.flatnonzero(answer.iterations > 2):
        rounds = int(answer.iterations[d])
        last, before, earlier = (m_after(case, rounds - back, d) for back in (0, 1, 2))
        assert_allclose(answer.shares.occupancy[d], last, rtol=near, atol=near)
        assert np.abs(last - before).mean() < 1e-3 <= np.abs(before - earlier).mean()


def m_after(case: Case, rounds: int, d: int) -> np.ndarray:
    case = case.with_sticks(max_iter=rounds, tol=0.0)
    return enumerated(case._replace(documents=[case.documents[d]])).occupancy[0]


@of_each
@pytest.mark.parametrize("vb", [True, False])
def test_an_empty_document_uses_no_topic(kernel: Kernel, vb: bool) -> None:
    log_sigma = np.log([0.5, 0.2, 0.1])
    sticks = Sticks(log_sigma, 2.0, 4, max_iter=3, tol=0.0, vb=vb)
    case = Case([[], [(0, 1.0), (1, 2.0)], [(1, 0.0)]], np.ones((2, 3)), sticks)
    answer, _ = found(kernel.does, case)
    assert answer.iterations.tolist() == [0, 3, 0]
    for d in (0, 2):
        assert_allclose(answer.theta[d], [0.625, 0.25, 0.125], rtol=1e-6)
        assert_array_equal(answer.gamma[d], [[1.0] * 4, [2.0] * 4])
        assert not answer.usage[d].any()
        assert answer.fit[d] == 0
        assert not answer.shares.occupancy[d].any()
    assert not answer.shares.spread[2].any()


@of_each
def test_atoms_start_at_different_topics_the_best_first(kernel: Kernel) -> None:
    """Each word belongs to one topic: the first atoms are those topics by weight of their words."""
    lam = np.full((6, 6), 1e-3) + np.diag(np.full(6, 50.0))
    sticks = Sticks(np.zeros(6), 1.0, 3, weight=0.0, max_iter=1)
    case = Case([[(4, 3.0), (1, 5.0), (2, 1.0)]], lam, sticks)
    assert_allclose(solved(kernel.does, case).occupancy[0], [5.0, 3.0, 1.0], rtol=1e-3)
    assert_allclose(solved(kernel.does, case).usage[0], [0, 1, 1, 0, 1, 0], atol=1e-3)


@of_each
def test_what_is_not_wanted_is_not_made(kernel: Kernel) -> None:
    case = some_case(max_iter=3)
    full, _ = found(kernel.does, case)
    bare, _ = found(kernel.does, case, stats=False, fit=False, keep=False)
    assert bare.stats is None
    assert bare.fit is None
    assert bare.shares is None
    for name in ("theta", "usage", "gamma", "iterations"):
        assert_array_equal(getattr(bare, name), getattr(full, name))


@of_each
def test_the_given_shares_are_left_alone(kernel: Kernel) -> None:
    case = some_case(max_iter=3)
    first, _ = found(kernel.does, case.with_sticks(max_iter=1))
    given_ = Shares(first.shares.occupancy.copy(), first.shares.spread.copy())
    found(kernel.does, case, shares=given_)
    assert_array_equal(given_.occupancy, first.shares.occupancy)
    assert_array_equal(given_.spread, first.shares.spread)
