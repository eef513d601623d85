"""Topics of single texts at little cost are those of `assign`, to the bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from biterms import BTM, HDP, LDA, InputError, TopicModel, Vectoriser
from biterms.topics.assign import Chosen
from tests.topics.newsroom import news

TEXTS = [*news(200)[0], "", "xyzzy", "the and of", "Ünï 😅 goal goal goal", "goal"]


@pytest.mark.parametrize(
    "model",
    [
        LDA(4, random_state=0),
        LDA(4, random_state=0, inference="vb"),
        LDA(4, random_state=0, biterms=2),
        LDA(1, random_state=0),
        HDP(12, random_state=0),
        BTM(4, sweeps=5, random_state=0),
    ],
    ids=lambda model: f"{type(model).__name__}{model.get_params().get('inference', '')}",
)
def test_rows_are_those_of_assign_in_any_batch(model: Any) -> None:
    fitted = TopicModel(model, text=Vectoriser(min_df=2)).fit(TEXTS)
    assigner, expected = fitted.assigner(), [*fitted.assign(TEXTS)]
    assert assigner.assign(TEXTS) == expected
    mixtures = fitted.transform(TEXTS)
    for i, (text, row) in enumerate(zip(TEXTS, expected, strict=True)):
        [alone] = assigner.assign([text])
        assert alone._replace(id=row.id) == row
        if row.topic is not None:
            assert row.probability == mixtures[i].max()
            assert fitted.ids_.index(row.topic) == mixtures[i].argmax()
    assert assigner.topics == fitted.ids_


def test_two_best_are_the_first_of_a_stable_sort() -> None:
    random = np.random.default_rng(0)
    mixtures = random.integers(1, 4, (200, 6)) / 10  # many ties
    chosen, order = Chosen.of(mixtures, np.ones(200)), np.argsort(-mixtures, axis=1, kind="stable")
    assert_array_equal(chosen.first, order[:, 0])
    assert_array_equal(chosen.second, order[:, 1])
    every = np.arange(200)
    assert_array_equal(chosen.probability, mixtures[every, order[:, 0]])
    assert_array_equal(chosen.second_probability, mixtures[every, order[:, 1]])


def test_an_assigner_is_of_its_moment() -> None:
    model = TopicModel(LDA(3, random_state=0), text=Vectoriser(min_df=2)).fit(TEXTS)
    before = model.assigner()
    assert model.assigner() is before
    model.update(news(400)[0])
    assert model.assigner() is not before
    assert model.assigner().assign(TEXTS) == [*model.assign(TEXTS)]


def test_encoded_texts_are_those_of_transform() -> None:
    text = Vectoriser(min_df=2).fit(TEXTS)
    for texts in (TEXTS, [], TEXTS * 150):  # the last ones are read in two pieces
        found, expected = text.encode(iter(texts)), text.transform(texts)
        assert_array_equal(found.indptr, expected.indptr)
        assert_array_equal(found.indices, expected.indices)
        assert_array_equal(found.data, expected.data)
        assert found.n_words == expected.shape[1]
        assert (found.indptr.dtype, found.indices.dtype) == (np.int64, np.int32)


def test_a_model_made_from_counts_has_no_texts() -> None:
    model = TopicModel.from_counts(np.eye(6), model=LDA(2, random_state=0))
    with pytest.raises(InputError, match="made from counts"):
        model.assigner().assign(["goal"])
