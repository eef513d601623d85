"""`n_topics="auto"`: as many topics as predict held-out words."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

import biterms
from biterms import LDA, SeedWords, TopicModel
from biterms.errors import InputError, SettingError, StopLearning, TopicLimitWarning
from biterms.learning import SVI
from biterms.learning.heldout import document_lpps, packed_table
from biterms.models.files import model_fields, model_from_fields
from biterms.models.lda import auto
from biterms.models.lda.auto import FIRST, numbers
from biterms.models.lda.validation import LeavingOut, Validation
from biterms.models.variational import Schedule


def drawn(n_topics: int, shape: str, n_docs: int, seed: int = 0) -> sparse.csr_array:
    """Documents of 5 to 10 words, each almost of one topic; sizes are equal or 1/k."""
    rng = np.random.default_rng(seed)
    topics = rng.dirichlet(np.full(1000, 0.05), n_topics).cumsum(axis=1)
    sizes = np.ones(n_topics) if shape == "uniform" else 1 / np.arange(1, n_topics + 1)
    theta = rng.dirichlet(0.1 * sizes / sizes.sum(), n_docs)
    documents = np.repeat(np.arange(n_docs), rng.integers(5, 11, n_docs))
    z = (theta.cumsum(axis=1)[documents, :-1] < rng.random((len(documents), 1))).sum(axis=1)
    words, u = np.empty(len(z), dtype=int), rng.random(len(z))
    for k in range(n_topics):
        words[z == k] = np.searchsorted(topics[k, :-1], u[z == k])
    ones = np.ones(len(words))
    return sparse.csr_array(sparse.coo_array((ones, (documents, words)), shape=(n_docs, 1000)))


SMALL = drawn(6, "uniform", 1000)


@pytest.mark.parametrize("n_docs", [4000, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("shape", ["uniform", "Zipf"])
def test_planted_topics_are_counted(shape: str, n_docs: int) -> None:
    found = LDA("auto", random_state=0).fit(drawn(20, shape, n_docs)).n_topics_
    assert 18 <= found <= 22


def numbers_learnt(X: sparse.csr_array) -> tuple[list[int], int]:
    """Numbers of topics that are learnt while they are searched, and what is found."""
    learnt = list[int]()

    def watch(done: int, total: int, lpp: float | None, stage: str = "") -> None:
        now = int(stage.rsplit(maxsplit=1)[-1]) if stage != "learning" else 0
        if now and (not learnt or learnt[-1] != now):
            learnt.append(now)

    return learnt, LDA("auto", random_state=0).fit(X, progress=watch).n_topics_


def test_rare_topics_of_few_documents_are_found() -> None:
    """Thirty topics by Zipf's law in 2,000 documents: 15 to 20 documents for each of the rarest."""
    learnt, found = numbers_learnt(drawn(30, "Zipf", 2000))
    assert learnt[-1] < learnt[-2]  # merged to twice as many as seem to be worth having
    assert 27 <= found <= 33


@pytest.mark.parametrize(
    ("n_topics", "few", "starts"),
    [(30, 8000, [16, 32, 64]), (6, 8000, [16, 32]), (30, 1000, [16, 32])],
    ids=["more than half are worth having", "fewer are", "many documents"],
)
def test_one_more_start_if_few_documents_may_have_missed_a_gain(
    n_topics: int, few: int, starts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto, "_gains", lambda gain: False)
    monkeypatch.setattr(auto, "FEW", few)
    learnt, _ = numbers_learnt(drawn(n_topics, "uniform", 2000))
    assert learnt[: len(starts)] == starts
    assert len(learnt) <= len(starts) + 1  # and the search


def test_it_is_the_model_of_that_many_topics() -> None:
    model = LDA("auto", random_state=0).fit(SMALL)
    K = model.n_topics_
    assert 5 <= K <= 8
    assert model.topics_.shape == (K, 1000)
    assert model.transform(SMALL[:3]).shape == (3, K)
    assert model.alpha_.shape == (K,)
    assert_allclose(model.alpha_.sum(), 30)
    assert model.n_docs_ == 1000
    assert model.n_topics == "auto"


def test_the_same_seed_gives_the_same_bits_with_any_number_of_threads() -> None:
    X = drawn(10, "Zipf", 8000)
    one, two = (LDA("auto", random_state=3, n_threads=n).fit(X) for n in (1, 2))
    assert_array_equal(one.components_, two.components_)


def test_fitting_again_begins_anew() -> None:
    model = LDA("auto", random_state=0).fit(drawn(12, "uniform", 2000, 1))
    again = model.fit(SMALL)
    assert_array_equal(again.components_, LDA("auto", random_state=0).fit(SMALL).components_)


def test_it_learns_on_and_is_stored() -> None:
    model = LDA("auto", random_state=0).fit(SMALL)
    K = model.n_topics_
    back = model_from_fields(*model_fields(model))
    for each in (model, back):
        each.partial_fit(SMALL[:50])
        assert each.n_topics_ == K
    assert_array_equal(model.components_, back.components_)
    model.merge([0, 1]).partial_fit(SMALL[:50])
    assert model.n_topics_ == K - 1


def test_a_stream_has_no_number_of_topics_yet() -> None:
    model = LDA("auto")
    with pytest.raises(SettingError, match="needs all documents at once: use fit"):
        model.partial_fit(SMALL)
    assert not hasattr(model, "state_")


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ({"learner": SVI()}, "SVI: expected biterms"),
        ({"inference": "vb"}, "inference='vb'"),
        ({"biterms": False}, "biterms=False"),
        ({"alpha": [1.0, 2.0]}, "an alpha for each topic"),
        ({"eta": np.ones((3, 1000))}, "a prior for each topic"),
    ],
)
def test_settings_that_need_a_number(settings: dict[str, object], found: str) -> None:
    with pytest.raises(SettingError, match=rf"n_topics='auto' with .*{found}"):
        LDA("auto", **settings).fit(SMALL)  # type: ignore[arg-type]


@pytest.mark.parametrize("n_topics", ["automatic", "10", None, 2.5])
def test_other_words_are_no_number(n_topics: object) -> None:
    with pytest.raises(SettingError, match=r"n_topics=.* expected a whole number from 1"):
        LDA(n_topics).fit(SMALL)  # type: ignore[arg-type]


def test_a_guide_knows_its_topics() -> None:
    with pytest.raises(SettingError, match="n_topics='auto' with a guide"):
        TopicModel(LDA("auto"), guide=SeedWords([["rain"], ["sun"]])).fit(["rain and sun"] * 100)


@pytest.mark.parametrize("X", [SMALL[:60], sparse.csr_array(np.eye(400))], ids=["few", "short"])
def test_too_few_documents_are_refused(X: sparse.csr_array) -> None:
    model = LDA("auto")
    with pytest.raises(
        InputError, match=r"documents of two or more different words, .*: expected at least 80"
    ):
        model.fit(X)
    assert not hasattr(model, "state_")


def test_it_is_never_silently_at_its_limit() -> None:
    with pytest.warns(TopicLimitWarning, match=f"looks for no more than {FIRST}"):
        LDA("auto", random_state=0).fit(drawn(40, "uniform", 2000)[:120])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        LDA("auto", random_state=0).fit(SMALL)


@pytest.mark.parametrize(
    ("n_docs", "n_words", "expected"),
    [
        (10, 5, [16]),
        (160, 5, [16]),
        (1000, 5, [16, 32, 64, 100]),
        (10**6, 5, [16, 32, 64, 128, 256, 512, 1024]),
        (10**6, 10**6, [16, 32, 33]),
    ],
)
def test_more_topics_need_more_documents_and_memory(
    n_docs: int, n_words: int, expected: list[int]
) -> None:
    empty = np.zeros(0)
    counts = biterms.kernels.Counts(np.zeros(n_docs + 1, np.int64), empty, empty, n_words)  # type: ignore[arg-type]
    assert [*numbers(counts)] == expected


def test_progress_reaches_the_end_and_can_end_it() -> None:
    X, seen = drawn(6, "uniform", 8000), list[tuple[int, int]]()
    LDA("auto", random_state=0).fit(X, progress=lambda done, total, _: seen.append((done, total)))
    done = [each for each, _ in seen]
    assert done == sorted(done)
    assert seen[-1][0] == seen[-1][1]

    def stop(done: int, total: int, lpp: float | None) -> None:
        raise StopLearning

    ended = LDA("auto", random_state=0)
    with pytest.raises(StopLearning):
        ended.fit(X, progress=stop)
    assert ended.n_topics_ == FIRST
    assert_allclose(ended.transform(X[:5]).sum(axis=1), 1.0)


def test_whoever_waits_knows_that_the_number_is_searched() -> None:
    X, seen = drawn(6, "uniform", 8000), list[tuple[int, int, str]]()

    def watch(done: int, total: int, lpp: float | None, stage: str = "") -> None:
        seen.append((done, total, stage))

    LDA("auto", random_state=0).fit(X, progress=watch)
    stages = [stage for stage, _ in itertools.groupby(stage for _, _, stage in seen)]
    assert stages[0] == f"searching the number of topics, now {FIRST}"
    assert stages[-1] == "learning"
    assert "learning" not in stages[:-1]
    searching = [done for done, _, stage in seen if stage != "learning"]
    assert 0.1 < searching[-1] / seen[-1][1] < 0.9
    steps = np.diff([0, *(done for done, _, _ in seen)])
    assert steps.min() >= 0
    assert steps.max() < 0.3 * seen[-1][1]


def test_it_can_be_ended_while_it_decides() -> None:
    calls = list[str]()

    def watch(done: int, total: int, lpp: float | None, stage: str = "") -> None:
        calls.append(stage)
        if len(calls) == last:
            raise StopLearning

    last = 0
    LDA("auto", random_state=0).fit(SMALL, progress=watch)
    last = len([stage for stage in calls if stage != "learning"])
    calls.clear()
    ended = LDA("auto", random_state=0)
    with pytest.raises(StopLearning):
        ended.fit(SMALL, progress=watch)
    assert len(calls) == last
    assert 5 <= ended.n_topics_ <= 8


def test_validation_documents_are_left_out() -> None:
    schedule = LeavingOut(Schedule(10), np.array([2, 5]))
    assert schedule.order(0, np.random.RandomState(0)).tolist() == [0, 1, 3, 4, 6, 7, 8, 9]


def test_the_score_of_a_document_is_the_mean_log_probability_of_its_held_out_words() -> None:
    theta, topics = np.array([[0.2, 0.8], [1.0, 0.0]]), np.array([[0.1, 0.3], [0.5, 0.2]])
    heldout = packed_table(sparse.csr_array(np.array([[2.0, 1.0], [0.0, 3.0]])))
    p = theta @ topics.T
    expected = [(2 * np.log(p[0, 0]) + np.log(p[0, 1])) / 3, np.log(p[1, 1])]
    assert_allclose(document_lpps(theta, topics, heldout), expected)


def test_short_documents_do_not_decide() -> None:
    """Of many documents only a few have two words: these are the ones that count."""
    X = sparse.vstack([SMALL[:300], sparse.csr_array(np.eye(1000))[:700]], format="csr")
    assert LDA("auto", random_state=0).fit(X).n_docs_ == 1000


def test_few_documents_are_split_in_several_ways() -> None:
    counts = LDA()._read(SMALL)
    validation = Validation.of(counts, np.random.RandomState(0))
    assert len(validation.docs) == 250
    held = [parts.heldout.words[parts.heldout.labels] for parts in validation.splits]
    assert len(held) == 3
    assert len(held[0]) == len(held[1])
    assert (held[0] != held[1]).mean() > 0.5
    model = LDA(6, random_state=0).fit(SMALL)
    engine, parts = model.engine(), validation.splits
    alone = [Validation(validation.docs, [each]).scores(engine, model.state) for each in parts]  # type: ignore[arg-type]
    assert_allclose(validation.scores(engine, model.state), np.mean(alone, axis=0))  # type: ignore[arg-type]


def test_many_documents_are_split_once() -> None:
    counts = LDA()._read(sparse.vstack([SMALL] * 20, format="csr"))
    validation = Validation.of(counts, np.random.RandomState(0))
    assert (len(validation.docs), len(validation.splits)) == (2000, 1)


def test_no_topic_is_empty() -> None:
    """Forty topics of words of their own, which leave nothing for another one."""
    rng = np.random.default_rng(0)
    documents = np.repeat(np.arange(8000), 6)
    words = np.repeat(rng.integers(0, 40, 8000), 6) * 10 + rng.integers(0, 10, 48_000)
    table = sparse.coo_array((np.ones(48_000), (documents, words)), shape=(8000, 400))
    tried = list[str]()

    def watch(done: int, total: int, lpp: float | None, stage: str = "") -> None:
        tried.append(stage.rsplit(maxsplit=1)[-1])

    model = LDA("auto", random_state=0).fit(sparse.csr_array(table), progress=watch)
    assert 38 <= model.n_topics_ <= 42
    assert model.sizes_.min() > 1e-3
    assert "128" in tried
    assert "256" not in tried  # half of 128 are empty already


def test_starts_of_a_small_collection_are_counted() -> None:
    seen = list[tuple[int, int]]()
    LDA("auto", random_state=0).fit(SMALL, progress=lambda *done: seen.append(done[:2]))
    done = [each for each, _ in seen]
    assert done == sorted(done)
    assert seen[-1][0] == seen[-1][1]
    assert max(np.diff(done)) < 0.5 * seen[-1][1]
