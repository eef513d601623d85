"""Documents that a pass leaves out validate the topics: as many stay as the data need."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from biterms import HDP, SVB, BatchVB
from biterms.errors import StopLearning
from biterms.learning.loop import Loop
from biterms.learning.plan import Plan
from biterms.models.hdp.validation import ValidationSchedule, left_out, validates
from tests.models.contract import V, X, assert_sound
from tests.models.planted import planted, similarity
from tests.models.snapshots import learnt

FOUR = planted(1000)


def fitted(max_topics: int = 20, X: Any = FOUR.X, **settings: Any) -> HDP:
    usual = {"batch_size": 100, "random_state": 0, "n_threads": 1}
    return HDP(max_topics, **(usual | settings)).fit(X)


# which documents are left out ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n_docs", "n_topics", "size"),
    [(90, 100, 20), (1007, 100, 201), (50_000, 100, 4000), (50_000, 250, 5000), (20_000, 9, 4000)],
)
def test_another_part_each_time(n_docs: int, n_topics: int, size: int) -> None:
    order = np.random.default_rng(0).permutation(n_docs)
    parts = [left_out(order, n_topics, number, 13) for number in range(10)]
    assert [len(part) for part in parts] == [size] * 10
    disjoint = n_docs // size
    assert disjoint >= 4
    assert len(np.unique(np.concatenate(parts[:disjoint]))) == len(parts[:disjoint]) * size
    assert {*np.concatenate(parts).tolist()} <= {*range(n_docs)}


def test_more_passes_than_parts_begin_again() -> None:
    order = np.arange(1000)[::-1]
    parts = [left_out(order, 50, number, 60) for number in range(57)]
    assert all(len(np.unique(part)) == 200 for part in parts)
    assert len({part[0] for part in parts}) > 40
    assert {*np.concatenate(parts).tolist()} == {*range(1000)}


def test_the_last_passes_and_few_documents_leave_nobody_out() -> None:
    for passes in (1, 2, 3, 4, 5, 10):
        for number in range(max(0, passes - 3), passes):
            assert not len(left_out(np.arange(1000), 10, number, passes))
            assert not validates(number, passes)
    assert len(left_out(np.arange(60), 10, 1, 10)) == 20
    assert not len(left_out(np.arange(59), 10, 1, 10))
    assert [validates(number, 7) for number in range(7)] == [False, True, True, True] + [False] * 3


def test_without_a_validated_pass_nobody_is_left_out() -> None:
    for passes in range(1, 8):
        parts = [left_out(np.arange(1000), 10, number, passes) for number in range(passes)]
        validating = [number for number in range(passes) if validates(number, passes)]
        assert any(map(len, parts)) == bool(validating)
        assert all(len(parts[number]) for number in validating)


@pytest.mark.parametrize(
    ("n_docs", "expected"), [(9, 0), (60, 6), (150, 30), (999, 99), (50_000, 1000)]
)
def test_held_out_documents_never_validate(n_docs: int, expected: int) -> None:
    schedule = ValidationSchedule(n_docs, n_topics=30, passes=10)
    random = np.random.RandomState(0)
    for number in range(10):
        order = schedule.order(number, random)
        held_out, left = {*schedule.held_out.tolist()}, {*schedule._left_out.tolist()}
        assert len(held_out) == expected
        assert not held_out & left
        assert {*range(n_docs)} - {*order.tolist()} == (held_out | left if left else set())
        assert len(order) == len({*order.tolist()})


@pytest.fixture
def orders(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """The documents that each pass learns from."""
    seen: list[list[int]] = []
    run = Loop.run

    def recorded(self: Loop, plan: Plan, *given: Any, **more: Any) -> None:
        seen.append(plan.order.tolist())
        run(self, plan, *given, **more)

    monkeypatch.setattr(Loop, "run", recorded)
    return seen


def missing(orders: list[list[int]], X: Any, **settings: Any) -> list[set[int]]:
    orders.clear()
    HDP(6, random_state=0, n_threads=1, **settings).fit(X)
    assert all(len({*docs}) == len(docs) for docs in orders)
    return [{*range(len(X))} - {*docs} for docs in orders]


def test_every_document_is_learnt_from_in_the_last_passes(orders: list[list[int]]) -> None:
    parts = missing(orders, FOUR.X, passes=6)
    validating, held_out = 180, 100
    assert [len(part) for part in parts] == [validating + held_out] * 3 + [0, 0, 0]
    assert len(set.union(*parts)) == 3 * validating + held_out
    assert len(set.intersection(*parts[:3])) == held_out
    assert missing(orders, FOUR.X, passes=6) == parts


@pytest.mark.parametrize(
    "settings",
    [
        {"passes": 4},
        {"passes": 6, "inference": "vb"},
        {"learner": SVB()},
        {"learner": BatchVB(), "passes": 6},
    ],
    ids=str,
)
def test_others_leave_nobody_out(orders: list[list[int]], settings: dict) -> None:
    assert not any(missing(orders, FOUR.X[:300], **settings))


# how many stay ---------------------------------------------------------------------------------


@pytest.mark.parametrize("n_topics", [3, 4, 6])
def test_room_for_more_topics_does_not_change_how_many_there_are(n_topics: int) -> None:
    found = planted(1200, n_topics)
    for max_topics in (20, 40):
        for seed in (0, 1):
            model = fitted(max_topics, found.X, random_state=seed)
            assert model.n_topics_ == model.state.alive.sum() == n_topics
            assert similarity(model.topics_[model.state.alive], found.topics) > 0.95


def test_texts_that_are_repeated_word_by_word_give_no_copies_of_topics() -> None:
    rng = np.random.default_rng(0)
    texts = np.zeros((12, 30))
    for text in texts:
        text[rng.permutation(30)[:4]] = 1.0
    model = fitted(60, texts[rng.integers(0, 12, 600)])
    assert 4 <= model.state.alive.sum() <= 14


def test_sparse_documents_are_the_same() -> None:
    assert learnt(fitted(X=sparse.csr_array(FOUR.X))) == learnt(fitted())


def test_threads_do_not_matter() -> None:
    one = fitted(30)
    assert one.state.alive.sum() < 30
    for threads in (2, 3):
        assert learnt(fitted(30, n_threads=threads)) == learnt(one)


def test_the_papers_settings_validate_nothing() -> None:
    assert HDP.paper(8, passes=6, random_state=0).fit(X).state.alive.all()


def test_a_topic_that_is_gone_stays_so() -> None:
    """It is empty and keeps its number, whatever is learnt."""
    model = fitted(20)
    gone, topics = ~model.state.alive, model.topics_
    assert gone.any()
    for part in (FOUR.X[:100], np.zeros((3, V)), FOUR.X[100:500]):
        model.partial_fit(part)
        assert_array_equal(~model.state.alive, gone)
        assert_array_equal(model.sizes_[gone], 0.0)
        assert_array_equal(model.usage_[gone], 0.0)
        assert_array_equal(model.posterior_.M[:, gone], 0.0)
        assert model.transform(FOUR.X)[:, gone].max() < 1e-30
        assert_sound(model, FOUR.X)
    unit = [
        rows[~gone] / np.linalg.norm(rows[~gone], axis=1)[:, None]
        for rows in (topics, model.topics_)
    ]
    assert (np.diag(unit[0] @ unit[1].T) > 0.98).all()


def test_fitting_anew_begins_with_all() -> None:
    model = fitted(20)
    first = learnt(model)
    model.fit(np.eye(V))
    assert model.state.alive.all()
    assert learnt(model.fit(FOUR.X)) == first


# how sharp mixtures are -----------------------------------------------------------------------


def test_documents_of_one_topic_ask_for_sharp_mixtures() -> None:
    model = fitted(20)
    assert model.alpha_ < 2
    theta = model.transform(FOUR.X)
    assert np.median(theta.max(axis=1)) > 0.95
    broad = fitted(20, alpha=10.0)
    assert broad.alpha_ == 10.0
    assert model.score(FOUR.X) > broad.score(FOUR.X)


@pytest.mark.parametrize("settings", [{"passes": 4}, {"inference": "vb"}, {"learner": SVB()}])
def test_where_nothing_is_left_out_alpha_stays(settings: dict) -> None:
    assert fitted(6, **settings).alpha_ == 10.0
    assert fitted(6, biterms=False, **settings).alpha_ == 0.3


def test_more_room_for_topics_does_not_make_more_of_them() -> None:
    """Three subjects of ten words, four of them in each text: copies of a topic would help broad
    mixtures."""
    rng = np.random.default_rng(0)
    texts = np.zeros((900, 30))
    for d, text in enumerate(texts):
        text[10 * (d % 3) + rng.permutation(10)[:4]] = 1.0
    assert [fitted(K, texts).n_topics_ for K in (10, 20, 50)] == [3, 3, 3]


# streams ---------------------------------------------------------------------------------------


def stream(max_topics: int = 12) -> HDP:
    model = HDP(max_topics, learner=SVB(), random_state=0, n_threads=1)
    for at in range(0, 700, 100):
        model.partial_fit(FOUR.X[at : at + 100])
    return model


def test_a_stream_is_consolidated_by_new_documents() -> None:
    model = stream()
    assert model.state.alive.all()
    mass, usage = model.posterior_.learnt().sum(), model.usage_.sum()
    assert model.consolidate(FOUR.X[700:]) is model
    assert model.n_topics_ == model.state.alive.sum() == 4
    assert similarity(model.topics_[model.state.alive], FOUR.topics) > 0.95
    assert_array_equal(model.sizes_[~model.state.alive], 0.0)
    assert 0.9 * mass < model.posterior_.learnt().sum() <= mass * (1 + 1e-12)
    assert 0.9 * usage < model.usage_.sum() <= usage * (1 + 1e-12)
    assert_sound(model.partial_fit(FOUR.X[700:]), FOUR.X)
    assert model.n_topics_ == 4


def test_consolidating_twice_changes_little_more() -> None:
    model = stream().consolidate(FOUR.X[700:])
    assert model.consolidate(FOUR.X[700:]).state.alive.sum() == 4


@pytest.mark.parametrize(
    "documents",
    [np.zeros((3, V)), np.eye(V), FOUR.X[700:719]],
    ids=["empty", "one word", "too few"],
)
def test_documents_that_cannot_validate_change_nothing(documents: np.ndarray) -> None:
    model = stream(6)
    before = learnt(model)
    model.consolidate(documents)
    assert learnt(model) == before


def test_what_has_learnt_nothing_is_not_validated() -> None:
    model = HDP(6, learner=SVB(), random_state=0).partial_fit(np.zeros((2, V)))
    assert model.consolidate(FOUR.X[:50]).state.alive.all()


def test_documents_of_two_words_validate_where_others_are_too_few() -> None:
    pairs = 5.0 * np.eye(V) + np.roll(np.eye(V), 1, axis=1)
    model = stream().consolidate(pairs)
    assert 1 <= model.state.alive.sum() < 12


def test_one_topic_stays_where_there_is_one() -> None:
    one = planted(500, 1, words_each=30).X
    model = HDP(6, learner=SVB(), random_state=0, n_threads=1).partial_fit(one[:300])
    for _ in range(3):
        model.consolidate(one[300:])
    assert model.state.alive.sum() == 1
    assert_allclose(model.transform(one[:5])[:, model.state.alive], 1.0)
    assert_sound(model.partial_fit(one[300:]), one)


@pytest.mark.parametrize("settings", [{"omega": 1e-6}, {"omega": 1e6}, {"alpha": 1e-6}], ids=str)
def test_the_ends_of_the_range_are_pruned_too(settings: dict) -> None:
    model = fitted(60, FOUR.X[:300], **settings)
    assert model.state.alive.sum() < 60
    assert_sound(model, FOUR.X)


# a fit that is ended ---------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.05, 0.25, 0.6, 0.95])
def test_a_fit_that_is_ended_leaves_a_sound_model(share: float) -> None:
    model = HDP(20, batch_size=100, random_state=0, n_threads=1)

    def progress(done: int, total: int, lpp: float | None) -> None:
        assert done <= total
        if done >= share * total:
            raise StopLearning

    with pytest.raises(StopLearning):
        model.fit(FOUR.X, progress=progress)
    assert_sound(model, FOUR.X)
    assert_array_equal(model.sizes_[~model.state.alive], 0.0)
    assert_sound(model.partial_fit(FOUR.X[:100]), FOUR.X)
    assert learnt(model.fit(FOUR.X)) == learnt(fitted(20))
