"""alpha = eta = 0.01, lam near eta: what underflows in float32 is still the log-domain answer."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import logsumexp

from biterms.kernels import Local, compiled, reference
from tests.kernels import trained
from tests.kernels.cases import (
    Case,
    assert_close,
    document_masses,
    enumerated,
    solved,
    stepped,
    word_masses,
)


def of_kind(kind: str, rounds: int, how: str, biterms: float, length: int = 6) -> Case:
    local = Local(np.full(trained.K, 0.01), weight=biterms, max_iter=rounds, tol=0.0)
    texts = trained.texts(kind, 360 // length, length=length)
    return Case(texts, trained.lam(), local, how)


@pytest.mark.parametrize("biterms", [1.0, 0.0])
@pytest.mark.parametrize("how", ["vb", "mean"])
@pytest.mark.parametrize(("rounds", "length"), [(1, 6), (2, 6), (10, 6), (1, 60), (5, 60)])
@pytest.mark.parametrize("kind", trained.KINDS)
def test_it_is_the_log_domain_answer(
    kind: str, rounds: int, length: int, how: str, biterms: float
) -> None:
    case = of_kind(kind, rounds, how, biterms, length)
    ours = solved(compiled, case)
    assert_close(ours, stepped(compiled, case), case, rtol=1e-4)
    met = word_masses(case) > 0
    assert_allclose(ours.stats.sum(axis=1)[met], word_masses(case)[met], rtol=1e-6)
    learnt = ours.gamma.sum(axis=1) - case.local.alpha.sum()
    assert_allclose(learnt, document_masses(case), rtol=1e-5)


def test_the_normalisers_really_underflow() -> None:
    """Else the test above would prove nothing: float32 products of these pairs are below 1e-38."""
    case = of_kind("random words", 5, "vb", 1.0)
    logs = reference.expect(case.lam, case.lam.sum(axis=0), "vb").logs
    gamma = enumerated(case).gamma
    smallest = []
    for document, mixture in zip(case.documents, gamma, strict=True):
        log_t = reference.digamma(mixture) - reference.digamma(mixture).max()
        u, v = (document[at][0] for at in (0, 1))
        smallest.append((log_t + logs[u] + logs[v]).max())
    assert np.mean(np.array(smallest) < np.log(1e-38)) > 0.2


@pytest.mark.parametrize("how", ["vb", "mean"])
@pytest.mark.parametrize(("eta", "rtol"), [(0.01, 1e-4), (0.0005, 2e-3)])
def test_words_that_share_no_topic(eta: float, rtol: float, how: str) -> None:
    """Word v belongs to topic v alone, so each biterm must choose between two bad topics.

    psi(0.0005) = -2000, of which float32 knows three digits behind the point.
    """
    K = 9
    lam = np.full((K, K), eta) + np.diag(np.linspace(1, 1000, K))
    bags = [[(v, 1.0) for v in range(K)], [(0, 3.0), (8, 1.0)], [(4, 1.0)]]
    case = Case(bags, lam, Local(np.full(K, 0.01), max_iter=6, tol=0.0), how)
    ours = solved(compiled, case)
    assert_close(ours, stepped(compiled, case), case, rtol=rtol)
    assert_allclose(ours.stats.sum(axis=1), word_masses(case), rtol=1e-6)


def test_a_start_at_the_prior_is_no_trouble() -> None:
    """gamma = alpha = 0.01 everywhere: every t is exp(psi(0.01)), 1e-44 before scaling."""
    case = of_kind("random words", 3, "vb", 1.0)
    start = np.full((len(case.documents), trained.K), 0.01)
    case = case._replace(gamma=start)
    assert_close(solved(compiled, case), stepped(compiled, case), case, rtol=1e-4)


@pytest.mark.parametrize("how", ["vb", "mean"])
def test_weights_of_very_different_sizes(how: str) -> None:
    """From 1e-30 to 1e12, the largest weight that models let through."""
    lam = np.array([[1e12, 0.01], [0.01, 1e15], [1e-3, 1e10], [1.0, 1.0]])
    bags = [[(0, 1e12), (1, 1e-30), (2, 1.0), (3, 1e6)], [(0, 1e-20)], [(2, 1e12), (3, 1e12)]]
    case = Case(bags, lam, Local(np.full(2, 0.5), max_iter=3, tol=0.0), how)
    ours = solved(compiled, case)
    assert all(np.isfinite(array).all() for array in ours)
    assert_allclose(ours.stats.sum(axis=1), word_masses(case), rtol=1e-4)


@pytest.mark.parametrize("how", ["vb", "mean"])
@pytest.mark.parametrize("size", [0.0, 1e20, 1e30])
def test_lam_of_any_size_is_its_twins(how: str, size: float) -> None:
    """Also where a sum of large numbers has cancelled to 0."""
    rng = np.random.default_rng(0)
    lam = size * (1 + 9 * rng.random((30, 6)))
    texts = [[(int(v), 1.0) for v in rng.choice(30, 5, replace=False)] for _ in range(20)]
    case = Case(texts, lam, Local(np.full(6, 0.5), max_iter=3, tol=0.0), how)
    sums = lam.sum(axis=0)
    ours, twin = (kernel.expect(lam, sums, how) for kernel in (compiled, reference))
    assert_allclose(ours.rows, twin.rows, rtol=3e-5, atol=1e-17)
    assert_allclose(ours.shifts, twin.shifts, rtol=1e-5, atol=1e-6)
    ours, twin = (solved(kernel, case) for kernel in (compiled, reference))
    assert_allclose(ours.gamma, twin.gamma, rtol=1e-3)
    assert_allclose(ours.stats, twin.stats, rtol=1e-3, atol=1e-4)


def test_sums_of_the_reference_are_scipys() -> None:
    e = np.random.default_rng(3).normal(scale=400, size=(50, 7))
    e[::3, 2] = -np.inf
    assert_allclose(reference.log_sum(e), logsumexp(e, axis=1), rtol=1e-14)
    assert_allclose(reference.softmax(e).sum(axis=1), 1.0, rtol=1e-13)
