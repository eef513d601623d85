"""How much of its past a topic keeps: against integrals, grids and a bound written out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import integrate
from scipy.special import digamma, gammaln
from scipy.stats import dirichlet

from biterms.kernels import Array
from biterms.learning.power_prior import (
    LEAST,
    Change,
    evidence_powers,
    hpp_omega,
    hpp_powers,
    log_beta,
    mean_power,
)
from tests.examples import examples

V, K, ETA = 40, 3, 0.1


def change_of(past: Array, new: Array) -> Change:
    eta = np.full((1, 1), ETA)
    sums = (past.sum(axis=0), new.sum(axis=0), np.full(past.shape[1], ETA * len(past)))
    return Change(past, new, eta, *sums)


def drawn(seed: int, drifts: list[float], old: int = 2_000, now: int = 400) -> Change:
    """Counts of topics whose words have moved by these shares to those of another topic."""
    rng = np.random.default_rng(seed)
    columns = []
    for drift in drifts:
        before, other = rng.dirichlet(np.full(V, 0.2), 2)
        after = (1 - drift) * before + drift * other
        columns.append((rng.multinomial(old, before), rng.multinomial(now, after)))
    past, new = np.array(columns, dtype=float).transpose(1, 2, 0)
    return change_of(past, new)


@pytest.mark.parametrize("omega", [-3e4, -40.0, -1.0, -2e-3, -1e-4, 0.0, 5e-4, 0.3, 7.0, 800.0])
def test_the_mean_is_that_of_the_truncated_exponential(omega: float) -> None:
    def weight(rho: float) -> float:
        return float(np.exp(omega * (rho - (omega > 0))))

    ends = [0.0, min(1.0, 40 / abs(omega))] if omega else [0.0, 1.0]
    if omega > 0:
        ends = [1 - end for end in reversed(ends)]
    mass, first = (
        integrate.quad(lambda rho, n=n: rho**n * weight(rho), *ends, epsabs=0)[0] for n in (0, 1)
    )
    assert_allclose(mean_power(np.array([omega])), first / mass, rtol=1e-6)


def test_omega_is_the_difference_of_two_divergences() -> None:
    """Estimated from draws of q, with densities of scipy: the sign is that of the past."""
    rng = np.random.default_rng(0)
    past, new = rng.gamma(2.0, 2.0, (4, 1)), rng.gamma(2.0, 2.0, (4, 1))
    change, rho = change_of(past, new), np.array([0.7])
    q = (ETA + 0.7 * past + new)[:, 0]
    draws = rng.dirichlet(q, 40_000)
    at = [dirichlet.logpdf(draws.T, a) for a in (q, np.full(4, ETA), (ETA + past)[:, 0])]
    estimated = (at[0] - at[1]) - (at[0] - at[2])
    error = estimated.std() / np.sqrt(len(draws))
    assert abs(hpp_omega(change, rho)[0] - estimated.mean()) < 5 * error


def hpp_bound(change: Change, rho: Array, omega: Array) -> Array:
    """The bound of Masegosa et al. at q(beta) = Dir(eta + rho M + S), q(rho) with this omega."""
    q, mean = ETA + rho * change.past + change.new, mean_power(omega)
    expected = digamma(q) - digamma(q.sum(axis=0))
    words = (change.new * expected).sum(axis=0)
    past, flat = (
        ((a - 1) * expected).sum(axis=0) - log_beta(a, a.sum(axis=0))
        for a in (ETA + change.past, np.full_like(change.past, ETA))
    )
    entropy = log_beta(q, q.sum(axis=0)) - ((q - 1) * expected).sum(axis=0)
    size = np.abs(omega)  # ln of the integral of exp(omega rho)
    normaliser = np.maximum(omega, 0) + np.log(-np.expm1(-size) / size)
    return np.asarray(words + mean * past + (1 - mean) * flat + entropy + normaliser - omega * mean)


@examples(10)
@given(seed=st.integers(0, 2**16))
def test_the_bound_of_the_hierarchical_power_prior_never_falls(seed: int) -> None:
    change = drawn(seed, [0.0, 0.5, 1.0], now=1_500)
    rho, omega = np.ones(K), np.full(K, 1e-9)
    bound = hpp_bound(change, rho, omega)
    for _ in range(6):
        omega = hpp_omega(change, rho)
        after_rho = hpp_bound(change, rho, omega)
        rho = mean_power(omega)
        after_beta = hpp_bound(change, rho, omega)
        assert (after_rho >= bound - 1e-6).all()
        assert (after_beta >= after_rho - 1e-6).all()
        bound = after_beta


def test_hpp_keeps_all_of_a_topic_or_nothing() -> None:
    """Its bound is convex in rho, so a third of a topic may move without its noticing."""
    change = drawn(1, [0.0, 0.3, 1.0])
    ends = np.array(
        [log_beta(ETA + p * change.past, (ETA + p * change.past).sum(0)) for p in (0, 1)]
    )
    bound = []
    for rho in np.linspace(0, 1, 50):
        a = ETA + rho * change.past + change.new
        bound.append(log_beta(a, a.sum(axis=0)) - (1 - rho) * ends[0] - rho * ends[1])
    assert (np.diff(bound, 2, axis=0) > 0).all()
    assert (hpp_powers(change)[:2] > 0.97).all()
    assert evidence_powers(change)[1] < 0.3
    for seed in range(5):
        powers = hpp_powers(drawn(seed, [0.1, 0.5, 1.0], now=2_000))
        assert (np.minimum(powers, 1 - powers) < 0.05).all()


@examples(10)
@given(seed=st.integers(0, 2**16), drift=st.sampled_from([0.0, 0.1, 0.3, 1.0]))
def test_the_evidence_is_the_largest(seed: int, drift: float) -> None:
    """Against 60 values of rho, for counts that are none or at least one."""
    change = drawn(seed, [drift] * K)

    def evidence(rho: Array) -> Array:
        a = ETA + rho * change.past
        return np.asarray(
            log_beta(a + change.new, (a + change.new).sum(axis=0)) - log_beta(a, a.sum(axis=0))
        )

    best = np.max([evidence(np.full(K, rho)) for rho in np.geomspace(LEAST, 1, 60)], axis=0)
    assert (evidence(evidence_powers(change)) >= best - 0.05).all()


def test_a_topic_keeps_less_the_more_its_words_have_moved() -> None:
    powers = np.mean([evidence_powers(drawn(s, [0.0, 0.1, 0.3, 1.0])) for s in range(10)], axis=0)
    assert (np.diff(powers) < 0).all()
    assert powers[0] > 0.7
    assert powers[-1] < 0.05


def test_without_anything_new_all_is_kept() -> None:
    past = np.random.default_rng(0).gamma(1.0, 10.0, (V, K))
    assert (evidence_powers(change_of(past, np.zeros((V, K)))) == 1).all()
    assert (evidence_powers(change_of(np.zeros((V, K)), past)) == 1).all()


def test_words_without_new_statistics_make_no_difference() -> None:
    change = drawn(3, [0.1, 0.3, 0.5], now=12)
    some = change.new.sum(axis=1) > 0
    fewer = change._replace(past=change.past[some], new=change.new[some])
    assert 0 < some.sum() < V
    assert_allclose(evidence_powers(fewer), evidence_powers(change), rtol=1e-12)


def test_the_logarithm_of_the_beta_function() -> None:
    a = np.random.default_rng(0).gamma(1.0, 1.0, (4, 2))
    direct = [sum(gammaln(column)) - gammaln(sum(column)) for column in a.T]
    assert_allclose(log_beta(a, a.sum(axis=0)), direct)
