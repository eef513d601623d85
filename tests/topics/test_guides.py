"""Seed words and word vectors: stems, means of forms, growth, merges, files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import KPS, SVB, SeedWords, TopicModel, Vectors, load
from biterms.errors import InputError
from biterms.learning.seeds import SeedWarning
from biterms.text.vectors import WordVectors, save_vectors
from tests.topics.bits import bits, model_bits
from tests.topics.newsroom import fresh, news, newspaper

TEXTS = news(300)[0]
SEEDS = SeedWords([["goals"], ["rocket", "orbiting"], ["banks", "volcanoes"]])
VOLCANO = ["volcano erupts on island", "lava flows from volcano", "island volcano erupts"] * 5


def column(model: TopicModel, word: str) -> int:
    found = model.text_.column(word)
    assert found is not None
    return found


def eta_of(model: TopicModel, word: str) -> np.ndarray:
    return model.model_.posterior_.eta[column(model, word)]


@pytest.fixture
def seeded() -> TopicModel:
    with pytest.warns(SeedWarning, match="1 of 5 seed words.*volcano"):
        return newspaper(300, guide=SEEDS, learner=SVB())


def test_seeds_are_stemmed_and_lead_their_topics(seeded: TopicModel) -> None:
    # eta + 3 documents with it, [seed]
    goals = sum("goal" in text for text in TEXTS)
    orbits = sum("orbit" in text for text in TEXTS)
    assert_allclose(eta_of(seeded, "goal"), [0.1 + 3 * goals, 0.1, 0.1])
    assert_allclose(eta_of(seeded, "orbit"), [0.1, 0.1 + 3 * orbits, 0.1])
    assert_allclose(eta_of(seeded, "match"), [0.1, 0.1, 0.1])
    assert [seeded.find(word)[0].id for word in ("goal", "rocket", "bank")] == [0, 1, 2]


def test_seeds_of_a_given_strength() -> None:
    guide = SeedWords({2: ["goals"]}, eta=0.2, strength=5.0)
    assert_allclose(eta_of(newspaper(300, guide=guide), "goal"), [0.2, 0.2, 5.2])


def test_a_seed_that_comes_later_finds_its_topic(seeded: TopicModel) -> None:
    seeded.update(VOLCANO)
    assert_allclose(eta_of(seeded, "volcano"), [0.1, 0.1, 0.4])
    assert_allclose(eta_of(seeded, "lava"), [0.1, 0.1, 0.1])


def test_seeds_are_remembered_in_a_file(seeded: TopicModel, tmp_path: Path) -> None:
    seeded.save(tmp_path / "model")
    again = load(tmp_path / "model")
    assert model_bits(again.update(VOLCANO).model_) == model_bits(seeded.update(VOLCANO).model_)
    assert_allclose(eta_of(again, "volcano"), [0.1, 0.1, 0.4])


def test_seeds_of_merged_topics(seeded: TopicModel, tmp_path: Path) -> None:
    seeded.merge_topics([2, 0])
    seeded.save(tmp_path / "model")
    for model in (seeded, load(tmp_path / "model")):
        model.update(VOLCANO)
        assert_allclose(eta_of(model, "volcano"), [0.1, 0.25])  # of topic 2: the mean of two


@pytest.mark.parametrize(
    ("seeds", "message"),
    [
        (["goal match"], "the seeds of topic 0 are the text 'goal match'"),
        ([["zorbia"]], "no seed word is in the vocabulary"),
        ({7: ["goal"]}, "seeds for topic 7"),
        ([], "no seed words"),
        ({"0": ["goal"]}, r"seeds for topic '0' \(str\), expected the number of a topic"),
        ({True: ["goal"]}, r"seeds for topic True \(bool\)"),
        ([["goal", 3]], "a seed of topic 0 is 3, expected a word"),
        ([None], "a seed of topic 0 is None"),
        ("goal", "the seeds are 'goal', expected a list"),
        (7, "the seeds are 7, expected a list"),
    ],
    ids=["text", "unknown", "topic", "none", "name", "flag", "number", "None", "one", "whole"],
)
def test_seeds_that_guide_nothing_are_refused(seeds: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        fresh(guide=SeedWords(seeds)).fit(TEXTS)


@pytest.mark.parametrize(
    "make",
    [
        lambda: [iter(["goals"]), iter(["rocket"])],
        lambda: iter([("goals",), ["rocket"]]),
        lambda: {np.int64(0): iter(["goals"]), 1: {"rocket": 1}},
    ],
    ids=["words", "topics", "mapping"],
)
def test_seeds_that_can_be_read_only_once(make: Any, tmp_path: Path) -> None:
    plain = fresh(guide=SeedWords([["goals"], ["rocket"]])).fit(TEXTS)
    model = fresh(guide=SeedWords(make())).fit(TEXTS)
    model.save(tmp_path / "model")
    for known in (model, load(tmp_path / "model").fit(TEXTS), model.fit(TEXTS)):
        assert model_bits(known.model_) == model_bits(plain.model_)


# word vectors ----------------------------------------------------------------------------------


def vectors() -> WordVectors:
    """Directions for football, space and money; forms of one stem differ."""
    at = {
        "goal": [4.0, 0, 0], "goals": [0, 0, 4.0], "match": [1, 0.1, 0], "team": [1, 0, 0.1],
        "rocket": [0, 1, 0], "orbit": [0, 1, 0.1], "galaxy": [0.1, 1, 0], "satellite": [0, 2, 0],
        "bank": [0, 0, 1], "rates": [0, 0.1, 1], "money": [0.1, 0, 1], "market": [0, 0, 2],
        "volcano": [0.0, 1, 0], "volcanoes": [0.0, 0.5, 0.5],
    }  # fmt: skip
    return WordVectors(tuple(at), np.array([*at.values()], dtype=np.float32))


@pytest.fixture
def guided() -> TopicModel:
    return fresh(guide=Vectors(vectors()), learner=KPS()).fit(known_words(TEXTS))


def known_words(texts: list[str]) -> list[str]:
    """Only words that have vectors, so that nothing warns."""
    known = {*vectors().words, "banks", "rockets", "satellites"}
    return [" ".join(word for word in text.split() if word in known) for text in texts]


def softmax(x: np.ndarray) -> np.ndarray:
    return np.exp(x) / np.exp(x).sum()


def expected_eta(guide_vector: list[float], model: TopicModel) -> np.ndarray:
    centres = model.prior_.bound.rule.centres.astype(float)
    x = np.array(guide_vector)
    cosines = centres @ x / np.linalg.norm(x) / np.linalg.norm(centres, axis=1)
    return softmax(cosines / 0.1)


def test_a_stem_has_the_mean_of_its_forms_weighted_by_counts(guided: TopicModel) -> None:
    words = " ".join(known_words(TEXTS)).split()
    once, twice = words.count("goal"), words.count("goals")
    assert once != twice
    mean = [4.0 * once / (once + twice), 0, 4.0 * twice / (once + twice)]
    assert_allclose(eta_of(guided, "goal"), expected_eta(mean, guided), rtol=1e-5)
    # a form without a vector has no say
    assert_allclose(eta_of(guided, "bank"), expected_eta([0, 0, 1], guided), rtol=1e-5)


def test_new_words_get_rows_of_their_vectors(guided: TopicModel) -> None:
    guided.update(["volcano lava", "volcanoes lava", "volcanoes lava", "volcano lava"])
    row = expected_eta([0, 0.75, 0.25], guided)
    assert_allclose(eta_of(guided, "volcano"), row, rtol=1e-5)
    assert_allclose(eta_of(guided, "lava"), 1 / 3)


def test_vectors_after_a_file(guided: TopicModel, tmp_path: Path) -> None:
    save_vectors(tmp_path / "vectors.safetensors", vectors())
    guided.save(tmp_path / "model")
    flat, again = load(tmp_path / "model"), load(tmp_path / "model")
    again.guide = Vectors(tmp_path / "vectors.safetensors")
    for model in (guided, flat, again):
        model.update(VOLCANO)
    assert_allclose(eta_of(flat, "volcano"), 1 / 3)  # it has no vectors to ask
    assert model_bits(again.model_) == model_bits(guided.model_)


def test_vectors_of_merged_topics(guided: TopicModel, tmp_path: Path) -> None:
    row = expected_eta([0, 1, 0], guided)
    guided.merge_topics([0, 1]).save(tmp_path / "model")
    again = load(tmp_path / "model")
    again.guide = Vectors(vectors())
    for model in (guided, again):
        model.update(["volcano volcano"] * 3)
        assert_allclose(eta_of(model, "volcano"), [row[:2].mean(), row[2]], rtol=1e-5)


def test_a_guide_comes_at_the_start_or_not_at_all(tmp_path: Path) -> None:
    model = newspaper(60)
    for guide, name in [(SEEDS, "seed words"), (Vectors(vectors()), "word vectors")]:
        model.guide = guide
        before = bits(model)
        with pytest.raises(InputError, match=f"{name} for a model that did not begin with any"):
            model.update(VOLCANO)
        assert bits(model) == before


def test_vectors_that_do_not_fit_change_nothing(guided: TopicModel, tmp_path: Path) -> None:
    other = WordVectors(("volcano",), np.ones((1, 5), dtype=np.float32))
    before = model_bits(guided.model_), guided.words()
    for guide, message in [
        (Vectors(other), "vectors of 5 dimensions.*began with vectors of 3"),
        (Vectors(tmp_path / "none.txt"), "none.txt"),
    ]:
        guided.guide = guide
        with pytest.raises((InputError, OSError), match=message):
            guided.update(VOLCANO)
    assert (model_bits(guided.model_), guided.words()) == before


def test_no_word_has_a_vector() -> None:
    other = WordVectors(("zorbia",), np.ones((1, 3), dtype=np.float32))
    with pytest.raises(InputError, match=r"none of the .* words has a vector"):
        fresh(guide=Vectors(other)).fit(TEXTS)


def test_the_topics_are_those_of_the_centres(guided: TopicModel) -> None:
    for words in ({"match", "team"}, {"rocket", "orbit"}, {"bank", "rates"}):
        assert len({guided.find(word)[0].id for word in words}) == 1
    leading = [int(eta_of(guided, word).argmax()) for word in ("match", "rocket", "bank")]
    assert sorted(leading) == [0, 1, 2]
    assert_array_equal(guided.prior_.mix, np.eye(3))
