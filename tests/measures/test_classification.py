"""The SVM measure: scikit-learn's own numbers, and what each part of it may see."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.feature_selection import SelectKBest, chi2
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from biterms import LDA, BagOfBiterms, Vectoriser
from biterms.measures import classification
from tests.measures.labelled import FEW, Recorder, corpus, numbers, texts


def sklearn_scores(model: Any, X: Any, y: Any, seed: int) -> dict[str, Any]:
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    scoring = ("accuracy", "f1_macro")
    return cross_validate(model, X, y, cv=folds, scoring=scoring, return_estimator=True)


def svm(C: float, seed: int) -> LinearSVC:
    return LinearSVC(C=C, dual="auto", max_iter=10_000, random_state=seed)


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


def test_the_all_documents_is_seen_once_and_without_labels() -> None:
    X, y = corpus(60)
    seen: list[tuple[str, list[int], bool]] = []
    made = Recorder(seen)
    whole = classification(X, y, representation=made, all_documents=True, Cs=FEW)
    assert seen == [(step, list(range(60)), False) for step in ("fit", "transform")]
    # it learns nothing, so what it has seen cannot matter
    assert numbers(whole) == numbers(classification(X, y, representation=made, Cs=FEW))
    assert len({fold.seconds for fold in whole.folds}) == 1
    assert "learnt from all documents" in str(whole)


def test_the_all_documents_knows_more_words() -> None:
    X, y = corpus(60, width=600)
    documents = texts(X)
    whole, apart = (
        classification(documents, y, representation=CountVectorizer(min_df=2), all_documents=w)
        for w in (True, False)
    )
    full = len(CountVectorizer(min_df=2).fit(documents).vocabulary_)
    assert {fold.n_features for fold in whole.folds} == {full}
    assert all(fold.n_features < full for fold in apart.folds)
    X = CountVectorizer(min_df=2).fit_transform(documents)
    assert numbers(whole) == numbers(classification(X, y))


def test_same_seed_same_numbers_and_another_seed_other_folds() -> None:
    X, y = corpus()
    first, again, other = (classification(X[:, 1:], y, Cs=FEW, random_state=s) for s in (4, 4, 5))
    assert numbers(first) == numbers(again) != numbers(other)


def test_biterms_are_those_of_the_training_folds() -> None:
    X, y = corpus()
    made = make_pipeline(Vectoriser(), BagOfBiterms(10, weighting="tf-idf"))
    found = classification(texts(X), y, representation=made, Cs=(1,))
    theirs = sklearn_scores(make_pipeline(*made, svm(1.0, 0)), texts(X), y, 0)
    assert [fold.plain.accuracy for fold in found.folds] == theirs["test_accuracy"].tolist()
    widths = [len(one[1].get_feature_names_out()) for one in theirs["estimator"]]
    assert [fold.n_features for fold in found.folds] == widths
    whole = classification(texts(X), y, representation=made, Cs=(1,), all_documents=True)
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
        classification(texts(X), y, representation=made, all_documents=whole, Cs=(1,))
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


def test_clusters_are_a_representation_too() -> None:
    X, y = corpus(60)
    made = KMeans(3, n_init=1, random_state=0)
    found = classification(X[:, 1:], y, representation=made, Cs=(1,))
    assert {fold.n_features for fold in found.folds} == {3}
