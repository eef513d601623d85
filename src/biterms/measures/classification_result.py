"""The results of a classification: of each fold, their means, and as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Score:
    """Scores of a linear SVM on the test documents of a fold.

    Parameters
    ----------
    C : float
        The penalty of errors.
    accuracy, macro_f1 : float
        Scores, 0 to 1.
    seconds : float
        Time of learning, and of choosing C.
    converged : bool
        Whether LIBLINEAR converged within the iterations allowed.
    """

    C: float
    accuracy: float
    macro_f1: float
    seconds: float
    converged: bool


@dataclass(frozen=True)
class Fold:
    """Results of one fold.

    Parameters
    ----------
    n_train, n_test, n_features : int
        Documents and features.
    seconds : float
        Time in which the representation learnt from documents and transformed them; with
        ``all_documents`` it did so once, and every fold has the same number.
    plain : Score
        With C = 1.
    chosen : Score
        With the C that was best inside the training documents.
    """

    n_train: int
    n_test: int
    n_features: int
    seconds: float
    plain: Score
    chosen: Score


@dataclass(frozen=True)
class Classification:
    """Results of `classification`; print them for a table.

    Parameters
    ----------
    folds : tuple of Fold
        Results of each fold.
    Cs : tuple of float
        Values that C was chosen from.
    n_docs, n_labels : int
        Documents and different labels.
    all_documents : bool
        Whether the representation learnt from all documents.
    notes : tuple of str
        What a reader should know.
    """

    folds: tuple[Fold, ...]
    Cs: tuple[float, ...]
    n_docs: int
    n_labels: int
    all_documents: bool
    notes: tuple[str, ...] = ()

    def mean(self, name: str, svm: str = "chosen") -> float:
        """Return the mean of a score over folds.

        Parameters
        ----------
        name : {"accuracy", "macro_f1", "seconds"}
            The score.
        svm : {"chosen", "plain"}, default="chosen"
            With the chosen C, or with C = 1.

        Returns
        -------
        float
            The mean.
        """
        return float(np.mean([getattr(getattr(fold, svm), name) for fold in self.folds]))

    @property
    def n_features(self) -> float:
        """Mean number of features over folds."""
        return float(np.mean([fold.n_features for fold in self.folds]))

    @property
    def seconds(self) -> float:
        """Mean time of the representation over folds."""
        return float(np.mean([fold.seconds for fold in self.folds]))

    def as_dict(self) -> dict[str, Any]:
        """Return folds and means as plain values for JSON.

        Returns
        -------
        dict
            Numbers, lists and texts.
        """
        names = ("accuracy", "macro_f1", "seconds")
        means = {svm: {name: self.mean(name, svm) for name in names} for svm in ("plain", "chosen")}
        representation = {"n_features": self.n_features, "seconds": self.seconds}
        lists = {
            "folds": [asdict(fold) for fold in self.folds],
            "Cs": list(self.Cs),
            "notes": list(self.notes),
        }
        return asdict(self) | lists | {"mean": representation | means}

    def lines(self) -> list[str]:
        """Return a table with a row for each fold and one for the means, then the notes.

        Returns
        -------
        list of str
            Lines to print.
        """
        source = "all documents" if self.all_documents else "the training folds"
        counted = f"{self.n_docs:,} documents, {self.n_labels:,} labels"
        return [
            f"{counted}; the representation has learnt from {source}",
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
            head = f"{number:<4}{fold.n_features:>11,}{fold.seconds:>9.2f}"
            yield f"{head}{plain}{fold.chosen.C:>8g}{chosen}"
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
