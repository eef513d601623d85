"""The evidence lower bound: equal to the appendix written out, and never falling in batch VB."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms import KPS, LDA, SVB, BatchVB
from biterms.bags.counts import read_counts
from biterms.errors import SettingError
from tests.kernels.enumeration import bag_of_biterms, local_vb, log_beta
from tests.models import appendix
from tests.models.planted import planted

ALPHA = np.array([0.3, 0.9, 0.5])
ROUNDS = 6


def tiny(seed: int = 0) -> np.ndarray:
    X = np.random.default_rng(seed).poisson(0.5, (12, 8)).astype(float)
    X[4] = 0.0
    return X * np.random.default_rng(seed + 1).choice([1.0, 1.5], X.shape)


def written_out(model: LDA, X: np.ndarray, weight: float, cap: float) -> float:
    """Algorithm 1 by enumeration for each document, then every term of the bound."""
    lam, eta = model.components_, model.posterior_.prior * model.posterior_.eta.T
    total = appendix.topics_bound(lam, eta)
    for row in X:
        words = np.flatnonzero(row).tolist()
        bag = bag_of_biterms(row[words], weight, cap)
        logs = log_beta(lam.T, "vb")[words]
        gamma = local_vb(bag, logs, ALPHA, np.ones(3), ROUNDS, "vb").gamma
        total += appendix.document_bound(bag, words, lam, ALPHA, gamma)
    return total


SETTINGS: list[tuple[dict[str, Any], float, float]] = [
    ({"biterms": False}, 0.0, np.inf),
    ({"biterm_weight": 1.0}, 1.0, np.inf),
    ({"biterm_weight": 0.3}, 0.3, np.inf),
    ({"biterm_weight": "capped"}, 1.0, 2.0),
    ({"eta": np.linspace(0.05, 0.9, 8), "biterm_weight": 1.0}, 1.0, np.inf),
    ({"eta": np.linspace(0.05, 0.9, 24).reshape(3, 8), "learner": KPS()}, 1.0, 2.0),
]


def some_model(settings: dict[str, Any]) -> LDA:
    settings = {"learner": SVB(), "random_state": 0, "batch_size": 5} | settings
    return LDA(3, inference="vb", alpha=ALPHA, doc_iter=ROUNDS, doc_tol=0.0, **settings).fit(tiny())


@pytest.mark.parametrize(("settings", "weight", "cap"), SETTINGS)
def test_it_is_the_appendix_written_out(settings: dict, weight: float, cap: float) -> None:
    model = some_model(settings)
    for X in (tiny(), tiny(5)):
        assert_allclose(model.elbo(X), written_out(model, X, weight, cap), rtol=1e-5)


@pytest.mark.parametrize(("settings", "weight", "cap"), SETTINGS)
def test_on_the_twins_it_is_so_to_the_last_digits(
    twins: None, settings: dict, weight: float, cap: float
) -> None:
    model = some_model(settings)
    for X in (tiny(), tiny(5)):
        assert_allclose(model.elbo(X), written_out(model, X, weight, cap), rtol=1e-11)


def bounds_of(model: Any, X: np.ndarray) -> np.ndarray:
    """The bound before each pass of batch VB; the first one may start outside the posterior."""
    engine, counts = model.engine(), read_counts(model, X)
    own, taken = engine.bound, list[float]()

    def bound(state: Any, result: Any) -> float:
        taken.append(own(state, result))
        return taken[-1]

    engine.bound = bound
    engine.fit(engine.begin(counts), counts)
    return np.array(taken)


def bounds(X: np.ndarray, **settings: Any) -> np.ndarray:
    model = LDA(4, inference="vb", learner=BatchVB(tol=0.0), random_state=0, **settings)
    return bounds_of(model, X)


def largest_fall(values: np.ndarray) -> float:
    return float((-np.diff(values) / np.abs(values[1:])).max())


SWEEPS = [
    {"biterms": biterms, "alpha": alpha, "init": init}
    for biterms in (True, False)
    for alpha, init in ((0.01, "documents"), (0.5, "random"), (2.5, "documents"))
]


@pytest.mark.parametrize("settings", SWEEPS, ids=str)
def test_it_never_falls_in_batch_vb(settings: dict) -> None:
    values = bounds(planted(200).X, passes=25, **settings)
    assert len(values) >= 10
    assert values[-1] > values[0]
    assert largest_fall(values) <= 1e-6


@pytest.mark.parametrize("settings", SWEEPS, ids=str)
def test_on_the_twins_it_never_falls_at_all(twins: None, settings: dict) -> None:
    """However few rounds each document gets: every single update raises the bound."""
    values = bounds(planted(25, length=5).X, passes=8, doc_iter=2, doc_tol=0.0, **settings)
    assert values[-1] > values[0]
    assert largest_fall(values) <= 1e-12


def test_batch_vb_stops_when_the_bound_hardly_moves() -> None:
    X = planted(200).X
    settings = {"inference": "vb", "init": "random", "passes": 100, "random_state": 0}
    rough, fine = (LDA(4, learner=BatchVB(tol), **settings).fit(X) for tol in (1e-2, 1e-5))
    assert 2 <= rough.n_iter_ < fine.n_iter_ < 100
    for model, tol in ((rough, 1e-2), (fine, 1e-5)):
        *_, before, last = bounds_of(model, X)
        assert abs(last - before) <= tol * abs(before)
    assert fine.elbo(X) > rough.elbo(X)


def test_the_mean_has_no_bound() -> None:
    model = LDA(3, passes=1, random_state=0).fit(tiny())
    with pytest.raises(SettingError, match=r"only 'vb' has a bound; use score"):
        model.elbo(tiny())
