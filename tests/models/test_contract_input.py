"""What every model refuses, and that it then leaves no trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.exceptions import NotFittedError

from biterms import SVB, SVI
from biterms.learning import RowMap
from tests.models.contract import Factory, V, X
from tests.models.snapshots import learnt


def with_value(value: float) -> np.ndarray:
    bad = X.copy()
    bad[7, 5] = value
    return bad


REFUSED: dict[str, tuple[Any, str]] = {
    "negative": (with_value(-1.0), "Negative values"),
    "negative sparse": (sparse.csr_array(with_value(-1.0)), "Negative values"),
    "NaN": (with_value(np.nan), "NaN"),
    "NaN sparse": (sparse.csr_array(with_value(np.nan)), "NaN"),
    "infinite": (with_value(np.inf), "infinity"),
    "too large": (with_value(1e13), r"at most 1e\+12"),
    "no documents": (X[:0], "0 sample"),
    "no words": (X[:, :0], "0 feature"),
    "one row": (X[0], "2D array"),
    "three dimensions": (X[None], "dim"),
    "text": (["a title of five words"], "could not convert string"),
    "table of text": ([["a", "b"]], "could not convert string"),
    "complex": (X + 1j, "Complex"),
    "nothing": (None, "2D array"),
}
WRONG_WIDTH = {"too narrow": (X[:, :-1], "features"), "too wide": (np.hstack([X, X]), "features")}


@pytest.mark.parametrize("kind", REFUSED)
def test_bad_input_is_refused_and_leaves_no_trace(make: Factory, kind: str) -> None:
    bad, message = REFUSED[kind]
    model = make().fit(X)
    before = learnt(model)
    for method in (model.fit, model.partial_fit, model.transform, model.score):
        with pytest.raises(ValueError, match=message):
            method(bad)
        assert learnt(model) == before
    fresh = make()
    for method in (fresh.fit, fresh.partial_fit):
        with pytest.raises(ValueError, match=message):
            method(bad)
    assert learnt(fresh) is None


@pytest.mark.parametrize("kind", WRONG_WIDTH)
def test_another_width_is_refused_and_leaves_no_trace(make: Factory, kind: str) -> None:
    bad, message = WRONG_WIDTH[kind]
    model = make().fit(X)
    before = learnt(model)
    for method in (model.partial_fit, model.transform, model.score):
        with pytest.raises(ValueError, match=message):
            method(bad)
        assert learnt(model) == before


SETTINGS: list[dict[str, Any]] = [
    *({"eta": eta} for eta in (0, -1.0, np.nan, np.inf, "small", 1e-300)),
    *({"eta": eta} for eta in (np.zeros(V), np.ones(V - 1), np.ones((4, V - 1)), np.ones((V, 4)))),
    *({"batch_size": size} for size in (0, 2.5, True, "250")),
    *({"passes": passes} for passes in (0, -1, 1.5, "one")),
    *({"n_threads": threads} for threads in (0, -1, 1.5, "two", 10**9)),
    *({"init": init} for init in ("zeros", 1)),
    *({"learner": learner} for learner in ("SVI", SVI, SVI(kappa=2), SVB(decay=0), 0.6)),
]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda given: str(given)[:40])
def test_bad_settings_are_refused_and_leave_no_trace(learning: Factory, settings: dict) -> None:
    refuse(learning, settings)


@pytest.mark.parametrize("seed", [-1, 2**32, "many", 1.5, True])
def test_what_is_no_seed_is_refused(make: Factory, seed: Any) -> None:
    refuse(make, {"random_state": seed})


def refuse(make: Factory, settings: dict[str, Any]) -> None:
    model, fresh = make().fit(X[:, :9]), make(**settings)
    before = learnt(model)
    model.set_params(**settings)
    for method in (model.fit, fresh.fit, fresh.partial_fit):
        with pytest.raises(ValueError, match="expected"):
            method(X)
    assert learnt(model) == before
    assert learnt(fresh) is None


USES: dict[str, Callable[[Any], Any]] = {
    "transform": lambda model: model.transform(X),
    "score": lambda model: model.score(X),
    "components_": lambda model: model.components_,
    "topics_": lambda model: model.topics_,
    "sizes_": lambda model: model.sizes_,
    "word_topics": lambda model: model.word_topics(np.array([0])),
    "grow": lambda model: model.grow(1),
    "remap": lambda model: model.remap(RowMap.grow(1, 1)),
    "merge": lambda model: model.merge([0, 1]),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_before_fit_there_is_nothing_to_use(make: Factory, use: Callable[[Any], Any]) -> None:
    with pytest.raises(NotFittedError):
        use(make())


BROKEN: dict[str, tuple[list[int], list[int]]] = {
    "index too large": ([0, 1, 2], [0, 10**6]),
    "index below zero": ([0, 1, 2], [0, -1]),
    "pointers that fall": ([0, 2, 1], [0, 1]),
    "pointers beyond the data": ([0, 1, 10**6], [0, 1]),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_sparse_matrix_is_refused(make: Factory, kind: str) -> None:
    indptr, indices = BROKEN[kind]
    bad = sparse.csr_array((2, V))
    bad.indptr, bad.indices, bad.data = np.array(indptr), np.array(indices), np.ones(2)
    model = make().fit(X)
    before = learnt(model)
    for method in (model.fit, model.partial_fit, model.transform, model.score):
        with pytest.raises(ValueError, match="the sparse matrix has"):
            method(bad)
    assert learnt(model) == before


@pytest.mark.parametrize("words", [[V], [-1], [2**32 + 1], [2_000_000_000], [0.5], [True], "a"])
def test_words_that_are_not_there_have_no_topics(make: Factory, words: Any) -> None:
    model = make().fit(X)
    with pytest.raises(ValueError, match="expected the ids of words"):
        model.word_topics(words)
    assert_allclose(model.word_topics([3, 0]), model.topics_.T[[3, 0]])
