"""Settings and numbers of LDA alone in files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from biterms import LDA
from tests.models.snapshots import learnt
from tests.models.stored import K, X, again, assert_same

SETTINGS: dict[str, dict[str, Any]] = {
    "alpha per topic": {"alpha": [0.1, 0.2, 0.3, 0.4]},
    "alpha auto": {"alpha": "auto"},
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


@pytest.mark.parametrize("inference", ["mean", "vb"])
@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_it_finds_the_same_and_learns_on_the_same(
    tmp_path: Path, settings: dict[str, Any], inference: Any
) -> None:
    model = made(inference=inference, **settings).fit(X[:120])
    other = again(model, tmp_path / "m")
    assert_same(model, other)
    assert_array_equal(other.transform(X), model.transform(X))
    assert other.score(X) == model.score(X)
    for part in (X[120:160], X[160:]):
        model.partial_fit(part)
        other.partial_fit(part)
    assert_same(model, other)
    assert learnt(other.fit(X)) == learnt(model.fit(X))


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_a_model_that_has_learnt_nothing(tmp_path: Path, settings: dict[str, Any]) -> None:
    model = made(**settings)
    other = again(model, tmp_path / "m")
    assert vars(other).keys() == vars(model).keys()
    assert learnt(other.fit(X)) == learnt(model.fit(X))
