"""`predict`: the one topic of each document."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from biterms import BTM, HDP, LDA, SVI
from biterms.measures import nmi
from tests.models.planted import planted

FOUND = planted(300)
MODELS = {
    "LDA-B": LDA(4, random_state=0),
    "SVI": LDA(4, learner=SVI(), random_state=0),
    "HDP-B": HDP(8, random_state=0),
    "BTM": BTM(4, sweeps=20, random_state=0),
}


@pytest.fixture(scope="module", params=MODELS)
def model(request: pytest.FixtureRequest) -> Any:
    return MODELS[request.param].fit(FOUND.X)


def stated(model: Any, document: np.ndarray) -> int:
    """The sum of logarithms, topic by topic and word by word."""
    pi, b = model.sizes_, model.topics_
    scores = []
    for k in range(len(pi)):
        score = np.log(pi[k]) if pi[k] else -np.inf
        for w in np.flatnonzero(document):
            p = sum(pi[j] * b[j, w] for j in range(len(pi)))
            score += document[w] * np.log(b[k, w] + 3 * p)
        scores.append(score)
    return int(np.argmax(scores))


def test_it_is_the_most_probable_topic(model: Any) -> None:
    assert_array_equal(model.predict(FOUND.X[:40]), [stated(model, row) for row in FOUND.X[:40]])


def test_planted_topics_are_found(model: Any) -> None:
    assert nmi(model.predict(FOUND.X), FOUND.labels) > 0.75


def test_a_document_does_not_depend_on_the_others(model: Any) -> None:
    together = model.predict(sparse.csr_array(FOUND.X))
    assert_array_equal([model.predict(row[None])[0] for row in FOUND.X[:20]], together[:20])


def test_a_document_without_words_gets_the_largest_topic(model: Any) -> None:
    empty = np.zeros((2, FOUND.X.shape[1]))
    assert_array_equal(model.predict(empty), [model.sizes_.argmax()] * 2)


def test_a_word_that_a_topic_lacks_does_not_rule_it_out() -> None:
    """Three words of one topic outweigh one of another, however rare that is in the first."""
    model = LDA(4, eta=1e-6, random_state=0).fit(FOUND.X)
    document = np.zeros((1, FOUND.X.shape[1]))
    own, other = FOUND.topics[0].argsort()[-3:], FOUND.topics[1].argmax()
    document[0, own], document[0, other] = 1, 1
    alone = np.zeros_like(document)
    alone[0, own] = 1
    assert model.predict(document)[0] == model.predict(alone)[0]
