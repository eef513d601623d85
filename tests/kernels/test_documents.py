"""Compiled = twin = every biterm written out, for LDA and LDA-B, `vb` and `mean`."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose, assert_array_equal

from biterms.kernels import Local, compiled, reference
from tests.examples import examples
from tests.kernels.cases import (
    Case,
    assert_close,
    cases,
    document_masses,
    documents,
    enumerated,
    found,
    min_pairs,
    solved,
    stepped,
    topics,
    word_masses,
)

many = examples(30)
some = examples(15)


@many
@given(case=cases())
def test_each_round_is_the_papers(case: Case) -> None:
    assert_close(solved(reference, case), enumerated(case), case, rtol=1e-9)
    assert_close(solved(compiled, case), stepped(compiled, case), case, rtol=1e-4)


@many
@given(case=cases(given=True))
def test_each_round_is_the_papers_with_given_pairs(case: Case) -> None:
    assert_close(solved(reference, case), enumerated(case), case, rtol=1e-9)
    assert_close(solved(compiled, case), stepped(compiled, case), case, rtol=1e-4)


@many
@given(case=cases(alphas=(0.5, 5.0)))
def test_all_rounds_together_are_the_papers(case: Case) -> None:
    truth = enumerated(case)
    assert_close(solved(reference, case), truth, case, rtol=1e-9)
    assert_close(solved(compiled, case), truth, case, rtol=1e-4)


@some
@given(case=cases())
def test_given_min_pairs_are_the_implicit_ones(case: Case) -> None:
    ours = solved(compiled, case._replace(given=min_pairs(case.documents)))
    assert_close(ours, stepped(compiled, case), case, rtol=1e-4)


@many
@given(case=cases())
def test_no_biterm_is_lost(case: Case) -> None:
    """sum_k s_kv = f_v + 2 w sum_u C_uv and sum_k (gamma_k - alpha_k) = N + M."""
    ours = solved(compiled, case)
    assert_allclose(ours.stats.sum(axis=1), word_masses(case), rtol=1e-5)
    learnt = (ours.gamma - case.local.alpha).sum(axis=1)
    assert_allclose(learnt, document_masses(case), rtol=1e-5, atol=1e-5)


@some
@given(case=cases())
def test_without_pairs_it_is_lda(case: Case) -> None:
    off = case._replace(local=dataclasses.replace(case.local, weight=0.0))
    none = case._replace(given=[[] for _ in case.documents])
    for one, other in zip(solved(compiled, off), solved(compiled, none), strict=True):
        assert_array_equal(one, other)
    assert_close(solved(compiled, off), stepped(compiled, none), off, rtol=1e-4)


@some
@given(case=cases())
def test_a_batch_gives_the_sum_of_its_documents(case: Case) -> None:
    whole = solved(compiled, case)
    total = np.zeros_like(whole.stats)
    for d, document in enumerate(case.documents):
        start = None if case.gamma is None else case.gamma[d : d + 1]
        part = solved(compiled, case._replace(documents=[document], gamma=start))
        assert_array_equal(part.gamma[0], whole.gamma[d])
        assert_array_equal(part.fit[0], whole.fit[d])
        total += part.stats
    assert_allclose(total, whole.stats, rtol=1e-12)


def few_rounds(K: int, **settings: float) -> Local:
    return Local(np.full(K, 0.3), max_iter=5, tol=0.0, **settings)


@pytest.mark.parametrize("how", ["vb", "mean"])
@pytest.mark.parametrize("K", [1, 2, 16, 17, 100])
@pytest.mark.parametrize(
    "bags",
    [
        [],
        [[]],
        [[(3, 2.0)]],
        [[], [(0, 1.0), (1, 1.0)], [], [(5, 3.0)], []],
        [[(v, 1.0) for v in range(6)], [(v, 4.0) for v in reversed(range(6))]],
    ],
    ids=["no documents", "one empty", "one word", "empty between", "all words"],
)
def test_small_documents_agree(bags: list, K: int, how: str) -> None:
    case = Case(bags, topics(np.random.default_rng(K), 6, K, 0.1), few_rounds(K), how)
    assert_close(solved(compiled, case), enumerated(case), case, rtol=1e-5)
    assert_close(solved(reference, case), enumerated(case), case, rtol=1e-10)


@pytest.mark.parametrize("how", ["vb", "mean"])
def test_longer_documents_have_more_rounds(how: str) -> None:
    """One more for each eight different words, however often they occur, and at most three."""
    rng, sizes = np.random.default_rng(2), [1, 7, 8, 20, 40]
    bags = [[(v, float(rng.integers(1, 9))) for v in range(n)] for n in sizes]
    local = Local(np.full(4, 0.3), max_iter=2, more_rounds=3, tol=0.0)
    rows = topics(rng, 40, 4, 0.1)
    together, _ = found(compiled, Case(bags, rows, local, how))
    stated, _ = found(reference, Case(bags, rows, local, how))
    rounds = [2, 2, 3, 4, 5]
    assert together.iterations.tolist() == stated.iterations.tolist() == rounds
    for d, (bag, n) in enumerate(zip(bags, rounds, strict=True)):
        alone = Case([bag], rows, dataclasses.replace(local, max_iter=n, more_rounds=0), how)
        assert_array_equal(found(compiled, alone)[0].gamma[0], together.gamma[d])
        assert_allclose(found(reference, alone)[0].gamma[0], stated.gamma[d])


@pytest.mark.parametrize("kernel", [compiled, reference])
@pytest.mark.parametrize("how", ["vb", "mean"])
def test_an_empty_document_stays_at_the_prior(kernel: object, how: str) -> None:
    alpha = np.array([0.5, 0.25, 2.0])
    case = Case([[], [(0, 1.0)]], np.ones((2, 3)), Local(alpha, tol=0.0, max_iter=3), how)
    answer, _ = found(kernel, case)
    assert_array_equal(answer.gamma[0], alpha)
    assert answer.iterations.tolist() == [0, 3]
    assert answer.fit[0] == 0


@pytest.mark.parametrize("how", ["vb", "mean"])
@pytest.mark.parametrize("biterms", [1.0, 0.0])
def test_500_distinct_words_agree(how: str, biterms: float) -> None:
    rng = np.random.default_rng(7)
    bags = [[(int(v), float(rng.integers(1, 9))) for v in rng.permutation(500)]]
    local = Local(np.full(5, 0.1), weight=biterms, max_iter=2, tol=0.0)
    case = Case(bags, topics(rng, 500, 5, 0.1), local, how)
    assert_close(solved(compiled, case), enumerated(case), case, rtol=1e-4)


@pytest.mark.parametrize("how", ["vb", "mean"])
def test_it_stops_when_the_mean_change_of_gamma_is_below_tol(how: str) -> None:
    rng = np.random.default_rng(2)
    local = Local(np.full(8, 0.5), max_iter=200, tol=1e-3)
    case = Case(documents(rng, 20, 40, 10), topics(rng, 40, 8, 0.1), local, how)
    answer, _ = found(compiled, case)
    assert 1 < answer.iterations.max() < 200
    for d in np.flatnonzero(answer.iterations > 1):
        rounds = int(answer.iterations[d])
        last, before, earlier = (_gamma_after(case, rounds - back, d) for back in (0, 1, 2))
        assert_allclose(answer.gamma[d], last, rtol=1e-3)
        assert np.abs(last - before).mean() < 1e-3 * (1 + 1e-2)
        assert np.abs(before - earlier).mean() > 1e-3 * (1 - 1e-2)


def _gamma_after(case: Case, rounds: int, d: int) -> np.ndarray:
    local = dataclasses.replace(case.local, max_iter=rounds, tol=0.0)
    return enumerated(case._replace(documents=[case.documents[d]], local=local)).gamma[0]


@pytest.mark.parametrize("kernel", [compiled, reference])
def test_what_is_not_wanted_is_not_made(kernel: object) -> None:
    case = Case([[(0, 1.0), (1, 2.0)]], np.ones((2, 3)), Local(np.ones(3)), "vb")
    with_stats, _ = found(kernel, case)
    without, _ = found(kernel, case, stats=False, fit=False)
    assert without.stats is None
    assert without.fit is None
    assert_array_equal(without.gamma, with_stats.gamma)


@pytest.mark.parametrize("kernel", [compiled, reference])
def test_the_given_start_is_left_alone(kernel: object) -> None:
    start = np.full((1, 3), 2.0, dtype=np.float32)
    case = Case([[(0, 1.0), (1, 2.0)]], np.ones((2, 3)), Local(np.ones(3)), "mean", start)
    found(kernel, case)
    assert_array_equal(start, 2.0)
