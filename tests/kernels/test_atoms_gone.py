"""Topics that are gone (log sigma is -inf) are as if they were not in the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms.kernels.hdp_shapes import Sticks
from tests.kernels.cases import documents, topics
from tests.kernels.cases_hdp import (
    COMPILED,
    TWIN,
    Case,
    Solution,
    assert_close,
    cases,
    enumerated,
    solved,
    stepped,
)
from tests.kernels.test_atoms import Kernel, is_decided, many, of_each


def with_gone(case: Case, gone: np.ndarray) -> Case:
    return case.with_sticks(log_sigma=np.where(gone, -np.inf, case.sticks.log_sigma))


def deleted(case: Case, gone: np.ndarray) -> Case:
    sticks = replace(case.sticks, log_sigma=case.sticks.log_sigma[~gone])
    return Case(case.documents, np.ascontiguousarray(case.lam[:, ~gone]), sticks)


def with_zeros(found: Solution, gone: np.ndarray) -> Solution:
    """The columns are there again, and nothing is in them."""
    wide: dict[str, Any] = {}
    for name in ("theta", "usage", "stats"):
        narrow = getattr(found, name)
        wide[name] = np.zeros((len(narrow), len(gone)))
        wide[name][:, ~gone] = narrow
    return found._replace(**wide)


@st.composite
def parted(draw: st.DrawFn) -> tuple[Case, np.ndarray]:
    """A case and which of its topics are gone: all but one, at times."""
    case = draw(cases())
    K = len(case.sticks.log_sigma)
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    gone = rng.random(K) < draw(st.sampled_from([0.2, 0.6, 1.0]))
    gone[rng.integers(K)] = False
    return case, gone


@many
@given(parted())
def test_it_is_the_papers_without_them(both: tuple[Case, np.ndarray]) -> None:
    case, gone = both
    ours = solved(TWIN, with_gone(case, gone))
    truth = with_zeros(enumerated(deleted(case, gone)), gone)
    assert_close(ours, truth, case, rtol=1e-10)
    for name in ("theta", "usage", "stats"):
        assert not getattr(ours, name)[:, gone].any()


@many
@given(parted())
def test_compiled_too_where_the_start_is_decided(both: tuple[Case, np.ndarray]) -> None:
    case, gone = both
    assume(is_decided(deleted(case, gone)))
    ours = solved(COMPILED, with_gone(case, gone))
    truth = with_zeros(enumerated(deleted(case, gone)), gone)
    assert_close(ours, truth, case, rtol=2e-4)
    for name in ("theta", "usage", "stats"):
        assert not getattr(ours, name)[:, gone].any()


@many
@given(parted())
def test_each_compiled_round_is_the_twins(both: tuple[Case, np.ndarray]) -> None:
    case, gone = both
    assume(case.sticks.max_iter > 1 or is_decided(deleted(case, gone)))
    case = with_gone(case, gone)
    assert_close(solved(COMPILED, case), stepped(case), case, rtol=1e-5)


@pytest.mark.parametrize("vb", [True, False])
@pytest.mark.parametrize("K", [2, 16, 33])
@pytest.mark.parametrize("T", [1, 5, 40])
@of_each
def test_one_living_topic_has_all(kernel: Kernel, K: int, T: int, vb: bool) -> None:
    rng = np.random.default_rng(K)
    sticks = Sticks(np.zeros(K), 2.0, T, vb=vb, max_iter=3, tol=0.0)
    case = Case([*documents(rng, 3, 9, 5), []], topics(rng, 9, K, 0.1), sticks)
    for alive in {0, K // 2, K - 1}:
        gone = np.arange(K) != alive
        ours = solved(kernel.does, with_gone(case, gone))
        assert_allclose(ours.theta, np.tile(~gone, (4, 1)), rtol=1e-5)
        words = np.array([bool(bag) for bag in case.documents])
        assert_allclose(ours.usage[:, alive], T * words, rtol=1e-5)
        assert not ours.stats[:, gone].any()
        assert np.isfinite(ours.fit).all()


@pytest.mark.parametrize("vb", [True, False])
@of_each
def test_what_a_gone_topic_holds_does_not_matter(kernel: Kernel, vb: bool) -> None:
    """Even where it alone has the words, so that beside it the others are hardly there."""
    rng = np.random.default_rng(0)
    lam = topics(rng, 12, 6, 0.1)
    gone = np.array([False, True, False, False, True, False])
    sticks = Sticks(np.log(np.full(6, 1 / 6)), 1.0, 9, vb=vb, max_iter=4, tol=0.0)
    case = Case(documents(rng, 6, 12, 6), lam, sticks)
    case.lam[:, 1] *= 1e6
    case.lam[3:, 4] = 1e-6
    truth = with_zeros(enumerated(deleted(case, gone)), gone)
    ours = solved(kernel.does, with_gone(case, gone))
    assert_close(ours, truth, case, kernel.rtol)


@of_each
def test_a_batch_of_empty_documents_stands_at_the_living(kernel: Kernel) -> None:
    log_sigma = np.array([-1.0, -np.inf, -2.0])
    case = Case([[], []], np.ones((4, 3)), Sticks(log_sigma, 1.0, 5))
    ours = solved(kernel.does, case)
    expected = np.exp(log_sigma) / np.exp(log_sigma).sum()
    assert_allclose(ours.theta, [expected, expected], rtol=1e-6)
    assert_array_equal(ours.fit, 0.0)
