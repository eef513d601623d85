"""The Gibbs sampler of BTM: against its twin, against the posterior, against counting."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.special import gammaln
from scipy.stats import chisquare

from biterms.kernels import Biterms, TopicCounts, compiled_btm, reference_btm

KERNELS = {"compiled": compiled_btm.draw_topics, "twin": reference_btm.draw_topics}


class Case(NamedTuple):
    """Biterms with topics, their counts and priors."""

    biterms: Biterms
    counts: TopicCounts


def case(
    pairs: Any,
    K: int,
    *,
    topic: Any = None,
    beta: Any = 0.1,
    alpha: Any = 0.5,
    V: int | None = None,
) -> Case:
    """``beta`` is a number or V x K; biterms without ``topic`` have none yet."""
    pairs = np.array(pairs, dtype=np.int32).reshape(-1, 2)
    V = int(pairs.max()) + 1 if V is None else V
    topic = np.full(len(pairs), -1) if topic is None else np.array(topic)
    words, number = recount(pairs, topic, V, K)
    prior = np.broadcast_to(beta, (1, K) if np.ndim(beta) == 0 else (V, K)).astype(np.float32)
    sums = (np.broadcast_to(beta, (V, K)) * 1.0).sum(axis=0)
    left, right = np.ascontiguousarray(pairs.T)
    counts = TopicCounts(words, number, prior, sums, np.full(K, 1.0) * alpha)
    return Case(Biterms(left, right, topic.astype(np.int32)), counts)


def recount(pairs: np.ndarray, topic: np.ndarray, V: int, K: int) -> tuple[Any, Any]:
    words, number = np.zeros((V, K), dtype=np.int32), np.zeros(K, dtype=np.int32)
    for (u, v), k in zip(pairs, topic, strict=True):
        if k >= 0:
            words[u, k] += 1
            words[v, k] += 1
            number[k] += 1
    return words, number


def assert_counted(found: Case) -> None:
    pairs = np.column_stack([found.biterms.left, found.biterms.right])
    words, number = recount(pairs, found.biterms.topic, *found.counts.words.shape)
    assert_array_equal(found.counts.words, words)
    assert_array_equal(found.counts.biterms, number)


def random_case(seed: int, V: int, K: int, n: int, *, wide: bool) -> tuple[Case, Any, Any]:
    """A case, visits and uniform numbers; about half of the biterms have a topic."""
    rng = np.random.default_rng(seed)
    topic = rng.integers(-1, K, n)
    beta = rng.uniform(0.01, 3.0, (V, K)) if wide else 0.01
    made = case(
        rng.integers(0, V, (n, 2)), K, topic=topic, beta=beta, alpha=rng.random(K) + 0.1, V=V
    )
    visits = rng.integers(0, n, 3 * n).astype(np.int32)
    return made, visits, rng.random(3 * n)


@given(
    seed=st.integers(0, 10**6),
    V=st.integers(1, 30),
    K=st.integers(1, 40),
    n=st.integers(1, 40),
    wide=st.booleans(),
)
def test_compiled_and_twin_draw_the_same(seed: int, V: int, K: int, n: int, wide: bool) -> None:
    made, other = (random_case(seed, V, K, n, wide=wide) for _ in range(2))
    compiled_btm.draw_topics(*made[0], *made[1:])
    reference_btm.draw_topics(*other[0], *other[1:])
    assert_array_equal(made[0].biterms.topic, other[0].biterms.topic)
    assert_array_equal(made[0].counts.words, other[0].counts.words)
    assert_counted(made[0])


@pytest.mark.parametrize("K", [7, 8, 9, 200])
def test_many_draws_are_the_same(K: int) -> None:
    made, other = (random_case(K, 60, K, 400, wide=False) for _ in range(2))
    compiled_btm.draw_topics(*made[0], *made[1:])
    reference_btm.draw_topics(*other[0], *other[1:])
    assert_array_equal(made[0].biterms.topic, other[0].biterms.topic)
    assert_counted(made[0])


# the conditional -------------------------------------------------------------------------------


def joint(pairs: Any, topic: Any, V: int, K: int, beta: Any, alpha: Any) -> float:
    """log p(z, biterms) with theta and phi integrated out: two Dirichlet-multinomials."""
    words, number = recount(np.array(pairs), np.array(topic), V, K)
    beta, alpha = np.broadcast_to(beta, (V, K)), np.broadcast_to(alpha, K)
    total = (gammaln(number + alpha) - gammaln(alpha)).sum()
    total += (gammaln(words + beta) - gammaln(beta)).sum()
    return float(total - (gammaln((words + beta).sum(axis=0)) - gammaln(beta.sum(axis=0))).sum())


def conditional(pairs: Any, topic: list[int], b: int, V: int, K: int, *priors: Any) -> np.ndarray:
    logs = [joint(pairs, [*topic[:b], k, *topic[b + 1 :]], V, K, *priors) for k in range(K)]
    p = np.exp(np.array(logs) - max(logs))
    return np.asarray(p / p.sum())


PAIRS = [(0, 1), (1, 2), (0, 0), (2, 3), (0, 1), (3, 3)]
TOPICS = [0, 1, 2, 0, 2, 1]


@pytest.mark.parametrize("draw", KERNELS.values(), ids=KERNELS)
@pytest.mark.parametrize("b", range(len(PAIRS)))
@pytest.mark.parametrize("wide", [False, True])
def test_the_place_of_the_uniform_number_is_the_conditional(draw: Any, b: int, wide: bool) -> None:
    """Also of a word with itself: topics change exactly where the cumulative shares say."""
    rng = np.random.default_rng(3)
    beta = rng.uniform(0.2, 2.0, (4, 3)) if wide else 0.3
    alpha = np.array([0.4, 1.0, 2.5])
    ends = np.cumsum(conditional(PAIRS, TOPICS, b, 4, 3, beta, alpha))
    for k, (low, high) in enumerate(zip([0.0, *ends[:-1]], ends, strict=True)):
        for uniform in (low + 1e-5, high - 1e-5):
            found = case(PAIRS, 3, topic=TOPICS, beta=beta, alpha=alpha)
            draw(*found, np.array([b], dtype=np.int32), np.array([uniform]))
            assert found.biterms.topic[b] == k
            assert_counted(found)


def test_the_chain_has_the_posterior_as_its_distribution() -> None:
    """All assignments of four biterms to two topics, by enumeration; every 8th state counts."""
    pairs, K, V = [(0, 1), (1, 2), (0, 2), (2, 2)], 2, 3
    logs = np.array([joint(pairs, z, V, K, 0.3, 0.7) for z in product(range(K), repeat=4)])
    expected = np.exp(logs - logs.max())
    expected /= expected.sum()
    found, random = case(pairs, K, beta=0.3, alpha=0.7), np.random.RandomState(0)
    visits, n = np.tile(np.arange(4, dtype=np.int32), 8), 20_000
    seen = np.zeros(K**4)
    for _ in range(n):
        compiled_btm.draw_topics(*found, visits, random.random_sample(len(visits)))
        seen[int("".join(map(str, found.biterms.topic)), K)] += 1
    assert chisquare(seen, expected * n).pvalue > 0.01


@pytest.mark.parametrize("draw", KERNELS.values(), ids=KERNELS)
def test_the_ends_of_the_uniform_numbers(draw: Any) -> None:
    """0 is the first topic; just below 1 is the last, though float32 rounds it up to 1."""
    for uniform, topic in ((0.0, 0), (np.nextafter(1.0, 0.0), 18)):
        found = case(PAIRS, 19)
        draw(*found, np.array([1], dtype=np.int32), np.array([uniform]))
        assert found.biterms.topic[1] == topic


@pytest.mark.parametrize("draw", KERNELS.values(), ids=KERNELS)
@pytest.mark.parametrize("beta", [1e-6, 1e6])
@pytest.mark.parametrize("alpha", [1e-6, 1e6])
def test_extreme_priors_and_counts(draw: Any, alpha: float, beta: float) -> None:
    """A hundred million biterms of two words in topic 1 of 3: weights stay in float32."""
    found = case([(0, 1)], 3, alpha=alpha, beta=beta, V=2)
    found.counts.words[:, 1] = 10**8
    found.counts.biterms[1] = 10**8
    expected = conditional_of_counts(found.counts)
    for uniform in (0.0, 0.3, 0.6, 0.999):
        draw(*found, np.zeros(1, dtype=np.int32), np.array([uniform]))
        assert found.biterms.topic[0] == np.searchsorted(np.cumsum(expected), uniform, side="right")


def conditional_of_counts(counts: TopicCounts) -> np.ndarray:
    """Of the biterm (0, 1), in float64 as in the paper."""
    n, beta = counts.biterms.astype(float), counts.prior[0].astype(float)
    size = 2 * n + counts.prior_sums
    p = (n + counts.alpha) * (counts.words[0] + beta) * (counts.words[1] + beta)
    p /= size * (size + 1)
    return np.asarray(p / p.sum())


# the door --------------------------------------------------------------------------------------

BAD: dict[str, dict[str, Any]] = {
    "word too large": {"left": np.array([0, 9], dtype=np.int32)},
    "negative word": {"right": np.array([-1, 0], dtype=np.int32)},
    "topic too large": {"topic": np.array([0, 3], dtype=np.int32)},
    "largest topic": {"topic": np.array([0, 2**31 - 1], dtype=np.int32)},
    "no such topic": {"topic": np.array([0, -2], dtype=np.int32)},
    "biterms of two lengths": {"left": np.zeros(3, dtype=np.int32)},
    "visit too large": {"visits": np.array([0, 2], dtype=np.int32)},
    "negative visit": {"visits": np.array([0, -1], dtype=np.int32)},
    "fewer numbers than visits": {"uniforms": np.zeros(0)},
    "prior of other words": {"prior": np.ones((3, 3), dtype=np.float32)},
    "prior of other topics": {"prior": np.ones((1, 4), dtype=np.float32)},
    "alpha of other topics": {"alpha": np.ones(2)},
    "sums of other topics": {"prior_sums": np.ones(4)},
    "numbers of other topics": {"biterms": np.zeros(4, dtype=np.int32)},
    "topics of another type": {"topic": np.zeros(2, dtype=np.int64)},
    "counts of another type": {"words": np.zeros((2, 3))},
    "counts in another order": {"words": np.zeros((2, 3), dtype=np.int32, order="F")},
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_what_does_not_fit_is_refused(bad: dict[str, Any]) -> None:
    made = case([(0, 1), (1, 0)], 3)
    given = {"visits": np.arange(2, dtype=np.int32), "uniforms": np.zeros(2)}
    given |= vars(made.counts) | vars(made.biterms) | bad
    biterms = Biterms(*(given[name] for name in ("left", "right", "topic")))
    counts = TopicCounts(**{name: given[name] for name in vars(made.counts)})
    with pytest.raises((ValueError, TypeError)):
        compiled_btm.draw_topics(biterms, counts, given["visits"], given["uniforms"])


def test_no_visit_changes_nothing() -> None:
    made = case(PAIRS, 3, topic=TOPICS)
    compiled_btm.draw_topics(*made, np.zeros(0, dtype=np.int32), np.zeros(0))
    assert_array_equal(made.biterms.topic, TOPICS)
    assert_counted(made)


def test_all_uniform_numbers_together_give_the_shares() -> None:
    """Evenly spaced numbers: each topic is drawn in its share of them."""
    expected = conditional(PAIRS, TOPICS, 1, 4, 3, 0.3, 1.0)
    drawn = []
    for uniform in (np.arange(1000) + 0.5) / 1000:
        found = case(PAIRS, 3, topic=TOPICS, beta=0.3, alpha=1.0)
        compiled_btm.draw_topics(*found, np.array([1], dtype=np.int32), np.array([uniform]))
        drawn.append(found.biterms.topic[1])
    assert_allclose(np.bincount(drawn) / 1000, expected, atol=1.1e-3)
