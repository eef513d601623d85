"""Statistics rounded to multiples of 2**-20: any split and any order of sums, the same bits."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms.kernels import Local, compiled, reference
from tests.examples import examples
from tests.kernels import cases_hdp
from tests.kernels.cases import Case, documents, solved, topics

HOWS = pytest.mark.parametrize("how", ["vb", "mean"])
few = examples(15)


def lda(seed: int, how: str, n: int = 12, K: int = 20) -> Case:
    rng = np.random.default_rng(seed)
    local = Local(np.full(K, 0.1), max_iter=15, exact=True)
    return Case(documents(rng, n, 25, 7, whole=False), topics(rng, 25, K, 0.1), local, how)


def hdp(seed: int, how: str, n: int = 8, K: int = 12) -> cases_hdp.Case:
    rng = np.random.default_rng(seed)
    sticks = cases_hdp.Sticks(
        np.log(rng.dirichlet(np.ones(K))), 1.0, 4, vb=how == "vb", max_iter=10, exact=True
    )
    return cases_hdp.Case(documents(rng, n, 20, 7, whole=False), topics(rng, 20, K, 0.1), sticks)


def sums(solve: Any, case: Any, order: np.ndarray, cuts: list[int], back: bool) -> list[np.ndarray]:
    """Statistics (and usage) of the documents in this order, cut here, added up from either end."""
    parts = []
    for part in np.split(order, cuts):
        answer = solve(case._replace(documents=[case.documents[d] for d in part]))
        usage = getattr(answer, "usage", np.zeros((1, 1)))
        parts.append([answer.stats, usage.sum(axis=0, dtype=np.float64)])
    parts = parts[::-1] if back else parts
    return [reduce(np.add, column) for column in zip(*parts, strict=True)]


def solve_lda(case: Case) -> Any:
    return solved(compiled, case)


def solve_hdp(case: cases_hdp.Case) -> Any:
    return cases_hdp.solved(cases_hdp.COMPILED, case)


@HOWS
@pytest.mark.parametrize("model", ["lda", "hdp"])
@few
@given(
    seed=st.integers(0, 2**16),
    cuts=st.lists(st.integers(1, 7), max_size=4, unique=True).map(sorted),
    back=st.booleans(),
)
def test_any_split_and_any_order(
    model: str, how: str, seed: int, cuts: list[int], back: bool
) -> None:
    case, solve = (lda(seed, how), solve_lda) if model == "lda" else (hdp(seed, how), solve_hdp)
    order = np.arange(len(case.documents))
    shuffled = np.random.default_rng(seed).permutation(order)
    together = sums(solve, case, order, [], False)
    for one, other in zip(together, sums(solve, case, shuffled, cuts, back), strict=True):
        assert_array_equal(one, other)


def test_without_it_the_bits_do_differ() -> None:
    """Else the test above would prove nothing."""
    case = lda(3, "vb", n=200)
    case = case._replace(local=replace(case.local, exact=False))
    order = np.arange(200)
    together = sums(solve_lda, case, order, [], False)[0]
    assert (together != sums(solve_lda, case, order[::-1], [70], False)[0]).any()


@HOWS
@pytest.mark.parametrize("kernel", [compiled, reference])
def test_it_is_the_nearest_multiple_for_each_document(kernel: ModuleType, how: str) -> None:
    """Small and large numbers alike; what is not statistics stays as it is."""
    case = lda(5, how, n=1)._replace(documents=[[(0, 0.001), (1, 3.0), (2, 50.0)]])
    exact = solved(kernel, case)
    plain = solved(kernel, case._replace(local=replace(case.local, exact=False)))
    assert_array_equal(exact.stats, np.rint(plain.stats * 2.0**20) / 2.0**20)
    assert (exact.stats != plain.stats).any()
    assert_array_equal(exact.gamma, plain.gamma)
    assert_array_equal(exact.fit, plain.fit)


@HOWS
def test_hdp_is_its_twin(how: str) -> None:
    case = hdp(2, how).with_sticks(max_iter=3)
    ours, twin = (cases_hdp.solved(kernel, case) for kernel in (cases_hdp.COMPILED, cases_hdp.TWIN))
    for one, other in ((ours.stats, twin.stats), (ours.usage, twin.usage)):
        assert_allclose(one, other, rtol=2e-3, atol=2e-3)
        for array in (one, other):
            assert_array_equal(array * 2.0**20, np.rint(array * 2.0**20))
