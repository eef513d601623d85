"""Assignments and what they warn of; measures from texts."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms import TopicModel
from biterms.errors import SettingError
from biterms.measures import evaluate
from biterms.topics.assign import Chosen, assigned
from biterms.topics.texts import ordered
from tests.topics.newsroom import news, newspaper

TEXTS, LABELS = news(300)


@pytest.fixture(scope="module")
def paper() -> TopicModel:
    return newspaper(300)


def test_the_two_best_topics_by_their_ids() -> None:
    mixtures = np.array([[0.1, 0.2, 0.7], [0.4, 0.3, 0.3], [0.5, 0.5, 0.0], [1 / 3] * 3])
    topics, labels = [10, 20, 30], ["ten", "twenty", "thirty"]
    chosen = Chosen.of(mixtures, np.array([5, 2, 3, 0]))
    rows = assigned(["a", "b", "c", "d"], chosen, topics, labels)
    assert [row.label for row in rows] == ["thirty", "ten", "ten", ""]
    assert [(row.topic, row.second) for row in rows] == [(30, 20), (10, 20), (10, 20), (None, None)]
    assert_allclose([row.probability for row in rows], [0.7, 0.4, 0.5, 0.0])
    assert_allclose([row.second_probability for row in rows], [0.2, 0.3, 0.5, 0.0])
    notes = ["", "no clear topic, short", "no clear topic", "no known word"]
    assert [row.note for row in rows] == notes


def test_each_text_has_one_assignment(paper: TopicModel) -> None:
    mixtures = paper.transform(TEXTS)
    rows = list(paper.assign(iter(TEXTS)))
    assert [row.id for row in rows] == [str(i) for i in range(300)]
    assert [row.topic for row in rows] == mixtures.argmax(axis=1).tolist()
    assert_allclose([row.probability for row in rows], mixtures.max(axis=1))


def test_places_go_on_from_piece_to_piece(paper: TopicModel) -> None:
    many = TEXTS * 30  # more than a piece
    rows = list(paper.assign(many))
    assert [int(row.id) for row in rows] == list(range(9000))
    assert rows[8999]._replace(id="") == rows[299]._replace(id="")


def test_measures_are_those_of_the_counts(paper: TopicModel) -> None:
    texts, labels = news(120, seed=3)
    found = paper.evaluate(iter(texts), labels, top=5)
    assert found == evaluate(paper.model_, paper.counts(texts), labels=labels, top=5)
    assert found.purity is not None
    assert found.purity > 0.6


def test_npmi_in_other_texts(paper: TopicModel) -> None:
    texts = news(50, seed=3)[0]
    found = paper.evaluate(texts, reference=iter(TEXTS))
    expected = evaluate(paper.model_, paper.counts(texts), reference=paper.counts(TEXTS))
    assert found == expected
    assert found.npmi != paper.evaluate(texts).npmi


@pytest.mark.parametrize("own", [True, False], ids=["own", "reference"])
def test_npmi_in_windows(paper: TopicModel, own: bool) -> None:
    texts = news(50, seed=3)[0]
    counted = texts if own else TEXTS
    found = paper.evaluate(iter(texts), reference=None if own else iter(TEXTS), window=3, top=4)
    columns = [[span.column for span in paper.text_.spans(text)] for text in counted]
    expected = evaluate(paper.model_, paper.counts(texts), reference=columns, window=3, top=4)
    assert found == expected


def test_words_in_order_are_those_of_the_text(paper: TopicModel) -> None:
    texts = ["", "goal the zorbia goals", "!!", "orbit"]
    found = [row.tolist() for row in ordered(paper.text_, texts)]
    expected = [[span.column for span in paper.text_.spans(text)] for text in texts]
    assert found == expected
    assert [len(row) for row in found] == [0, 4, 0, 1]
    assert list(ordered(paper.text_, [])) == []


def test_a_window_must_be_one(paper: TopicModel) -> None:
    with pytest.raises(SettingError, match="window"):
        paper.evaluate(TEXTS, window=0)
