"""oBTM, and what both online forms promise: counts of slices become priors, topics stay."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import kernels
from biterms.bags.counts import read_counts
from biterms.errors import SettingError
from biterms.models.btm import chain
from tests.models.contract import V, X, assert_sound
from tests.models.planted import planted, similarity
from tests.models.snapshots import learnt
from tests.models.test_btm import ONLINE, btm

PARTS = X[:50], X[50:90], X[90:]


def n_biterms(X: np.ndarray) -> int:
    return int(sum(np.minimum.outer(row, row)[np.triu_indices(len(row), 1)].sum() for row in X))


# slices ----------------------------------------------------------------------------------------


def test_one_slice_is_the_batch() -> None:
    one, other = btm().fit(X), btm().partial_fit(X)
    assert learnt(one) == learnt(other)


def test_decay_0_forgets_all_slices_before() -> None:
    """It draws as a new model does that has the same generator."""
    model, fresh = btm(decay=0.0).partial_fit(X[:90]), btm()
    counts, engine = read_counts(fresh, X[90:]), fresh.engine()
    fresh.state_ = engine.begin(counts)
    fresh.state_.set(random=model.state.random.copied())
    engine.fit(fresh.state_, counts)
    model.partial_fit(X[90:])
    assert_array_equal(model.components_, fresh.components_)
    assert_array_equal(model.theta_, fresh.theta_)


@pytest.mark.parametrize("decay", [0.0, 0.3, 1.0])
def test_counts_of_slices_become_priors(decay: float) -> None:
    """beta_t+1 = beta_t + decay n_t, alpha_t+1 = alpha_t + decay n_t; then n of the last slice."""
    model = btm(decay=decay, beta=0.2, alpha=0.7)
    carried, mass = np.zeros((4, V)), np.zeros(4)
    for part in PARTS:
        model.partial_fit(part)
        n = model.components_ - 0.2 - carried
        assert_allclose(n, np.rint(n), atol=1e-9)
        assert (n > -0.5).all()
        number = n.sum(axis=1) / 2
        assert number.sum() == pytest.approx(n_biterms(part))
        theta = mass + number + 0.7
        assert_allclose(model.theta_, theta / theta.sum())
        carried, mass = carried + decay * n, mass + decay * number


def test_priors_of_a_slice_are_what_the_sampler_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    draw = kernels.draw_topics
    monkeypatch.setattr(kernels, "draw_topics", lambda *a: (seen.append(a[1]), draw(*a)))
    model = btm(decay=0.5, beta=0.2, sweeps=1).partial_fit(PARTS[0])
    before = model.components_
    model.partial_fit(PARTS[1])
    first, second = seen
    assert_allclose(first.prior, np.full((1, 4), 0.2), rtol=1e-6)
    assert_allclose(second.prior, (0.2 + 0.5 * (before - 0.2)).T, rtol=1e-6)
    assert_allclose(second.prior_sums, (0.2 + 0.5 * (before - 0.2)).sum(axis=1), rtol=1e-12)
    assert_allclose(second.alpha, 12.5 + 0.5 * first.biterms, rtol=1e-12)


def test_topics_keep_their_numbers_from_slice_to_slice() -> None:
    found = planted(900)
    model = btm(alpha=1.0, sweeps=60).partial_fit(found.X[:300])
    before = model.transform(found.X[:50]).argmax(axis=1)
    model.partial_fit(found.X[300:600]).partial_fit(found.X[600:])
    assert (model.transform(found.X[:50]).argmax(axis=1) == before).mean() > 0.9


def test_a_slice_begins_with_what_is_known() -> None:
    """Not by chance: one sweep is enough, though the slices before weigh little."""
    found, worst = planted(600), []
    for seed in range(5):
        model = btm(alpha=1.0, sweeps=60, decay=0.01, random_state=seed).partial_fit(found.X[:300])
        model.set_params(sweeps=1).partial_fit(found.X[300:])
        worst.append(similarity(model.topics_, found.topics))
    assert np.median(worst) > 0.9


def test_blocks_of_visits_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = btm().fit(X)
    monkeypatch.setattr(chain, "BLOCK_VISITS", 64)
    assert_array_equal(btm().fit(X).components_, at_once.components_)


# both ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("online", ONLINE)
def test_priors_are_those_that_learning_began_with(online: Any) -> None:
    model, other = (btm(online=online, alpha=1.0, beta=0.1).fit(X) for _ in range(2))
    other.set_params(alpha=50.0, beta=2.0)
    assert learnt(other.partial_fit(X)) == learnt(model.partial_fit(X))
    assert_array_equal(other.theta_, model.theta_)
    assert other.fit(X).components_.min() == 2.0


@pytest.mark.parametrize(
    ("settings", "slices"),
    [
        ({}, 1),
        ({}, 3),
        ({"decay": 1.0}, 3),
        ({"online": "incremental"}, 1),
        ({"online": "incremental", "window": 2000}, 9),
    ],
    ids=["BTM", "oBTM", "oBTM that forgets nothing", "iBTM", "iBTM with a window"],
)
@pytest.mark.parametrize("pairs", ["distinct", "tokens"])
def test_planted_topics_are_found(settings: dict[str, Any], slices: int, pairs: Any) -> None:
    found, worst = planted(900), []
    for seed in range(5):
        model = btm(alpha=1.0, sweeps=60, pairs=pairs, random_state=seed, **settings)
        for part in np.array_split(found.X, slices):
            model.partial_fit(part)
        worst.append(similarity(model.topics_, found.topics))
    assert np.median(worst) > 0.95


@pytest.mark.parametrize("online", ONLINE)
def test_the_other_way_is_refused_until_fit(online: Any) -> None:
    other: Any = {"slices": "incremental", "incremental": "slices"}[online]
    model = btm(online=online).fit(X)
    before = learnt(model)
    model.set_params(online=other)
    with pytest.raises(SettingError, match=f"learning began with '{online}'"):
        model.partial_fit(X)
    assert learnt(model) == before
    assert learnt(model.fit(X)) == learnt(btm(online=other).fit(X))


@pytest.mark.parametrize("online", ONLINE)
def test_merged_topics_hold_what_both_have_learnt(online: Any) -> None:
    model = btm(online=online, beta=0.2).fit(X)
    before, theta, sizes = model.components_, model.theta_, model.sizes_
    model.merge([2, 0])
    assert_allclose(model.components_[1], before[2] + before[0] - 0.2)
    assert_allclose(model.sizes_, [sizes[1], sizes[0] + sizes[2], sizes[3]])
    assert len(model.theta_) == len(theta) - 1
    assert_sound(model.partial_fit(X[:30]), X)
