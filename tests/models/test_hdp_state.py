"""Settings and numbers of HDP alone in files."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biterms import HDP
from biterms.errors import StoreError
from biterms.models.state import model_from_state, model_state
from tests.models.contract import assert_sound
from tests.models.planted import planted
from tests.models.snapshots import learnt
from tests.models.stored import X, again, assert_same

SETTINGS: dict[str, dict[str, Any]] = {
    "paper": {"inference": "vb", "eta": 0.01, "alpha": 1.0, "biterm_weight": 1.0},
    "NumPy numbers": {
        "alpha": np.float32(2.5),
        "omega": np.float64(0.5),
        "max_topics": np.int64(6),
        "doc_topics": np.int32(3),
        "doc_iter": np.int64(4),
        "doc_tol": 0.0,
    },
}


def made(**settings: Any) -> HDP:
    usual = {"max_topics": 6, "batch_size": 40, "passes": 2, "random_state": 3, "n_threads": 1}
    return HDP(**(usual | settings))


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_it_learns_on_the_same(tmp_path: Path, settings: dict[str, Any]) -> None:
    model = made(**settings).fit(X[:120])
    other = again(model, tmp_path / "m")
    assert_same(model, other)
    for part in (X[120:160], X[160:]):
        assert_same(model.partial_fit(part), other.partial_fit(part))
    assert learnt(other.fit(X)) == learnt(model.fit(X))


def test_what_was_pruned_stays_so(tmp_path: Path) -> None:
    model = made().fit(X)
    model.prune(float(np.median(model.sizes_)))
    assert model.posterior_.n_topics < 6
    other = again(model, tmp_path / "m")
    assert_same(model, other)
    assert_same(model.partial_fit(X), other.partial_fit(X))


def changed(array: np.ndarray, value: float) -> np.ndarray:
    array = array.copy()
    array[2] = value
    return array


WRONG: dict[str, Any] = {
    "missing": lambda _: None,
    "negative": lambda usage: changed(usage, -1.0),
    "NaN": lambda usage: changed(usage, np.nan),
    "infinite": lambda usage: changed(usage, np.inf),
    "too large": lambda usage: changed(usage, 1e37),
    "too few": lambda usage: usage[:-1],
    "of another type": lambda usage: usage.astype(np.float32),
    "a table": lambda usage: usage[None],
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_wrong_usage_is_refused(change: Any) -> None:
    settings, arrays = copy.deepcopy(model_state(made().fit(X)))
    arrays["usage"] = change(arrays["usage"])
    if arrays["usage"] is None:
        del arrays["usage"]
    with pytest.raises(StoreError, match="usage"):
        model_from_state(settings, arrays)


@pytest.mark.parametrize("value", [None, 0.0, -1.0, np.nan, np.inf, 1e7, "1", True, [1.0]], ids=str)
def test_a_wrong_concentration_is_refused(value: Any) -> None:
    settings, arrays = copy.deepcopy(model_state(made().fit(X)))
    settings["learnt"]["own"]["alpha"] = value
    with pytest.raises(StoreError, match="alpha"):
        model_from_state(settings, arrays)


def test_a_file_that_knows_no_concentration_has_what_was_set() -> None:
    settings, arrays = copy.deepcopy(model_state(made(alpha=3.0).fit(X)))
    del settings["learnt"]["own"]["alpha"]
    assert model_from_state(settings, arrays).alpha_ == 3.0


def settled() -> HDP:
    """Room for more topics than there are, so that some are gone."""
    model = made(max_topics=12, passes=6).fit(planted(400).X)
    assert 1 <= model.living_.sum() < 12
    return model


def test_what_is_gone_stays_gone(tmp_path: Path) -> None:
    model = settled()
    other = again(model, tmp_path / "m")
    assert_same(model, other)
    assert other.living_.dtype == bool
    assert other.alpha_ == model.alpha_ != 10.0
    assert_same(model.partial_fit(X[:80]), other.partial_fit(X[:80]))
    assert_same(model.consolidate(X[80:]), other.consolidate(X[80:]))


LIVING: dict[str, Any] = {
    "missing": lambda _: None,
    "none": np.zeros_like,
    "too few": lambda living: living[:-1],
    "too many": lambda living: np.append(living, living[:1]),
    "a table": lambda living: living[None],
    "numbers": lambda living: living.astype(np.float64),
    "booleans": lambda living: living.astype(bool),
    "signed": lambda living: living.astype(np.int8),
}


@pytest.mark.parametrize("change", LIVING.values(), ids=LIVING)
def test_wrong_signs_of_life_are_refused(change: Any) -> None:
    settings, arrays = copy.deepcopy(model_state(settled()))
    arrays["living"] = change(arrays["living"])
    if arrays["living"] is None:
        del arrays["living"]
    with pytest.raises(StoreError, match="living"):
        model_from_state(settings, arrays)


@pytest.mark.parametrize("alive", [0, 5, 11])
def test_signs_of_life_that_contradict_the_topics_give_numbers(alive: int) -> None:
    """A file may say that all but one are gone, though they have learnt something."""
    settings, arrays = copy.deepcopy(model_state(settled()))
    arrays["living"][:] = np.arange(12) == alive
    model = model_from_state(settings, arrays)
    assert_sound(model, X)
    assert_sound(model.partial_fit(X), X)
    assert_sound(model.consolidate(X), X)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("max_topics", value) for value in (5, 0, "6", True, 10**7, None)),
        *(("doc_topics", value) for value in (0, 1001, "6", 2.5, None)),
        *((name, value) for name in ("alpha", "omega") for value in (0, -1, 1e9, "x")),
        ("omega", None),
        ("omega", {"array": True}),
        ("colour", 1),
    ],
    ids=str,
)
def test_wrong_settings_are_refused(name: str, value: Any) -> None:
    settings, arrays = copy.deepcopy(model_state(made().fit(X)))
    settings["parameters"][name] = value
    with pytest.raises(StoreError):
        model_from_state(settings, arrays)


def test_what_could_not_be_read_is_not_written() -> None:
    model = made().fit(X)
    model.usage_ = model.usage_ * np.nan
    with pytest.raises(StoreError, match="usage of topics"):
        model_state(model)
    with pytest.raises(StoreError, match="doc_topics=0"):
        model_state(made(doc_topics=0))
