"""The beginning of a stream is held, and learnt from again once there is enough of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import LDA, SVB, InOrder, TopicModel, Vectoriser
from biterms.errors import StoreError
from biterms.learning import Annealed
from biterms.learning.row_map import RowMap
from biterms.models.files import model_fields, model_from_fields
from biterms.models.lda import prevalent
from biterms.models.lda.replay import replay
from tests.models.planted import planted, similarity
from tests.models.snapshots import learnt
from tests.topics.newsroom import news

FOUND = planted(700)
X = FOUND.X
ENOUGH = 400


def model(**settings: Any) -> LDA:
    return LDA(4, **({"random_state": 0, "learner": Annealed(starts=0, held=ENOUGH)} | settings))


def learning(rows: np.ndarray, size: int = 50, **settings: Any) -> LDA:
    made = model(**settings)
    for at in range(0, len(rows), size):
        made.partial_fit(rows[at : at + size])
    return made


def stored_and_read(made: LDA) -> Any:
    return model_from_fields(*model_fields(made))


def test_documents_are_held_until_there_are_enough() -> None:
    made = model()
    for at in range(0, 700, 50):
        made.partial_fit(X[at : at + 50])
        seen = at + 50
        assert (0 if made.state_.held is None else len(made.state_.held)) == (
            seen if seen < ENOUGH else 0
        )
        assert made.n_docs_ == seen
        assert len(made.topics_) == 4


def test_it_learns_what_several_passes_over_them_learn() -> None:
    """Topics of the replay are those of fit, up to their order."""
    stream, fitted = learning(X[:ENOUGH]), model().fit(X[:ENOUGH])
    assert similarity(stream.topics_, fitted.topics_) > 0.99
    assert similarity(stream.topics_, FOUND.topics) > 0.95


def test_topics_keep_their_ids() -> None:
    before, after = learning(X[: ENOUGH - 50]), learning(X[:ENOUGH])
    unit = [t / np.linalg.norm(t, axis=1, keepdims=True) for t in (before.topics_, after.topics_)]
    assert (unit[0] @ unit[1].T).argmax(axis=1).tolist() == [0, 1, 2, 3]


def test_topics_without_seed_words_keep_their_ids() -> None:
    """Two topics have a prior of their own, the others are matched among themselves."""
    eta = np.full((4, X.shape[1]), 0.05)
    eta[1] += 5.0 * (FOUND.topics[2] > 0.02)
    eta[3] += 5.0 * (FOUND.topics[0] > 0.02)
    before, after = (learning(X[:n], eta=eta) for n in (ENOUGH - 50, ENOUGH))
    unit = [t / np.linalg.norm(t, axis=1, keepdims=True) for t in (before.topics_, after.topics_)]
    assert (unit[0] @ unit[1].T).argmax(axis=1).tolist() == [0, 1, 2, 3]


def test_what_was_learnt_before_is_replaced_at_one_moment() -> None:
    made = learning(X[: ENOUGH - 50])
    mark, updates = made.posterior_.mark(), made.posterior_.updates
    made.partial_fit(X[ENOUGH - 50 : ENOUGH])
    assert made.posterior_.updates == updates + 2
    assert len(made.posterior_.changed_since(mark)[0]) == X.shape[1]


@pytest.mark.parametrize("at", [150, ENOUGH, 500])
def test_a_model_that_was_stored_goes_on_to_the_bit(at: int) -> None:
    undisturbed, made = learning(X), learning(X[:at])
    again = stored_and_read(made)
    for begin in range(at, 700, 50):
        again.partial_fit(X[begin : begin + 50])
    assert learnt(again) == learnt(undisturbed)


def test_an_interrupted_replay_comes_before_the_next_minibatch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    undisturbed, made = learning(X), learning(X[: ENOUGH - 50])

    with monkeypatch.context() as patch:
        patch.setattr(prevalent, "replay", interrupted)
        with pytest.raises(KeyboardInterrupt):
            made.partial_fit(X[ENOUGH - 50 : ENOUGH])
    assert len(made.state_.held) == ENOUGH == made.n_docs_
    for begin in range(ENOUGH, 700, 50):
        made.partial_fit(X[begin : begin + 50])
    assert learnt(made) == learnt(undisturbed)


def test_held_documents_lose_words_that_are_dropped() -> None:
    made = learning(X[:150])
    dropped = np.array([0, 5])
    made.remap(RowMap(X.shape[1], X.shape[1], dropped, np.arange(0)))
    assert not np.isin(made.state_.held.indices, dropped).any()
    kept = X[:150].copy()
    kept[:, dropped] = 0
    assert_array_equal(made.state_.held.data, kept[kept > 0])
    assert_array_equal(np.diff(made.state_.held.indptr), (kept > 0).sum(axis=1))


def test_nothing_is_held_after_fit_nor_by_other_learners_nor_of_given_biterms() -> None:
    assert model().fit(X[:100]).partial_fit(X[100:150]).state_.held is None
    assert model(learner=SVB()).partial_fit(X[:50]).state_.held is None
    words = [np.repeat(np.arange(len(row)), row.astype(int)).tolist() for row in X[:50]]
    assert model(biterms=2).partial_fit(InOrder(words, X.shape[1])).state_.held is None


def test_without_documents_that_are_held_none_are_in_the_model() -> None:
    made = learning(X, learner=Annealed(starts=0, held=0))
    assert made.state_.held is None
    assert made.n_docs_ == 700


def test_damaged_documents_are_refused() -> None:
    made = learning(X[:100])
    made.state_.held.indices[3] = 9_999
    with pytest.raises(StoreError, match="held"):
        stored_and_read(made)


def test_texts_that_come_in_pieces_are_texts_that_come_together() -> None:
    texts = news(900, 0)[0]
    settings = {"text": Vectoriser(min_df=2)}
    once = TopicModel(model(), **settings).update(texts)
    twice = TopicModel(model(), **settings).update(texts[:600]).update(texts[600:])
    assert once.model_.state_.held is None
    assert_allclose(once.model_.sizes_.sum(), 1.0)
    assert once.words()[:5] == twice.words()[:5]


def test_they_are_learnt_from_again_before_there_are_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A short stream has good topics, too: 400 documents, and 282, 200, 141, 100, ... before."""
    seen: list[int] = []

    def noted(engine: Any, state: Any, most: int, replayed: Any = None) -> None:
        seen.append(len(state.held))
        replay(engine, state, most, replayed)

    monkeypatch.setattr(prevalent, "replay", noted)
    made = learning(X, size=20)
    assert seen == [20, 40, 60, 80, 100, 160, 200, 300, 400]
    assert made.state_.held is None


def test_documents_without_biterms_leave_topics_to_those_that_have_some() -> None:
    """The first minibatch has one word: nothing tells the topics apart yet."""
    made = model(learner=Annealed(starts=0, held=0)).partial_fit(np.eye(1, X.shape[1]))
    for at in range(0, 700, 50):
        made.partial_fit(X[at : at + 50])
    assert similarity(made.topics_, FOUND.topics) > 0.5
    assert len(np.unique(made.topics_.round(6), axis=0)) == 4


def test_documents_that_have_lost_their_words_do_not_make_topics_equal() -> None:
    made, V = model(learner=Annealed(starts=0, held=40)).partial_fit(X[:39]), X.shape[1]
    made.remap(RowMap(V, 2 * V, np.arange(V), np.arange(V, 2 * V)))
    made.partial_fit(np.zeros((1, 2 * V)))
    moved = np.hstack([np.zeros_like(X), X])
    for at in range(40, 700, 20):
        made.partial_fit(moved[at : at + 20])
    assert len(np.unique(made.topics_.round(6), axis=0)) == 4


def test_another_learner_lets_held_documents_go() -> None:
    made, V, first = learning(X[:150]), X.shape[1], np.array([0])
    made.set_params(learner=SVB()).remap(RowMap(V, V, first, first))
    assert not (made.state_.held.indices == 0).any()
    assert made.partial_fit(X[150:200]).state_.held is None
    none = learning(X[:150]).set_params(learner=Annealed(held=0))
    assert none.partial_fit(X[150:200]).state_.held is None


def test_fewer_documents_to_hold_than_there_are_end_it() -> None:
    made = learning(X[:220], size=20).set_params(learner=Annealed(starts=0, held=150))
    assert made.partial_fit(X[220:240]).state_.held is None


def test_an_interrupted_replay_comes_before_words_change(monkeypatch: pytest.MonkeyPatch) -> None:
    undisturbed, made = learning(X[:ENOUGH]), learning(X[: ENOUGH - 50])
    with monkeypatch.context() as patch:
        patch.setattr(prevalent, "replay", interrupted)
        with pytest.raises(KeyboardInterrupt):
            made.partial_fit(X[ENOUGH - 50 : ENOUGH])
    for one in (undisturbed, made):
        one.remap(RowMap(X.shape[1], X.shape[1], np.array([3]), np.arange(0)))
    assert learnt(made) == learnt(undisturbed)


def interrupted(*_: Any) -> None:
    raise KeyboardInterrupt


def test_merged_topics_stay_merged() -> None:
    made = learning(X[: ENOUGH - 50]).merge([0, 1])
    before = made.topics_
    made.partial_fit(X[ENOUGH - 50 : ENOUGH])
    unit = [t / np.linalg.norm(t, axis=1, keepdims=True) for t in (before, made.topics_)]
    assert (unit[0] * unit[1]).sum(axis=1).min() > 0.9


@pytest.mark.parametrize(
    "change",
    [
        {"data": np.ones(9, dtype=np.float32)},
        {"indptr": np.zeros(0, dtype=np.int64)},
        {"indptr": np.zeros(1, dtype=np.int64)},
        {"replayed": 10**6},
    ],
    ids=str,
)
def test_documents_that_do_not_fit_together_are_refused(change: dict[str, Any]) -> None:
    made = learning(X[:100])
    made.state_.held = replace(made.state_.held, **change)
    with pytest.raises(StoreError, match="held"):
        stored_and_read(made)
