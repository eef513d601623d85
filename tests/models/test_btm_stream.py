"""iBTM: new biterms one by one, those of a window drawn again, older ones that only count."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import BTM, kernels
from biterms.errors import StopLearning
from biterms.learning import RowMap
from biterms.models.btm import chain
from biterms.models.btm.samples import counted
from tests.models.contract import V, X
from tests.models.snapshots import learnt
from tests.models.test_btm import btm
from tests.models.test_btm_online import PARTS, n_biterms


def stream(n_topics: int = 4, **settings: Any) -> BTM:
    return btm(n_topics, online="incremental", **settings)


def biterms_in_order(X: np.ndarray) -> np.ndarray:
    """Of each document the pairs of different words, min(f_u, f_v) times, n x 2."""
    return np.array(
        [
            (u, v)
            for row in X
            for u in range(len(row))
            for v in range(u + 1, len(row))
            for _ in range(int(min(row[u], row[v])))
        ]
    )


def assert_counted(model: BTM) -> None:
    """lam is beta, the counts that became priors, and the biterms at hand; so is n_k."""
    samples = model.state.samples
    words, number = counted(samples.live, *samples.history.shape)
    assert_allclose(model.components_.T, model.beta + samples.history + words, rtol=1e-12)
    assert_array_equal(samples.biterms, number)
    assert_allclose(model.theta_.sum(), 1.0)
    assert (samples.live.topic >= 0).all()


@pytest.mark.parametrize(("window", "decay"), [(None, 0.1), (700, 1.0), (700, 0.1), (1, 0.0)])
def test_counts_agree_with_assignments_all_the_way(window: int | None, decay: float) -> None:
    model, seen = stream(rejuvenations=3, window=window, decay=decay), 0
    for part in PARTS:
        model.partial_fit(part)
        seen += n_biterms(part)
        assert len(model.state.samples.live) == min(seen, window or seen)
        assert_counted(model)
    for change in (
        lambda: model.merge([3, 1]),
        lambda: model.grow(2),
        lambda: model.remap(RowMap(V + 2, V + 3, np.array([0, 7]), np.array([7, V + 2]))),
    ):
        change()
        assert_counted(model)
    wide = np.hstack([X, X[:, :3]])
    wide[:, 0] = 0
    assert_counted(model.partial_fit(wide))


def test_words_that_go_leave_their_biterms_to_the_other_words() -> None:
    model = stream().fit(X)
    before, theta, stay = model.components_, model.theta_, np.array([3, 7, 20, V - 1])
    model.remap(RowMap(V, V, np.setdiff1d(np.arange(V), stay), np.arange(0)))
    assert_allclose(model.components_[:, stay], before[:, stay], rtol=1e-12)
    assert_allclose(model.theta_, theta, rtol=1e-12)
    assert_counted(model)


@pytest.mark.parametrize("decay", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("window", [None, 1, 400, 10**6])
def test_what_leaves_the_window_counts_for_less(window: int | None, decay: float) -> None:
    """In one topic all is certain: a biterm counts 1, and from when it has left on ``decay``."""
    model = stream(1, window=window, decay=decay, beta=0.2, alpha=2.0)
    for part in PARTS:
        model.partial_fit(part)
    pairs = biterms_in_order(X)
    weight = np.ones(len(pairs))
    weight[: -window if window else 0] = decay
    expected = sum(np.bincount(side, weight, minlength=V) for side in pairs.T)
    assert_allclose(model.components_[0], 0.2 + expected, rtol=1e-9)
    samples = model.state.samples
    assert_allclose(samples.carried + samples.biterms, weight.sum(), rtol=1e-9)
    last = pairs[-window:] if window else pairs
    assert_array_equal(np.column_stack([samples.live.left, samples.live.right]), last)


def test_a_window_that_nothing_leaves_changes_no_bit() -> None:
    one, other = stream(window=None), stream(window=n_biterms(X))
    for part in PARTS:
        one.partial_fit(part)
        other.partial_fit(part)
    assert learnt(one) == learnt(other)


def test_another_window_holds_from_the_next_piece_on() -> None:
    model = stream(window=900).fit(X)
    for window in (300, 500):
        before = len(model.state.samples.live)
        model.set_params(window=window).partial_fit(PARTS[1])
        assert len(model.state.samples.live) == min(before + n_biterms(PARTS[1]), window)
        assert_counted(model)


@pytest.mark.parametrize("rejuvenations", [1, 7])
@pytest.mark.parametrize("window", [None, 50])
def test_earlier_biterms_are_drawn_again(
    monkeypatch: pytest.MonkeyPatch, rejuvenations: int, window: int | None
) -> None:
    """After each new one, as many as asked for, from the window before it, at random."""
    visits: list[Any] = []
    draw = kernels.draw_topics
    monkeypatch.setattr(kernels, "draw_topics", lambda *a: (visits.append(a[2]), draw(*a)))
    stream(rejuvenations=rejuvenations, window=window).fit(X)
    rows = np.concatenate(visits).reshape(-1, 1 + rejuvenations)
    n = n_biterms(X)
    assert_array_equal(rows[:, 0], np.arange(n))
    back = rows[:, :1] - rows[:, 1:]
    assert (back[1:] >= 1).all()
    reach = np.minimum(rows[:, :1], window or n)
    assert (back <= reach).all()
    share = ((back - 0.5) / reach.clip(1))[n // 2 :]
    assert abs(share.mean() - 0.5) < 4 * np.sqrt(1 / 12 / share.size)
    assert share.min() < 0.02
    assert share.max() > 0.98


def test_a_stop_leaves_the_biterms_that_were_met(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "BLOCK_VISITS", 100 * 51)
    seen: list[Any] = []

    def stop(*where: Any) -> None:
        seen.append(where)
        if len(seen) == 3:
            raise StopLearning

    model = stream()
    with pytest.raises(StopLearning):
        model.fit(X, progress=stop)
    assert len(model.state.samples.live) == 300
    assert [done for done, _, _ in seen] == [len(X) * n // n_biterms(X) for n in (100, 200, 300)]
    assert {total for _, total, _ in seen} == {len(X)}
    assert_counted(model)
    assert_counted(model.partial_fit(X))
