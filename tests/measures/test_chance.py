"""The NPMI that independent words have, against draws of such words."""

from __future__ import annotations

import numpy as np
import pytest

from biterms.measures.chance import chance_npmi
from biterms.measures.coherence import pair_npmi


@pytest.mark.parametrize(
    ("left", "right", "texts"),
    [(30, 30, 30_000), (300, 200, 30_000), (900, 1500, 30_000), (40, 60, 200), (15, 17, 20)],
)
def test_it_is_the_mean_over_draws(left: int, right: int, texts: int) -> None:
    """Texts with both words are drawn as independent words would have them."""
    draws = np.random.default_rng(0).hypergeometric(left, texts - left, right, 200_000)
    scores, _ = pair_npmi(np.array([left / texts]), np.array([right / texts]), draws / texts)
    [found] = chance_npmi(*(np.array([each]) for each in (left, right, texts)))
    assert found == pytest.approx(scores.mean(), abs=4 * scores.std() / 200_000**0.5 + 1e-9)


def test_many_texts_with_both_are_no_surprise() -> None:
    words, texts = np.array([100_000, 800]), np.array([1_000_000, 4_000])
    assert chance_npmi(words, words, texts) == pytest.approx([0, 0], abs=1e-3)


def test_words_of_every_text_score_as_npmi_does() -> None:
    """Both words are in all texts, by chance as in fact: -1."""
    every = np.array([9])
    assert chance_npmi(every, every, every) == pytest.approx([-1])
