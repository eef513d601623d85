"""The NPMI that independent words have, against draws of such words."""

from __future__ import annotations

import numpy as np
import pytest

from biterms.measures.chance import chance_npmi
from biterms.measures.coherence import pair_npmi


@pytest.mark.parametrize(
    ("left", "right", "texts"),
    [(30, 30, 30_000), (300, 200, 30_000), (900, 1500, 30_000), (40, 60, 200)],
)
def test_it_is_the_mean_over_draws(left: int, right: int, texts: int) -> None:
    """Texts with both words are drawn without replacement, as independent words would be."""
    draws = np.random.default_rng(0).hypergeometric(left, texts - left, right, 200_000)
    p_i, p_j = np.array([left / texts]), np.array([right / texts])
    scores, _ = pair_npmi(p_i, p_j, draws / texts)
    [found] = chance_npmi(p_i, p_j, np.array([texts]))
    assert found == pytest.approx(scores.mean(), abs=0.01)


def test_many_texts_with_both_are_no_surprise() -> None:
    p, n = np.array([0.1, 0.2]), np.array([1_000_000, 4_000])
    assert chance_npmi(p, p, n) == pytest.approx([0, 0], abs=1e-3)
