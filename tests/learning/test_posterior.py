"""The lazy posterior against Algorithms 2, 3 and 4 of the paper written out over all of lam."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms import KPS, SVB, SVI, BatchVB
from biterms.learning import Learner, Moment, Posterior, Step
from biterms.learning import posterior as module

many = settings(max_examples=80, derandomize=True, deadline=None, database=None)
K = 3

#: a minibatch: its words, their s (n x K), how many documents it has
Minibatch = tuple[np.ndarray, np.ndarray, int]


def minibatches(rng: np.random.Generator, n: int, V: int) -> list[Minibatch]:
    def one() -> Minibatch:
        words = rng.choice(V, rng.integers(0, V + 1), replace=False).astype(np.int32)
        return words, rng.gamma(1.0, 3.0, (len(words), K)), int(rng.integers(1, 9))

    return [one() for _ in range(n)]


def etas(rng: np.random.Generator, V: int) -> dict[str, np.ndarray]:
    """A number, a number per word, a number per topic and word: word-major."""
    return {
        "number": np.full((1, 1), 0.1),
        "V": rng.gamma(1.0, 0.3, (V, 1)) + 0.01,
        "K x V": rng.gamma(1.0, 0.3, (V, K)) + 0.01,
    }


def learn(posterior: Posterior, learner: Learner, batches: list[Minibatch], docs: int) -> Posterior:
    for t, (words, stats, size) in enumerate(batches, start=1):
        posterior.update(words, stats, learner.step(Moment(t, size, docs)))
    return posterior


def full(batch: Minibatch, V: int) -> np.ndarray:
    s = np.zeros((K, V))
    s[:, batch[0]] = batch[1].T
    return s


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


def batch_vb(lam: np.ndarray, eta: np.ndarray, t: int, s: np.ndarray, size: int) -> np.ndarray:
    """lam <- eta + s."""
    return eta + s


ALGORITHMS = {
    "SVI": (SVI(2, kappa=0.7), algorithm_2),
    "SVB": (SVB(), algorithm_3),
    "KPS": (KPS(), algorithm_4),
    "SVB with decay": (SVB(decay=0.9), forgetting),
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
        posterior.start(lam)
    for t, batch in enumerate(minibatches(rng, 15, V), start=1):
        posterior.update(*batch[:2], learner.step(Moment(t, batch[2], 50)))
        lam = dense(lam, eta.T, t, full(batch, V), batch[2])
        assert_allclose(posterior.lam(), lam, rtol=1e-12)
        assert_allclose(posterior.rows(batch[0]), lam.T[batch[0]], rtol=1e-12)
        assert_allclose(posterior.sums(), lam.sum(axis=1), rtol=1e-12)


@many
@given(
    seed=st.integers(0, 2**16),
    steps=st.lists(
        st.tuples(
            st.sampled_from([0.0, 0.5, 0.99, 1.0]),
            st.floats(0.01, 100.0),
            st.sampled_from([0.0, 1.0]),
        ),
        max_size=12,
    ),
)
def test_any_affine_rule(seed: int, steps: list[tuple[float, float, float]]) -> None:
    """lam = prior * eta + L with L <- decay * L + gain * s."""
    rng, V = np.random.default_rng(seed), 8
    posterior, prior, learnt = Posterior(V, K, np.full((1, 1), 0.2)), 1.0, np.zeros((K, V))
    for step, batch in zip(steps, minibatches(rng, len(steps), V), strict=True):
        decay, gain, increment = step
        posterior.update(*batch[:2], Step(*step))
        prior, learnt = prior + increment, decay * learnt + gain * full(batch, V)
    assert_allclose(posterior.lam(), prior * 0.2 + learnt, rtol=1e-12)
    assert_allclose(posterior.sums(), (prior * 0.2 + learnt).sum(axis=1), rtol=1e-12)


def test_a_step_size_of_one_forgets_everything() -> None:
    """tau = 0, t = 1: rho = 1, so a random start leaves nothing behind."""
    rng, V = np.random.default_rng(0), 6
    posterior = Posterior(V, K, np.full((1, 1), 0.1))
    posterior.start(rng.gamma(100.0, 0.01, (K, V)))
    words = np.array([4, 1], dtype=np.int32)
    stats = rng.random((2, K))
    posterior.update(words, stats, SVI(0, kappa=0.7).step(Moment(1, 10, 10)))
    expected = np.full((K, V), 0.1)
    expected[:, words] += stats.T
    assert_allclose(posterior.lam(), expected, rtol=1e-15)
    assert_allclose(posterior.sums(), expected.sum(axis=1), rtol=1e-15)


def test_the_scale_never_underflows() -> None:
    """0.5^3000 is 0 in float64; folding it into M in time changes no bit but the exponent."""
    rng, V = np.random.default_rng(1), 5
    posterior, learnt = Posterior(V, K, np.full((1, 1), 0.1)), np.zeros((K, V))
    smallest = 1.0
    for batch in minibatches(rng, 3000, V):
        posterior.update(*batch[:2], Step(0.5, 1.0, 0.0))
        learnt = 0.5 * learnt + full(batch, V)
        smallest = min(smallest, posterior.scale)
    assert 2.0**-301 < smallest < 2.0**-290
    assert_array_equal(posterior.scale * posterior.M.T, learnt)
    assert_allclose(posterior.sums(), (0.1 + learnt).sum(axis=1), rtol=1e-12)


def test_words_not_met_for_long_fade_to_the_prior() -> None:
    posterior = Posterior(2, K, np.full((1, 1), 0.1))
    posterior.update(np.array([0], dtype=np.int32), np.full((1, K), 5.0), Step(1.0, 1.0, 0.0))
    for _ in range(2500):
        posterior.update(np.array([1], dtype=np.int32), np.ones((1, K)), Step(0.5, 1.0, 0.0))
    assert_allclose(posterior.lam(), [[0.1, 2.1]] * K, rtol=1e-12)


@pytest.mark.parametrize("shape", ["number", "V", "K x V"])
@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_word_met_late_is_as_if_always_there(name: str, shape: str) -> None:
    learner, rng = ALGORITHMS[name][0], np.random.default_rng(3)
    eta = etas(rng, 20)[shape]
    early, late = minibatches(rng, 5, 8), minibatches(rng, 5, 20)
    known, grown = Posterior(20, K, eta), Posterior(8, K, eta[:8])
    learn(known, learner, early, 50)
    learn(grown, learner, early, 50)
    for at, n in ((8, 1), (9, 11)):
        grown.grow(n, None if shape == "number" else eta[at : at + n])
    assert grown.n_words == 20
    assert_allclose(grown.sums(), known.sums(), rtol=1e-12)
    for t, (words, stats, size) in enumerate(late, start=6):
        for posterior in (known, grown):
            posterior.update(words, stats, learner.step(Moment(t, size, 50)))
        assert_array_equal(grown.rows(words), known.rows(words))
    assert_array_equal(grown.lam(), known.lam())
    assert_allclose(grown.sums(), known.sums(), rtol=1e-12)


@pytest.mark.parametrize("shape", ["number", "K x V"])
def test_growing_word_by_word_copies_seldom(shape: str) -> None:
    eta = etas(np.random.default_rng(0), 1000)[shape]
    posterior = Posterior(2, K, eta[:2])
    buffers = {id(posterior.M.base): posterior.M.base}
    for at in range(2, 1000):
        posterior.grow(1, None if shape == "number" else eta[at : at + 1])
        buffers[id(posterior.M.base)] = posterior.M.base
    assert len(buffers) <= 10
    assert_allclose(posterior.lam(), np.broadcast_to(eta.T, (K, 1000)), rtol=1e-15)


def test_sums_stay_exact_over_thousands_of_updates() -> None:
    rng, V = np.random.default_rng(7), 40
    posterior = Posterior(V, K, np.full((1, 1), 0.01))
    posterior.start(rng.gamma(100.0, 0.01, (K, V)))
    learner = SVI(1, kappa=0.6, total_docs=10**6)
    for t in range(1, 5001):
        words = rng.choice(V, 6, replace=False).astype(np.int32)
        posterior.update(words, rng.gamma(0.1, 9.0, (6, K)), learner.step(Moment(t, 250, 0)))
    assert_allclose(posterior.sums(), posterior.lam().sum(axis=1), rtol=1e-9)


def test_sums_are_taken_anew_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RESUM", 10)
    posterior = Posterior(4, K, np.full((1, 1), 0.01))
    posterior._m += 1.0  # what rounding would do in a very long time
    words, step = np.arange(2, dtype=np.int32), Step(0.9, 1.0, 0.0)
    for _ in range(9):
        posterior.update(words, np.ones((2, K)), step)
    assert not np.allclose(posterior.sums(), posterior.lam().sum(axis=1), rtol=1e-9)
    posterior.update(words, np.ones((2, K)), step)
    assert_allclose(posterior.sums(), posterior.lam().sum(axis=1), rtol=1e-12)


def test_a_minibatch_touches_its_own_words_only() -> None:
    posterior = Posterior(50, K, np.full((1, 1), 0.1))
    posterior.start(np.random.default_rng(0).random((K, 50)))
    before = posterior.M.copy()
    words = np.array([3, 17, 40], dtype=np.int32)
    posterior.update(words, np.ones((3, K)), Step(0.5, 2.0, 1.0))
    assert_array_equal(np.flatnonzero((posterior.M != before).any(axis=1)), words)


@pytest.mark.parametrize("shape", ["number", "V"])
def test_a_minibatch_costs_the_same_at_a_million_words(shape: str) -> None:
    """No temporary of the size of lam: K x V would be 24 MB, V alone 8 MB."""
    V = 1_000_000
    posterior = Posterior(V, K, np.full((1, 1) if shape == "number" else (V, 1), 0.1))
    words = np.arange(0, V, 1000, dtype=np.int32)
    stats = np.ones((len(words), K))
    tracemalloc.start()
    try:
        for t in range(1, 4):
            posterior.rows(words)
            posterior.sums()
            posterior.update(words, stats, SVI().step(Moment(t, 250, 10**6)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 200_000


@pytest.mark.parametrize("learner", [SVB(), KPS()])
def test_accumulators_of_parts_add_up(learner: Learner) -> None:
    """decay = 1: M = M_0 + sum_j (M_j - M_0), prior = p_0 + sum_j (p_j - p_0)."""
    rng, V = np.random.default_rng(2), 9
    eta = etas(rng, V)["K x V"]
    anchor, left, right = (minibatches(rng, n, V) for n in (1, 4, 3))
    together = learn(Posterior(V, K, eta), learner, anchor + left + right, 0)
    start = learn(Posterior(V, K, eta), learner, anchor, 0)
    parts = [learn(Posterior(V, K, eta), learner, anchor + part, 0) for part in (left, right)]
    M = start.M + sum(part.M - start.M for part in parts)
    prior = start.prior + sum(part.prior - start.prior for part in parts)
    assert prior == together.prior
    assert_allclose(M, together.M, rtol=1e-12)
    assert_allclose((prior * eta + M).T, together.lam(), rtol=1e-12)


def test_a_decay_that_forgets_nearly_all_is_folded_as_often_as_needed() -> None:
    posterior = Posterior(6, 3, np.full((1, 1), 0.1))
    words, stats = np.arange(6, dtype=np.int32), np.ones((6, 3))
    for _ in range(8):
        posterior.update(words, stats, Step(1e-170, 1.0, 0.0))
    assert_allclose(posterior.lam(), 1.1)
    assert_allclose(posterior.sums(), 6.6)


def test_growth_that_finds_no_memory_changes_nothing() -> None:
    posterior = Posterior(6, 3, np.full((1, 1), 0.1))
    with pytest.raises(MemoryError):
        posterior.grow(10**13)
    assert posterior.n_words == 6
    assert posterior.lam().shape == (3, 6)
    assert_allclose(posterior.sums(), 0.6)


@pytest.mark.parametrize("shape", ["number", "V", "K x V"])
@pytest.mark.parametrize("name", ALGORITHMS)
def test_words_that_stay_are_as_before_and_learn_on(name: str, shape: str) -> None:
    learner, dense = ALGORITHMS[name]
    rng, V = np.random.default_rng(4), 12
    eta, stay = etas(rng, V)[shape], np.array([7, 0, 3, 11, 5])
    posterior = learn(Posterior(V, K, eta), learner, minibatches(rng, 6, V), 50)
    lam, rows = posterior.lam()[:, stay], posterior.rows(stay.astype(np.int32))
    posterior.keep(stay)
    assert posterior.n_words == 5
    assert_array_equal(posterior.lam(), lam)
    assert_array_equal(posterior.rows(np.arange(5, dtype=np.int32)), rows)
    assert_allclose(posterior.sums(), lam.sum(axis=1), rtol=1e-14)
    posterior.check()
    rest = eta if shape == "number" else eta[stay]
    for t, batch in enumerate(minibatches(rng, 6, 5), start=7):
        posterior.update(*batch[:2], learner.step(Moment(t, batch[2], 50)))
        lam = dense(lam, rest.T, t, full(batch, 5), batch[2])
        assert_allclose(posterior.lam(), lam, rtol=1e-12)
        assert_allclose(posterior.sums(), lam.sum(axis=1), rtol=1e-12)


@pytest.mark.parametrize("shape", ["number", "V", "K x V"])
def test_new_words_find_nothing_of_those_that_have_gone(shape: str) -> None:
    """Room is used again: words come and go without more memory."""
    rng, V = np.random.default_rng(6), 10
    eta = etas(rng, V)[shape]
    posterior = learn(Posterior(V, K, eta), SVB(), minibatches(rng, 5, V), 50)
    size = posterior._M.nbytes + posterior._eta.nbytes
    for _ in range(20):
        posterior.keep(np.arange(2, V))
        posterior.grow(2, None if shape == "number" else eta[:2])
        new = np.broadcast_to(eta, (V, eta.shape[1]))[:2]
        assert_array_equal(posterior.lam()[:, -2:], np.broadcast_to(new, (2, K)).T)
        learn(posterior, SVB(), minibatches(rng, 1, V), 50)
    assert posterior._M.nbytes + posterior._eta.nbytes == size
    posterior.check()


@pytest.mark.parametrize("words", [[10], [-11]])
def test_words_that_are_not_there_cannot_stay(words: list[int]) -> None:
    posterior = Posterior(10, K, np.full((1, 1), 0.1))
    with pytest.raises(IndexError):
        posterior.keep(np.array(words))
    assert posterior.lam().shape == (K, 10)
