"""What HDP has of its own: settings, sticks that follow the learner, how many topics there are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.exceptions import NotFittedError

from biterms import HDP, KPS, SVB, SVI, BatchVB
from biterms.errors import SettingError
from biterms.learning import Learner
from tests.models.contract import V, X
from tests.models.planted import planted, similarity
from tests.models.snapshots import learnt

USUAL: dict[str, Any] = {"batch_size": 40, "passes": 1, "random_state": 0, "n_threads": 1}


def fitted(max_topics: int = 8, X: np.ndarray = X, **settings: Any) -> HDP:
    return HDP(max_topics, **(USUAL | settings)).fit(X)


# settings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [
        *({"max_topics": n} for n in (0, -1, 2.5, "ten", None, True)),
        *({"doc_topics": n} for n in (0, -1, 2.5, "ten", None, True, 1001)),
        *({"alpha": a} for a in (0, -1, np.nan, np.inf, "auto", True, 1e-7, 1e7, [1.0])),
        *({"omega": a} for a in (0, -1, np.nan, np.inf, "big", None, True, 1e-7, 1e7, [1.0])),
        *({"inference": name} for name in ("gibbs", None, ["vb"])),
        *({"doc_iter": n} for n in (0, -1, 2.5)),
        *({"doc_tol": tol} for tol in (-1, np.nan, None)),
        *({"biterm_weight": weight} for weight in (-1, np.nan, np.inf, "full", None)),
    ],
    ids=str,
)
def test_bad_settings_are_refused_by_name(settings: dict) -> None:
    model = HDP(3, random_state=0)
    model.set_params(**settings)
    for method in (model.fit, model.partial_fit):
        with pytest.raises(SettingError, match=rf"^{next(iter(settings))}=.*: expected"):
            method(X)
    assert learnt(model) is None


@pytest.mark.parametrize("inference", ["mean", "vb"])
@pytest.mark.parametrize("omega", [1e-6, 1e6])
@pytest.mark.parametrize("alpha", [1e-6, 1e6])
def test_the_ends_of_the_range_give_numbers(alpha: float, omega: float, inference: Any) -> None:
    model = fitted(alpha=alpha, omega=omega, inference=inference)
    assert np.isfinite(model.transform(X)).all()
    assert np.isfinite(model.components_).all()
    assert np.isfinite(model.proportions_).all()


def test_the_papers_settings() -> None:
    model = HDP.paper(30)
    assert (model.max_topics, model.inference, model.biterms) == (30, "vb", True)
    assert (model.alpha, model.omega, model.eta) == (1.0, 1.0, 0.01)
    assert model.biterm_weight == 1.0
    assert isinstance(model.learner, SVI)
    other = HDP.paper(30, SVB(), biterms=False, alpha=0.1)
    assert isinstance(other.learner, SVB)
    assert (other.biterms, other.alpha, other.eta) == (False, 0.1, 0.01)


@pytest.mark.parametrize("settings", [{}, {"inference": "vb"}, {"learner": SVB()}], ids=str)
def test_planted_topics_are_found_though_there_is_room_for_more(settings: dict) -> None:
    found = planted(400)
    models = [
        HDP(8, batch_size=40, random_state=seed, **settings).fit(found.X) for seed in range(3)
    ]
    assert np.median([similarity(model.topics_, found.topics) for model in models]) > 0.9


def test_the_papers_settings_find_planted_topics() -> None:
    found = planted(800)
    model = HDP.paper(12, batch_size=50, random_state=0).fit(found.X)
    assert similarity(model.topics_, found.topics) > 0.9
    assert np.isfinite(model.elbo(found.X))


# sticks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "learner", [SVB(), SVB(0.6), KPS(), KPS(0.9), SVI(8, kappa=0.7), SVI(0, kappa=0.0)], ids=str
)
def test_the_usage_of_topics_follows_the_learner(learner: Learner) -> None:
    """sum_k A_k is T per document, decayed and gained as lam is; empty documents use none."""
    model, total, seen = HDP(5, doc_topics=7, learner=learner, **USUAL), 0.0, 0
    for step, part in enumerate((X[:40], np.zeros((3, V)), X[40:100], X[100:]), 1):
        model.partial_fit(part)
        seen += len(part)
        decay, gain = getattr(learner, "decay", 1.0), 1.0
        if isinstance(learner, SVI):
            rho = (learner.tau + step) ** -learner.kappa
            decay, gain = 1 - rho, rho * seen / len(part)
        total = decay * total + gain * 7 * part.any(axis=1).sum()
        assert_allclose(model.usage_.sum(), total, rtol=1e-6)


def test_batch_vb_counts_every_document_once() -> None:
    model = HDP(5, doc_topics=7, learner=BatchVB(), random_state=0).fit(X)
    assert_allclose(model.usage_.sum(), 7 * len(X), rtol=1e-6)


@pytest.mark.parametrize("inference", ["mean", "vb"])
def test_before_anything_is_learnt_no_topic_is_preferred(inference: Any) -> None:
    model = HDP(9, inference=inference, learner=SVB(), **USUAL).partial_fit(np.zeros((2, V)))
    assert_allclose(model.transform(X[:3] * 0), 1 / 9, rtol=1e-6)
    assert_allclose(model.proportions_.mean, 1 / 9)


@pytest.mark.parametrize("inference", ["mean", "vb"])
def test_an_empty_document_stands_at_the_proportions(inference: Any) -> None:
    """vb expects logarithms, so its weights are near them only."""
    model = fitted(inference=inference)
    expected = model.proportions_.mean
    near = 1e-5 if inference == "mean" else 0.02
    assert_allclose(model.transform(X[:1] * 0)[0], expected, atol=near)
    assert (model.proportions_.low < expected).all()
    assert (model.proportions_.high > expected).all()


def test_a_merged_topic_is_used_as_all_of_them() -> None:
    model = fitted(5)
    before = model.usage_
    model.merge([3, 0, 4])
    assert_allclose(model.usage_, [before[1], before[2], before[[3, 0, 4]].sum()], rtol=1e-12)


def test_usage_is_not_changed_in_place() -> None:
    model = fitted(5)
    usage, kept = model.usage_, model.usage_.copy()
    model.partial_fit(X[:20])
    assert_array_equal(usage, kept)


# how many topics -------------------------------------------------------------------------------


def uneven(sizes: list[float], each: int = 6) -> HDP:
    """Topic k has words of its own and this share of all that was learnt."""
    K = len(sizes)
    model = HDP(K, **USUAL).partial_fit(np.eye(K * each))
    stats = np.zeros((K * each, K))
    for k, size in enumerate(sizes):
        stats[k * each : (k + 1) * each, k] = 1e4 * size / each
    model.posterior_.begin_at(stats.T + 0.1, {"usage": 20.0 * 1e3 * np.array(sizes)})
    return model


def test_topics_count_from_half_a_percent_on() -> None:
    sizes = [0.3, 0.0049, 0.0051, 0.57, 0.1, 0.02]
    model = uneven(sizes)
    assert_allclose(model.sizes_, sizes, rtol=1e-9)
    assert model.n_topics_ == 5
    assert model.topic_counts_[0.005] == 5
    assert model.topic_counts_[0.002] == 6
    assert model.topic_counts_[0.05] == 3
    assert model.in_use_.tolist() == [True, False, True, True, True, True]


def test_numbers_of_topics_stay_while_learning_goes_on() -> None:
    model = fitted(6, learner=SVB())
    before = model.topics_
    for at in range(0, 120, 40):
        model.partial_fit(X[at : at + 40])
    unit = [rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (before, model.topics_)]
    assert_array_equal((unit[0] @ unit[1].T).argmax(axis=1), np.arange(6))


def test_a_pruned_topic_goes_to_the_nearest() -> None:
    """Topic 1 has learnt a few words of topic 3, topic 4 of topic 0."""
    model = uneven([0.3, 0.0, 0.4, 0.3, 0.0])
    lam = model.components_.copy()
    lam[1, 18:21] += 5.0
    lam[4, :2] += 3.0
    model.posterior_.begin_at(lam)
    sizes, usage = model.sizes_, model.usage_
    groups = model.prune_groups(0.005)
    assert groups == [[0, 4], [2], [3, 1]]
    assert model.prune(0.005) is model
    assert model.posterior_.n_topics == 3
    assert_allclose(model.sizes_, [sizes[group].sum() for group in groups], rtol=1e-12)
    assert_allclose(model.usage_, [usage[group].sum() for group in groups], rtol=1e-12)
    assert_allclose(model.components_[2, 18:21], lam[3, 18:21] + 5.0)
    assert model.max_topics == 5
    assert model.prune_groups() == [[0], [1], [2]]


def test_what_is_pruned_learns_on() -> None:
    model = fitted(12, learner=SVB())
    share = float(np.median(model.sizes_))
    kept = int((model.sizes_ >= share).sum())
    model.prune(share).partial_fit(X[:30])
    assert model.transform(X).shape == (len(X), kept)
    assert_allclose(model.transform(X).sum(axis=1), 1.0, rtol=1e-9)
    assert model.fit(X).posterior_.n_topics == 12


def test_nothing_below_nothing_changes() -> None:
    model = fitted(4)
    before = learnt(model)
    assert model.prune(0.0).posterior_.n_topics == 4
    assert learnt(model) == before


@pytest.mark.parametrize("share", [1.1, np.nan, "small", True])
def test_a_share_that_no_topic_has_is_refused(share: Any) -> None:
    model = fitted(4)
    before = learnt(model)
    for method in (model.prune, model.prune_groups):
        with pytest.raises(SettingError, match="expected a share that some topic holds"):
            method(share)
    assert learnt(model) == before


@pytest.mark.parametrize(
    "name", ["n_topics_", "topic_counts_", "in_use_", "proportions_", "prune", "prune_groups"]
)
def test_before_fit_there_are_no_topics_to_count(name: str) -> None:
    with pytest.raises(NotFittedError):
        getattr(HDP(), name)()
