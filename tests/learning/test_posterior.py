"""The lazy posterior against Algorithms 2, 3 and 4 of the paper written out over all of lam."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms import KPS, SVB, SVI, BatchVB
from biterms.errors import InputError
from biterms.learning import Learner, Moment, Posterior, Step
from biterms.learning import commit as module
from tests.examples import examples
from tests.learning.steps import K, add, etas, flat, learn, minibatches, some

many = examples(40)

Dense = Callable[[np.ndarray, np.ndarray, int, np.ndarray, int], np.ndarray]


def algorithm_2(lam: np.ndarray, eta: np.ndarray, t: int, s: np.ndarray, size: int) -> np.ndarray:
    """lam <- (1 - rho_t) lam + rho_t (eta + D/|C| s), D = 50, rho_t = (tau + t)^-kappa."""
    rho = (2.0 + t) ** -0.7
    return (1 - rho) * lam + rho * (eta + 50 / size * s)


def algorithm_3(lam: np.ndarray, eta: np.ndarray, t: int, s: np.ndarray, size: int) -> np.ndarray:
    """lam <- lam + s."""
    return lam + s


def algorithm_4(lam: np.ndarray, eta: np.ndarray, t: int, s: np.ndarray, size: int) -> np.ndarray:
    """lam <- lam + s + eta."""
    return lam + s + eta


def forgetting(lam: np.ndarray, eta: np.ndarray, t: int, s: np.ndarray, size: int) -> np.ndarray:
    """What was learnt fades, the prior stays: lam <- eta + 0.9 (lam - eta) + s."""
    return eta + 0.9 * (lam - eta) + s


def fading(lam: np.ndarray, eta: np.ndarray, t: int, s: np.ndarray, size: int) -> np.ndarray:
    """The priors that were added fade with it: lam <- 0.9 lam + s + eta."""
    return 0.9 * lam + s + eta


def batch_vb(lam: np.ndarray, eta: np.ndarray, t: int, s: np.ndarray, size: int) -> np.ndarray:
    """lam <- eta + s."""
    return eta + s


ALGORITHMS: dict[str, tuple[Learner, Dense]] = {
    "SVI": (SVI(2, kappa=0.7), algorithm_2),
    "SVB": (SVB(), algorithm_3),
    "KPS": (KPS(), algorithm_4),
    "SVB with decay": (SVB(decay=0.9), forgetting),
    "KPS with decay": (KPS(decay=0.9), fading),
    "BatchVB": (BatchVB(), batch_vb),
}


@pytest.mark.parametrize("shape", ["number", "V", "K x V"])
@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("random_start", [False, True])
def test_it_is_the_algorithm_written_out(name: str, shape: str, random_start: bool) -> None:
    learner, dense = ALGORITHMS[name]
    rng, V = np.random.default_rng(5), 12
    eta = etas(rng, V)[shape]
    posterior, lam = Posterior(V, K, eta), np.broadcast_to(eta.T, (K, V)).copy()
    if random_start:
        lam = rng.gamma(1.0, 0.1, (K, V))  # some below eta: M_0 is negative there
        posterior.begin_at(lam)
    for t, batch in enumerate(minibatches(rng, 15, V), start=1):
        add(posterior, batch, learner.step(Moment(t, batch.size, 50)))
        lam = dense(lam, eta.T, t, batch.full(V), batch.size)
        assert_allclose(posterior.lam(), lam, rtol=1e-12)
        assert_allclose(posterior.rows(batch.words), lam.T[batch.words], rtol=1e-12)
        assert_allclose(posterior.sums(), lam.sum(axis=1), rtol=1e-12)
    assert posterior.updates == 15


decays = st.one_of(
    st.sampled_from([0.0, 0.5, 0.99, 1.0]),
    st.tuples(*[st.sampled_from([0.0, 0.3, 1.0])] * K).map(np.array),
)


@many
@given(
    seed=st.integers(0, 2**16),
    steps=st.lists(
        st.builds(
            Step,
            decays,
            st.floats(0.01, 100.0),
            st.sampled_from([0.0, 1.0]),
            st.sampled_from([0.5, 1.0]),
            exact=st.just(False),
        ),
        max_size=12,
    ),
)
def test_any_affine_rule(seed: int, steps: list[Step]) -> None:
    """lam = p eta + L with L <- decay L + gain s and p <- prior_decay p + prior.

    A decay is one number, or one for each topic.
    """
    rng, V = np.random.default_rng(seed), 8
    eta = np.full((1, 1), 0.2)
    posterior, p, learnt = Posterior(V, K, eta), 1.0, np.zeros((K, V))
    for step, batch in zip(steps, minibatches(rng, len(steps), V), strict=True):
        add(posterior, batch, step)
        p = step.prior_decay * p + step.prior
        learnt = np.broadcast_to(step.decay, K)[:, None] * learnt + step.gain * batch.full(V)
    assert_allclose(posterior.lam(), p * 0.2 + learnt, rtol=1e-12)
    assert_allclose(posterior.sums(), (p * 0.2 + learnt).sum(axis=1), rtol=1e-12)
    assert_allclose(posterior.learnt(), learnt.sum(axis=1), rtol=1e-12, atol=1e-12)


def test_a_step_size_of_one_forgets_everything() -> None:
    """tau = 0, t = 1: rho = 1, so a random start leaves nothing behind."""
    rng, V = np.random.default_rng(0), 6
    posterior, rows = flat(V), rng.random((2, K))
    posterior.begin_at(rng.gamma(1.0, 0.1, (K, V)))
    posterior.add(some([1, 4], rows, V), SVI(0, kappa=0.7).step(Moment(1, 10, 10)))
    expected = np.full((K, V), 0.1)
    expected[:, [1, 4]] += rows.T
    assert_allclose(posterior.lam(), expected, rtol=1e-15)
    assert_allclose(posterior.sums(), expected.sum(axis=1), rtol=1e-15)


# folding ---------------------------------------------------------------------------------------


def test_the_scale_never_underflows() -> None:
    """0.5^1300 is 0 in float64; folding it into M in time changes no bit but the exponent."""
    V = 5
    posterior, learnt = flat(V), np.zeros((K, V))
    smallest = 1.0
    for batch in minibatches(np.random.default_rng(1), 1300, V):
        add(posterior, batch, Step(0.5, 1.0))
        learnt = 0.5 * learnt + batch.full(V)
        smallest = min(smallest, posterior.scale)
    assert smallest == 2.0**-300
    assert posterior.table.folds == 4
    assert_array_equal(posterior.scale * posterior.M.T, learnt)
    assert_allclose(posterior.sums(), (0.1 + learnt).sum(axis=1), rtol=1e-12)


def test_a_decay_that_forgets_nearly_all_is_folded_as_often_as_needed() -> None:
    posterior = flat(6)
    for _ in range(8):
        posterior.add(some([*range(6)], np.ones((6, K)), 6), Step(1e-170, 1.0))
    assert_allclose(posterior.lam(), 1.1)
    assert_allclose(posterior.sums(), 6.6)


def test_words_not_met_for_long_fade_to_the_prior() -> None:
    posterior = flat(2)
    posterior.add(some([0], np.full((1, K), 5.0), 2), Step(1.0, 1.0))
    for _ in range(1300):
        posterior.add(some([1], np.ones((1, K)), 2), Step(0.5, 1.0))
    assert_allclose(posterior.lam(), [[0.1, 2.1]] * K, rtol=1e-12)


# sums and costs --------------------------------------------------------------------------------


def test_sums_stay_exact_over_thousands_of_updates() -> None:
    rng, V = np.random.default_rng(7), 40
    posterior = flat(V, 0.01)
    posterior.begin_at(rng.gamma(100.0, 0.01, (K, V)))
    learner = SVI(1, kappa=0.6, total_docs=10**6)
    for t in range(1, 3001):
        words = np.sort(rng.choice(V, 6, replace=False))
        rows = rng.gamma(0.1, 9.0, (6, K))
        posterior.add(some(words.tolist(), rows, V), learner.step(Moment(t, 250, 0)))
    assert_allclose(posterior.sums(), posterior.lam().sum(axis=1), rtol=1e-9)


def test_sums_are_taken_anew_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RESUM", 10)
    posterior = flat(4, 0.01)
    posterior.table.m[:] += 1.0  # what rounding would do in a very long time
    ones = some([0, 1], np.ones((2, K)), 4)
    for _ in range(9):
        posterior.add(ones, Step(0.9, 1.0))
    assert not np.allclose(posterior.sums(), posterior.lam().sum(axis=1), rtol=1e-9)
    posterior.add(ones, Step(0.9, 1.0))
    assert_allclose(posterior.sums(), posterior.lam().sum(axis=1), rtol=1e-12)


def test_a_minibatch_touches_its_own_words_only() -> None:
    posterior = flat(50)
    posterior.begin_at(np.random.default_rng(0).random((K, 50)))
    before = posterior.M.copy()
    posterior.add(some([3, 17, 40], np.ones((3, K)), 50), Step(0.5, 2.0, 1.0))
    assert_array_equal(np.flatnonzero((posterior.M != before).any(axis=1)), [3, 17, 40])


@pytest.mark.parametrize("shape", ["number", "V"])
def test_a_minibatch_costs_the_same_at_a_million_words(shape: str) -> None:
    """No temporary of the size of lam: K x V would be 24 MB, V alone 8 MB."""
    V = 1_000_000
    posterior = Posterior(V, K, np.full((1, 1) if shape == "number" else (V, 1), 0.1))
    statistics = some([*range(0, V, 1000)], np.ones((1000, K)), V)
    tracemalloc.start()
    try:
        for t in range(1, 4):
            posterior.rows(statistics.words)
            posterior.sums()
            posterior.add(statistics, SVI().step(Moment(t, 250, 10**6)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000  # threads of other tests may take some meanwhile


@pytest.mark.parametrize("learner", [SVB(), KPS()])
def test_accumulators_of_parts_add_up(learner: Learner) -> None:
    """decay = 1: M = M_0 + sum_j (M_j - M_0), prior = p_0 + sum_j (p_j - p_0)."""
    rng, V = np.random.default_rng(2), 9
    eta = etas(rng, V)["K x V"]
    anchor, left, right = (minibatches(rng, n, V) for n in (1, 4, 3))
    together = learn(Posterior(V, K, eta), learner, anchor + left + right)
    start = learn(Posterior(V, K, eta), learner, anchor)
    parts = [learn(Posterior(V, K, eta), learner, anchor + part) for part in (left, right)]
    M = start.M + sum(part.M - start.M for part in parts)
    prior = start.prior + sum(part.prior - start.prior for part in parts)
    assert prior == together.prior
    assert_allclose(M, together.M, rtol=1e-12)
    assert_allclose((prior * eta + M).T, together.lam(), rtol=1e-12)


# refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("V", "n_topics"), [(4, K), (6, K), (5, K + 1)])
def test_statistics_of_other_words_or_topics_are_refused(V: int, n_topics: int) -> None:
    posterior = flat(5)
    before = posterior.lam()
    with pytest.raises(InputError, match=r"expected 5 and 3: those of this posterior"):
        posterior.add(some([0], np.ones((1, n_topics)), V), Step(0.5, 1.0))
    assert_array_equal(posterior.lam(), before)
    assert posterior.updates == 0


@pytest.mark.parametrize("words", [[5], [-1], [2**32], [0.5], [[0]], ["a"], [True]])
def test_rows_of_words_that_are_not_there_are_refused(words: Any) -> None:
    with pytest.raises(InputError, match="expected the ids of words, whole numbers from 0 to 4"):
        flat(5).rows(words)


def test_no_words_have_no_rows() -> None:
    assert flat(5).rows([]).shape == (0, K)
