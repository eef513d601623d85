"""What a classification has found: fold by fold, in the mean, and as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Score:
    """A linear SVM on the test documents of a fold; `seconds` are those of learning and choosing C.

    `converged` says whether LIBLINEAR came to an end within the iterations it was given.
    """

    C: float
    accuracy: float
    macro_f1: float
    seconds: float
    converged: bool


@dataclass(frozen=True)
class Fold:
    """One fold: `plain` with C = 1, `chosen` with the C that was best inside the training part.

    `seconds` are those in which the representation learnt from and transformed its documents; with
    `whole_corpus` it did so once, and every fold tells the same.
    """

    n_train: int
    n_test: int
    n_features: int
    seconds: float
    plain: Score
    chosen: Score


@dataclass(frozen=True)
class Classification:
    """The folds of a classification, and the values C was chosen from; print it for a table."""

    folds: tuple[Fold, ...]
    Cs: tuple[float, ...]
    n_docs: int
    n_labels: int
    whole_corpus: bool
    notes: tuple[str, ...] = ()

    def mean(self, name: str, svm: str = "chosen") -> float:
        """The mean over folds of `accuracy`, `macro_f1` or `seconds` of the SVM.

        `svm` is "plain" (C = 1) or "chosen".
        """
        return float(np.mean([getattr(getattr(fold, svm), name) for fold in self.folds]))

    @property
    def n_features(self) -> float:
        """The mean over folds."""
        return float(np.mean([fold.n_features for fold in self.folds]))

    @property
    def seconds(self) -> float:
        """Of the representation: the mean over folds."""
        return float(np.mean([fold.seconds for fold in self.folds]))

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON: the folds, and the means."""
        names = ("accuracy", "macro_f1", "seconds")
        means = {svm: {name: self.mean(name, svm) for name in names} for svm in ("plain", "chosen")}
        own = {"n_features": self.n_features, "seconds": self.seconds}
        lists = {
            "folds": [asdict(fold) for fold in self.folds],
            "Cs": list(self.Cs),
            "notes": list(self.notes),
        }
        return asdict(self) | lists | {"mean": own | means}

    def lines(self) -> list[str]:
        """For people: a row for each fold, one for the means, then the notes."""
        seen = "all documents" if self.whole_corpus else "the training folds"
        counted = f"{self.n_docs:,} documents, {self.n_labels:,} labels"
        return [
            f"{counted}; the representation has learnt from {seen}",
            f"{'':24}{'C = 1':^29}{'C chosen in training':^37}".rstrip(),
            f"{'fold':<4}{'features':>11}{'seconds':>9}{_HEAD}{'C':>8}{_HEAD}",
            *self._rows(),
            *self.notes,
        ]

    def _rows(self) -> Iterator[str]:
        for number, fold in enumerate(self.folds, 1):
            plain, chosen = (
                _cells(score.accuracy, score.macro_f1, score.seconds)
                for score in (fold.plain, fold.chosen)
            )
            own = f"{number:<4}{fold.n_features:>11,}{fold.seconds:>9.2f}"
            yield f"{own}{plain}{fold.chosen.C:>8g}{chosen}"
        plain, chosen = (
            _cells(*(self.mean(name, svm) for name in ("accuracy", "macro_f1", "seconds")))
            for svm in ("plain", "chosen")
        )
        yield f"mean{self.n_features:>11,.0f}{self.seconds:>9.2f}{plain}{'':>8}{chosen}"

    def __str__(self) -> str:
        return "\n".join(self.lines())


_HEAD = f"{'accuracy':>10}{'macro-F1':>10}{'seconds':>9}"


def _cells(accuracy: float, macro_f1: float, seconds: float) -> str:
    return f"{accuracy:>10.4f}{macro_f1:>10.4f}{seconds:>9.2f}"
