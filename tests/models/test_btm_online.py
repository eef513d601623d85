"""oBTM and iBTM: what is carried from slice to slice, and biterms that are drawn again."""

from __future__ import annotations

from typing import Any

import bitermplus
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from biterms import BTM, kernels
from biterms.errors import SettingError, StopLearning
from biterms.kernels import Counts
from biterms.models import btm_chain
from biterms.models.btm_evidence import counted
from biterms.models.btm_pairs import biterms_of
from tests.models.contract import V, X, assert_sound
from tests.models.planted import planted, similarity
from tests.models.snapshots import learnt
from tests.models.test_btm import ONLINE, btm

PARTS = X[:50], X[50:90], X[90:]


def n_biterms(X: np.ndarray) -> int:
    return int(sum(np.minimum.outer(row, row)[np.triu_indices(len(row), 1)].sum() for row in X))


# biterms of documents --------------------------------------------------------------------------


def table_of(X: np.ndarray) -> Counts:
    rows = sparse.csr_array(X)
    ids = rows.indptr.astype(np.int64), rows.indices.astype(np.int32)
    return Counts(*ids, rows.data.astype(np.float32), X.shape[1])


def sorted_pairs(pairs: Any) -> list[tuple[int, int]]:
    return sorted((int(min(pair)), int(max(pair))) for pair in pairs)


@given(
    rows=st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=1, max_size=5),
    block=st.integers(1, 40),
)
def test_biterms_are_pairs_with_their_multiplicity(rows: list[list[int]], block: int) -> None:
    """distinct: min(f_u, f_v) times; tokens: every two tokens, as bitermplus takes them."""
    X = np.array(rows, dtype=float)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("biterms.models.btm_pairs.BLOCK_NUMBERS", block)
        distinct, tokens = (
            sorted_pairs(zip(*biterms_of(table_of(X), how), strict=True))
            for how in ("distinct", "tokens")
        )
    expected = [
        (u, v)
        for row in rows
        for u in range(6)
        for v in range(u + 1, 6)
        for _ in range(min(row[u], row[v]))
    ]
    assert distinct == sorted(expected)
    words = [np.repeat(np.arange(6), row).astype(np.int32) for row in rows]
    short = [each for each in words if 2 <= len(each) <= 15]  # its window
    if len(short) == sum(len(each) > 1 for each in words) and short:
        theirs = [pair for pairs in bitermplus.get_biterms(short) for pair in pairs]
        assert tokens == sorted_pairs(theirs)


# slices ----------------------------------------------------------------------------------------


def test_one_slice_is_the_batch() -> None:
    one, other = btm().fit(X), btm().partial_fit(X)
    assert learnt(one) == learnt(other)


def generator(model: BTM) -> np.random.RandomState:
    """One that draws what the model will."""
    same = np.random.RandomState()
    same.set_state(model._random.get_state())
    return same


def test_decay_0_forgets_all_slices_before() -> None:
    model = btm(decay=0.0).partial_fit(X[:90])
    fresh = btm(random_state=generator(model)).fit(X[90:])
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


# one biterm after the other --------------------------------------------------------------------


def assert_counted(model: BTM) -> None:
    """lam is beta, what is only told, and the biterms at hand; so is n_k."""
    evidence = model.evidence_
    words, number = counted(evidence.live, *evidence.history.shape)
    told = model.beta + evidence.history
    assert_allclose(model.components_.T, told + words, rtol=1e-12)
    assert_array_equal(evidence.biterms, number)
    assert_allclose(model.theta_.sum(), 1.0)
    assert (evidence.live.topic >= 0).all()


def test_counts_agree_with_assignments_all_the_way() -> None:
    model, seen = btm(online="incremental", rejuvenations=3), 0
    for part in PARTS:
        model.partial_fit(part)
        seen += n_biterms(part)
        assert len(model.evidence_.live) == seen
        assert not model.evidence_.history.any()
        assert_counted(model)
    for change in (
        lambda: model.merge([3, 1]),
        lambda: model.grow(2),
        lambda: model.keep_words(np.arange(2, V + 2)),
    ):
        change()
        assert_counted(model)
    assert len(model.evidence_.live) < seen
    assert_counted(model.partial_fit(X))


def test_words_that_go_leave_what_they_told_to_the_others() -> None:
    model = btm(online="incremental").fit(X)
    before, theta, stay = model.components_, model.theta_, np.array([7, 3, V - 1, 20])
    model.keep_words(stay)
    assert_allclose(model.components_, before[:, stay], rtol=1e-12)
    assert_allclose(model.theta_, theta, rtol=1e-12)
    assert_counted(model)


def test_pieces_of_a_stream_are_the_stream() -> None:
    """Which biterms are drawn again depends on the draws, so only what is certain is compared."""
    model = btm(1, online="incremental")
    for part in PARTS:
        model.partial_fit(part)
    assert_array_equal(model.components_, btm(1, online="incremental").fit(X).components_)


@pytest.mark.parametrize("rejuvenations", [1, 7])
def test_earlier_biterms_are_drawn_again(
    monkeypatch: pytest.MonkeyPatch, rejuvenations: int
) -> None:
    """After each new one, as many as asked for, all from before it, at random over all of them."""
    visits: list[Any] = []
    draw = kernels.draw_topics
    monkeypatch.setattr(kernels, "draw_topics", lambda *a: (visits.append(a[2]), draw(*a)))
    btm(online="incremental", rejuvenations=rejuvenations).fit(X)
    rows = np.concatenate(visits).reshape(-1, 1 + rejuvenations)
    n = n_biterms(X)
    assert_array_equal(rows[:, 0], np.arange(n))
    assert (rows[1:, 1:] < rows[1:, :1]).all()
    assert (rows >= 0).all()
    share = (rows[n // 2 :, 1:] / rows[n // 2 :, :1]).ravel()
    assert abs(share.mean() - 0.5) < 4 * np.sqrt(1 / 12 / len(share))


def test_a_stop_leaves_the_biterms_that_were_met(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(btm_chain, "BLOCK_VISITS", 100 * 21)
    told: list[Any] = []

    def stop(*where: Any) -> None:
        told.append(where)
        if len(told) == 3:
            raise StopLearning

    model = btm(online="incremental")
    with pytest.raises(StopLearning):
        model.fit(X, progress=stop)
    assert len(model.evidence_.live) == 300
    assert [done for done, _, _ in told] == [len(X) * n // n_biterms(X) for n in (100, 200, 300)]
    assert {total for _, total, _ in told} == {len(X)}
    assert_counted(model)
    assert_counted(model.partial_fit(X))


def test_blocks_of_visits_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = btm().fit(X)
    monkeypatch.setattr(btm_chain, "BLOCK_VISITS", 64)
    assert_array_equal(btm().fit(X).components_, whole.components_)


@pytest.mark.parametrize("online", ONLINE)
def test_priors_are_those_that_learning_began_with(online: Any) -> None:
    model, other = (btm(online=online, alpha=1.0, beta=0.1).fit(X) for _ in range(2))
    other.set_params(alpha=50.0, beta=2.0)
    assert learnt(other.partial_fit(X)) == learnt(model.partial_fit(X))
    assert_array_equal(other.theta_, model.theta_)
    assert other.fit(X).components_.min() == 2.0


# both ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "slices"),
    [({}, 1), ({}, 3), ({"decay": 0.5}, 3), ({"online": "incremental"}, 1)],
    ids=["BTM", "oBTM", "oBTM with decay", "iBTM"],
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
def test_words_may_join_and_go_while_a_copy_follows(online: Any) -> None:
    """`follow` is all or nothing: the evidence goes with the topics."""
    model = btm(online=online).fit(X)
    model.follow(np.arange(1, V), 3, done=np.arange(2))
    assert model.evidence_.history.shape == (V + 2, 4)
    wide = np.hstack([X[:, 1:], X[:, :3]])
    assert_sound(model.partial_fit(wide), wide)


@pytest.mark.parametrize("online", ONLINE)
def test_merged_topics_hold_what_both_have_learnt(online: Any) -> None:
    model = btm(online=online, beta=0.2).fit(X)
    before, theta, sizes = model.components_, model.theta_, model.sizes_
    model.merge([2, 0])
    assert_allclose(model.components_[1], before[2] + before[0] - 0.2)
    assert_allclose(model.sizes_, [sizes[1], sizes[0] + sizes[2], sizes[3]])
    assert len(model.theta_) == len(theta) - 1
    assert_sound(model.partial_fit(X[:30]), X)
