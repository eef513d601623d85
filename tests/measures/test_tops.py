"""Top words against a full sort, diversity against its definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from biterms.errors import InputError, SettingError
from biterms.measures import diversity, top_words

TOPICS = hnp.arrays(
    st.sampled_from([np.float64, np.float32, np.int16]),
    hnp.array_shapes(min_dims=2, max_dims=2, max_side=12),
    elements=st.integers(-3, 3),  # few values, so that many are equal
)


@given(topics=TOPICS, n=st.integers(1, 15))
def test_largest_first_and_equal_ones_by_column(topics: np.ndarray, n: int) -> None:
    columns = range(topics.shape[1])
    expected = [sorted(columns, key=lambda v: (-float(row[v]), v))[:n] for row in topics]
    assert top_words(topics, n).tolist() == expected


def test_infinite_weights_have_a_place() -> None:
    assert top_words([[1, np.inf, -np.inf]], 3).tolist() == [[1, 0, 2]]


@given(tops=st.lists(st.lists(st.integers(0, 20), min_size=3, max_size=3), min_size=1))
def test_diversity_is_the_share_of_distinct_words(tops: list[list[int]]) -> None:
    words = [word for row in tops for word in row]
    assert diversity(tops) == len(set(words)) / len(words)


def test_diversity_of_topics_that_share_nothing_and_of_topics_that_are_the_same() -> None:
    assert diversity(np.arange(12).reshape(3, 4)) == 1
    assert diversity([[7, 8]] * 5) == 0.2
    assert diversity([[3]]) == 1


def test_what_has_no_top_words() -> None:
    for wrong in (np.ones(3), np.ones((0, 3)), np.ones((3, 0))):
        with pytest.raises(InputError, match="topics of shape"):
            top_words(wrong)
    with pytest.raises(InputError, match="NaN"):
        top_words([[1, 2, 3], [1, np.nan, 3]], 1)
    with pytest.raises(SettingError, match="n=0 top words"):
        top_words(np.ones((2, 2)), 0)
    for wrong in ([1, 2], [[]], [[0.5, 1.0]]):
        with pytest.raises(InputError, match="`top_words` gives them"):
            diversity(wrong)
