"""What models over words and biterms share: which words are biterms, and how much they weigh."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np

from biterms.bags.in_order import WIDEST, InOrder
from biterms.bags.paired import Paired
from biterms.errors import InputError, SettingError
from biterms.kernels import Array, Counts, pair_mass
from biterms.learning.learner import is_number
from biterms.models.estimator import TopicEstimator
from biterms.settings import check_whole

if TYPE_CHECKING:
    from biterms.models.variational import VariationalEngine

#: "capped": sum_{i<j} C is at most so many times N. With 2 the biterm mass M of the paper, which
#: has both orders of a pair, is at most 4N.
CAP = {"mean": 2.0, "vb": 2.0, "prevalence": 6.0}
#: "capped": weight of a biterm. That of the paper is 1, which is 2 for an unordered pair.
WEIGHT = {"mean": 1.0, "vb": 1.0, "prevalence": 0.5}
#: Rounds of the document step when doc_iter is None.
DOC_ITER = {"mean": 3, "vb": 100, "prevalence": 2}
#: No document needs more.
MAX_ROUNDS = 10**5

Kind = TypeVar("Kind", InOrder, Paired)
#: What documents of each kind say.
SAYS: dict[type, str] = {
    InOrder: "the order of its words (a TopicModel learns from texts and knows it)",
    Paired: "which words are its biterms",
}


@dataclass(frozen=True)
class DocumentSettings:
    """How much biterms weigh, and when a document is done; as the kernels take them."""

    weight: float
    cap: float
    max_iter: int
    tol: float
    word_weight: float = 1.0
    #: whether nobody has set ``max_iter``, so that the learner may
    own_rounds: bool = True

    def scale(self, counts: Array, weights: Array | None = None) -> float:
        """weight * min(1, cap N / sum_{u<v} C): what C of a document is multiplied by."""
        half = pair_mass(counts) if weights is None else float(weights.sum())
        return float(self.weight * min(1.0, self.cap * counts.sum() / half)) if half > 0 else 0.0


def document_settings(estimator: Any) -> DocumentSettings:
    """The settings of an estimator.

    Raises
    ------
    SettingError
        If a setting makes no sense.
    """
    check_biterms(estimator.biterms)
    if estimator.doc_iter is not None:
        check_whole("doc_iter", estimator.doc_iter, MAX_ROUNDS)
    if not (is_number(estimator.doc_tol) and estimator.doc_tol >= 0):
        raise SettingError(f"doc_tol={estimator.doc_tol!r}: expected a number of at least 0")
    weight = estimator.biterm_weight
    if weight != "capped" and not (is_number(weight) and 0 <= weight <= 1e6):
        raise SettingError(
            f"biterm_weight={weight!r}: expected 'capped' or a number from 0 to a million; "
            "1.0 is the paper's"
        )
    inference, capped = estimator.inference_in_use, weight == "capped"
    if words_only(estimator.biterms):
        weight = 0.0
    elif capped:
        weight = WEIGHT.get(inference, 1.0)
    return DocumentSettings(
        float(weight),
        CAP.get(inference, np.inf) if capped else np.inf,
        int(estimator.doc_iter or DOC_ITER.get(inference, 1)),
        estimator.doc_tol,
        _word_weight(getattr(estimator, "word_weight", None), inference, float(weight)),
        estimator.doc_iter is None,
    )


def _word_weight(given: float | None, inference: str, biterm_weight: float) -> float:
    """Weight of single words in learning: none where topics are learnt from biterms alone."""
    if given is None:
        return 0.0 if inference == "prevalence" and biterm_weight else 1.0
    if not (is_number(given) and 0 <= given <= 1e6) or given + biterm_weight == 0:
        raise SettingError(
            f"word_weight={given!r}: expected None or a number from 0 to a million, above 0 if "
            "there are no biterms"
        )
    return float(given)


def check_biterms(biterms: Any) -> None:
    """Refuse what names no biterms."""
    if isinstance(biterms, bool | np.bool_) or (
        isinstance(biterms, str) and biterms in ("adjacent", "given")
    ):
        return
    if not (isinstance(biterms, int | np.integer) and 2 <= biterms <= WIDEST):
        raise SettingError(
            f"biterms={biterms!r}: expected True (any two words of a document), False, 'adjacent', "
            f"a number from 2 to {WIDEST:,} (a window of that many words), or 'given'"
        )


def words_only(biterms: Any) -> bool:
    """Whether a model learns from single words."""
    return isinstance(biterms, bool | np.bool_) and not biterms


class BitermEstimator(TopicEstimator):
    """An estimator whose document step is over words and biterms."""

    biterms: bool | int | Literal["adjacent", "given"]
    inference: Any

    @property
    def inference_in_use(self) -> str:
        """How documents are read."""
        return str(self.inference)

    @abstractmethod
    def engine(self) -> VariationalEngine:
        """The model bound to its settings."""

    @property
    def needs_pairs(self) -> bool:
        """Whether documents must say which words are biterms."""
        return not isinstance(self.biterms, bool | np.bool_)

    @property
    def pair_window(self) -> int | None:
        """Two for "adjacent", or the number that was set; None if any two words are biterms."""
        if isinstance(self.biterms, str):
            return 2 if self.biterms == "adjacent" else None
        return None if isinstance(self.biterms, bool | np.bool_) else int(self.biterms)

    def pair_scale(self, counts: Array, weights: Array | None = None) -> float:
        """What the weights of the biterms of one document are multiplied by.

        Parameters
        ----------
        counts : array
            Counts of the words of the document.
        weights : array, optional
            Weights of its biterms; None: min(f_u, f_v) of any two words.

        Returns
        -------
        float
            The weight of biterms, less where they are capped.
        """
        return document_settings(self).scale(counts, weights)

    def elbo(self, X: Any) -> float:
        """Evidence lower bound of documents and topics; only with ``inference="vb"``.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents.

        Returns
        -------
        float
            The bound.

        Raises
        ------
        SettingError
            With another inference, which has no bound.
        """
        engine = self.engine()
        if engine.inference != "vb":
            raise SettingError(
                f"elbo with inference={engine.inference!r}: only 'vb' has a bound; "
                "use score(X), or inference='vb'"
            )
        return float(engine.elbo(self.state, self._known(X)))

    def prequential_lpp(self, X: Any) -> float | None:
        """LPP of the first of some documents before they are learnt from, to watch a stream.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents that are about to be learnt from.

        Returns
        -------
        float or None
            None when nothing has been learnt, or when all documents are too short.
        """
        return self.engine().prequential_lpp(self.state, self._known(X))

    def _read(self, X: Any) -> Counts:
        """With the biterms that are wanted."""
        counts = super()._read(X)
        if isinstance(X, Counts) or not self.needs_pairs:
            return counts
        if (window := self.pair_window) is not None:
            return replace(counts, pairs=self._of_kind(X, InOrder).within(window))
        return replace(counts, pairs=self._of_kind(X, Paired))

    def _of_kind(self, X: Any, kind: type[Kind]) -> Kind:
        if not isinstance(X, kind):
            raise InputError(
                f"{type(self).__name__}(biterms={self.biterms!r}) got a {type(X).__name__}, which "
                f"does not say {SAYS[kind]}: expected a biterms.{kind.__name__}"
            )
        return X
