"""Clusters that take no failure of a worker lightly, and partitions without a known word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dask
import dask.bag
import numpy as np
import pytest

from biterms import LDA, ClusterError, TopicModel
from biterms.cluster import Lanes, fit
from biterms.cluster.counting import About
from tests.cluster.same import assert_same_model
from tests.cluster.workers import fit_with_kills

SMALL = Lanes(anchor=1000, lane=500)


def model() -> TopicModel:
    return TopicModel(LDA(6, random_state=0, n_threads=1), keep=100)


@pytest.fixture(scope="module")
def strict() -> Iterator[Any]:
    """A scheduler that gives up a task with the first worker that dies over it."""
    from distributed import Client, LocalCluster

    settings: dict[str, Any] = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(n_workers=2, threads_per_worker=1, **settings) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client


@pytest.mark.slow
def test_tasks_that_dask_gives_up_are_tried_again(
    strict: Any, alone: Any, news: Path, headlines: list[str]
) -> None:
    bag = dask.bag.from_sequence(headlines, npartitions=8)
    for texts in (news, bag):
        undisturbed = fit(texts, model(), alone, SMALL)
        killed = fit_with_kills(strict, texts, model(), SMALL, [0, 1500, 3000, 4000, 5000])
        assert_same_model(killed, undisturbed)
        assert killed.info()["cluster_deaths"] > 0


def test_documents_without_a_known_word(alone: Any, headlines: list[str]) -> None:
    texts = [*headlines[:900], *(f"zq{i} zw{i}" for i in range(600)), *[""] * 300]
    bag = dask.bag.from_sequence(texts, npartitions=6)
    found = fit(bag, model(), alone, Lanes(anchor=500, lane=300, spread=False))
    assert found.model_.n_docs_ == 1800
    assert np.isfinite(found.model_.components_).all()


def test_a_worker_of_another_version(
    alone: Any, news: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("biterms.cluster.counting.__version__", "0.0.1")
    with pytest.raises(ClusterError, match=r"a worker has biterms 0\.0\.1, expected"):
        fit(news, model(), alone, SMALL)
    assert About._fields[-2:] == ("version", "isa")
