"""A model that was written and read is the model that was written: same bits, now and later."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms import SVB, kernels, store
from biterms.models.state import arithmetic_note, model_state, provenance
from tests.docs.markdown import ROOT
from tests.models.contract import Factory
from tests.models.snapshots import learnt
from tests.models.stored import LEARNERS, ONLINE, TABLE, VECTOR, V, X, again, assert_same

SETTINGS: dict[str, dict[str, Any]] = {
    "plain": {},
    "eta per word": {"eta": VECTOR},
    "eta per topic and word": {"eta": TABLE},
    "words alone": {"biterms": False, "init": "random", "n_threads": 2},
}


@pytest.mark.parametrize("inference", ["mean", "vb"])
@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS)
def test_it_finds_the_same_and_learns_on_the_same(
    make: Factory, tmp_path: Path, learner: Any, settings: dict[str, Any], inference: Any
) -> None:
    model = make(passes=None, learner=learner, inference=inference, **settings).fit(X[:120])
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
def test_words_that_joined_stay(make: Factory, tmp_path: Path, learner: Any, eta: Any) -> None:
    model = make(learner=learner, eta=eta).partial_fit(X[:50])
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
def test_merged_topics_stay_merged(make: Factory, tmp_path: Path, eta: Any) -> None:
    model = make(eta=eta).fit(X).merge([2, 0])
    other = again(model, tmp_path / "m")
    assert_same(model, other)
    assert_same(model.partial_fit(X), other.partial_fit(X))


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_a_model_that_has_learnt_nothing(
    make: Factory, tmp_path: Path, settings: dict[str, Any]
) -> None:
    model = make(**settings)
    other = again(model, tmp_path / "m")
    assert vars(other).keys() == vars(model).keys()
    assert learnt(other.fit(X)) == learnt(model.fit(X))


def test_a_stream_that_was_stored_before_it_met_a_word(make: Factory, tmp_path: Path) -> None:
    """What comes next is drawn from the generator where it stood."""
    model = make(learner=SVB(), init="random").partial_fit(np.zeros((3, V)))
    other = again(model, tmp_path / "m")
    assert_same(model.partial_fit(X), other.partial_fit(X))


@pytest.mark.parametrize("fitted", [False, True])
def test_a_generator_goes_on_where_it_stood(make: Factory, tmp_path: Path, fitted: bool) -> None:
    random = np.random.RandomState(5)
    random.normal(size=3)  # leaves one of a pair
    model = make(random_state=random)
    if fitted:
        model.fit(X)
    other = again(model, tmp_path / "m")
    assert learnt(other.fit(X)) == learnt(model.fit(X))
    if fitted:
        assert other._random is other.random_state


def test_names_of_words_stay(make: Factory, tmp_path: Path) -> None:
    names = ["", "a\nb", "ÄÖ", "東京", *(f"w{i}" for i in range(V - 4))]
    table = pd.DataFrame(X, columns=names)
    model = make().fit(table)
    other = again(model, tmp_path / "m")
    assert list(other.feature_names_in_) == names
    assert_array_equal(other.transform(table), model.transform(table))


def test_a_prior_of_all_topics_and_words_is_stored_once(make: Factory, tmp_path: Path) -> None:
    model = make(eta=TABLE).fit(X)
    _, arrays = model_state(model)
    assert sum(array.size == TABLE.size for array in arrays.values()) == 2  # eta and M


READING = """
import sys, numpy as np
import tests.models.contract  # with the models that are not the package's own
from biterms import store
from biterms.models.state import arithmetic_note, model_from_state
settings, arrays, *_ = store.read(sys.argv[1] + "/m")
model = model_from_state(settings["model"], arrays)
np.save(sys.argv[1] + "/found.npy", model.transform(np.load(sys.argv[1] + "/X.npy")))
print(arithmetic_note(settings["made"]))
"""


@pytest.mark.parametrize("kernel", ["compiled", "reference"])
def test_a_fresh_process_finds_the_same(make: Factory, tmp_path: Path, kernel: str) -> None:
    """To the bit with the same arithmetic, else to rounding, and then it says so."""
    model = make().fit(X)
    settings, arrays = model_state(model)
    store.write(tmp_path / "m", {"model": settings, "made": provenance(model)}, arrays)
    np.save(tmp_path / "X.npy", X)
    done = subprocess.run(
        [sys.executable, "-c", READING, tmp_path],
        cwd=ROOT,
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


def test_provenance_says_how_it_came_about(make: Factory, tmp_path: Path) -> None:
    fitted = make().fit(X)
    made_of = provenance(fitted)
    assert (made_of["seed"], made_of["n_docs"], made_of["n_words"]) == (0, len(X), V)
    assert made_of["instruction_set"] == kernels.isa()
    assert provenance(make(random_state=None))["seed"] is None
    store.write(tmp_path / "m", made_of, {})
    assert store.read(tmp_path / "m").settings == made_of


def test_another_instruction_set_is_told(make: Factory) -> None:
    fitted = make().fit(X)
    made_of = provenance(fitted)
    assert arithmetic_note(made_of) is None
    assert "not to the bit" in str(arithmetic_note(made_of | {"instruction_set": "sse9"}))
