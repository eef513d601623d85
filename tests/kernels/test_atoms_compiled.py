"""HDP's compiled document step where float32, threads or instruction sets could go wrong."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms.kernels import compiled, compiled_hdp
from biterms.kernels.hdp_shapes import Atoms, Sticks
from tests.kernels import trained
from tests.kernels.cases import counts_of, documents, topics
from tests.kernels.cases_hdp import COMPILED, Case, assert_close, masses, solved, stepped
from tests.kernels.enumeration import log_beta


def sticks_of(K: int, T: int, vb: bool, rounds: int, weight: float = 1.0) -> Sticks:
    log_sigma = np.log(np.random.default_rng(K).dirichlet(np.full(K, 5.0)))
    return Sticks(log_sigma, 1.0, T, vb=vb, weight=weight, max_iter=rounds, tol=0.0)


@pytest.mark.parametrize("vb", [True, False])
@pytest.mark.parametrize("rounds", [1, 4])
def test_500_distinct_words(vb: bool, rounds: int) -> None:
    rng = np.random.default_rng(0)
    bag = [(v, float(rng.integers(1, 6))) for v in range(500)]
    case = Case([bag], topics(rng, 500, 30, 0.1), sticks_of(30, 20, vb, rounds))
    ours = solved(COMPILED, case)
    assert_close(ours, stepped(case), case, rtol=1e-4)
    assert_allclose(ours.stats.sum(axis=1), masses(case)[1], rtol=1e-4)


def of_kind(kind: str, vb: bool, rounds: int, weight: float = 1.0) -> Case:
    """lam near eta = 0.01: words that no topic has together."""
    sticks = sticks_of(trained.K, 8, vb, rounds, weight)
    return Case(trained.texts(kind, 60), trained.lam(), sticks)


@pytest.mark.parametrize("weight", [1.0, 0.0])
@pytest.mark.parametrize("vb", [True, False])
@pytest.mark.parametrize("rounds", [2, 3, 10])
@pytest.mark.parametrize("kind", trained.KINDS)
def test_underflow_is_the_log_domain_answer(
    kind: str, rounds: int, vb: bool, weight: float
) -> None:
    case = of_kind(kind, vb, rounds, weight)
    ours, (whole, entries) = solved(COMPILED, case), masses(case)
    assert_close(ours, stepped(case), case, rtol=1e-4)
    assert_allclose(ours.occupancy.sum(axis=1), whole, rtol=1e-5)
    assert_allclose(ours.spread.sum(axis=1), entries, rtol=1e-5)


def test_the_normalisers_really_underflow() -> None:
    """Else the test above would prove nothing: no topic has a pair of these above 1e-38."""
    case = of_kind("random words", True, 1)
    logs = log_beta(case.lam, "vb")
    logs -= logs.max(axis=1, keepdims=True)
    best = [(logs[bag[0][0]] + logs[bag[1][0]]).max() for bag in case.documents]
    assert np.mean(np.array(best) < np.log(1e-38)) > 0.2


@pytest.mark.parametrize("vb", [True, False])
@pytest.mark.parametrize(("K", "T"), [(9, 3), (9, 20), (9, 1)])
def test_words_that_share_no_topic(K: int, T: int, vb: bool) -> None:
    """Word v belongs to topic v alone, so each biterm must choose between two bad topics."""
    lam = np.full((K, K), 0.01) + np.diag(np.linspace(1, 1000, K))
    bags = [[(v, 1.0) for v in range(K)], [(0, 3.0), (8, 1.0)], [(4, 1.0)]]
    case = Case(bags, lam, sticks_of(K, T, vb, 6))
    assert_close(solved(COMPILED, case), stepped(case), case, rtol=1e-4)


@pytest.mark.parametrize("vb", [True, False])
def test_weights_of_very_different_sizes(vb: bool) -> None:
    """From 1e-30 to 1e12, the largest weight that models let through."""
    lam = np.array([[1e12, 0.01], [0.01, 1e15], [1e-3, 1e10], [1.0, 1.0]])
    bags = [[(0, 1e12), (1, 1e-30), (2, 1.0), (3, 1e6)], [(0, 1e-20)], [(2, 1e12), (3, 1e12)]]
    case = Case(bags, lam, sticks_of(2, 5, vb, 3))
    ours = solved(COMPILED, case)
    assert all(np.isfinite(array).all() for array in ours)
    assert_allclose(ours.occupancy.sum(axis=1), masses(case)[0], rtol=1e-4)


def many_documents(vb: bool, threads: int) -> Atoms:
    rng = np.random.default_rng(3)
    bags = [*documents(rng, 3000, 900, 14), *documents(rng, 1, 900, 600)]
    packed = compiled.pack(counts_of(bags, 900), np.arange(len(bags)))
    lam = topics(rng, 900, 70, 0.1)[packed.words]
    rows = compiled.expect(lam, lam.sum(axis=0), "vb" if vb else "mean", threads)
    sticks = sticks_of(70, 20, vb, 3)
    return compiled_hdp.atoms(packed, rows, sticks, fit=True, keep=True, n_threads=threads)


@pytest.mark.parametrize("vb", [True, False])
def test_threads_do_not_matter(vb: bool) -> None:
    one = many_documents(vb, 1)
    for threads in (2, 3, 4):
        other = many_documents(vb, threads)
        for name in ("theta", "usage", "gamma", "stats", "fit", "iterations"):
            assert_array_equal(getattr(one, name), getattr(other, name))
        assert_array_equal(one.shares.occupancy, other.shares.occupancy)
        assert_array_equal(one.shares.spread, other.shares.spread)
