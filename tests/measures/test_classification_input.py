"""The SVM measure: what it takes, in any form, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.manifold import TSNE
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, Normalizer

from biterms import Vectoriser
from biterms.errors import InputError, SettingError
from biterms.measures import classification
from tests.measures.labelled import FEW, Recorder, corpus, numbers, texts

X, Y = corpus(60)
#: what is tested here does not depend on the choice of C
QUICK: dict[str, Any] = {"Cs": (1,), "n_folds": 2}
HOLED = np.where(np.arange(60)[:, None] == 7, np.nan, X)


def test_every_form_of_the_same_data_gives_the_same_numbers() -> None:
    X, y = corpus(60)
    X = X[:, 1:]
    expected = numbers(classification(X, y, **QUICK))
    wide = sparse.csr_array(X)
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    forms = [X.tolist(), pd.DataFrame(X), pl.DataFrame(X), X.astype(np.int64)]
    for form in (*forms, sparse.coo_matrix(X), sparse.csc_array(X), wide):
        for made in (None, FunctionTransformer(accept_sparse=True)):
            found = classification(form, y, representation=made, **QUICK)
            assert numbers(found) == expected


@pytest.mark.parametrize(
    "names", [["x", "y", "z"], [10, 20, 30], [1.5, 2.5, 7.0], [False, True, "other"]]
)
def test_labels_of_any_type(names: list[Any]) -> None:
    X, y = corpus(60)
    given = [names[code] for code in y]
    expected = numbers(classification(X[:, 1:], y, **QUICK))
    for labels in (given, iter(given), pd.Series(given, index=range(60, 0, -1))):
        assert numbers(classification(X[:, 1:], labels, **QUICK)) == expected


def test_texts_of_every_kind_of_list() -> None:
    X, y = corpus(60)
    documents = texts(X)
    expected = numbers(classification(documents, y, representation=Vectoriser(), **QUICK))
    forms = [tuple(documents), np.array(documents), np.array(documents, dtype=object)]
    for form in (*forms, pd.Series(documents, index=range(60, 0, -1)), iter(documents)):
        assert numbers(classification(form, y, representation=Vectoriser(), **QUICK)) == expected


@pytest.mark.parametrize(("n_folds", "size"), [(2, 4), (3, 4), (4, 4), (5, 5), (7, 7)])
def test_the_smallest_labels_that_can_be(n_folds: int, size: int) -> None:
    X = np.random.default_rng(0).random((9 * size, 4))
    y = np.arange(9 * size) % 9
    found = classification(X, y, n_folds=n_folds, Cs=FEW)
    assert len(found.folds) == n_folds
    with pytest.raises(InputError, match=rf"fewer than {size} documents.*: 8 \({size - 1}\);"):
        classification(X[:-1], y[:-1], n_folds=n_folds)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"labels": Y[:-1]}, "59 labels for 60 documents"),
        ({"labels": np.zeros(60)}, "1 label in 60 documents"),
        ({"labels": [None, *Y[1:]]}, "1 documents have no label"),
        ({"labels": np.where(Y == 2, np.nan, Y)}, "20 documents have no label"),
        ({"labels": Y[:, None]}, "labels are not a sequence"),
        ({"labels": None}, "labels are a NoneType"),
        ({"labels": "ab" * 30}, "labels are a str"),
        ({"labels": b"ab" * 30}, "labels are a bytes"),
        ({"labels": np.array("abc")}, r"labels are a ndarray of shape \(\), expected one for each"),
        ({"labels": [(1,) if code else 1 for code in Y]}, "cannot be sorted"),
        ({"labels": np.arange(60)}, r"0 \(1\), 1 \(1\).* and 50 more; leave"),
        ({"X": HOLED}, "missing, NaN or infinite"),
        ({"X": np.where(np.isnan(HOLED), np.inf, X)}, "missing, NaN or infinite"),
        ({"X": sparse.csr_array(HOLED)}, "missing, NaN or infinite"),
        ({"X": pd.DataFrame(HOLED)}, "missing, NaN or infinite"),
        ({"X": [None, *X[1:]]}, "missing, NaN or infinite"),
        ({"X": pd.Series(["a", None] * 30)}, "missing, NaN or infinite"),
        ({"X": ["a", float("nan")] * 30}, "missing, NaN or infinite"),
        ({"X": "one text"}, "X is a str"),
        ({"X": 3}, "X is a int"),
        ({"X": np.array("abc")}, r"X is a ndarray of shape \(\), expected a list of texts"),
        ({"X": np.array(3.0), "representation": None}, r"X is a ndarray of shape \(\)"),
        ({"X": ["a", "b"] * 30, "representation": None}, "X is not a matrix"),
        ({"X": X[:, 0], "representation": None}, "X is not a matrix"),
        ({"X": X[:, :0], "representation": None}, "X is not a matrix"),
        ({"X": np.zeros((0, 3)), "labels": []}, "0 label in 0 documents"),
    ],
)
def test_bad_input_is_refused_before_anything_learns(changes: dict[str, Any], message: str) -> None:
    seen: list[Any] = []
    given = {"X": X, "labels": Y, "representation": Recorder(seen), "Cs": (1,)} | changes
    with pytest.raises(InputError, match=message):
        classification(**given)
    assert not seen


@pytest.mark.parametrize(
    "changes",
    [
        {"n_folds": 1},
        {"n_folds": 2.5},
        {"n_folds": True},
        {"random_state": None},
        {"random_state": -1},
        {"random_state": np.random.RandomState(0)},
        {"max_iter": 0},
        {"Cs": ()},
        {"Cs": (0,)},
        {"Cs": (1, np.inf)},
        {"Cs": (1, np.nan)},
        {"Cs": 1},
        {"Cs": ["much"]},
        {"Cs": range(1, 200)},
        {"all_documents": "yes"},
        {"representation": "tf-idf"},
        {"representation": CountVectorizer},
        {"representation": LogisticRegression()},
        {"representation": make_pipeline(Normalizer(), LogisticRegression())},
        {"representation": TSNE()},
        {"representation": np.log1p},
    ],
    ids=lambda changes: "-".join(
        f"{name}-{type(value).__name__}" for name, value in changes.items()
    ),
)
def test_settings_that_make_no_sense(changes: dict[str, Any]) -> None:
    seen: list[Any] = []
    with pytest.raises(SettingError, match=f"{next(iter(changes))}="):
        classification(X, Y, **{"representation": Recorder(seen), **changes})
    assert not seen


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda rows: rows[1:], r"shape \(47, 30\) of 48 documents"),
        (lambda rows: rows[:, :0], r"shape \(48, 0\) of 48 documents"),
        (lambda rows: rows[:, 0], r"shape \(48,\) of 48 documents"),
        (lambda rows: rows * np.nan, "NaN or infinite"),
    ],
)
def test_features_that_cannot_be(make: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        classification(X, Y, representation=FunctionTransformer(make))
