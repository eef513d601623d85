"""Texts and word vectors from which the prior is learnt: words that join, merges, files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import TopicModel, Vectors, load
from biterms.errors import StoreError
from biterms.learning import Annealed
from biterms.learning.learnt_prior import LearntPrior
from biterms.learning.vector_rules import Regression
from biterms.store import Fields
from biterms.text.vectors import WordVectors
from biterms.topics.guides import PriorInUse
from tests.topics.bits import model_bits
from tests.topics.newsroom import SUBJECTS, fresh, news

TEXTS = news(300)[0]
VOLCANO = ["volcano lava", "volcano lava", "volcano lava"]


def vectors() -> WordVectors:
    """Words of one subject lie around one direction, and a volcano around that of space."""
    rng, at = np.random.default_rng(0), dict[str, np.ndarray]()
    for place, lines in enumerate(SUBJECTS.values()):
        for word in lines.replace("|", " ").split():
            at[word] = np.eye(3, 5)[place] + rng.normal(0, 0.1, 5)
    at["volcano"] = np.eye(3, 5)[1]
    return WordVectors(tuple(at), np.array([*at.values()], dtype=np.float32))


@pytest.fixture
def model() -> TopicModel:
    return fresh(guide=Vectors(vectors()), learner=Annealed(starts=2)).fit(TEXTS)


def eta_of(model: TopicModel, word: str) -> np.ndarray:
    column = model.text_.column(word)
    assert column is not None
    return np.asarray(model.model_.posterior_.eta[column])


def rule(model: TopicModel) -> Regression:
    found = model.prior_.bound.rule
    assert isinstance(found, Regression)
    return found


def test_the_prior_of_words_that_join_is_the_one_that_was_learnt(model: TopicModel) -> None:
    assert not isinstance(model.model_.eta, LearntPrior)
    assert rule(model).share >= 0.75
    assert_allclose(model.prior_.bound.rows(model.text_.words_.keys), model.model_.posterior_.eta)
    model.update(VOLCANO)
    assert_allclose(eta_of(model, "volcano"), rule(model).rows(vectors().vectors[-1:])[0])
    assert eta_of(model, "volcano").argmax() == model.find("rocket")[0].id
    assert_array_equal(eta_of(model, "lava"), rule(model).unknown)


def test_a_file_holds_what_words_that_join_need(model: TopicModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    alone, again = load(tmp_path / "model"), load(tmp_path / "model")
    again.guide = Vectors(vectors())
    for each in (model, alone, again):
        each.update(VOLCANO)
    assert_array_equal(eta_of(alone, "volcano"), rule(model).unknown)  # it has no vectors to ask
    assert model_bits(again.model_) == model_bits(model.model_)


def test_a_word_that_comes_again_is_new_whether_the_model_was_loaded_or_not(
    model: TopicModel, tmp_path: Path
) -> None:
    model.save(tmp_path / "model")
    again, guide = load(tmp_path / "model"), Vectors(vectors())
    for forms in ({"rocket": {"rocketz": 3}}, {"rocket": {"rockets": 2, "rocket": 1}}):
        rows = [each.prior_.joining(forms, guide) for each in (model, again)]
        assert_array_equal(*rows)


def test_merged_topics_have_the_mean_of_their_priors(model: TopicModel) -> None:
    row = rule(model).rows(vectors().vectors[-1:])[0]
    model.merge_topics([0, 1]).update(VOLCANO)
    assert_allclose(eta_of(model, "volcano"), [row[:2].mean(), row[2]])


@pytest.mark.parametrize(
    ("name", "value"),
    [("coefficients", np.nan), ("intercept", np.inf), ("sizes", -1.0), ("share", 1.5), ("eta", 0)],
)
def test_a_damaged_prior_is_refused(model: TopicModel, name: str, value: float) -> None:
    settings, arrays = model.prior_.state()
    if name in settings:
        settings[name] = value
    else:
        arrays[f"prior.{name}"] = np.full_like(arrays[f"prior.{name}"], value)
    with pytest.raises(StoreError):
        PriorInUse.from_state(Fields(settings, arrays), 3)


def test_a_stream_begins_at_clusters() -> None:
    streamed = fresh(guide=Vectors(vectors()), learner=Annealed(starts=2)).update(TEXTS)
    assert_allclose(eta_of(streamed, "orbit").sum(), 1.0)
