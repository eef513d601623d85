"""What models over words and biterms share: the weight of biterms, rounds, the bound."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Any, Literal, TypeVar

import numpy as np

from biterms.bags.in_order import WIDEST, InOrder
from biterms.bags.paired import Paired
from biterms.errors import InputError, SettingError
from biterms.kernels import Array, Counts
from biterms.learning.learner import is_number
from biterms.models.batches import chunks
from biterms.models.estimator import TopicEstimator
from biterms.settings import check_whole

#: "capped": the biterm mass M of a document is at most 4N, so sum_{i<j} at most 2N
CAP = 2.0
#: rounds of the document step when doc_iter is None
DOC_ITER = {"mean": 3, "vb": 100}

Told = TypeVar("Told", InOrder, Paired)
#: what the documents are asked for
TELLS: dict[type, str] = {
    InOrder: "the order of its words (a TopicModel learns from texts and knows it)",
    Paired: "its biterms",
}


def check_biterms(biterms: Any) -> None:
    """Refuse what names no biterms."""
    if isinstance(biterms, bool | np.bool_) or (
        isinstance(biterms, str) and biterms in ("adjacent", "given")
    ):
        return
    if not (isinstance(biterms, int | np.integer) and 2 <= biterms <= WIDEST):
        raise SettingError(
            f"biterms={biterms!r}: expected True (any two words of a document), False, 'adjacent', "
            f"a number from 2 to {WIDEST:,} (words within so many), or 'given'"
        )


class BitermEstimator(TopicEstimator):
    """A model whose document step is over words and biterms."""

    biterms: bool | int | Literal["adjacent", "given"]
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

    @property
    def given_pairs(self) -> bool:
        """Unless any two words are, or none."""
        return not isinstance(self.biterms, bool | np.bool_)

    @property
    def pair_window(self) -> int | None:
        """Of "adjacent" two words, or the number that was set."""
        if self.biterms == "adjacent":
            return 2
        return None if isinstance(self.biterms, bool | np.bool_ | str) else int(self.biterms)

    def _read(self, X: Any) -> Counts:
        """With the biterms that are wanted."""
        counts = super()._read(X)
        if (window := self.pair_window) is not None:
            return replace(counts, pairs=self._told(X, InOrder).within(window))
        return replace(counts, pairs=self._told(X, Paired)) if self.given_pairs else counts

    def _told(self, X: Any, kind: type[Told]) -> Told:
        if not isinstance(X, kind):
            raise InputError(
                f"{type(self).__name__}(biterms={self.biterms!r}) got a {type(X).__name__}, which "
                f"does not tell {TELLS[kind]}: expected a biterms.{kind.__name__}"
            )
        return X

    def pair_scale(self, counts: Array, weights: Array | None = None) -> float:
        """weight * min(1, cap N / sum_{u<v} C): what C of a document counts."""
        how = self._how()
        if weights is None:
            weights = np.sort(counts) * np.arange(len(counts) - 1, -1, -1)
        half = float(weights.sum())
        scale = how["weight"] * min(1.0, how["cap"] * counts.sum() / half) if half > 0 else 0.0
        return float(scale)

    @property
    def _words_only(self) -> bool:
        return isinstance(self.biterms, bool | np.bool_) and not self.biterms

    def _check(self) -> None:
        check_biterms(self.biterms)
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
            "weight": 0.0 if self._words_only else weight,
            "cap": CAP if capped else np.inf,
            "max_iter": iterations,
            "tol": self.doc_tol,
        }
