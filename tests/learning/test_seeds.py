"""η from seed words."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from biterms.errors import InputError, SettingError
from biterms.kernels import Array
from biterms.learning.seeds import SeedPrior, Seeds, SeedWarning

VOCABULARY = ["oil", "gas", "film", "actor", "the"]


def seeded(vocabulary: list[str], seeds: Seeds, *settings: float, **more: float) -> Array:
    return SeedPrior(seeds, *settings, **more).eta(vocabulary)


def test_seed_words_have_more_prior_counts_in_their_topic() -> None:
    eta = seeded(VOCABULARY, [["oil", "gas"], [], ["film", "oil"]], 4, eta=0.5, strength=3)
    expected = np.full((4, 5), 0.5)
    expected[0, [0, 1]] = expected[2, [0, 2]] = 3.5
    assert_array_equal(eta, expected)
    assert_array_equal(
        seeded(VOCABULARY, {2: ["film", "oil", "film"], 0: ("gas", "oil")}, 4, 0.5, 3), expected
    )


@given(
    topics=st.integers(1, 200),
    eta=st.floats(1e-6, 1e3),
    seeds=st.lists(st.lists(st.sampled_from(VOCABULARY)), min_size=1, max_size=4),
)
def test_by_default_a_little_over_half_of_a_seed_word_is_in_its_topics(
    topics: int, eta: float, seeds: list[list[str]]
) -> None:
    seeds = seeds[:topics]
    if not any(seeds):
        seeds[0] = ["oil"]
    rows = SeedPrior(seeds, topics, eta).rows(VOCABULARY)
    for row, word in zip(rows, VOCABULARY, strict=True):
        mine = [k for k, words in enumerate(seeds) if word in words]
        share = (len(mine) * (1 / topics + 1)) / (1 + len(mine))
        assert_allclose(row[mine].sum() / row.sum(), share)


def test_seed_words_that_join_later_are_guided() -> None:
    prior = SeedPrior([["oil"], ["opera"]], 3)
    with pytest.warns(SeedWarning, match=r"1 of 2 seed words .* \(opera\)"):
        eta = prior.eta(VOCABULARY)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        grown = np.concatenate([eta, prior.rows(["opera", "new"]).T], axis=1)
        assert_array_equal(grown, prior.eta([*VOCABULARY, "opera", "new"]))


def test_a_frequent_seed_word_has_three_times_its_documents() -> None:
    prior = SeedPrior([["oil", "gas"]], 2, 0.1, counts={"oil": 50, "gas": 0.01, "film": 9})
    assert_allclose(prior.rows(["oil", "gas", "film"]), [[150.1, 0.1], [0.3, 0.1], [0.1, 0.1]])


def test_it_can_be_added_to_another_prior() -> None:
    flat = np.full((2, 5), 0.1)
    added = flat + seeded(VOCABULARY, [["oil"]], 2, eta=0, strength=1)
    assert_allclose(added, seeded(VOCABULARY, [["oil"]], 2, eta=0.1, strength=1))


@pytest.mark.parametrize(
    ("seeds", "message"),
    [
        ([], "no seed words"),
        ([[], []], "no seed words"),
        ([["opera"], ["Oil"]], r"no seed word is in the vocabulary of 5 words \(Oil, opera\)"),
        ([["oil"]] * 3, "seeds for topic 2, expected topics 0 to 1"),
        ({-1: ["oil"]}, "seeds for topic -1"),
        (["oil", "gas"], "topic 0 are the text 'oil', expected a list"),
    ],
)
def test_seeds_that_cannot_guide(seeds: Seeds, message: str) -> None:
    with pytest.raises(InputError, match=message):
        seeded(VOCABULARY, seeds, 2)


def test_many_unknown_seeds_are_named_in_short() -> None:
    unknown = [f"u{i:02}" for i in range(12)]
    with pytest.warns(SeedWarning, match=r"12 of 13 .*\(u00, .*u09, \.\.\.\)"):
        seeded(VOCABULARY, [["oil", *unknown]], 2)


@pytest.mark.parametrize(
    ("topics", "eta", "strength"),
    [(0, 0.1, None), (2, -1, 1), (2, np.nan, 1), (2, 0, None), (2, 0.1, 0), (2, 0.1, np.inf)],
)
def test_settings_that_make_no_sense(topics: int, eta: float, strength: float | None) -> None:
    with pytest.raises(SettingError, match="expected at least one topic"):
        seeded(VOCABULARY, [["oil"]], topics, eta, strength)
