"""The SVM measure: scikit-learn's own numbers, and what each part of it may see."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.feature_selection import SelectKBest, chi2
from sklearn.linear_model import LogisticRegression
from sklearn.manifold import TSNE
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, Normalizer
from sklearn.svm import LinearSVC

from biterms import LDA, BagOfBiterms, Vectoriser
from biterms.errors import InputError, SettingError
from biterms.measures import Classification, classification

FEW = (0.1, 1.0, 10.0)


def corpus(n: int = 120, width: int = 30, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Counts of documents in three labels, which words tell only in part; column 0 is the row."""
    random = np.random.default_rng(seed)
    codes = np.arange(n) % 3
    weights = random.dirichlet(np.full(width - 1, 0.3), 3) + 0.02
    counts = [random.multinomial(12, p / p.sum()) for p in weights[codes]]
    return np.column_stack([np.arange(n), counts]).astype(float), codes


def texts(X: np.ndarray) -> list[str]:
    """Words as often as they are counted."""
    counts = X[:, 1:].astype(int)
    return [" ".join(f"word{j}" for j in np.repeat(np.arange(len(row)), row)) for row in counts]


def numbers(found: Classification) -> list[Any]:
    """All but the seconds."""
    return [
        (fold.n_train, fold.n_test, fold.n_features, score.C, score.accuracy, score.macro_f1)
        for fold in found.folds
        for score in (fold.plain, fold.chosen)
    ]


def sklearn_scores(model: Any, X: Any, y: Any, seed: int) -> dict[str, Any]:
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    scoring = ("accuracy", "f1_macro")
    return cross_validate(model, X, y, cv=folds, scoring=scoring, return_estimator=True)


def svm(C: float, seed: int) -> LinearSVC:
    return LinearSVC(C=C, dual="auto", max_iter=10_000, random_state=seed)


class Recorder(BaseEstimator):
    """Leaves the number of the row out, and remembers the rows it has learnt from and seen."""

    def __init__(self, seen: list[tuple[str, list[int], bool]] | None = None) -> None:
        self.seen = seen

    def __sklearn_clone__(self) -> Recorder:
        return Recorder(self.seen)  # the one list, so that the test can read it

    def fit(self, X: np.ndarray, y: Any = None) -> Recorder:
        self.seen.append(("fit", X[:, 0].astype(int).tolist(), y is not None))
        return self

    def transform(self, X: np.ndarray) -> np.ndarray:
        self.seen.append(("transform", X[:, 0].astype(int).tolist(), False))
        return X[:, 1:]


@pytest.mark.parametrize("seed", [0, 7])
def test_it_is_scikit_learns_cross_validation(seed: int) -> None:
    X, y = corpus()
    made, names = TfidfVectorizer(), np.array(["c", "a", "b"])[y]
    found = classification(texts(X), names, representation=made, Cs=FEW, random_state=seed)
    model = make_pipeline(made, svm(1.0, seed))
    theirs = sklearn_scores(model, texts(X), names, seed)
    assert [fold.plain.accuracy for fold in found.folds] == theirs["test_accuracy"].tolist()
    assert [fold.plain.macro_f1 for fold in found.folds] == theirs["test_f1_macro"].tolist()
    widths = [len(one[0].vocabulary_) for one in theirs["estimator"]]
    assert [fold.n_features for fold in found.folds] == widths
    assert found.mean("accuracy", "plain") == pytest.approx(theirs["test_accuracy"].mean())
    assert 0.4 < found.mean("accuracy", "plain") < 1


def test_the_choice_of_C_is_a_grid_search_in_the_training_part() -> None:
    X, y = corpus(150)
    X = X[:, 1:] / X[:, 1:].sum(axis=1, keepdims=True)
    found = classification(X, y, Cs=(0.001, 0.1, 10.0), random_state=3)
    for (train, test), fold in zip(
        StratifiedKFold(5, shuffle=True, random_state=3).split(X, y), found.folds, strict=True
    ):
        inner = StratifiedKFold(5, shuffle=True, random_state=3).split(X[train], y[train])
        grid = {"C": [0.1, 10.0, 0.001]}  # of equals it takes the first
        search = GridSearchCV(svm(1.0, 3), grid, cv=[next(inner)]).fit(X[train], y[train])
        assert fold.chosen.C == search.best_params_["C"]
        assert fold.chosen.accuracy == search.score(X[test], y[test])
        assert (fold.n_train, fold.n_test) == (len(train), len(test))


def test_nothing_of_a_test_fold_is_seen_before_the_test() -> None:
    X, y = corpus(60)
    seen: list[tuple[str, list[int], bool]] = []
    classification(X, y, representation=Recorder(seen), Cs=FEW, random_state=5)
    folds = StratifiedKFold(5, shuffle=True, random_state=5).split(X, y)
    expected = []
    for train, test in folds:
        expected += [("fit", train.tolist(), True), ("transform", train.tolist(), False)]
        expected += [("transform", test.tolist(), False)]
    assert seen == expected


def test_the_labels_of_a_test_fold_change_only_its_own_scores() -> None:
    X, y = corpus(60)
    X = X[:, 1:]
    test = next(StratifiedKFold(5, shuffle=True, random_state=0).split(X, y))[1]
    swapped = y.copy()
    one, other = (test[y[test] == label][0] for label in (0, 1))
    swapped[[one, other]] = 1, 0
    folds = StratifiedKFold(5, shuffle=True, random_state=0).split(X, swapped)
    assert next(folds)[1].tolist() == test.tolist()
    before, after = (classification(X, labels, Cs=FEW).folds[0] for labels in (y, swapped))
    assert before.chosen.C == after.chosen.C
    assert abs(before.plain.accuracy - after.plain.accuracy) <= 2 / len(test) + 1e-12


def test_the_whole_corpus_is_seen_once_and_without_labels() -> None:
    X, y = corpus(60)
    seen: list[tuple[str, list[int], bool]] = []
    made = Recorder(seen)
    whole = classification(X, y, representation=made, whole_corpus=True, Cs=FEW)
    assert seen == [(step, list(range(60)), False) for step in ("fit", "transform")]
    # it learns nothing, so what it has seen cannot matter
    assert numbers(whole) == numbers(classification(X, y, representation=made, Cs=FEW))
    assert len({fold.seconds for fold in whole.folds}) == 1
    assert "learnt from all documents" in str(whole)


def test_the_whole_corpus_knows_more_words() -> None:
    X, y = corpus(60, width=600)
    documents = texts(X)
    whole, apart = (
        classification(documents, y, representation=CountVectorizer(min_df=2), whole_corpus=w)
        for w in (True, False)
    )
    full = len(CountVectorizer(min_df=2).fit(documents).vocabulary_)
    assert {fold.n_features for fold in whole.folds} == {full}
    assert all(fold.n_features < full for fold in apart.folds)
    X = CountVectorizer(min_df=2).fit_transform(documents)
    assert numbers(whole) == numbers(classification(X, y))


def test_every_form_of_the_same_data_gives_the_same_numbers() -> None:
    X, y = corpus(60)
    X = X[:, 1:]
    expected = numbers(classification(X, y, Cs=FEW))
    wide = sparse.csr_array(X)
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    forms = [X.tolist(), pd.DataFrame(X), pl.DataFrame(X), X.astype(np.int64)]
    for form in (*forms, sparse.coo_matrix(X), sparse.csc_array(X), wide):
        for made in (None, FunctionTransformer(accept_sparse=True)):
            found = classification(form, y, representation=made, Cs=FEW)
            assert numbers(found) == expected


@pytest.mark.parametrize(
    "names", [["x", "y", "z"], [10, 20, 30], [1.5, 2.5, 7.0], [False, True, "other"]]
)
def test_labels_of_any_type(names: list[Any]) -> None:
    X, y = corpus(60)
    given = [names[code] for code in y]
    expected = numbers(classification(X[:, 1:], y, Cs=FEW))
    for labels in (given, iter(given), pd.Series(given, index=range(60, 0, -1))):
        assert numbers(classification(X[:, 1:], labels, Cs=FEW)) == expected


def test_same_seed_same_numbers_and_another_seed_other_folds() -> None:
    X, y = corpus()
    first, again, other = (classification(X[:, 1:], y, Cs=FEW, random_state=s) for s in (4, 4, 5))
    assert numbers(first) == numbers(again) != numbers(other)


def test_texts_of_every_kind_of_list() -> None:
    X, y = corpus(60)
    documents = texts(X)
    expected = numbers(classification(documents, y, representation=Vectoriser(), Cs=FEW))
    forms = [tuple(documents), np.array(documents), np.array(documents, dtype=object)]
    for form in (*forms, pd.Series(documents, index=range(60, 0, -1)), iter(documents)):
        assert numbers(classification(form, y, representation=Vectoriser(), Cs=FEW)) == expected


def test_biterms_are_those_of_the_training_folds() -> None:
    X, y = corpus()
    made = make_pipeline(Vectoriser(), BagOfBiterms(10, weighting="tf-idf"))
    found = classification(texts(X), y, representation=made, Cs=(1,))
    theirs = sklearn_scores(make_pipeline(*made, svm(1.0, 0)), texts(X), y, 0)
    assert [fold.plain.accuracy for fold in found.folds] == theirs["test_accuracy"].tolist()
    widths = [len(one[1].get_feature_names_out()) for one in theirs["estimator"]]
    assert [fold.n_features for fold in found.folds] == widths
    whole = classification(texts(X), y, representation=made, Cs=(1,), whole_corpus=True)
    assert whole.n_features > max(widths)


def test_mixtures_of_a_topic_model() -> None:
    X, y = corpus(150)
    documents = texts(X)
    made = make_pipeline(Vectoriser(), LDA(n_topics=6, passes=3, random_state=0))
    found = classification(documents, y, representation=made)
    assert {fold.n_features for fold in found.folds} == {6}
    assert found.mean("accuracy") > 0.6
    assert numbers(found) == numbers(classification(documents, y, representation=made))
    theirs = sklearn_scores(make_pipeline(made, svm(1.0, 0)), documents, y, 0)
    assert [fold.plain.accuracy for fold in found.folds] == theirs["test_accuracy"].tolist()


def test_a_representation_may_use_the_labels_of_its_training_folds() -> None:
    X, y = corpus()
    made = SelectKBest(chi2, k=5)
    found = classification(X[:, 1:], y, representation=made, Cs=(1,))
    theirs = sklearn_scores(make_pipeline(made, svm(1.0, 0)), X[:, 1:], y, 0)
    assert [fold.plain.accuracy for fold in found.folds] == theirs["test_accuracy"].tolist()


def test_the_representation_that_was_given_is_left_as_it_was() -> None:
    X, y = corpus(60)
    made = make_pipeline(CountVectorizer())
    for whole in (True, False):
        classification(texts(X), y, representation=made, whole_corpus=whole, Cs=(1,))
        assert not hasattr(made[0], "vocabulary_")


def test_one_C_is_no_choice() -> None:
    X, y = corpus(60)
    found = classification(X[:, 1:], y, Cs=[1])
    for fold in found.folds:
        assert fold.chosen.accuracy == fold.plain.accuracy
        assert fold.chosen.C == 1
    assert found.notes == ()
    assert {fold.chosen.C for fold in classification(X[:, 1:], y, Cs=[0.01]).folds} == {0.01}


@pytest.mark.parametrize(
    ("Cs", "chosen"), [((100, 1, 10, 0.1), 1), ((10, 100, 1000), 10), ((0.5, 0.1), 0.5)]
)
def test_of_equal_Cs_the_one_nearest_to_1(Cs: tuple[float, ...], chosen: float) -> None:
    found = classification(np.repeat(np.eye(2), 20, axis=0), np.repeat([0, 1], 20), Cs=Cs)
    assert {(fold.chosen.C, fold.chosen.accuracy) for fold in found.folds} == {(chosen, 1.0)}
    told = [note for note in found.notes if "C chosen at an end of Cs in fold 1, 2, 3, 4" in note]
    assert len(told) == (chosen != 1)


def test_what_does_not_converge_is_told() -> None:
    X, y = corpus(60)
    found = classification(1000 * X[:, 1:], y, max_iter=1, Cs=(1, 2))
    assert not any(fold.plain.converged for fold in found.folds)
    assert "C = 1: not converged after 1 iterations in fold 1, 2, 3, 4, 5" in found.notes[0]
    assert found.notes[0] in str(found)
    assert all(fold.plain.converged for fold in classification(X[:, 1:], y, Cs=(1,)).folds)


@pytest.mark.parametrize(("n_folds", "size"), [(2, 4), (3, 4), (4, 4), (5, 5), (7, 7)])
def test_the_smallest_labels_that_can_be(n_folds: int, size: int) -> None:
    X = np.random.default_rng(0).random((9 * size, 4))
    y = np.arange(9 * size) % 9
    found = classification(X, y, n_folds=n_folds, Cs=FEW)
    assert len(found.folds) == n_folds
    with pytest.raises(InputError, match=rf"fewer than {size} documents.*: 8 \({size - 1}\);"):
        classification(X[:-1], y[:-1], n_folds=n_folds)


def test_table_and_plain_values() -> None:
    X, y = corpus(60)
    found = classification(X[:, 1:], y, Cs=FEW)
    plain = json.loads(json.dumps(found.as_dict()))
    assert plain["mean"]["plain"]["accuracy"] == found.mean("accuracy", "plain")
    assert [fold["chosen"]["C"] for fold in plain["folds"]] == [f.chosen.C for f in found.folds]
    assert plain["Cs"] == sorted(FEW)
    lines = str(found).splitlines()
    assert lines[0].startswith("60 documents, 3 labels;")
    assert [line.split()[0] for line in lines[3:9]] == ["1", "2", "3", "4", "5", "mean"]
    last = lines[8].split()
    assert (last[1], last[3]) == ("29", f"{found.mean('accuracy', 'plain'):.4f}")
    assert float(last[5]) == pytest.approx(found.mean("seconds", "plain"), abs=0.006)
    assert last[6] == f"{found.mean('accuracy'):.4f}"


X, Y = corpus(60)
HOLED = np.where(np.arange(60)[:, None] == 7, np.nan, X)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"labels": Y[:-1]}, "59 labels for 60 documents"),
        ({"labels": np.zeros(60)}, "1 label in 60 documents"),
        ({"labels": [None, *Y[1:]]}, "1 documents have no label"),
        ({"labels": np.where(Y == 2, np.nan, Y)}, "20 documents have no label"),
        ({"labels": Y[:, None]}, "labels are no sequence"),
        ({"labels": None}, "labels are a NoneType"),
        ({"labels": "ab" * 30}, "labels are a str"),
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
        ({"X": ["a", "b"] * 30, "representation": None}, "X is no matrix"),
        ({"X": X[:, 0], "representation": None}, "X is no matrix"),
        ({"X": X[:, :0], "representation": None}, "X is no matrix"),
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
        {"whole_corpus": "yes"},
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


def test_clusters_are_a_representation_too() -> None:
    found = classification(X[:, 1:], Y, representation=KMeans(3, n_init=1, random_state=0), Cs=(1,))
    assert {fold.n_features for fold in found.folds} == {3}
