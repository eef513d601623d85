"""HDP's bound as a model adds it up: written out by enumeration, and never falling in batch VB."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from biterms import HDP, KPS, SVB, BatchVB
from biterms.errors import SettingError
from biterms.kernels.hdp_shapes import Sticks
from tests.kernels.cases_hdp import Case, enumerated
from tests.models import appendix
from tests.models.planted import planted
from tests.models.test_hdp_stick_bound import expected_log_weights, sticks_written_out
from tests.models.test_lda_bound import bounds_of, largest_fall, tiny

K, T, ROUNDS = 4, 3, 6


def some_model(settings: dict[str, Any]) -> HDP:
    usual = {"learner": SVB(), "random_state": 0, "batch_size": 5, "alpha": 0.7, "omega": 1.6}
    model = HDP(K, doc_topics=T, inference="vb", **(usual | settings))
    return model.set_params(doc_iter=ROUNDS, doc_tol=0.0).fit(tiny())


def written_out(model: HDP, X: np.ndarray, weight: float, cap: float) -> float:
    """Algorithm 5 by enumeration for each document, then every term of the bound."""
    A = model.usage_
    a, b = 1 + A, np.array([model.omega + A[k + 1 :].sum() for k in range(K)])
    log_sigma = np.array(expected_log_weights(a, b))
    sticks = Sticks(log_sigma, 0.7, T, weight=weight, cap=cap, max_iter=ROUNDS, tol=0.0)
    bags = [[(int(v), float(row[v])) for v in np.flatnonzero(row)] for row in X if row.any()]
    lam = model.components_
    found = enumerated(Case(bags, lam.T, sticks))
    documents = sum(
        fit + sticks_written_out(*gamma, 0.7)
        for fit, gamma in zip(found.fit, found.gamma, strict=True)
    )
    topics = appendix.topics_bound(lam, model.posterior_.prior * model.posterior_.eta.T)
    return documents + topics + sticks_written_out(a, b, model.omega)


SETTINGS: list[tuple[dict[str, Any], float, float]] = [
    ({"biterms": False}, 0.0, np.inf),
    ({"biterm_weight": 1.0}, 1.0, np.inf),
    ({"biterm_weight": "capped"}, 1.0, 2.0),
    ({"eta": np.linspace(0.05, 0.9, 32).reshape(K, 8), "learner": KPS()}, 1.0, 2.0),
]


@pytest.mark.parametrize(("settings", "weight", "cap"), SETTINGS)
def test_it_is_the_bound_written_out(settings: dict, weight: float, cap: float) -> None:
    model = some_model(settings)
    for X in (tiny(), tiny(5)):
        assert_allclose(model.elbo(X), written_out(model, X, weight, cap), rtol=1e-4)


@pytest.mark.parametrize(("settings", "weight", "cap"), SETTINGS)
def test_on_the_twins_it_is_so_to_the_last_digits(
    twins: None, settings: dict, weight: float, cap: float
) -> None:
    model = some_model(settings)
    for X in (tiny(), tiny(5)):
        assert_allclose(model.elbo(X), written_out(model, X, weight, cap), rtol=1e-10)


def bounds(max_topics: int, X: np.ndarray, **settings: Any) -> np.ndarray:
    usual = {"inference": "vb", "learner": BatchVB(tol=0.0), "random_state": 0}
    return bounds_of(HDP(max_topics, **(usual | settings)), X)


SWEEPS = [
    {"biterms": biterms, "alpha": alpha, "omega": omega, "init": init}
    for biterms in (True, False)
    for alpha, omega, init in ((10.0, 1.0, "random"), (1.0, 1.0, "documents"), (0.1, 5.0, None))
]


@pytest.mark.parametrize(
    ("max_topics", "doc_topics", "settings"),
    [*((8, 5, settings) for settings in SWEEPS), (30, 20, SWEEPS[0]), (30, 20, SWEEPS[4])],
    ids=str,
)
def test_it_never_falls_in_batch_vb(max_topics: int, doc_topics: int, settings: dict) -> None:
    """A millionth of it is what float32 leaves of the numbers of a pass."""
    X = planted(100).X
    values = bounds(max_topics, X, passes=20, doc_topics=doc_topics, **settings)
    assert len(values) >= 19
    assert values[-1] > values[0]
    assert largest_fall(values) <= 1e-6


@pytest.mark.parametrize("settings", SWEEPS, ids=str)
def test_on_the_twins_it_never_falls_at_all(twins: None, settings: dict) -> None:
    X = planted(25, length=5).X
    values = bounds(5, X, doc_iter=2, doc_tol=0.0, passes=8, doc_topics=3, **settings)
    assert values[-1] > values[0]
    assert largest_fall(values) <= 1e-10


def test_batch_vb_stops_when_the_bound_hardly_moves() -> None:
    X, settings = planted(200).X, {"inference": "vb", "passes": 100, "random_state": 0}
    models = [HDP(6, learner=BatchVB(tol), **settings) for tol in (1e-2, 1e-5)]
    rough, fine = (bounds_of(model, X) for model in models)
    assert 2 <= len(rough) < len(fine) < 100
    assert fine[-1] > rough[-1]


def test_the_mean_has_no_bound() -> None:
    model = HDP(3, passes=1, random_state=0).fit(tiny())
    with pytest.raises(SettingError, match=r"only 'vb' has a bound; use score"):
        model.elbo(tiny())
