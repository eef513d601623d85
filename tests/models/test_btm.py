"""BTM as an estimator: settings, input, what it says of topics and documents, the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import BTM, kernels
from biterms.errors import InputError, SettingError, StopLearning
from biterms.kernels import reference_btm
from tests.docs.markdown import ROOT, rows
from tests.models.contract import V, X, assert_sound
from tests.models.snapshots import learnt

ONLINE = ("slices", "incremental")


def btm(n_topics: int = 4, **settings: Any) -> BTM:
    return BTM(n_topics, **({"sweeps": 20, "random_state": 0} | settings))


# settings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [
        *({"n_topics": n} for n in (0, -1, 2.5, "ten", None, True, 10**6)),
        *({"sweeps": n} for n in (0, -1, 2.5, "ten", None, True, 10**7)),
        *({"rejuvenations": n} for n in (0, -1, 2.5, None, True, 10**5)),
        *({"window": n} for n in (0, -1, 2.5, "all", True, 10**9)),
        *({"alpha": a} for a in (0, -1, np.nan, np.inf, "auto", True, 1e-7, 1e7, [1.0])),
        *({"beta": a} for a in (0, -1, np.nan, np.inf, "small", None, True, 1e-7, 1e7, [1.0])),
        *({"decay": a} for a in (-0.1, 1.1, np.nan, "all", None, True)),
        *({"pairs": name} for name in ("all", None, 2)),
        *({"online": name} for name in ("stream", None, True)),
    ],
    ids=str,
)
@pytest.mark.parametrize("fitted", [False, True], ids=["new", "fitted"])
def test_bad_settings_are_refused_by_name(settings: dict, fitted: bool) -> None:
    model = btm(sweeps=1)
    if fitted:
        model.fit(X)
    before = learnt(model)
    model.set_params(**settings)
    for method in (model.fit, model.partial_fit):
        with pytest.raises(SettingError, match=rf"^{next(iter(settings))}=.*: expected"):
            method(X)
    assert learnt(model) == before


def test_the_page_has_the_same_defaults() -> None:
    table = {cells[0].strip("`"): cells[1] for cells in rows(ROOT / "docs" / "btm.md", "setting")}
    shown = {name: value.strip("`").replace('"', "'") for name, value in table.items()}
    assert shown == {name: repr(value) for name, value in BTM().get_params().items()}


def test_alpha_is_fifty_over_the_number_of_topics() -> None:
    assert learnt(btm(5).fit(X)) == learnt(btm(5, alpha=10.0).fit(X))


@pytest.mark.parametrize("beta", [1e-6, 1e6])
@pytest.mark.parametrize("alpha", [1e-6, 1e6])
@pytest.mark.parametrize("online", ONLINE)
def test_the_ends_of_the_range_give_numbers(alpha: float, beta: float, online: Any) -> None:
    assert_sound(btm(alpha=alpha, beta=beta, online=online).fit(X).partial_fit(X), X)


# input -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("online", ONLINE)
def test_weights_that_are_no_counts_are_refused(online: Any) -> None:
    model = btm(online=online).fit(X)
    before = learnt(model)
    for method in (model.fit, model.partial_fit):
        with pytest.raises(InputError, match=r"a weight of 0\.5, expected whole numbers"):
            method(X / 2)
    assert learnt(model) == before
    assert_allclose(model.transform(X / 2), model.transform(X), rtol=1e-5)


@pytest.mark.parametrize("online", ONLINE)
def test_too_many_biterms_are_refused(monkeypatch: pytest.MonkeyPatch, online: Any) -> None:
    model = btm(online=online).fit(X[:20])
    before = learnt(model)
    monkeypatch.setattr("biterms.models.btm.pairs.MOST_BITERMS", 500)
    for method in (model.fit, model.partial_fit):
        with pytest.raises(InputError, match=r"biterms, expected at most 500"):
            method(X)
    with pytest.raises(InputError, match=r"biterms, expected at most 500"):
        model.fit(X[:1] * 1e6)
    assert learnt(model) == before
    assert_sound(model, X)  # of one document only there may not be as many
    with pytest.raises(InputError, match=r"biterms, expected at most 500"):
        model.transform(np.ones((2, V)))


def test_a_stream_without_a_window_has_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    model = btm(online="incremental", window=None).fit(X[:20])
    before, kept = learnt(model), len(model.state.samples.live)
    monkeypatch.setattr("biterms.models.btm.pairs.MOST_BITERMS", kept + 20)
    with pytest.raises(InputError, match=r"expected at most .* set a window"):
        model.partial_fit(X[20:23])
    assert learnt(model) == before
    assert len(model.set_params(window=kept).partial_fit(X[20:23]).state.samples.live) == kept


@pytest.mark.parametrize("online", ONLINE)
@pytest.mark.parametrize(
    "strange",
    [np.zeros((5, 7)), np.eye(6), np.arange(1.0, 9)[:, None], np.ones((1, 2)), X[:1]],
    ids=["empty", "one word each", "one word in all", "one biterm", "one document"],
)
def test_strange_documents(strange: np.ndarray, online: Any) -> None:
    model = btm(online=online).fit(strange)
    assert_sound(model, strange)
    assert_sound(model.partial_fit(strange), strange)
    assert model.n_docs_ == 2 * len(strange)


@pytest.mark.parametrize("online", ONLINE)
def test_one_topic_is_the_words_of_all_biterms(online: Any) -> None:
    model = btm(1, online=online, beta=0.5).fit(X)
    expected = [sum(np.minimum(row[u], row).sum() - row[u] for row in X) for u in range(V)]
    assert_allclose(model.components_[0] - 0.5, expected)
    assert_array_equal(model.transform(X), 1.0)
    assert_array_equal(model.sizes_, 1.0)


# what it says ----------------------------------------------------------------------------------


@pytest.mark.parametrize("online", ONLINE)
def test_topics_and_theta_are_smoothed_counts(online: Any) -> None:
    """phi = (n_w|k + beta) / (2 n_k + V beta), theta = (n_k + alpha) / (N + K alpha)."""
    model = btm(alpha=2.0, beta=0.3, online=online).fit(X)
    n = np.rint(model.components_ - 0.3)
    number = n.sum(axis=1) / 2
    assert number.sum() == sum(np.minimum.outer(row, row)[np.triu_indices(V, 1)].sum() for row in X)
    assert_allclose(model.components_, n + 0.3, rtol=1e-12)
    assert_allclose(model.topics_, (n + 0.3) / (2 * number + V * 0.3)[:, None], rtol=1e-12)
    assert_allclose(model.theta_, (number + 2.0) / (number.sum() + 8.0), rtol=1e-12)
    assert_allclose(model.sizes_, number / number.sum(), rtol=1e-12)


def inferred(model: Any, row: np.ndarray) -> np.ndarray:
    """sum_b p(z|b) p(b|d) in loops; without biterms the words, without words theta."""
    phi, theta, total = model.topics_, model.theta_, np.zeros(len(model.theta_))
    for u in range(len(row)):
        for v in range(u, len(row)):
            f, g = row[u], row[v]
            if model.pairs == "tokens":
                times = f * (f - 1) / 2 if u == v else f * g
            else:
                times = 0 if u == v else min(f, g)
            p = theta * phi[:, u] * phi[:, v]
            total += times * p / p.sum()
    if not total.any():
        for w in np.flatnonzero(row):
            p = theta * phi[:, w]
            total += row[w] * p / p.sum()
    return np.asarray(total / total.sum() if total.any() else theta)


@pytest.mark.parametrize("pairs", ["distinct", "tokens"])
def test_a_document_is_the_mean_of_its_biterms(pairs: Any) -> None:
    model = btm(pairs=pairs).fit(X)
    some = np.vstack([X[:10], np.zeros(V), np.eye(V)[3], 4 * np.eye(V)[5], X[:10].sum(axis=0)])
    expected = [inferred(model, row) for row in some]
    assert_allclose(model.transform(some), expected, rtol=1e-5)


def test_blocks_of_pairs_change_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stands beside a document, also when it is longer than a block."""
    model = btm().fit(X)
    some = np.vstack([X[:30], np.ones((2, V)), X[30:60]])
    monkeypatch.setattr("biterms.models.btm.pairs.BLOCK_NUMBERS", 4 * 100)
    together = model.transform(some)
    alone = np.vstack([model.transform(row[None]) for row in some])
    assert_array_equal(together, alone)
    monkeypatch.undo()
    assert_allclose(model.transform(some), together, rtol=1e-12)


@pytest.mark.parametrize("online", ONLINE)
def test_the_twin_learns_the_same_bits(monkeypatch: pytest.MonkeyPatch, online: Any) -> None:
    settings: dict[str, Any] = {"sweeps": 3, "rejuvenations": 2, "online": online}
    one = btm(**settings).fit(X[:30])
    monkeypatch.setattr(kernels, "draw_topics", reference_btm.draw_topics)
    assert learnt(btm(**settings).fit(X[:30])) == learnt(one)


def test_progress_is_reported_after_every_sweep() -> None:
    seen: list[Any] = []
    btm(sweeps=3).fit(X[:100], progress=lambda *where: seen.append(where))
    assert seen == [(100, 300, None), (200, 300, None), (300, 300, None)]


def test_what_was_learnt_before_a_stop_stays() -> None:
    def stop(done: int, total: int, lpp: Any) -> None:
        if done == 5 * len(X):
            raise StopLearning

    model = btm(sweeps=20)
    with pytest.raises(StopLearning):
        model.fit(X, progress=stop)
    assert model.n_iter_ == 5
    assert_array_equal(model.components_, btm(sweeps=5).fit(X).components_)
    assert_sound(model.partial_fit(X), X)
