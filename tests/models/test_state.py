"""A model that was written and read is the model that was written: same bits, now and later."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import KPS, LDA, SVB, SVI, BatchVB, kernels, store
from biterms.errors import StoreError
from biterms.models.estimator import TopicEstimator
from biterms.models.state import arithmetic_note, model_from_state, model_state, provenance
from tests.models.planted import planted
from tests.models.snapshots import learnt, snapshot

X = planted(200).X
V = X.shape[1]
K = 4
ONLINE = {"SVI": SVI(8, kappa=0.7, total_docs=900), "SVB": SVB(0.9), "KPS": KPS(), "None": None}
LEARNERS = ONLINE | {"BatchVB": BatchVB(1e-3)}
VECTOR = np.linspace(0.1, 0.5, V)
TABLE = np.random.default_rng(0).uniform(0.05, 1.0, (K, V))
SETTINGS: dict[str, dict[str, Any]] = {
    "plain": {},
    "alpha per topic": {"alpha": [0.1, 0.2, 0.3, 0.4]},
    "alpha auto": {"alpha": "auto"},
    "eta per word": {"eta": VECTOR},
    "eta per topic and word": {"eta": TABLE},
    "NumPy numbers": {
        "alpha": np.float32(0.25),
        "n_topics": np.int64(K),
        "biterms": np.bool_(False),
    },
    "all else": {
        "biterms": False,
        "biterm_weight": 0.5,
        "init": "random",
        "passes": 1,
        "doc_iter": 7,
        "doc_tol": 0.0,
        "n_threads": 2,
    },
}


def made(**settings: Any) -> LDA:
    return LDA(**({"n_topics": K, "batch_size": 40, "random_state": 3, "n_threads": 1} | settings))


def again(model: TopicEstimator, folder: Path) -> Any:
    store.write(folder, *model_state(model))
    stored = store.read(folder)
    return model_from_state(stored.settings, stored.arrays)


def assert_same(one: Any, other: Any) -> None:
    """All that was learnt, without room for more words and what only lasts while `fit` runs."""
    parts = []
    for model in (one, other):
        rest = {"_bounds": [], "_before": None, "posterior_": model.posterior_.state()}
        parts.append(vars(model) | rest)
    assert parts[0].keys() == parts[1].keys()
    for name in parts[0].keys() - one.get_params(deep=False).keys():
        assert snapshot(parts[0][name]) == snapshot(parts[1][name]), name


# the same bits ---------------------------------------------------------------------------------


@pytest.mark.parametrize("inference", ["mean", "vb"])
@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS)
def test_it_finds_the_same_and_learns_on_the_same(
    tmp_path: Path, learner: Any, settings: dict[str, Any], inference: Any
) -> None:
    model = made(learner=learner, inference=inference, **settings).fit(X[:120])
    other = again(model, tmp_path / "m")
    assert_same(model, other)
    assert_array_equal(other.transform(X), model.transform(X))
    assert other.score(X) == model.score(X)
    if learner is None or not learner.whole:
        for part in (X[120:160], X[160:]):
            model.partial_fit(part)
            other.partial_fit(part)
        assert_same(model, other)
    assert learnt(other.fit(X)) == learnt(model.fit(X))


@pytest.mark.parametrize("eta", [0.1, VECTOR, TABLE], ids=["number", "words", "topics x words"])
@pytest.mark.parametrize("learner", ONLINE.values(), ids=ONLINE)
def test_words_that_joined_stay(tmp_path: Path, learner: Any, eta: Any) -> None:
    model = made(learner=learner, eta=eta).partial_fit(X[:50])
    own = None if np.ndim(eta) == 0 else np.full((*np.shape(eta)[:-1], 5), 0.3)
    model.grow(2, None if own is None else own[..., :2]).grow(
        3, None if own is None else own[..., 2:]
    )
    other = again(model, tmp_path / "m")
    assert_same(model, other)
    assert_array_equal(np.asarray(other.eta), np.asarray(eta))
    wider = np.hstack([X, X[:, :5]])
    assert_same(model.partial_fit(wider), other.partial_fit(wider))
    for one in (model, other):
        one.grow(1, None if own is None else own[..., :1])
    assert_same(model, other)


@pytest.mark.parametrize("eta", [0.1, TABLE], ids=["number", "topics x words"])
def test_merged_topics_stay_merged(tmp_path: Path, eta: Any) -> None:
    model = made(eta=eta).fit(X).merge([2, 0])
    other = again(model, tmp_path / "m")
    assert_same(model, other)
    assert_same(model.partial_fit(X), other.partial_fit(X))


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_a_model_that_has_learnt_nothing(tmp_path: Path, settings: dict[str, Any]) -> None:
    model = made(**settings)
    other = again(model, tmp_path / "m")
    assert vars(other).keys() == vars(model).keys()
    assert learnt(other.fit(X)) == learnt(model.fit(X))


def test_a_stream_that_was_stored_before_it_met_a_word(tmp_path: Path) -> None:
    """What comes next is drawn from the generator where it stood."""
    model = made(learner=SVB(), init="random").partial_fit(np.zeros((3, V)))
    other = again(model, tmp_path / "m")
    assert_same(model.partial_fit(X), other.partial_fit(X))


@pytest.mark.parametrize("fitted", [False, True])
def test_a_generator_goes_on_where_it_stood(tmp_path: Path, fitted: bool) -> None:
    random = np.random.RandomState(5)
    random.normal(size=3)  # leaves one of a pair
    model = made(random_state=random)
    if fitted:
        model.fit(X)
    other = again(model, tmp_path / "m")
    assert learnt(other.fit(X)) == learnt(model.fit(X))
    if fitted:
        assert other._random is other.random_state


def test_names_of_words_stay(tmp_path: Path) -> None:
    names = ["", "a\nb", "ÄÖ", "東京", *(f"w{i}" for i in range(V - 4))]
    table = pd.DataFrame(X, columns=names)
    model = made().fit(table)
    other = again(model, tmp_path / "m")
    assert list(other.feature_names_in_) == names
    assert_array_equal(other.transform(table), model.transform(table))


def test_a_prior_of_all_topics_and_words_is_stored_once(tmp_path: Path) -> None:
    model = made(eta=TABLE).fit(X)
    _, arrays = model_state(model)
    assert sum(array.size == TABLE.size for array in arrays.values()) == 2  # eta and M


READING = """
import sys, numpy as np
from biterms import store
from biterms.models.state import arithmetic_note, model_from_state
settings, arrays, _ = store.read(sys.argv[1] + "/m")
model = model_from_state(settings["model"], arrays)
np.save(sys.argv[1] + "/found.npy", model.transform(np.load(sys.argv[1] + "/X.npy")))
print(arithmetic_note(settings["made"]))
"""


@pytest.mark.parametrize("kernel", ["compiled", "reference"])
def test_a_fresh_process_finds_the_same(tmp_path: Path, kernel: str) -> None:
    """To the bit with the same arithmetic, else to rounding, and then it says so."""
    model = made().fit(X)
    settings, arrays = model_state(model)
    store.write(tmp_path / "m", {"model": settings, "made": provenance(model)}, arrays)
    np.save(tmp_path / "X.npy", X)
    done = subprocess.run(
        [sys.executable, "-c", READING, tmp_path],
        env=os.environ | {"BITERMS_KERNELS": kernel},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found, expected = np.load(tmp_path / "found.npy"), model.transform(X)
    if kernel == "compiled":
        assert_array_equal(found, expected)
        assert done.stdout == "None\n"
    else:
        assert_allclose(found, expected, atol=1e-5)
        assert "not to the bit" in done.stdout


# what is refused -------------------------------------------------------------------------------


class Other(LDA):
    """A model of somebody else."""


class OtherLearner(SVB):
    """A learner of somebody else."""


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (Other(), "a Other cannot be stored"),
        (LDA(learner=OtherLearner()), "learner OtherLearner cannot be stored"),
        (LDA(n_topics=0), "n_topics=0"),
        (LDA(doc_iter=10**6), "doc_iter=1000000"),
        (LDA(eta=-1.0), "eta has values"),
        (LDA(random_state=np.random.RandomState(np.random.PCG64(1))), "PCG64"),
    ],
    ids=["model", "learner", "setting", "limit", "eta", "generator"],
)
def test_what_could_not_be_read_is_not_written(model: LDA, message: str) -> None:
    with pytest.raises(StoreError, match=message):
        model_state(model)


def test_a_spoilt_model_is_not_written() -> None:
    model = made().fit(X)
    model.posterior_.M[3, 1] = np.nan
    with pytest.raises(StoreError, match="the topics hold numbers from nan"):
        model_state(model)


#: where in the settings, and what stands there instead
WRONG_SETTINGS: dict[str, tuple[str, Any]] = {
    "class": ("class", "os.system"),
    "class no text": ("class", ["LDA"]),
    "no parameters": ("parameters", None),
    "unknown parameter": ("parameters.colour", 1),
    "topics": ("parameters.n_topics", K + 1),
    "no number": ("parameters.n_topics", "4"),
    "truth": ("parameters.n_topics", True),
    "too many topics": ("parameters.n_topics", 10**12),
    "threads": ("parameters.n_threads", 10**6),
    "text for truth": ("parameters.biterms", "no"),
    "inference": ("parameters.inference", "eval"),
    "inference as array": ("parameters.inference", {"array": True}),
    "alpha": ("parameters.alpha", -1),
    "alpha as array that is missing": ("parameters.alpha", {"array": True}),
    "eta": ("parameters.eta", 0),
    "eta as text": ("parameters.eta", "x"),
    "seed": ("parameters.random_state", -1),
    "seed as text": ("parameters.random_state", "x"),
    "seed as list": ("parameters.random_state", []),
    "learner": ("parameters.learner.class", "Popen"),
    "learner setting": ("parameters.learner.tau", -1),
    "learner parameter": ("parameters.learner.colour", 1),
    "learner as text": ("parameters.learner", "SVI"),
    "prior": ("learnt.posterior.prior", 0.0),
    "scale": ("learnt.posterior.scale", 1e-200),
    "updates": ("learnt.posterior.updates", 1.5),
    "documents": ("learnt.n_docs", -1),
    "flag": ("learnt.apart", 1),
    "own": ("learnt.own", []),
    "search": ("learnt.own.search", {"alpha": 1.0, "ratio": 1e9, "less": 0.0, "more": 0.0}),
    "position": ("learnt.random.position", 625),
    "normal": ("learnt.random.normal", 1e9),
    "words of eta": ("learnt.eta_words", 10**9),
}


@pytest.fixture(scope="module")
def fitted() -> LDA:
    return made(learner=SVI()).fit(pd.DataFrame(X, columns=[f"w{i}" for i in range(V)]))


@pytest.mark.parametrize(("place", "value"), WRONG_SETTINGS.values(), ids=WRONG_SETTINGS)
def test_wrong_settings_are_refused(fitted: LDA, place: str, value: Any) -> None:
    settings, arrays = copy.deepcopy(model_state(fitted))
    *path, name = place.split(".")
    part = settings
    for step in path:
        part = part[step]
    part[name] = value
    with pytest.raises(StoreError):
        model_from_state(settings, arrays)


@pytest.mark.parametrize("name", ["parameters", "learnt", "class", "learnt.own", "learnt.random"])
def test_missing_settings_are_refused(fitted: LDA, name: str) -> None:
    settings, arrays = copy.deepcopy(model_state(fitted))
    *path, last = name.split(".")
    del (settings[path[0]] if path else settings)[last]
    with pytest.raises(StoreError, match=f"lack '{last}'"):
        model_from_state(settings, arrays)


def test_a_parameter_that_the_file_does_not_know_has_its_default(fitted: LDA) -> None:
    settings, arrays = copy.deepcopy(model_state(fitted))
    del settings["parameters"]["doc_tol"]
    assert model_from_state(settings, arrays).get_params()["doc_tol"] == LDA().doc_tol


def changed(array: np.ndarray, at: Any, value: Any) -> np.ndarray:
    array = array.copy()
    array[at] = value
    return array


WRONG_ARRAYS: dict[str, tuple[str, Any]] = {
    "missing": ("M", lambda M: None),
    "NaN": ("M", lambda M: changed(M, (3, 1), np.nan)),
    "infinite": ("M", lambda M: changed(M, (3, 1), np.inf)),
    "negative lam": ("M", lambda M: changed(M, (3, 1), -1e6)),
    "other sums": ("M", lambda M: 2 * M),
    "other type": ("M", lambda M: M.astype(np.float32)),
    "fewer topics": ("M", lambda M: M[:, :-1].copy()),
    "no words": ("M", lambda M: M[:0]),
    "sums of M": ("m", lambda m: m - 1e3),
    "sums of eta": ("H", lambda H: H * 1.5),
    "shape of sums": ("m", lambda m: m[:-1]),
    "eta of zeros": ("eta", lambda eta: eta * 0),
    "shape of eta": ("eta", lambda eta: np.full((3, 1), 0.1)),
    "negative alpha": ("alpha", lambda alpha: -alpha),
    "NaN in alpha": ("alpha", lambda alpha: alpha * np.nan),
    "length of alpha": ("alpha", lambda alpha: np.append(alpha, 1.0)),
    "generator of zeros": ("random", lambda key: key * 0),
    "generator of few words": ("random", lambda key: key[:-1]),
    "names without end": ("feature_names", lambda names: names[:-1]),
    "names not in UTF-8": ("feature_names", lambda names: changed(names, 0, 0x80)),
    "too few names": ("feature_names", lambda names: names[3:]),
}


@pytest.mark.parametrize(("name", "change"), WRONG_ARRAYS.values(), ids=WRONG_ARRAYS)
def test_wrong_arrays_are_refused(fitted: LDA, name: str, change: Any) -> None:
    settings, arrays = copy.deepcopy(model_state(fitted))
    arrays[name] = change(arrays[name])
    if arrays[name] is None:
        del arrays[name]
    with pytest.raises(StoreError):
        model_from_state(settings, arrays)


def test_nothing_is_shared_by_two_that_were_read(tmp_path: Path, fitted: LDA) -> None:
    one, other = (again(fitted, tmp_path / "m") for _ in range(2))
    before = learnt(other)
    one.partial_fit(pd.DataFrame(X, columns=fitted.feature_names_in_))
    assert learnt(other) == before


# provenance ------------------------------------------------------------------------------------


def test_provenance_says_how_it_came_about(tmp_path: Path, fitted: LDA) -> None:
    made_of = provenance(fitted)
    assert (made_of["seed"], made_of["n_docs"], made_of["n_words"]) == (3, len(X), V)
    assert made_of["instruction_set"] == kernels.isa()
    assert provenance(made(random_state=None))["seed"] is None
    store.write(tmp_path / "m", made_of, {})
    assert store.read(tmp_path / "m").settings == made_of


def test_another_instruction_set_is_told(fitted: LDA) -> None:
    made_of = provenance(fitted)
    assert arithmetic_note(made_of) is None
    assert "not to the bit" in str(arithmetic_note(made_of | {"instruction_set": "sse9"}))
