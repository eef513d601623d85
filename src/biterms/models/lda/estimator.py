"""LDA and LDA-B (section 4.1 of the paper)."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from biterms import kernels
from biterms.errors import StoreError
from biterms.kernels import Array, Found, Inference, Local, Packed, Rows
from biterms.learning import SVB, Learner
from biterms.models.batches import Batch
from biterms.models.biterm_estimator import BitermEstimator
from biterms.models.bound import document_bound, topic_bound
from biterms.models.concentration import AlphaSearch, is_auto, read_alpha
from biterms.models.foretold import foretold_parts, held_lpp
from biterms.models.prior import LARGEST, SMALLEST, read_eta
from biterms.settings import check_whole
from biterms.store import Fields


class LDA(BitermEstimator):
    """gamma_k = alpha_k + sum_n phi_nk + sum_m phi_bi_mk: topics of words and word pairs."""

    def __init__(
        self,
        n_topics: int = 50,
        *,
        biterms: bool | int | Literal["adjacent", "given"] = True,
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

    def _prior(self, n_words: int) -> Array:
        return read_eta(self.eta, n_words, self.n_topics)

    @property
    def topics_at_start(self) -> int:
        """n_topics."""
        return int(self.n_topics)

    def _check(self) -> None:
        check_whole("n_topics", self.n_topics)
        super()._check()
        read_alpha(self.alpha, self.n_topics)

    def _begin_own(self) -> None:
        self.alpha_ = read_alpha(self.alpha, self.n_topics)
        self._search = AlphaSearch(float(self.alpha_[0])) if is_auto(self.alpha) else None

    def _own_state(self) -> tuple[dict[str, Any], dict[str, Array]]:
        search = None if self._search is None else self._search.state()
        return {"search": search}, {"alpha": self.alpha_}

    def _take_state(self, kept: Fields) -> None:
        alpha = kept.array("alpha", (self.posterior_.n_topics,))
        if not ((alpha >= SMALLEST) & (alpha <= LARGEST)).all():
            raise StoreError("alpha holds numbers out of range, expected positive ones")
        searched = kept.value("search") is not None
        self.alpha_ = alpha
        self._search = AlphaSearch.from_state(kept.part("search")) if searched else None

    def _merged(self, topics: list[int]) -> None:
        """The merged topic has the concentration of all, and the search for it is over."""
        alpha = self.alpha_.copy()
        alpha[topics[0]] = alpha[topics].sum()
        self.alpha_ = np.delete(alpha, topics[1:])
        self._search = None

    def _found(
        self,
        packed: Packed,
        rows: Rows,
        *,
        before: Found | None = None,
        alpha: Array | None = None,
        **wanted: Any,
    ) -> Found:
        if before is not None:
            wanted["gamma"] = before.gamma
        local = Local(self.alpha_ if alpha is None else alpha, **self._how())
        return kernels.documents(packed, rows, local, n_threads=self._threads(), **wanted)

    def _mixtures(self, found: Found) -> Array:
        """E[theta_k] = gamma_k / sum gamma."""
        gamma = found.gamma.astype(np.float64)
        return np.asarray(gamma / gamma.sum(axis=1, keepdims=True))

    def _documents_bound(self, found: Found) -> float:
        assert found.fit is not None
        return float(document_bound(found.fit, found.gamma, self.alpha_).sum())

    def _corpus_bound(self) -> float:
        return topic_bound(self.components_, self.posterior_.prior * self.posterior_.eta.T)

    def _foretell(self, batch: Batch) -> None:
        if self._search is None:
            return
        parts = foretold_parts(batch)
        if parts is None:
            return
        seen, held = parts
        rows = self._rows(seen)
        topics = self.posterior_.rows(held.words) / self.posterior_.sums()

        def lpp_at(alpha: float) -> float:
            vector = np.full(len(self.alpha_), alpha)
            found = self._found(seen, rows, alpha=vector, stats=False)
            return held_lpp(self._mixtures(found), topics, held)

        self.alpha_ = np.full(len(self.alpha_), self._search.step(lpp_at))
