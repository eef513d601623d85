"""What is not written, and what is not read: files that no model has written."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from biterms import BTM, HDP, LDA, SVB, SVI
from biterms.errors import StoreError
from biterms.learning import RowMap
from biterms.models.files import model_fields, model_from_fields
from tests.models.contract import V, X, assert_sound
from tests.models.planted import planted
from tests.models.snapshots import learnt
from tests.models.stored import Stored, again, changed, stored

K = 4
USUAL: dict[str, Any] = {"batch_size": 40, "random_state": 3, "n_threads": 1, "passes": 2}


class Other(LDA):
    """A model of somebody else."""


class OtherLearner(SVB):
    """A learner of somebody else."""


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (Other(), "a Other cannot be stored"),
        (LDA(learner=OtherLearner()), "learner OtherLearner cannot be stored"),
        (LDA(learner="SVI"), "learner"),
        (LDA(n_topics=0), "n_topics=0"),
        (LDA(doc_iter=10**6), "doc_iter=1000000"),
        (LDA(eta=-1.0), "eta has values"),
        (LDA(eta=["a", "b"]), "eta=.*expected a number"),
        (LDA(biterms=[2]), "biterms=.*cannot be stored"),
        (HDP(doc_topics=0), "doc_topics=0"),
        (BTM(sweeps=0), "sweeps=0"),
    ],
    ids=lambda given: str(given)[:40],
)
def test_what_could_not_be_read_is_not_written(model: Any, message: str) -> None:
    with pytest.raises(StoreError, match=message):
        model_fields(model)


def test_a_spoilt_model_is_not_written() -> None:
    model = LDA(K, **USUAL).fit(X)
    model.posterior_.M[3, 1] = np.nan
    with pytest.raises(StoreError, match="the topics hold numbers from nan"):
        model_fields(model)
    other = HDP(6, **USUAL).fit(X)
    other.posterior_.begin_at(other.posterior_.lam(), {"usage": other.usage_ * np.nan})
    with pytest.raises(StoreError, match="usage"):
        model_fields(other)


@pytest.mark.parametrize(
    "settings",
    [
        {"alpha": [0.1, 0.2, 0.3, 0.4]},
        {"alpha": "auto", "inference": "mean"},
        {"alpha": np.float32(0.25), "n_topics": np.int64(K), "biterms": np.bool_(False)},
        {"biterms": False, "biterm_weight": 0.5, "doc_iter": 7, "doc_tol": 0.0},
    ],
    ids=["alpha per topic", "alpha auto", "NumPy numbers", "the rest"],
)
def test_settings_of_lda_stay(settings: dict[str, Any]) -> None:
    model = LDA(**({"n_topics": K} | USUAL | settings)).fit(X[:120])
    other = again(model)
    assert learnt(other) == learnt(model)
    assert learnt(other.partial_fit(X[120:])) == learnt(model.partial_fit(X[120:]))
    assert learnt(other.fit(X)) == learnt(model.fit(X))


def pruned() -> HDP:
    """Room for more topics than there are, so that some have been emptied."""
    model = HDP(12, **(USUAL | {"passes": 6})).fit(planted(400).X)
    assert 1 <= model.state.alive.sum() < 12
    return model


def test_emptied_topics_and_the_concentration_stay() -> None:
    model = pruned()
    other = again(model)
    assert learnt(other) == learnt(model)
    assert other.state.alive.dtype == bool
    assert other.alpha_ == model.alpha_ != 10.0
    assert learnt(model.partial_fit(X[:80])) == learnt(other.partial_fit(X[:80]))
    assert learnt(model.consolidate(X[80:])) == learnt(other.consolidate(X[80:]))
    assert learnt(model.prune()) == learnt(other.prune())


# what is refused -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lda() -> Stored:
    names = [f"w{i}" for i in range(V)]
    model = LDA(K, **USUAL, learner=SVI(), alpha="auto")
    return stored(model.fit(pd.DataFrame(X, columns=names)))


@pytest.fixture(scope="module")
def hdp() -> Stored:
    return stored(pruned())


@pytest.fixture(scope="module", params=["slices", "incremental"])
def btm(request: pytest.FixtureRequest) -> Stored:
    """A model whose words and biterms have come and gone."""
    model = BTM(K, sweeps=5, online=request.param, window=900, random_state=0)
    model.fit(X[:90]).partial_fit(X[90:])
    return stored(model.remap(RowMap(V, V, np.array([0]), np.arange(0))))


def refused(kept: Stored, match: str | None = None) -> None:
    with pytest.raises(StoreError, match=match):
        model_from_fields(*kept)


def test_what_was_written_is_read(lda: Stored, hdp: Stored, btm: Stored) -> None:
    for kept in (lda, hdp, btm):
        model_from_fields(*kept)


#: where in the settings, and what stands there instead
SETTINGS: dict[str, tuple[str, Any]] = {
    "class": ("class", "os.system"),
    "class no text": ("class", ["LDA"]),
    "class of another model": ("class", "HDP"),
    "no settings": ("settings", None),
    "unknown part": ("colour", 1),
    "unknown setting": ("settings.colour", 1),
    "unknown field": ("state.colour", 1),
    "topics": ("settings.n_topics", K + 1),
    "topics at the start": ("state.first_topics", K + 1),
    "no number": ("settings.n_topics", "4"),
    "truth": ("settings.n_topics", True),
    "truth as prior": ("settings.eta", True),
    "too many topics": ("settings.n_topics", 10**12),
    "threads": ("settings.n_threads", 10**6),
    "text for truth": ("settings.biterms", "no"),
    "inference": ("settings.inference", "eval"),
    "inference as array": ("settings.inference", {"array": True}),
    "alpha": ("settings.alpha", -1),
    "alpha as array that is missing": ("settings.alpha", {"array": True}),
    "eta": ("settings.eta", 0),
    "eta as text": ("settings.eta", "x"),
    "eta in the posterior": ("eta_words", 3),
    "seed": ("settings.random_state", -1),
    "seed as text": ("settings.random_state", "x"),
    "seed as list": ("settings.random_state", []),
    "a number without end": ("settings.doc_tol", 10**400),
    "learner": ("settings.learner.class", "Popen"),
    "learner setting": ("settings.learner.tau", -1),
    "setting of a learner as list": ("settings.learner.tau", [1]),
    "unknown setting of a learner": ("settings.learner.colour", 1),
    "learner as text": ("settings.learner", "SVI"),
    "prior": ("state.posterior.prior", 0.0),
    "scale": ("state.posterior.scale", 1e-200),
    "updates": ("state.posterior.updates", 1.5),
    "id": ("state.posterior.lineage.id", "../../x"),
    "past": ("state.posterior.lineage.past", [["x", 1]]),
    "begun": ("state.posterior.lineage.begun", -1),
    "what is held": ("state.posterior.lineage.held.jumps", [["0123456789abcdef", 0, 1]]),
    "fade of the prior": ("state.posterior.prior_fade", 1.0),
    "documents of the posterior": ("state.posterior.documents", 0.5),
    "documents": ("state.clock.documents", -1),
    "flag": ("state.symmetry_broken", 1),
    "clock": ("state.clock", []),
    "search": ("state.search", {"alpha": 1.0, "ratio": 1e9, "less": 0.0, "more": 0.0}),
    "position": ("state.random.position", 625),
    "normal": ("state.random.normal", 1e9),
}


@pytest.mark.parametrize(("place", "value"), SETTINGS.values(), ids=SETTINGS)
def test_wrong_settings_are_refused(lda: Stored, place: str, value: Any) -> None:
    refused(changed(lda, place, value))


@pytest.mark.parametrize(
    "place",
    ["settings", "state", "class", "eta_words", "settings.doc_tol", "state.clock", "state.random"],
)
def test_missing_settings_are_refused(lda: Stored, place: str) -> None:
    settings, arrays = changed(lda, place, None)
    *path, name = place.split(".")
    del (settings[path[0]] if path else settings)[name]
    refused((settings, arrays), f"lack '{name}'")


def entry(at: Any, value: Any) -> Callable[[np.ndarray], np.ndarray]:
    """One number is another one."""

    def change(array: np.ndarray) -> np.ndarray:
        array = array.copy()
        array[at] = value
        return array

    return change


def with_array(kept: Stored, name: str, change: Callable[[np.ndarray], Any]) -> Stored:
    settings, arrays = kept
    other = {**arrays, f"state.{name}": change(arrays[f"state.{name}"])}
    return settings, {name: array for name, array in other.items() if array is not None}


ARRAYS: dict[str, tuple[str, Callable[[np.ndarray], Any]]] = {
    "missing": ("posterior.M", lambda M: None),
    "NaN": ("posterior.M", entry((3, 1), np.nan)),
    "infinite": ("posterior.M", entry((3, 1), np.inf)),
    "negative lam": ("posterior.M", entry((3, 1), -1e6)),
    "other sums": ("posterior.M", lambda M: 2 * M),
    "other type": ("posterior.M", lambda M: M.astype(np.float32)),
    "fewer topics": ("posterior.M", lambda M: M[:, :-1].copy()),
    "no words": ("posterior.M", lambda M: M[:0]),
    "sums of M": ("posterior.m", lambda m: m - 1e3),
    "sums of eta": ("posterior.H", lambda H: H * 1.5),
    "shape of sums": ("posterior.m", lambda m: m[:-1]),
    "eta of zeros": ("posterior.eta", lambda eta: eta * 0),
    "shape of eta": ("posterior.eta", lambda eta: np.full((3, 1), 0.1)),
    "hole that is a word": ("posterior.holes", lambda holes: np.array([2])),
    "drops beyond the words": ("posterior.drops", lambda drops: np.ones(V + 1, dtype=np.int64)),
    "negative drops": ("posterior.drops", lambda drops: np.array([-1])),
    "hole beyond the words": ("posterior.holes", lambda holes: np.array([V])),
    "negative alpha": ("alpha", lambda alpha: -alpha),
    "NaN in alpha": ("alpha", lambda alpha: alpha * np.nan),
    "length of alpha": ("alpha", lambda alpha: np.append(alpha, 1.0)),
    "generator of zeros": ("random.words", lambda key: key * 0),
    "generator of few words": ("random.words", lambda key: key[:-1]),
    "names without end": ("names", lambda names: names[:-1]),
    "names not in UTF-8": ("names", entry(0, 0x80)),
    "too few names": ("names", lambda names: names[3:]),
}


@pytest.mark.parametrize(("name", "change"), ARRAYS.values(), ids=ARRAYS)
def test_wrong_arrays_are_refused(lda: Stored, name: str, change: Any) -> None:
    refused(with_array(lda, name, change))


@pytest.mark.parametrize("name", ["colour", "settings.colour", "settings.eta", "state.colour"])
def test_arrays_of_nothing_are_refused(lda: Stored, name: str) -> None:
    settings, arrays = lda
    refused((settings, {**arrays, name: np.ones(3)}), "unknown")


def test_a_model_that_has_learnt_nothing_has_no_state() -> None:
    settings, arrays = stored(LDA(K))
    refused((settings, {**arrays, "state.alpha": np.ones(K)}), "unknown")
    refused(changed((settings, arrays), "eta_words", 3), "eta is said to be in the posterior")


# HDP -------------------------------------------------------------------------------------------

HDP_ARRAYS: dict[str, tuple[str, Callable[[np.ndarray], Any]]] = {
    "usage is missing": ("posterior.extra.usage", lambda usage: None),
    "negative usage": ("posterior.extra.usage", entry(2, -1.0)),
    "NaN in usage": ("posterior.extra.usage", entry(2, np.nan)),
    "too much usage": ("posterior.extra.usage", entry(2, 1e37)),
    "usage of too few": ("posterior.extra.usage", lambda usage: usage[:-1]),
    "usage of another type": ("posterior.extra.usage", lambda usage: usage.astype(np.float32)),
    "usage as a table": ("posterior.extra.usage", lambda usage: usage[None]),
    "alive is missing": ("alive", lambda alive: None),
    "none is alive": ("alive", np.zeros_like),
    "too few": ("alive", lambda alive: alive[:-1]),
    "more than alive": ("alive", entry(0, 2)),
    "alive as booleans": ("alive", lambda alive: alive.astype(bool)),
    "alive as numbers": ("alive", lambda alive: alive.astype(np.float64)),
}


@pytest.mark.parametrize(("name", "change"), HDP_ARRAYS.values(), ids=HDP_ARRAYS)
def test_wrong_arrays_of_hdp_are_refused(hdp: Stored, name: str, change: Any) -> None:
    refused(with_array(hdp, name, change))


@pytest.mark.parametrize("value", [None, 0.0, -1.0, math.nan, math.inf, 1e7, "1", True, [1.0]])
def test_a_wrong_concentration_is_refused(hdp: Stored, value: Any) -> None:
    refused(changed(hdp, "state.alpha", value), "alpha")


@pytest.mark.parametrize("alive", [0, 5, 11])
def test_topics_that_are_said_to_be_empty_and_are_not_give_numbers(hdp: Stored, alive: int) -> None:
    """A file may say that all but one are gone, though they have learnt something."""
    only = np.arange(12, dtype=np.int64) == alive
    settings, arrays = with_array(hdp, "alive", lambda _: only.astype(np.uint8))
    model: Any = model_from_fields(settings, {name: a.copy() for name, a in arrays.items()})
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
    ],
    ids=str,
)
def test_wrong_settings_of_hdp_are_refused(hdp: Stored, name: str, value: Any) -> None:
    refused(changed(hdp, f"settings.{name}", value))


# BTM -------------------------------------------------------------------------------------------

SAMPLES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "history": lambda a: a - 1.0,
    "carried": lambda a: np.full_like(a, np.nan),
    "carried, too few": lambda a: a / 2,
    "biterms": lambda a: a + 0.5,
    "biterms, too few": lambda a: a // 2,
    "live": lambda a: a + np.int32(1) if a.size else np.ones((3, 1), dtype=np.int32),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_wrong_samples_are_refused(btm: Stored, name: str) -> None:
    array = name.split(",", maxsplit=1)[0]
    refused(with_array(btm, f"samples.{array}", SAMPLES[name]))


def test_topics_of_other_biterms_are_refused(btm: Stored) -> None:
    swapped = with_array(btm, "posterior.M", lambda M: M[:, ::-1].copy())
    swapped = with_array(swapped, "posterior.m", lambda m: m[::-1].copy())
    refused(swapped, "its topics are not those of its biterms")
    refused(changed(btm, "state.posterior.scale", 0.5))


def test_a_wrong_way_of_learning_is_refused(btm: Stored) -> None:
    now = btm[0]["state"]["online"]
    other = {"slices": "incremental", "incremental": "slices"}[now]
    refused(changed(btm, "state.online", other), "its topics are not those of its biterms")
    for unknown in ("stream", "", None):
        refused(changed(btm, "state.online", unknown), "online")


def test_learners_of_before_there_were_exact_sums_are_read() -> None:
    model = LDA(2, learner=SVB(0.5), random_state=0, n_threads=1)
    settings, arrays = model_fields(model)
    assert settings["settings"]["learner"].pop("exact") is False
    read = model_from_fields(settings, arrays)
    assert read.get_params(deep=False)["learner"].get_params() == {"decay": 0.5, "exact": False}
