"""Accuracy of a linear SVM that predicts labels of documents from a representation of them."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biterms.measures.classification_input import (
    codes_of,
    documents_of,
    features_of,
    grid_of,
    take,
    transformer_of,
)
from biterms.measures.classification_result import Classification, Fold, Score
from biterms.settings import check_bool, check_whole

#: Counts of long texts want a small C, shares of words a large one.
GRID = (0.001, 0.01, 0.1, 1.0, 10.0, 100.0)

Rows = NDArray[np.intp]
#: Features and labels to learn from, those to test on, and the seconds of the representation.
Parts = tuple[Any, NDArray[np.intp], Any, NDArray[np.intp], float]


def classification(
    X: Any,
    labels: Iterable[Any],
    *,
    representation: Any = None,
    n_folds: int = 5,
    all_documents: bool = False,
    Cs: Sequence[float] = GRID,
    max_iter: int = 10_000,
    random_state: int = 0,
) -> Classification:
    """Measure how well a linear SVM predicts labels from a representation of documents.

    Parameters
    ----------
    X : list of texts, array or sparse matrix
        The documents.
    labels : iterable
        The label of each document.
    representation : transformer or pipeline, optional
        Makes features of X; None takes the matrix X as it is.
    n_folds : int, default=5
        Parts of the documents, with equal shares of each label; each is tested once.
    all_documents : bool, default=False
        Whether the representation learns once from all documents (not from their labels), as in
        the paper, or in each fold from the training documents only.
    Cs : sequence of float
        Values of C to choose from; with ``(1,)`` there is no choice, and it takes no time.
    max_iter : int, default=10000
        Iterations of LIBLINEAR.
    random_state : int, default=0
        The same number gives the same folds and results.

    Returns
    -------
    Classification
        Accuracy and macro-F1 of each fold, with C = 1 and with the chosen C.

    Raises
    ------
    InputError
        If documents and labels do not fit together, or if a label has too few documents.
    SettingError
        If a setting is out of range.

    Notes
    -----
    C is chosen in a part of the training documents that is set aside, with equal shares of labels
    again: the one with the best accuracy there, of equal ones the nearest to 1.

    Examples
    --------
    >>> X = [[1, 0], [2, 0], [0, 1], [0, 2]] * 5
    >>> classification(X, ["sport", "sport", "money", "money"] * 5, n_folds=2).mean("accuracy")
    1.0
    """
    check_bool("all_documents", all_documents)
    check_whole("n_folds", n_folds, 1000, least=2)
    check_whole("max_iter", max_iter, 10**9)
    check_whole("random_state", random_state, 2**32 - 1, least=0)
    svm = _Svm(grid_of(Cs), max_iter, random_state)
    made = transformer_of(representation)
    documents, n_docs = documents_of(X, as_it_is=representation is None)
    y = codes_of(labels, n_docs, n_folds)
    folds = list(_stratified(y, n_folds, random_state))
    parts = (_learnt_once if all_documents else _learnt_per_fold)(made, documents, y, folds)
    results = tuple(svm.fold(*part) for part in parts)
    return Classification(
        results, svm.grid, len(y), int(y.max()) + 1, bool(all_documents), tuple(svm.notes(results))
    )


def _learnt_per_fold(made: Any, X: Any, y: Rows, folds: list[tuple[Rows, Rows]]) -> Iterator[Parts]:
    from sklearn.base import clone

    for train, test in folds:
        learner, begin = clone(made), time.perf_counter()
        known = features_of(_learn(learner, take(X, train), y[train]), len(train))
        seconds = time.perf_counter() - begin
        unknown = features_of(learner.transform(take(X, test)), len(test))
        yield known, y[train], unknown, y[test], seconds


def _learnt_once(made: Any, X: Any, y: Rows, folds: list[tuple[Rows, Rows]]) -> Iterator[Parts]:
    begin = time.perf_counter()
    features = features_of(_learn(made, X, None), len(y))
    seconds = time.perf_counter() - begin
    for train, test in folds:
        yield features[train], y[train], features[test], y[test], seconds


def _learn(made: Any, X: Any, y: Rows | None) -> Any:
    """By scikit-learn's contract both ways are the same, and the first is often faster."""
    if hasattr(made, "fit_transform"):
        return made.fit_transform(X, y)
    return made.fit(X, y).transform(X)


@dataclass(frozen=True)
class _Svm:
    """Linear SVMs with the same settings but C."""

    grid: tuple[float, ...]
    max_iter: int
    seed: int

    def fold(self, X: Any, y: Rows, X_test: Any, y_test: Rows, seconds: float) -> Fold:
        plain = self.score(1.0, X, y, X_test, y_test)
        begin = time.perf_counter()
        C = self.choose(X, y)
        search = time.perf_counter() - begin
        chosen = plain if C == 1 else self.score(C, X, y, X_test, y_test)
        chosen = replace(chosen, seconds=chosen.seconds + search)
        return Fold(len(y), len(y_test), X.shape[1], seconds, plain, chosen)

    def choose(self, X: Any, y: Rows) -> float:
        if len(self.grid) == 1:
            return self.grid[0]
        # With no more parts than the smallest label has documents, every label is on both sides.
        train, test = next(_stratified(y, min(5, int(np.bincount(y).min())), self.seed))
        inner = X[train], y[train], X[test], y[test]
        return max(self.grid, key=lambda C: (self.score(C, *inner).accuracy, -abs(math.log(C))))

    def score(self, C: float, X: Any, y: Rows, X_test: Any, y_test: Rows) -> Score:
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.metrics import f1_score
        from sklearn.svm import LinearSVC

        svm = LinearSVC(C=C, dual="auto", max_iter=self.max_iter, random_state=self.seed)
        begin = time.perf_counter()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # the notes say it, once
            svm.fit(X, y)
        seconds = time.perf_counter() - begin
        predicted = svm.predict(X_test)
        f1 = float(f1_score(y_test, predicted, average="macro", zero_division=0.0))
        accuracy = float(np.mean(predicted == y_test))
        return Score(C, accuracy, f1, seconds, bool(svm.n_iter_ < self.max_iter))

    def notes(self, folds: Sequence[Fold]) -> Iterator[str]:
        for name, scores in (
            ("C = 1", [fold.plain for fold in folds]),
            ("C chosen", [fold.chosen for fold in folds]),
        ):
            if late := [i for i, score in enumerate(scores, 1) if not score.converged]:
                yield (
                    f"{name}: not converged after {self.max_iter:,} iterations in fold "
                    f"{', '.join(map(str, late))}; a larger max_iter or features of a smaller "
                    "scale help"
                )
        ends = {self.grid[0], self.grid[-1]} if len(self.grid) > 1 else set()
        if at_end := [i for i, fold in enumerate(folds, 1) if fold.chosen.C in ends]:
            yield (
                f"C chosen at an end of Cs in fold {', '.join(map(str, at_end))}; a wider range "
                "may be better"
            )


def _stratified(y: Rows, parts: int, seed: int) -> Iterator[tuple[Rows, Rows]]:
    from sklearn.model_selection import StratifiedKFold

    folds = StratifiedKFold(parts, shuffle=True, random_state=seed)
    parted: Iterator[tuple[Rows, Rows]] = folds.split(np.zeros(len(y)), y)
    return parted
