"""What is not written, and what is not read: files that no model has written."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from biterms import LDA, SVB, SVI
from biterms.errors import StoreError
from biterms.models.state import model_from_state, model_state
from tests.models.snapshots import learnt
from tests.models.stored import K, V, X, again


def made(**settings: Any) -> LDA:
    return LDA(**({"n_topics": K, "batch_size": 40, "random_state": 3, "n_threads": 1} | settings))


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
    "topics at the start": ("learnt.begun_topics", K + 1),
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
