"""Topics whose gamma has fallen to alpha are left out, and nobody can tell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose, assert_array_equal

from biterms.kernels import Local, compiled
from tests.examples import examples
from tests.kernels import trained
from tests.kernels.cases import Case, Solution, cases, document_masses, solved


def with_and_without(case: Case) -> tuple[Solution, Solution]:
    keeping = case._replace(local=replace(case.local, drop=False))
    return solved(compiled, case), solved(compiled, keeping)


def assert_within_tolerance(case: Case) -> None:
    """The mean change of gamma, the rule that ends the iteration, stays below tol; s likewise.

    What float32 holds of a document's mass, 1e-6 of it, is not dropping's fault.
    """
    dropping, keeping = with_and_without(case)
    masses, K = document_masses(case), case.lam.shape[1]
    change = np.abs(dropping.gamma - keeping.gamma).mean(axis=1)
    assert (change < case.local.tol + 1e-6 * masses).all()
    largest = case.local.tol * K + 1e-6 * masses.max()
    assert np.abs(dropping.stats - keeping.stats).max() < largest


@pytest.mark.parametrize("how", ["vb", "mean"])
@pytest.mark.parametrize("kind", trained.KINDS)
@pytest.mark.parametrize(("n", "length"), [(1000, 6), (20, 60)])
def test_no_document_changes_by_more_than_the_tolerance(
    kind: str, n: int, length: int, how: str
) -> None:
    local = Local(np.full(trained.K, 0.01), max_iter=100, tol=1e-3)
    texts = trained.texts(kind, n, seed=5, length=length)
    assert_within_tolerance(Case(texts, trained.lam(), local, how))


@examples(40)
@given(case=cases(alphas=(0.001, 0.01, 0.03)))
def test_no_case_changes_by_more_than_the_tolerance(case: Case) -> None:
    assert_within_tolerance(case._replace(local=replace(case.local, tol=1e-3)))


def dying(rounds: int) -> Case:
    """Ten of 96 topics start alive; the others are so weak that one round nearly ends them."""
    K = 96
    start = np.full((1, K), 0.06)
    start[0, :10] = 1.0
    lam = np.random.default_rng(0).gamma(100.0, 0.01, (5, K))
    local = Local(np.full(K, 0.01), max_iter=rounds, tol=1e-3)
    return Case([[(v, 1.0) for v in range(5)]], lam, local, "vb", start)


def test_a_dead_topic_is_really_dropped() -> None:
    """Dropped, it stands at alpha to the last bit; kept, a little of the first round remains."""
    dropping, keeping = with_and_without(dying(rounds=1))
    assert (keeping.gamma[0, 10:] > np.float32(0.01)).all()
    assert (keeping.gamma[0, 10:] < 0.01 + 1e-5).all()
    assert_array_equal(dropping.gamma[0, 10:], np.float32(0.01))
    assert not dropping.stats[:, 10:].any()


def test_nothing_is_dropped_without_a_tolerance_to_hide_in() -> None:
    case = dying(rounds=1)
    exact = case._replace(local=replace(case.local, tol=0.0))
    assert (solved(compiled, exact).gamma[0, 10:] > np.float32(0.01)).all()


def test_a_topic_that_would_have_come_back_does_come_back() -> None:
    """Topic 9 starts far below alpha, so that not even the word that it alone holds wakes it.

    At alpha, where a round without weight brings it, it would take that word in the next.
    """
    K = 64
    lam = np.full((3, K), 0.009)
    lam[0, 9], lam[1:, 0] = 500.0, 500.0
    start = np.full((1, K), 0.0101)
    start[0, 0], start[0, 9] = 50.0, 0.005
    local = Local(np.full(K, 0.01), max_iter=100, tol=1e-3)
    case = Case([[(0, 1.0), (1, 1.0), (2, 1.0)]], lam, local, "vb", start)
    dropping, keeping = with_and_without(case)
    assert keeping.gamma[0, 9] > 0.9
    assert_allclose(dropping.gamma, keeping.gamma, atol=1e-3)
