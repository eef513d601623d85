"""Labelled documents, and a representation that remembers what it was shown."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from biterms.measures import Classification

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
