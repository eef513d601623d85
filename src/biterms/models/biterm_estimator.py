"""What models over words and biterms share: the weight of biterms, rounds, the bound."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Literal

import numpy as np

from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.learning.learner import is_number
from biterms.models.batches import chunks
from biterms.models.estimator import TopicEstimator
from biterms.settings import check_whole

#: "capped": the biterm mass M of a document is at most 4N, so sum_{i<j} at most 2N
CAP = 2.0
#: rounds of the document step when doc_iter is None
DOC_ITER = {"mean": 3, "vb": 100}


class BitermEstimator(TopicEstimator):
    """A model whose document step is over words and biterms."""

    biterms: bool
    biterm_weight: float | Literal["capped"]
    doc_iter: int | None
    doc_tol: float

    def elbo(self, X: Any) -> float:
        """The evidence lower bound of these documents and the topics; `vb` only."""
        if self.inference != "vb":
            raise SettingError(
                f"elbo with inference={self.inference!r}: only 'vb' has a bound; "
                "use score(X), or inference='vb'"
            )
        total, counts = 0.0, self._admitted(X)
        for _, _, packed in chunks(counts):
            total += self._documents_bound(self._found(packed, self._rows(packed), fit=True))
        return total + self._corpus_bound()

    def _bound(self, found: Any) -> float:
        """The bound (vb), or the log likelihood at the means."""
        if self.inference == "mean":
            return float(found.fit.sum())
        return self._documents_bound(found) + self._corpus_bound()

    @abstractmethod
    def _documents_bound(self, found: Any) -> float:
        """What the documents of a minibatch add to the bound."""

    @abstractmethod
    def _corpus_bound(self) -> float:
        """What the topics add, and whatever else all documents share."""

    def pair_scale(self, counts: Array) -> float:
        """weight * min(1, cap N / sum_{u<v} C): what C of a document with ``counts`` counts."""
        how = self._how()
        half = float(np.sort(counts) @ np.arange(len(counts) - 1, -1, -1))
        scale = how["weight"] * min(1.0, how["cap"] * counts.sum() / half) if half > 0 else 0.0
        return float(scale)

    def _check(self) -> None:
        if self.inference not in ("vb", "mean"):
            raise SettingError(f"inference={self.inference!r}: expected 'mean' or 'vb'")
        if self.doc_iter is not None:
            check_whole("doc_iter", self.doc_iter)
        if not (is_number(self.doc_tol) and self.doc_tol >= 0):
            raise SettingError(f"doc_tol={self.doc_tol!r}: expected a number of at least 0")
        weight = self.biterm_weight
        if weight != "capped" and not (is_number(weight) and 0 <= weight <= 1e6):
            raise SettingError(
                f"biterm_weight={self.biterm_weight!r}: expected 'capped' or a number from 0 to "
                "a million; 1.0 is the paper's"
            )

    def _how(self) -> dict[str, Any]:
        """What the kernels call it: how much biterms weigh, and when a document is done."""
        capped = self.biterm_weight == "capped"
        weight = 1.0 if capped else float(self.biterm_weight)
        iterations = DOC_ITER[self.inference] if self.doc_iter is None else self.doc_iter
        return {
            "weight": weight if self.biterms else 0.0,
            "cap": CAP if capped else np.inf,
            "max_iter": iterations,
            "tol": self.doc_tol,
        }
