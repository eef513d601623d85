"""LDA and LDA-B (section 4.1 of the paper)."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from biterms import kernels
from biterms.errors import SettingError, StoreError
from biterms.kernels import Array, Found, Inference, Local, Packed, Rows
from biterms.learning import SVB, Learner
from biterms.learning.learner import is_number
from biterms.models.bound import document_bound, topic_bound
from biterms.models.concentration import SAMPLE, AlphaSearch, foretold_parts, held_lpp
from biterms.models.counts import admit, read_counts
from biterms.models.estimator import CHUNK_DOCS, Batch, TopicEstimator
from biterms.models.prior import LARGEST, SMALLEST, as_numbers, read_eta
from biterms.models.settings import check_whole
from biterms.store import Fields

#: "capped": the biterm mass M of a document is at most 4N, so sum_{i<j} at most 2N
CAP = 2.0
#: rounds of the document step when doc_iter is None
DOC_ITER = {"mean": 3, "vb": 100}


class LDA(TopicEstimator):
    """gamma_k = alpha_k + sum_n phi_nk + sum_m phi_bi_mk: topics of words and word pairs."""

    def __init__(
        self,
        n_topics: int = 50,
        *,
        biterms: bool = True,
        alpha: float | ArrayLike | Literal["auto"] | None = None,
        eta: float | ArrayLike = 0.1,
        inference: Inference = "mean",
        biterm_weight: float | Literal["capped"] = "capped",
        learner: Learner | None = None,
        init: Literal["documents", "random"] | None = None,
        passes: int | None = None,
        batch_size: int = 250,
        doc_iter: int | None = None,
        doc_tol: float = 1e-3,
        random_state: Any = None,
        n_threads: int | None = None,
    ) -> None:
        self.n_topics = n_topics
        self.biterms = biterms
        self.alpha = alpha
        self.eta = eta
        self.inference = inference
        self.biterm_weight = biterm_weight
        self.learner = learner
        self.init = init
        self.passes = passes
        self.batch_size = batch_size
        self.doc_iter = doc_iter
        self.doc_tol = doc_tol
        self.random_state = random_state
        self.n_threads = n_threads

    @classmethod
    def paper(cls, n_topics: int = 50, learner: Learner | None = None, **settings: Any) -> Self:
        """The paper's own settings: mean field, alpha = eta = 0.01, every biterm, SVB."""
        own: dict[str, Any] = {
            "inference": "vb",
            "alpha": 0.01,
            "eta": 0.01,
            "biterm_weight": 1.0,
            "learner": SVB() if learner is None else learner,
        }
        return cls(n_topics, **(own | settings))

    def elbo(self, X: Any) -> float:
        """The evidence lower bound of these documents and the topics; `vb` only."""
        if self.inference != "vb":
            raise SettingError(
                f"elbo with inference={self.inference!r}: only 'vb' has a bound; "
                "use score(X), or inference='vb'"
            )
        check_is_fitted(self, "posterior_")
        counts = read_counts(self, X)
        admit(self, X, reset=False)
        total = topic_bound(self.components_, self.posterior_.prior * self.posterior_.eta.T)
        for at in range(0, len(counts), CHUNK_DOCS):
            packed = kernels.pack(counts, np.arange(at, min(at + CHUNK_DOCS, len(counts))))
            found = self._found(packed, self._rows(packed), fit=True)
            assert found.fit is not None
            total += float(document_bound(found.fit, found.gamma, self.alpha_).sum())
        return total

    def _prior(self, n_words: int) -> Array:
        return read_eta(self.eta, n_words, self.n_topics)

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
        read_alpha(self.alpha, self.n_topics)

    def _begin(self, learner: Learner, eta: Array) -> None:
        super()._begin(learner, eta)
        self.alpha_ = read_alpha(self.alpha, self.n_topics)
        self._search = AlphaSearch(float(self.alpha_[0])) if _is_auto(self.alpha) else None

    def _own_state(self) -> tuple[dict[str, Any], dict[str, Array]]:
        search = None if self._search is None else self._search.state()
        return {"search": search}, {"alpha": self.alpha_}

    def _take_state(self, kept: Fields) -> None:
        alpha = kept.array("alpha", (self.n_topics,))
        if not ((alpha >= SMALLEST) & (alpha <= LARGEST)).all():
            raise StoreError("alpha holds numbers out of range, expected positive ones")
        searched = kept.value("search") is not None
        self.alpha_ = alpha
        self._search = AlphaSearch.from_state(kept.part("search")) if searched else None

    def _merged(self, topics: list[int]) -> None:
        """The merged topic has the concentration of all; settings per topic become those found."""
        alpha = self.alpha_.copy()
        alpha[topics[0]] = alpha[topics].sum()
        self.alpha_ = np.delete(alpha, topics[1:])
        self.alpha, self._search = self.alpha_, None
        if self.posterior_.eta.shape[1] > 1:
            self.eta = self.posterior_.eta.T.copy()

    def _local(self, alpha: Array) -> Local:
        capped = self.biterm_weight == "capped"
        weight = 1.0 if capped else float(self.biterm_weight)
        iterations = DOC_ITER[self.inference] if self.doc_iter is None else self.doc_iter
        return Local(
            alpha,
            weight=weight if self.biterms else 0.0,
            cap=CAP if capped else np.inf,
            max_iter=iterations,
            tol=self.doc_tol,
        )

    def _found(
        self, packed: Packed, rows: Rows, *, alpha: Array | None = None, **wanted: Any
    ) -> Found:
        local = self._local(self.alpha_ if alpha is None else alpha)
        return kernels.documents(packed, rows, local, n_threads=self._threads(), **wanted)

    def _bound(self, found: Found) -> float:
        """The bound (vb), or the log likelihood at the means."""
        assert found.fit is not None
        if self.inference == "mean":
            return float(found.fit.sum())
        topics = topic_bound(self.components_, self.posterior_.eta.T)
        return topics + float(document_bound(found.fit, found.gamma, self.alpha_).sum())

    def _foretell(self, batch: Batch) -> None:
        if self._search is None:
            return
        parts = foretold_parts(batch.counts, batch.docs[:SAMPLE])
        if parts is None:
            return
        seen, held = parts
        rows = self._rows(seen)
        topics = self.posterior_.rows(held.words) / self.posterior_.sums()

        def lpp_at(alpha: float) -> float:
            vector = np.full(self.n_topics, alpha)
            found = self._found(seen, rows, alpha=vector, stats=False)
            return held_lpp(self._mixtures(found), topics, held)

        self.alpha_ = np.full(self.n_topics, self._search.step(lpp_at))


def read_alpha(alpha: Any, n_topics: int) -> Array:
    """None and "auto" start at 10/K; a number serves every topic."""
    if alpha is None or _is_auto(alpha):
        return np.full(n_topics, 10.0 / n_topics)
    vector = as_numbers("alpha", alpha)
    fine = (vector >= SMALLEST) & (vector <= LARGEST)
    if vector.shape not in ((), (n_topics,)) or not fine.all():
        raise SettingError(
            f"alpha={alpha!r}: expected None, 'auto', a number above 0 ({SMALLEST:g} to "
            f"{LARGEST:g}), or {n_topics} of them"
        )
    return np.array(np.broadcast_to(vector, (n_topics,)))


def _is_auto(alpha: Any) -> bool:
    return isinstance(alpha, str) and alpha == "auto"
