"""Topic models of the paper: which jobs there are, when LPP is taken, which model learns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from biterms import HDP, KPS, LDA, SVB, SVI, BagOfBiterms, OnBag
from paper import settings
from paper.learning import stops
from paper.models import Bag, make

SETTINGS = settings.read()
JOB = {"seed": 3, "K": 5, "batch": 20, "tau": 20, "kappa": 0.7, "threshold": 2}


def model(name: str) -> Any:
    numbers = {"1/K": 0.2, "10/K": 2.0, "50/K": 10.0, "vectors": 0.01, "centres": 0.01}
    own = {k: numbers.get(v, v) for k, v in SETTINGS["models"][name].items() if k != "max_topics"}
    return make(JOB | own, (1000, 12))


def texts(n: int = 60) -> sparse.csr_matrix:
    draw = np.random.default_rng(0)
    return sparse.csr_matrix(draw.poisson(0.4, (n, 12)).astype(float))


@pytest.mark.parametrize(
    ("total", "batch", "points", "expected"),
    [
        (100, 10, 10, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]),
        (95, 10, 5, [20, 40, 60, 80, 95]),
        (30, 10, 10, [10, 20, 30]),
        (
            75_000,
            5000,
            10,
            [1000 * n for n in (10, 15, 25, 30, 40, 45, 55, 60, 70, 75)],
        ),
    ],
)
def test_lpp_is_taken_evenly(total: int, batch: int, points: int, expected: list[int]) -> None:
    assert sorted(stops(total, batch, points)) == expected


def test_online_lda_is_the_code_that_the_paper_names() -> None:
    found = model("olda_bow").model
    assert isinstance(found, LDA)
    assert (found.inference, found.biterms, found.alpha, found.eta) == ("vb", False, 0.2, 0.2)
    assert isinstance(found.learner, SVI)
    assert (found.learner.tau, found.learner.kappa, found.learner.total_docs) == (20, 0.7, 1000)


def test_hdp_has_the_settings_of_the_paper() -> None:
    found = model("ohdp_b").model
    assert isinstance(found, HDP)
    assert (found.doc_topics, found.alpha, found.omega, found.eta) == (20, 1.0, 1.0, 0.01)
    assert (found.inference, found.biterms, found.biterm_weight) == ("vb", True, 1.0)


def test_streams_have_the_settings_of_the_paper() -> None:
    for name, kind in {"svb": SVB, "svb_b": SVB, "kps": KPS, "kps_b": KPS}.items():
        found = model(name).model
        assert isinstance(found.learner, kind)
        assert (found.alpha, found.inference, found.biterms) == (0.01, "vb", name.endswith("_b"))
        assert not found.biterms or found.biterm_weight == 1.0


def test_the_row_of_annealed_memory_is_lda_with_nothing_set_but_k() -> None:
    X = texts()
    ours = model("our_lda_b_annealed")
    ours.learn_all(ours.begin(X))
    assert_array_equal(ours.topics_, LDA(5, random_state=3).fit(X).topics_)


def test_a_model_on_a_bag_says_what_onbag_says() -> None:
    X = texts()
    ours = model("olda_bob")
    assert isinstance(ours, Bag)
    ours.learn(ours.begin(X))
    theirs = OnBag(LDA(5, biterms=False), BagOfBiterms(2))
    theirs.model_, theirs.bag_ = ours.model, BagOfBiterms(2).fit(X)
    assert_allclose(ours.transform(X), theirs.transform(X))
    assert_allclose(ours.topics_, theirs.topics_)
    assert ours.topics_.shape == (5, 12)


@pytest.mark.parametrize("name", sorted(SETTINGS["models"]))
def test_every_model_of_the_settings_learns(name: str) -> None:
    X, made = texts(), model(name)
    (made.learn_all if SETTINGS["models"][name].get("whole") else made.learn)(made.begin(X))
    assert_allclose(made.topics_.sum(axis=1), 1.0)
    assert made.transform(X).shape == (60, 1 if name == "unigram" else 5)


def test_the_unigram_is_the_share_of_words() -> None:
    X, made = texts(), model("unigram")
    for start in range(0, 60, 20):
        made.learn(X[start : start + 20])
    expected = (X.toarray().sum(axis=0) + 1) / (X.sum() + 12)
    assert_allclose(made.topics_[0], expected)


def test_every_set_of_a_run_is_a_set(data_dir: Path) -> None:
    for run in SETTINGS["runs"].values():
        for name in run["sets"]:
            file = next(iter(SETTINGS["sets"][name]["files"].values()))
            assert (data_dir / file).exists()
