"""Synchronous rounds have the bits of one process that knows nothing of a cluster."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biterms import HDP, KPS, LDA, SVB, SettingError, TopicModel
from biterms.cluster import Lanes, Synchronous, fit
from tests.cluster.workers import fit_with_kills
from tests.topics.bits import model_bits

MODELS = {
    "SVB": LDA(6, learner=SVB(exact=True), batch_size=2500, random_state=0, n_threads=1),
    "prevalence": LDA(
        6, learner=SVB(exact=True), inference="prevalence", batch_size=2500, random_state=0
    ),
    "vb": LDA(6, learner=KPS(exact=True), inference="vb", batch_size=1100, random_state=0),
    "HDP": HDP(8, learner=SVB(exact=True), batch_size=2500, random_state=0),
    "near words": LDA(
        6, biterms=3, learner=SVB(exact=True), batch_size=2500, random_state=0, n_threads=2
    ),
}


@pytest.mark.parametrize("name", MODELS)
def test_the_bits_of_one_process(client: Any, news: Path, headlines: list[str], name: str) -> None:
    one = TopicModel(MODELS[name]).fit(headlines)
    shared = fit(news, TopicModel(MODELS[name]), client, Synchronous())
    assert model_bits(shared.model_) == model_bits(one.model_)
    assert shared.info()["cluster"] == "synchronous rounds"


def test_a_worker_that_dies_makes_no_difference(
    client: Any, news: Path, headlines: list[str]
) -> None:
    one = TopicModel(MODELS["SVB"]).fit(headlines)
    shared = fit_with_kills(client, news, TopicModel(MODELS["SVB"]), Synchronous(), [4000])
    assert model_bits(shared.model_) == model_bits(one.model_)


@pytest.mark.slow
def test_five_workers_that_die_make_no_difference(
    client: Any, news: Path, headlines: list[str]
) -> None:
    lda = LDA(6, learner=SVB(exact=True), batch_size=1000, random_state=0)
    one = TopicModel(lda).fit(headlines)
    kills = [0, 1000, 2000, 4000, 5000]
    shared = fit_with_kills(client, news, TopicModel(lda), Synchronous(), kills)
    assert model_bits(shared.model_) == model_bits(one.model_)


def test_minibatches_larger_than_a_part_are_rounded_part_by_part() -> None:
    """What one process learns does not change when a minibatch is learnt in two calls of parts."""
    random = np.random.default_rng(0)
    X = (random.random((3072, 30)) < 0.2).astype(float)
    lda = LDA(4, learner=SVB(exact=True), batch_size=3072, random_state=0, n_threads=1)
    base = LDA(4, learner=SVB(exact=True), batch_size=3072, random_state=0).fit(X[:100])
    together = _copy(base).partial_fit(X)
    total = _copy(base)
    statistics = []
    for at in (0, 1024, 2048):
        part = _copy(base).partial_fit(X[at : at + 1024])
        statistics.append(part.state.posterior.M - base.state.posterior.M)
    expected = total.state.posterior.M + sum(reversed(statistics))
    assert np.array_equal(together.state.posterior.M, expected)
    assert lda.get_params()["batch_size"] == 3072


def _copy(model: Any) -> Any:
    from copy import deepcopy

    return deepcopy(model)


@pytest.mark.parametrize("learner", [None, SVB(), KPS()])
def test_other_learners_are_refused(learner: Any) -> None:
    with pytest.raises(SettingError, match="SVB\\(exact=True\\)"):
        fit("news.txt", LDA(5, learner=learner), "tcp://127.0.0.1:1", Synchronous())


def test_exact_learners_have_lanes_as_well(client: Any, news: Path) -> None:
    found = fit(news, TopicModel(MODELS["SVB"]), client, Lanes(anchor=1000, lane=1000))
    assert found.model_.n_docs_ == 6000
