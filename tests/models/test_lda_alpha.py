"""`climb`: the best of a ladder of numbers, from where one stands."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biterms.models.lda.alpha import climb

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
