"""How well a linear SVM tells the labels of documents from a representation of them."""

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

#: counts of long texts want a small C, shares of words a large one
GRID = (0.001, 0.01, 0.1, 1.0, 10.0, 100.0)

Rows = NDArray[np.intp]
#: features and labels to learn from, those to test on, and the seconds of the representation
Parts = tuple[Any, NDArray[np.intp], Any, NDArray[np.intp], float]


def classification(
    X: Any,
    labels: Iterable[Any],
    *,
    representation: Any = None,
    n_folds: int = 5,
    whole_corpus: bool = False,
    Cs: Sequence[float] = GRID,
    max_iter: int = 10_000,
    random_state: int = 0,
) -> Classification:
    """Accuracy and macro-F1 of a linear SVM (LIBLINEAR), tested on each fold of the documents.

    `representation` is a transformer or a pipeline of scikit-learn that makes features of `X`,
    texts or a matrix; None takes the matrix as it is. It learns from the training folds only or,
    with `whole_corpus`, once from all documents (not from their labels), as in the paper. Folds
    have equal shares of each label; the same `random_state` gives the same folds and numbers.

    The SVM has C = 1, and beside it the best of `Cs`: a part of the training documents, with equal
    shares again, is set aside, and the C with the best accuracy there is taken, of equals the one
    nearest to 1. `Cs=(1,)` leaves nothing to choose and takes no time.
    """
    check_bool("whole_corpus", whole_corpus)
    check_whole("n_folds", n_folds, 1000, least=2)
    check_whole("max_iter", max_iter, 10**9)
    check_whole("random_state", random_state, 2**32 - 1, least=0)
    svm = _Svm(grid_of(Cs), max_iter, random_state)
    made = transformer_of(representation)
    documents, n_docs = documents_of(X, as_it_is=representation is None)
    y = codes_of(labels, n_docs, n_folds)
    folds = list(_stratified(y, n_folds, random_state))
    parts = (_whole if whole_corpus else _apart)(made, documents, y, folds)
    found = tuple(svm.fold(*part) for part in parts)
    return Classification(
        found, svm.grid, len(y), int(y.max()) + 1, bool(whole_corpus), tuple(svm.notes(found))
    )


def _apart(made: Any, X: Any, y: Rows, folds: list[tuple[Rows, Rows]]) -> Iterator[Parts]:
    from sklearn.base import clone

    for train, test in folds:
        learner, begin = clone(made), time.perf_counter()
        known = features_of(_learn(learner, take(X, train), y[train]), len(train))
        seconds = time.perf_counter() - begin
        unknown = features_of(learner.transform(take(X, test)), len(test))
        yield known, y[train], unknown, y[test], seconds


def _whole(made: Any, X: Any, y: Rows, folds: list[tuple[Rows, Rows]]) -> Iterator[Parts]:
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
        # no more parts than the smallest label has documents: every label is on both sides
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
        told = svm.predict(X_test)
        f1 = float(f1_score(y_test, told, average="macro", zero_division=0.0))
        accuracy = float(np.mean(told == y_test))
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
    found: Iterator[tuple[Rows, Rows]] = folds.split(np.zeros(len(y)), y)
    return found
