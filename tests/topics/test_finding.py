"""Topics of several words and of sentences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms import LDA, InputError, TopicModel
from tests.topics.newsroom import newspaper


@pytest.fixture(scope="module")
def paper() -> TopicModel:
    return newspaper(300)


def test_words_together_choose_a_topic(paper: TopicModel) -> None:
    found = paper.find("The goals of the zorbia team!", 3)
    assert (found.words, found.unknown) == (("goal", "team"), ("zorbia",))
    beta = paper.model_.topics_[:, [paper.text_.column(word) for word in found.words]]
    joint = paper.model_.sizes_ * beta[:, 0] * beta[:, 1]
    for row in found:
        assert_allclose(row.share, joint[row.id] / joint.sum())
        assert_allclose(row.probability, beta[row.id].sum())
    assert [row.share for row in found] == sorted((r.share for r in found), reverse=True)


def test_a_list_is_as_good_as_a_sentence_and_a_word_counts_once(paper: TopicModel) -> None:
    sentence = paper.find("goal orbit")
    assert paper.find(["goal", "orbit"]) == sentence
    assert paper.find(("orbit goals", "goal")) == sentence
    assert sentence != paper.find("goal")


@pytest.mark.parametrize("words", ["", "the", "zorbia", ["zorbia", "qwert"], []], ids=repr)
def test_words_that_nobody_knows_are_refused(paper: TopicModel, words: Any) -> None:
    with pytest.raises(InputError, match=r"is not among the .* words of this model"):
        paper.find(words)
    with pytest.raises(InputError, match="expected words"):
        paper.find(["goal", 3])  # type: ignore[list-item]


def test_words_of_a_model_made_from_counts() -> None:
    names = ["goal", "north korea", "orbit", "bank"]
    model = TopicModel.from_counts(np.eye(4) * 5 + 1, names, LDA(2, random_state=0))
    assert model.find("north korea").words == ("north korea",)
    assert model.find("goal orbit moon").words == ("goal", "orbit")
    assert model.find("goal orbit moon").unknown == ("moon",)


def test_many_words_do_not_underflow(paper: TopicModel) -> None:
    found = paper.find(list(paper.words()) * 3, 3)
    assert_allclose(sum(row.share for row in found), 1.0)
    assert_allclose([row.probability for row in found], 1.0)


def test_it_is_a_table(paper: TopicModel) -> None:
    found = paper.find("goal zorbia", 2)
    assert found.to_pandas()["share"].tolist() == [row.share for row in found]
    assert "unknown words: zorbia" in repr(found)
    assert repr(found).count("\n") == 3
