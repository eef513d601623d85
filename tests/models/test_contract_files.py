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

from biterms import KPS, SVB, SVI, BatchVB, kernels, store
from biterms.learning import RowMap
from biterms.models.files import model_fields
from biterms.models.provenance import arithmetic_note, provenance
from tests.docs.markdown import ROOT
from tests.models.contract import MODELS, Factory, V, X, factory
from tests.models.snapshots import learnt
from tests.models.stored import again

VECTOR = np.linspace(0.1, 0.5, V)
TABLE = np.random.default_rng(0).uniform(0.05, 1.0, (4, V))

# every model -----------------------------------------------------------------------------------


def assert_goes_on_the_same(model: Any, *parts: Any) -> None:
    other = again(model)
    assert learnt(other) == learnt(model)
    for part in parts:
        assert learnt(other.partial_fit(part)) == learnt(model.partial_fit(part))
        assert_array_equal(other.transform(part), model.transform(part))


def test_it_finds_the_same_and_learns_on_the_same(make: Factory) -> None:
    model = make().fit(X[:120])
    assert_goes_on_the_same(model, X[120:140], X[140:])
    other = again(model)
    assert other.score(X) == model.score(X)
    assert learnt(other.fit(X)) == learnt(model.fit(X))


def test_a_model_that_has_learnt_nothing(make: Factory) -> None:
    model = make()
    other = again(model)
    assert vars(other).keys() == vars(model).keys()
    assert learnt(other.fit(X)) == learnt(model.fit(X))


def test_words_that_joined_and_went_and_merged_topics_stay(make: Factory) -> None:
    model = make().fit(X).merge([2, 0]).grow(2)
    model.remap(RowMap(V + 2, V + 3, np.array([0, 5]), np.array([5, V + 2])))
    wide = np.hstack([X, X[:, :3]])
    wide[:, 0] = 0
    assert_goes_on_the_same(model, wide)


def test_names_of_words_stay(make: Factory) -> None:
    names = ["", "a\nb", "ÄÖ", "東京", *(f"w{i}" for i in range(V - 4))]
    table = pd.DataFrame(X, columns=names)
    model = make().fit(table)
    other = again(model)
    assert list(other.feature_names_in_) == names
    assert_array_equal(other.transform(table), model.transform(table))


@pytest.mark.parametrize(
    "random",
    [None, np.random, np.random.RandomState(5), np.random.default_rng(5)],
    ids=["None", "numpy", "RandomState", "Generator"],
)
def test_without_a_seed_it_goes_on_the_same_too(make: Factory, random: Any) -> None:
    """What a generator gave is in the state, so the generator need not be stored."""
    model = make(random_state=random).fit(X[:120])
    assert again(model).random_state is None
    assert_goes_on_the_same(model, X[120:140], X[140:])


def test_nothing_is_shared_by_two_that_were_read(make: Factory) -> None:
    model = make().fit(X)
    one, other = again(model), again(model)
    before = learnt(other)
    one.partial_fit(X)
    assert learnt(other) == before == learnt(model)


def test_provenance_says_how_it_came_about(make: Factory) -> None:
    about = provenance(make().fit(X))
    assert (about["seed"], about["n_docs"], about["n_words"]) == (0, len(X), V)
    assert about["instruction_set"] == kernels.isa()
    assert arithmetic_note(about) is None
    assert "not to the bit" in str(arithmetic_note(about | {"instruction_set": "sse9"}))
    assert provenance(make(random_state=None))["seed"] is None


READING = """
import sys, numpy as np
import tests.models.contract  # with the model that is not the package's own
from biterms import store
from biterms.models.files import model_from_fields
from biterms.models.provenance import arithmetic_note
X = np.load(sys.argv[1] + "/X.npy")
for name in tests.models.contract.MODELS:
    settings, arrays, *_ = store.read(f"{sys.argv[1]}/{name}")
    model = model_from_fields(settings["model"], arrays)
    np.save(f"{sys.argv[1]}/{name}.npy", model.transform(X))
    print(arithmetic_note(settings["made"]))
"""


@pytest.mark.parametrize("kernel", ["compiled", "reference"])
def test_a_fresh_process_finds_the_same(tmp_path: Path, kernel: str) -> None:
    """To the bit with the same arithmetic, else to rounding, and then it says so."""
    models = {name: factory(name)().fit(X) for name in MODELS}
    for name, model in models.items():
        settings, arrays = model_fields(model)
        store.write(tmp_path / name, {"model": settings, "made": provenance(model)}, arrays)
    np.save(tmp_path / "X.npy", X)
    done = subprocess.run(
        [sys.executable, "-c", READING, tmp_path],
        cwd=ROOT,
        env=os.environ | {"BITERMS_KERNELS": kernel},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(models)
    for (name, model), note in zip(models.items(), done.stdout.splitlines(), strict=True):
        mixtures, expected = np.load(tmp_path / f"{name}.npy"), model.transform(X)
        if kernel == "compiled":
            assert_array_equal(mixtures, expected)
            assert note == "None"
        else:
            assert_allclose(mixtures, expected, atol=1e-5)
            assert "not to the bit" in note


# models with learners --------------------------------------------------------------------------

SETTINGS: dict[str, dict[str, Any]] = {
    "SVI": {"learner": SVI(8, kappa=0.7, total_docs=900), "eta": VECTOR},
    "SVI, vb, random": {"inference": "vb", "init": "random", "n_threads": 2},
    "SVB": {"learner": SVB(0.9), "eta": TABLE},
    "SVB, vb": {"learner": SVB(), "inference": "vb", "eta": VECTOR},
    "KPS": {"learner": KPS(), "init": "random"},
    "KPS, vb": {"learner": KPS(0.9), "inference": "vb", "eta": TABLE},
    "several passes": {"passes": 3, "doc_iter": None},
}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_settings_and_learners_stay(learning: Factory, settings: dict[str, Any]) -> None:
    known = learning().get_params(deep=False).keys()
    model = learning(**{name: value for name, value in settings.items() if name in known})
    other = again(model)
    assert learnt(other.fit(X)) == learnt(model.fit(X))
    assert_array_equal(np.asarray(other.eta), np.asarray(model.eta))
    assert_goes_on_the_same(model, X[:40])


@pytest.mark.parametrize("inference", ["mean", "vb"])
def test_batch_vb_stays(learning: Factory, inference: str) -> None:
    model = learning(learner=BatchVB(1e-3), inference=inference, passes=3).fit(X)
    other = again(model)
    assert learnt(other) == learnt(model)
    assert learnt(other.fit(X[:50])) == learnt(model.fit(X[:50]))


@pytest.mark.parametrize("eta", [VECTOR, TABLE], ids=["words", "topics x words"])
def test_words_that_joined_have_their_own_prior(learning: Factory, eta: Any) -> None:
    model = learning(learner=KPS(), eta=eta).partial_fit(X[:50])
    own = np.full((*np.shape(eta)[:-1], 5), 0.3)
    model.grow(2, own[..., :2]).grow(3, own[..., 2:])
    other = again(model)
    assert_array_equal(np.asarray(other.eta), eta)
    wide = np.hstack([X, X[:, :5]])
    assert_goes_on_the_same(model, wide)


def test_a_stream_that_was_stored_before_it_met_a_word(learning: Factory) -> None:
    """What comes next is drawn from the generator where it stood."""
    model = learning(learner=SVB(), init="random").partial_fit(np.zeros((3, V)))
    assert_goes_on_the_same(model, X)


def test_a_prior_of_all_topics_and_words_is_stored_once(learning: Factory) -> None:
    _, arrays = model_fields(learning(eta=TABLE).fit(X))
    assert sum(array.size == TABLE.size for array in arrays.values()) == 2  # eta and M


def test_a_prior_is_stored_twice_where_merging_has_changed_it(learning: Factory) -> None:
    model = learning(eta=TABLE).fit(X).merge([2, 0])
    assert_array_equal(again(model).eta, TABLE)
    assert_goes_on_the_same(model, X)
