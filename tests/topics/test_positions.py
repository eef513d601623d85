"""The map of topics: classical scaling, and circles that do not cover each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform

from biterms.errors import InputError
from biterms.topics.positions import hellinger, positions, radii_of, scaled


def covered(places: np.ndarray, radii: np.ndarray) -> float:
    """How deep the two circles that overlap most do so; negative: a gap."""
    gaps = squareform(pdist(places))
    np.fill_diagonal(gaps, np.inf)
    return float((radii[:, None] + radii - gaps).max())


def test_scaling_keeps_distances_of_points_in_a_plane() -> None:
    points = np.random.default_rng(0).normal(size=(12, 2))
    distances = squareform(pdist(points))
    assert squareform(pdist(scaled(distances))) == pytest.approx(distances, abs=1e-10)


def test_hellinger_is_the_distance_of_square_roots() -> None:
    topics = np.random.default_rng(0).dirichlet(np.full(30, 0.2), 6)
    expected = squareform(pdist(np.sqrt(topics))) / np.sqrt(2)
    assert hellinger(7 * topics) == pytest.approx(expected, abs=1e-7)


@given(st.integers(1, 60), st.floats(0.05, 5), st.integers(0, 10_000))
def test_no_circle_covers_another(n_topics: int, evenness: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = rng.dirichlet(np.full(n_topics, evenness))
    places = positions(rng.dirichlet(np.full(40, 0.1), n_topics), sizes)
    assert places.shape == (n_topics, 2)
    assert np.isfinite(places).all()
    if n_topics > 1:
        assert covered(places, radii_of(sizes)) < 0
        # a box of a few times the area of all circles, not a sparse sky
        assert np.ptp(places, axis=0).max() < 8


@pytest.mark.parametrize(
    "case", ["equal topics", "one giant", "no sizes", "empty rows", "one word"]
)
def test_degenerate_topics_have_places(case: str) -> None:
    topics, sizes = np.ones((50, 5)), np.ones(50)
    if case == "one giant":
        sizes = np.array([1.0, *[1e-9] * 49])
    elif case == "no sizes":
        sizes = np.zeros(50)
    elif case == "empty rows":
        topics[::2] = 0
    elif case == "one word":
        topics = np.ones((50, 1))
    assert covered(positions(topics, sizes), radii_of(sizes)) < 0


def test_alike_topics_are_neighbours() -> None:
    rng = np.random.default_rng(0)
    centres = rng.dirichlet(np.full(60, 0.05), 3)
    topics = np.concatenate([0.8 * c + 0.2 * rng.dirichlet(np.full(60, 0.1), 6) for c in centres])
    places = positions(topics, np.ones(18))
    nearest = np.argsort(squareform(pdist(places)) + 9 * np.eye(18), axis=1)[:, :3]
    same = nearest // 6 == np.arange(18)[:, None] // 6
    assert same.mean() > 0.8


def test_the_same_input_gives_the_same_map() -> None:
    topics = np.random.default_rng(0).dirichlet(np.full(30, 0.2), 20)
    again = positions(topics.copy(), np.ones(20))
    assert (positions(topics, np.ones(20)) == again).all()


@pytest.mark.parametrize(
    ("topics", "sizes", "message"),
    [
        (np.ones((3, 4)), np.ones(2), "one size for each topic"),
        (np.ones(4), np.ones(4), "one size for each topic"),
        (np.ones((0, 4)), np.ones(0), "one size for each topic"),
        (np.full((2, 4), np.nan), np.ones(2), "not finite"),
        (np.ones((2, 4)), np.array([1, -1]), "negative"),
    ],
    ids=["sizes", "a row", "none", "nan", "negative"],
)
def test_bad_input_is_refused(topics: np.ndarray, sizes: np.ndarray, message: str) -> None:
    with pytest.raises(InputError, match=message):
        positions(topics, sizes)
