"""The search for alpha in the first pass, and `climb`: the best of a ladder of numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from biterms import LDA
from biterms.models.lda.alpha import MAX_ALPHA, MIN_ALPHA, AlphaSearch, climb
from tests.models.planted import planted

ROOT = 2**0.5


@given(top=st.floats(-3.0, 3.0), begin=st.integers(-10, 10))
def test_the_top_of_one_hill_is_found_from_anywhere(top: float, begin: int) -> None:
    def score(alpha: float) -> float:
        return -abs(np.log(alpha) - top)

    found = climb(score, ROOT**begin, 0.1, 10.0)
    ladder = min(max(ROOT**begin, 0.1), 10.0) * ROOT ** np.arange(-20.0, 21.0)
    inside = ladder[(ladder >= 0.1) & (ladder <= 10.0)]
    assert score(found) == pytest.approx(max(map(score, inside)), abs=1e-6)


def test_a_flat_place_is_not_left_and_ends_are_not_passed() -> None:
    assert climb(lambda alpha: 0.0, 3.0, 0.1, 10.0) == 3.0
    assert 10 / ROOT < climb(lambda alpha: alpha, 3.0, 0.1, 10.0) <= 10.0
    assert 0.1 <= climb(lambda alpha: -alpha, 3.0, 0.1, 10.0) < 0.1 * ROOT
    assert climb(lambda alpha: -alpha, 1e6, 0.1, 10.0) < 0.1 * ROOT


def test_each_number_is_tried_once() -> None:
    tried: list[float] = []

    def score(alpha: float) -> float:
        tried.append(alpha)
        return -abs(np.log(alpha))

    climb(score, ROOT**4, 0.01, 100.0)
    assert len({round(alpha, 9) for alpha in tried}) == len(tried) == 1 + 1 + 4 + 1


# auto -------------------------------------------------------------------------------------------


def mixed(n: int, seed: int) -> np.ndarray:
    """Documents that mix five topics, most of them mainly one."""
    rng, topics = np.random.default_rng(seed), planted(1, n_topics=5, words_each=15).topics
    mixtures = rng.dirichlet([0.05] * 5, n)
    return np.array([rng.multinomial(12, mixture @ topics) for mixture in mixtures], dtype=float)


@pytest.mark.parametrize(("better", "end"), [(1.0, MAX_ALPHA), (-1.0, MIN_ALPHA)])
def test_alpha_auto_stays_in_its_limits(better: float, end: float) -> None:
    search = AlphaSearch(alpha=0.1)
    for _ in range(200):
        search = search.stepped(lambda alpha: better * alpha)
    assert search.alpha == end


@pytest.mark.parametrize("biterms", [True, False])
def test_alpha_auto_ends_near_the_best_of_a_grid(biterms: bool) -> None:
    train, test = mixed(1500, 0), mixed(600, 1)
    settings = {"biterms": biterms, "batch_size": 50, "passes": 3, "eta": 0.05, "random_state": 0}
    settings["inference"] = "mean"
    grid = (0.02, 0.1, 0.5, 2.5, 12.5)
    scores = [LDA(5, alpha=alpha, **settings).fit(train).score(test) for alpha in grid]
    auto = LDA(5, alpha="auto", **settings).fit(train)
    best = grid[int(np.argmax(scores))]
    assert best / 5 < auto.alpha_[0] < best * 5
    assert auto.score(test) > max(scores) - 0.1 * (max(scores) - min(scores))


def test_alpha_auto_is_searched_in_the_first_pass_only() -> None:
    train = mixed(300, 0)
    settings = {"alpha": "auto", "inference": "mean", "batch_size": 50, "random_state": 0}
    one, three = (LDA(5, passes=passes, **settings).fit(train) for passes in (1, 3))
    assert one.alpha_[0] != 2.0
    assert_array_equal(one.alpha_, three.alpha_)


def test_a_search_is_a_value() -> None:
    search = AlphaSearch(alpha=0.5)
    assert search.stepped(lambda alpha: alpha) != search
    assert search == AlphaSearch(alpha=0.5)
