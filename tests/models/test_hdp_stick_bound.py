"""The lower bound of HDP-B: E_q[log p] - E_q[log q] written out, and no update lowers it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import integrate, stats
from scipy.special import psi

from biterms.kernels import reference
from biterms.kernels.hdp_shapes import Sticks
from biterms.kernels.reference_hdp import AtomCounts, AtomRound, Document, atoms, log_sticks
from biterms.models.hdp.bound import corpus_stick_bound, document_stick_bound, stick_bound
from biterms.models.lda.bound import topic_bound
from tests.kernels.cases import counts_of
from tests.kernels.enumeration import bag_of_biterms, log_beta
from tests.kernels.enumeration_hdp import all_phi

ALPHA, OMEGA, ETA, T, V = 0.7, 1.6, 0.3, 2, 5
BAGS = [[(0, 1.0), (2, 3.0), (4, 2.0)], [(3, 1.0), (1, 1.5), (0, 1.0), (2, 1.0)]]


@dataclass(frozen=True)
class Point:
    """lam (V x K), the corpus sticks a and b; gamma (2 x T) and zeta (T x K) of each document."""

    lam: np.ndarray
    a: np.ndarray
    b: np.ndarray
    gamma: np.ndarray
    zeta: np.ndarray
    weight: float


def some_point(K: int, weight: float, seed: int = 0) -> Point:
    rng = np.random.default_rng(seed)
    gamma, zeta = rng.gamma(2.0, 1.0, (2, 2, T)), rng.dirichlet(np.ones(K), (2, T))
    return Point(rng.gamma(1.0, 1.0, (V, K)), *rng.gamma(2.0, 1.0, (2, K)), gamma, zeta, weight)


def sticks_of(p: Point, max_iter: int = 1) -> Sticks:
    log_sigma = log_sticks(p.a, p.b, vb=True)
    return Sticks(log_sigma, ALPHA, T, weight=p.weight, max_iter=max_iter, tol=0.0)


def states(p: Point) -> list[tuple[Document, AtomCounts]]:
    """Each document with its phi and phi_bi at their best."""
    sticks, result = sticks_of(p), []
    for bag, gamma, zeta in zip(BAGS, p.gamma, p.zeta, strict=True):
        f = np.array([f for _, f in bag])
        E = log_beta(p.lam, "vb")[[v for v, _ in bag]]
        one = Document(E, f, reference.pair_weights(f, sticks), sticks)
        result.append((one, one.phi(log_sticks(*gamma, vb=True), zeta)))
    return result


def whole_bound(p: Point, fit: np.ndarray) -> float:
    """As a model adds it up."""
    own = fit.sum() + document_stick_bound(p.gamma, ALPHA).sum()
    return own + topic_bound(p.lam.T, np.array(ETA)) + corpus_stick_bound(p.a, p.b, OMEGA)


def in_closed_form(p: Point) -> float:
    fits = [
        one.fit(AtomRound(gamma, zeta, state))
        for (one, state), gamma, zeta in zip(states(p), p.gamma, p.zeta, strict=True)
    ]
    return whole_bound(p, np.array(fits))


def expected_log_weights(x: np.ndarray, y: np.ndarray) -> list[float]:
    """E[log sigma_i]: a stick that is not the last takes its part of what is left."""
    before, result = 0.0, []
    for here, other in zip(x[:-1], y[:-1], strict=True):
        result.append(before + psi(here) - psi(here + other))
        before += psi(other) - psi(here + other)
    return [*result, before]


def sticks_written_out(x: np.ndarray, y: np.ndarray, concentration: float) -> float:
    """E[log Beta(v | 1, c)] = log c + (c - 1) E[log(1 - v)], and the entropy of each Beta."""
    total = 0.0
    for here, other in zip(x[:-1], y[:-1], strict=True):
        left = psi(other) - psi(here + other)
        total += np.log(concentration) + (concentration - 1) * left
        total += stats.beta(here, other).entropy()
    return total


def topics_written_out(lam: np.ndarray) -> float:
    total = 0.0
    for topic in lam.T:
        prior = stats.dirichlet(np.full(V, ETA))
        # log p(beta) = log p(centre) + (eta - 1) sum (log beta - log centre)
        centre = np.full(V, 1 / V)
        logs = psi(topic) - psi(topic.sum())
        total += prior.logpdf(centre) + (ETA - 1) * (logs - np.log(centre)).sum()
        total += stats.dirichlet(topic).entropy()
    return total


def document_written_out(p: Point, d: int) -> float:
    """pi, c, then z and w of every term and every ordered biterm."""
    words, f = [v for v, _ in BAGS[d]], [f for _, f in BAGS[d]]
    E, zeta = log_beta(p.lam, "vb")[words], p.zeta[d]
    log_pi = np.array(expected_log_weights(*p.gamma[d]))
    total = sticks_written_out(*p.gamma[d], ALPHA)
    for of_atom in zeta:
        total += of_atom @ expected_log_weights(p.a, p.b) + stats.entropy(of_atom)
    elements = all_phi(bag_of_biterms(f, p.weight), E, zeta, log_pi)
    for members, weight, phi in zip(*elements, strict=True):
        seen = sum(
            phi[i] * zeta[i, k] * E[v, k] for i, k in np.ndindex(zeta.shape) for v in members
        )
        total += weight * (phi @ log_pi + seen + stats.entropy(phi))
    return total


def written_out(p: Point) -> float:
    documents = sum(document_written_out(p, d) for d in range(len(BAGS)))
    return documents + topics_written_out(p.lam) + sticks_written_out(p.a, p.b, OMEGA)


@pytest.mark.parametrize("x_y_p_q", [(0.5, 3.0, 1.0, 0.7), (4.0, 1.5, 1.0, 1.0), (2, 2, 3, 5)])
def test_one_stick_is_an_integral(x_y_p_q: tuple[float, ...]) -> None:
    x, y, p, q = x_y_p_q
    own, prior = stats.beta(x, y), stats.beta(p, q)

    def integrand(v: float) -> float:
        return float(own.pdf(v) * (prior.logpdf(v) - own.logpdf(v)))

    truth = integrate.quad(integrand, 0, 0.5)[0] + integrate.quad(integrand, 0.5, 1)[0]
    assert_allclose(stick_bound(np.array([x]), np.array([y]), p, q), [truth], rtol=1e-6)


def test_sticks_at_the_prior_cost_nothing_and_the_last_is_never_read() -> None:
    gamma = np.array([[[1.0, 1.0, 9.0], [ALPHA, ALPHA, 5.0]]])
    assert_allclose(document_stick_bound(gamma, ALPHA), [0.0], atol=1e-12)
    assert_allclose(corpus_stick_bound(gamma[0, 0], gamma[0, 1], ALPHA), 0.0, atol=1e-12)


@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize("weight", [1.0, 0.0, 0.4])
@pytest.mark.parametrize("seed", [0, 1])
def test_it_is_the_expectations_written_out(K: int, weight: float, seed: int) -> None:
    p = some_point(K, weight, seed)
    assert_allclose(in_closed_form(p), written_out(p), rtol=1e-12)


def better_gamma(p: Point) -> Point:
    return replace(p, gamma=np.array([one.gamma(state.m) for one, state in states(p)]))


def better_zeta(p: Point) -> Point:
    return replace(p, zeta=np.array([one.zeta(state.S) for one, state in states(p)]))


def better_lam(p: Point) -> Point:
    lam = np.full_like(p.lam, ETA)
    for bag, (_, state), zeta in zip(BAGS, states(p), p.zeta, strict=True):
        lam[[v for v, _ in bag]] += state.S @ zeta
    return replace(p, lam=lam)


def better_sticks(p: Point) -> Point:
    """a_k = 1 + A_k, b_k = omega + sum_{l>k} A_l."""
    A = p.zeta.sum(axis=(0, 1))
    return replace(p, a=1 + A, b=OMEGA + np.array([A[k + 1 :].sum() for k in range(len(A))]))


@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize("weight", [1.0, 0.0])
def test_no_step_lowers_it(K: int, weight: float) -> None:
    p, values = some_point(K, weight), []
    for _ in range(8):
        for better in (better_zeta, better_gamma, better_lam, better_sticks):
            p = better(p)
            values.append(in_closed_form(p))
            assert_allclose(values[-1], written_out(p), rtol=1e-11)
    assert values[-1] > values[0]
    assert largest_fall(values) <= 1e-10


def largest_fall(values: list[float]) -> float:
    return float((-np.diff(values) / np.abs(values[1:])).max())


@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.parametrize("K", [2, 3])
def test_no_pass_that_goes_on_from_its_shares_lowers_it(K: int, rounds: int) -> None:
    p, shares, values = some_point(K, 1.0), None, []
    packed = reference.pack(counts_of(BAGS, V), np.arange(2))
    for _ in range(12):
        rows = reference.expect(p.lam[packed.words], p.lam.sum(axis=0), "vb")
        found = atoms(packed, rows, sticks_of(p, rounds), shares=shares, fit=True, keep=True)
        shares, p = found.shares, replace(p, gamma=found.gamma)
        values.append(whole_bound(p, found.fit))
        A, lam = found.usage.sum(axis=0), np.full_like(p.lam, ETA)
        lam[packed.words] += found.stats
        p = replace(p, lam=lam, a=1 + A, b=OMEGA + A[::-1].cumsum()[::-1] - A)
    assert values[-1] > values[0]
    assert largest_fall(values) <= 1e-10
