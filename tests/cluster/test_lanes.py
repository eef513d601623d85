"""Lanes on real worker processes: exact sums, whatever the workers do."""

from __future__ import annotations

import threading
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biterms import (
    HDP,
    KPS,
    LDA,
    SVB,
    SVI,
    SeedWords,
    StopLearning,
    TopicModel,
    Trouble,
    Vectoriser,
)
from biterms.bags.counts import counts_of
from biterms.cluster import Lanes, fit
from biterms.cluster.files import Reading, chunks, planned
from biterms.learning import Step
from biterms.learning.since import difference
from tests.cluster.same import assert_same_model
from tests.cluster.workers import fit_with_kills

SMALL = Lanes(anchor=1000, lane=500)


def model(**settings: Any) -> TopicModel:
    return TopicModel(LDA(8, random_state=0, n_threads=1, **settings), keep=300)


@pytest.fixture(scope="module")
def learnt(client: Any, news: Path) -> TopicModel:
    return fit(news, model(), client, SMALL)


def test_words_and_numbers_are_those_of_fit(learnt: TopicModel, headlines: list[str]) -> None:
    text = Vectoriser().fit(headlines)
    assert learnt.text_ is not None
    assert learnt.text_.vocabulary_ == text.vocabulary_
    assert np.array_equal(learnt.text_.doc_freq_, text.doc_freq_)
    assert learnt.words() == text.get_feature_names_out().tolist()
    assert learnt.model_.n_docs_ == learnt.sample_.seen == len(headlines)
    assert len(learnt.sample_.records) == 300
    assert {record.text for record in learnt.sample_.records} <= {*headlines}
    about = learnt.info()
    assert (about["cluster"], about["cluster_anchor"]) == ("lanes", 1000)
    assert about["cluster_workers"] == 2
    assert about["cluster_lanes"] == 12
    assert about["cluster_text_seconds"] > 0
    assert about["cluster_learning_seconds"] > 0
    assert about["cluster_network_seconds"] > 0
    for kind in ("text", "learning", "network"):
        assert 0 < about[f"cluster_driver_{kind}_seconds"] <= about[f"cluster_{kind}_seconds"]
    assert about["cluster_driver_learning_seconds"] < about["cluster_learning_seconds"]


def test_it_is_the_anchor_and_the_sum_of_all_lanes(
    learnt: TopicModel, headlines: list[str], news: Path
) -> None:
    """The same by hand: whole posteriors, no packing, no workers; a partition is a lane."""
    X = Vectoriser().fit_transform(headlines)
    chosen = np.arange(1000) * len(headlines) // 1000
    anchor = LDA(8, random_state=0, n_threads=1, eta=_eta(len(headlines))).fit(X[chosen])
    state = anchor.state
    state.posterior.round(10)
    own = copy(anchor).set_params(learner=SVB(), inference="prevalence", batch_size=100)
    engine, partitions = own.engine(), planned([str(news)], Reading(), 500)
    sizes = [
        sum(len(some.texts) for some in chunks(each, Reading(), Trouble())) for each in partitions
    ]
    lanes = [
        np.setdiff1d(each, chosen)
        for each in np.split(np.arange(len(headlines)), np.cumsum(sizes)[:-1])
    ]
    known = 1000
    while lanes:
        n = max(1, int((np.cumsum([*map(len, lanes)]) <= known).sum()))
        then, total = state.posterior.copy(), []
        for lane in lanes[:n]:
            mine = state.with_changes({"posterior": state.posterior.copy()})
            cuts = np.append(np.arange(0, len(lane), 100), len(lane))
            engine.learn_stream(mine, counts_of(X[lane]), cuts)
            total.append(difference(then.table, mine.posterior.table).rounded(10))
        for statistics in reversed(total):
            state.posterior.add(statistics, Step(1.0, 1.0))
        known, lanes = known + sum(map(len, lanes[:n])), lanes[n:]
    assert np.array_equal(learnt.model_.posterior_.lam(), state.posterior.lam())


def _eta(n_docs: int) -> float:
    return min(max(0.05 * (30_000 / n_docs) ** (1 / 3), 0.01), 0.2)


def test_one_worker_gives_the_same_bits(learnt: TopicModel, alone: Any, news: Path) -> None:
    assert_same_model(fit(str(news), model(), alone, SMALL), learnt)


def test_a_worker_that_dies_makes_no_difference(
    learnt: TopicModel, client: Any, news: Path
) -> None:
    assert_same_model(fit_with_kills(client, news, model(), SMALL, [4000]), learnt)


@pytest.mark.slow
def test_five_workers_that_die_make_no_difference(
    learnt: TopicModel, client: Any, news: Path
) -> None:
    again = fit_with_kills(client, news, model(), SMALL, [0, 1000, 2000, 4000, 5500])
    assert_same_model(again, learnt)


def test_each_document_counts_once(client: Any, news: Path, headlines: list[str]) -> None:
    """With words alone a document adds as much as it has words, so all of it can be told."""
    lda = LDA(5, biterms=False, learner=SVB(), random_state=0, eta=0.1, n_threads=1)
    found = fit(news, TopicModel(lda), client, Lanes(anchor=700, lane=900))
    total = Vectoriser().fit_transform(headlines).sum(axis=0).A1
    assert np.allclose(found.model_.components_.sum(axis=0) - 5 * 0.1, total, atol=0.01)


@pytest.mark.parametrize(
    "estimator",
    [
        HDP(12, random_state=0),
        LDA(6, learner=KPS(), random_state=0),
        LDA(6, learner=SVI(), inference="vb", random_state=0),
        LDA(6, biterms=4, random_state=0),
        LDA(6, learner=SVB(), alpha="auto", random_state=0),
        LDA("auto", random_state=0),
    ],
    ids=["HDP", "KPS", "vb", "near words", "alpha", "auto"],
)
def test_models(client: Any, alone: Any, news: Path, estimator: Any) -> None:
    schedule = Lanes(anchor=1500, lane=1500, spread=False)
    found = fit(news, TopicModel(estimator, keep=50), client, schedule)
    assert found.model_.n_docs_ == 6000
    assert np.isfinite(found.model_.components_).all()
    found.update(["late goal wins the match"] * 5)
    again = fit(news, TopicModel(estimator, keep=50), alone, schedule)
    again.update(["late goal wins the match"] * 5)
    assert_same_model(found, again)


def test_a_guide(client: Any, news: Path) -> None:
    guide = SeedWords([["police", "court"], ["rain", "drought"]])
    guided = TopicModel(LDA(5, random_state=0), guide=guide)
    found = fit(news, guided, client, SMALL)
    words = [{word.word for word in topic.words} for topic in found.topics(by="probability")]
    ids = [topic.id for topic in found.topics(by="probability")]
    assert {"police", "court"} <= words[ids.index(0)]


def test_progress_and_an_early_end(client: Any, news: Path) -> None:
    told: list[tuple[str, int, int | None]] = []

    def progress(done: int, total: int | None, lpp: float | None, stage: str = "") -> None:
        told.append((stage, done, total))
        if stage == "learning" and done > 2500:
            raise StopLearning

    found = fit(news, model(), client, SMALL, progress=progress)
    assert list(dict.fromkeys(stage for stage, _, _ in told)) == ["reading", "anchor", "learning"]
    assert found.info()["stopped"]
    assert 2500 < found.model_.n_docs_ < 6000
    assert found.model_.posterior_.table.documents >= found.model_.n_docs_


def test_a_model_that_was_fitted_is_saved_and_goes_on(learnt: TopicModel, tmp_path: Path) -> None:
    from biterms import load

    learnt.save(tmp_path / "news")
    again = load(tmp_path / "news")
    assert_same_model(again, learnt)
    again.update(["storm over the coast", "storm hits the coast"] * 20)
    assert again.model_.n_docs_ == 6040
    assert again.topics()[0].words


def test_a_small_collection_is_the_anchor(alone: Any, news: Path, headlines: list[str]) -> None:
    found = fit(news, model(), alone, Lanes(anchor=10**6))
    assert found.info()["cluster_lanes"] == 0
    one = model().fit(headlines)
    exact = one.model_.posterior_
    exact.round(10)
    assert np.array_equal(found.model_.components_, one.model_.components_)


def test_two_threads_do_not_learn_at_once(learnt: TopicModel, alone: Any, news: Path) -> None:
    from biterms import BusyError

    busy, found = model(), list[BaseException]()

    def progress(done: int, total: int | None, lpp: float | None) -> None:
        if not found:
            try:
                busy.update(["late goal"])
            except BusyError as error:
                found.append(error)

    thread = threading.Thread(target=lambda: fit(news, busy, alone, SMALL, progress=progress))
    thread.start()
    thread.join()
    assert len(found) == 1
