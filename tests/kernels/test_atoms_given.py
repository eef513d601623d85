"""HDP's document step with given biterms: compiled = twin = every one of them written out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from numpy.testing import assert_allclose, assert_array_equal

from tests.kernels import trained
from tests.kernels.cases import Given, min_pairs, some_pairs, topics
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
from tests.kernels.test_atoms import Kernel, is_decided, many, of_each, some
from tests.kernels.test_atoms_compiled import sticks_of


@many
@given(case=cases(given=True))
def test_it_is_the_papers(case: Case) -> None:
    assert_close(solved(TWIN, case), enumerated(case), case, rtol=1e-10)


@many
@given(case=cases(given=True))
def test_compiled_it_is_the_papers_where_the_start_is_decided(case: Case) -> None:
    assume(is_decided(case))
    assert_close(solved(COMPILED, case), enumerated(case), case, rtol=2e-4)


@many
@given(case=cases(longest=20, given=True))
def test_each_compiled_round_is_the_twins(case: Case) -> None:
    assume(case.sticks.max_iter > 1 or is_decided(case))
    assert_close(solved(COMPILED, case), stepped(case), case, rtol=1e-5)


@of_each
@some
@given(case=cases(longest=20, given=True))
def test_no_biterm_is_lost(kernel: Kernel, case: Case) -> None:
    """sum_i m_i = N + M and sum_i S_vi = f_v + 2 sum_u C_uv with C as given."""
    ours, (whole, entries) = solved(kernel.does, case), masses(case)
    assert_allclose(ours.occupancy.sum(axis=1), whole, rtol=kernel.sums)
    assert_allclose(ours.spread.sum(axis=1), entries, rtol=kernel.sums)


@of_each
@some
@given(case=cases())
def test_given_min_pairs_are_the_implicit_ones(kernel: Kernel, case: Case) -> None:
    every = case._replace(given=min_pairs(case.documents))
    assert_close(solved(kernel.does, every), solved(kernel.does, case), case, kernel.rtol)


@of_each
@some
@given(case=cases())
def test_without_pairs_there_are_only_words(kernel: Kernel, case: Case) -> None:
    none = case._replace(given=[[] for _ in case.documents])
    words = solved(kernel.does, case.with_sticks(weight=0.0))
    for one, other in zip(solved(kernel.does, none), words, strict=True):
        assert_array_equal(one, other)


@of_each
@some
@given(case=cases(given=True))
def test_it_goes_on_where_it_stopped(kernel: Kernel, case: Case) -> None:
    first, _ = found(kernel.does, case)
    then = solved(kernel.does, case.with_sticks(max_iter=3), shares=first.shares)
    at_once = solved(kernel.does, case.with_sticks(max_iter=case.sticks.max_iter + 3))
    for one, other in zip(then, at_once, strict=True):
        assert_array_equal(one, other)


def neighbours(n: int) -> Given:
    return [(v, v + 1, 1.0) for v in range(n - 1)]


@pytest.mark.parametrize("vb", [True, False])
@pytest.mark.parametrize("kind", ["random words", "held out"])
def test_underflow_is_the_log_domain_answer(kind: str, vb: bool) -> None:
    bags = trained.texts(kind, 60)
    pairs = [neighbours(len(bag)) for bag in bags]
    case = Case(bags, trained.lam(), sticks_of(trained.K, 8, vb, 3), pairs)
    assert_close(solved(COMPILED, case), stepped(case), case, rtol=1e-4)


@pytest.mark.parametrize("vb", [True, False])
def test_500_distinct_words(vb: bool) -> None:
    rng = np.random.default_rng(0)
    bag = [(v, float(rng.integers(1, 6))) for v in range(500)]
    lam, sticks = topics(rng, 500, 30, 0.1), sticks_of(30, 20, vb, 2)
    case = Case([bag, bag], lam, sticks, [some_pairs(rng, 500), neighbours(500)])
    assert_close(solved(COMPILED, case), stepped(case), case, rtol=1e-4)
