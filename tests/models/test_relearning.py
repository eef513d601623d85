"""LDA that learns its prior from word vectors."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import LDA, SVI
from biterms.errors import SettingError
from biterms.learning import Annealed, Learner
from biterms.learning.learnt_prior import LearntPrior
from tests.models.planted import planted

FOUND = planted(250, words_each=20)
V = FOUND.X.shape[1]


def vectors(seed: int = 0) -> np.ndarray:
    """Words of one topic lie around one direction, and the last one of them has it."""
    group = np.repeat(np.eye(4, 10), 20, axis=0)
    noise = np.random.default_rng(seed).normal(0, 0.2, group.shape)
    noise[19::20] = 0.0
    return group + noise


def fitted(prior: LearntPrior | None, learner: Learner | None = None, n_threads: int = 1) -> LDA:
    return LDA(4, eta=prior, learner=learner, random_state=0, n_threads=n_threads).fit(unseen())


def unseen() -> np.ndarray:
    """The last word of each topic does not occur."""
    X = FOUND.X.copy()
    X[:, 19::20] = 0
    return X


@pytest.mark.parametrize("starts", [0, 1, 3])
def test_a_word_that_was_never_seen_is_where_its_vector_is(starts: int) -> None:
    topics = fitted(LearntPrior(vectors()), Annealed(starts=starts)).topics_
    for group in range(4):
        words = topics[:, 20 * group : 20 * group + 20]
        topic = words.sum(axis=1).argmax()
        assert words[topic, 19] > 3 * np.delete(words[:, 19], topic).max()


def test_vectors_that_do_not_fit_change_nothing() -> None:
    mixed = np.random.default_rng(2).permutation(vectors())
    other = fitted(LearntPrior(mixed), Annealed(starts=3))
    assert_allclose(other.topics_, fitted(None, Annealed(starts=3)).topics_, rtol=1e-6)


def test_the_same_bits_with_any_number_of_threads() -> None:
    one, two = (fitted(LearntPrior(vectors()), n_threads=n) for n in (1, 2))
    assert_array_equal(one.components_, two.components_)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (LDA(4, eta=LearntPrior(vectors()[1:])), "vectors of 79 words, expected .* 80 columns"),
        (LDA("auto", eta=LearntPrior(vectors())), "with a prior from word vectors"),
        (LDA(4, eta=LearntPrior(vectors()), learner=SVI()), "expected a number or an array"),
    ],
    ids=["words", "auto", "SVI"],
)
def test_what_it_cannot_learn_with_is_refused(model: LDA, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        model.fit(FOUND.X)


def test_a_stream_is_refused() -> None:
    with pytest.raises(SettingError, match="learnt from all documents: use fit"):
        LDA(4, eta=LearntPrior(vectors())).partial_fit(FOUND.X)
