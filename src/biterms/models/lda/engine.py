"""LDA bound to its settings: the document step of Algorithm 1, and what surrounds it."""

from __future__ import annotations

from typing import Any

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Counts, DocumentResult, Local, Packed, Rows
from biterms.learning.heldout import heldout_lpp
from biterms.learning.minibatches import Batch
from biterms.learning.prequential import split_batch
from biterms.learning.row_map import RowMap
from biterms.learning.state import Clock
from biterms.models.biterms import DocumentSettings
from biterms.models.lda.alpha import AlphaSearch, is_auto, read_alpha
from biterms.models.lda.bound import document_bound, topic_bound
from biterms.models.lda.state import LDAState
from biterms.models.variational import VariationalEngine


def local_step(
    settings: Local,
    rows: Rows,
    documents: Packed,
    previous: DocumentResult | None = None,
    **wanted: Any,
) -> DocumentResult:
    """Mixtures and expected counts of some documents, given rows of the topics.

    Parameters
    ----------
    settings : Local
        Concentration, weight of biterms, rounds.
    rows : Rows
        Expected topics of the words of the documents, from `Table.expect`.
    documents : Packed
        A minibatch.
    previous : DocumentResult, optional
        A result for the same documents to go on from.
    **wanted
        ``stats``, ``fit``, ``n_threads``, ``scratch`` as for `kernels.documents`.

    Returns
    -------
    DocumentResult
        gamma of each document, and the statistics of the minibatch.

    Notes
    -----
    LocalVB, Algorithm 1 of the paper. It reads no posterior and no estimator, so that any process
    can run it.
    """
    gamma = None if previous is None else previous.gamma
    return kernels.documents(documents, rows, settings, gamma=gamma, **wanted)


class LDAEngine(VariationalEngine):
    """LDA with checked settings, at posterior means or by mean field.

    Parameters
    ----------
    alpha : float, array, "auto" or None
        Concentration of the mixtures, as users give it.
    documents : DocumentSettings
        Weight of biterms, rounds of the document step.
    *settings
        Those of `VariationalEngine`.
    """

    def __init__(self, alpha: Any, documents: DocumentSettings, *settings: Any) -> None:
        super().__init__(*settings)
        self.alpha, self.documents = alpha, documents
        read_alpha(alpha, self.n_topics)

    def new_state(self, **fields: Any) -> LDAState:
        """A state at the first alpha."""
        alpha = read_alpha(self.alpha, self.n_topics)
        search = AlphaSearch(alpha=float(alpha[0])) if is_auto(self.alpha) else None
        return LDAState(alpha=alpha, search=search, clock=Clock(), **fields)

    def alpha_of(self, state: LDAState) -> Array:
        """Alpha of this moment."""
        return state.alpha

    def local_settings(self, state: LDAState) -> Local:
        """Alpha of this moment, and what does not change."""
        own = self.documents
        return Local(
            *(state.alpha, own.weight, own.cap, own.max_iter, own.tol), word_weight=own.word_weight
        )

    def local_step(
        self, settings: Local, rows: Rows, documents: Packed, **wanted: Any
    ) -> DocumentResult:
        """`local_step`."""
        return local_step(settings, rows, documents, **wanted)

    def block_settings(self, state: LDAState) -> Local | None:
        """None while alpha is searched for."""
        if state.search is not None and state.clock.first_pass:
            return None
        return self.local_settings(state)

    def mixtures(self, result: DocumentResult, settings: Local) -> Array:
        """E[theta_k] = gamma_k / sum gamma."""
        gamma = result.gamma.astype(np.float64)
        return np.asarray(gamma / gamma.sum(axis=1, keepdims=True))

    def adapted(self, state: LDAState, batch: Batch) -> dict[str, Any]:
        """Step alpha towards the one that predicts new documents best, if it is searched for."""
        parts = None if state.search is None else split_batch(batch)
        if parts is None or state.search is None:
            return {}
        observed, heldout = parts
        table = state.posterior.table
        rows = table.expect(observed.words, self.inference, self.threads)
        topics = state.posterior.rows(heldout.words) / table.sums()

        def lpp_at(alpha: float) -> float:
            settings = self.local_settings(
                state.with_changes({"alpha": np.full(len(state.alpha), alpha)})
            )
            result = local_step(settings, rows, observed, stats=False, n_threads=self.threads)
            return heldout_lpp(self.mixtures(result, settings), topics, heldout)

        search = state.search.stepped(lpp_at)
        return {"search": search, "alpha": np.full(len(state.alpha), search.alpha)}

    def documents_bound(self, state: LDAState, result: DocumentResult) -> float:
        """Sum of L_d."""
        assert result.fit is not None
        return float(document_bound(result.fit, result.gamma, state.alpha).sum())

    def topics_bound(self, state: LDAState) -> float:
        """L_beta."""
        posterior = state.posterior
        return topic_bound(posterior.lam(), posterior.prior * posterior.eta.T)

    def stream_part(
        self, state: LDAState, counts: Counts, cuts: Array, at: int
    ) -> tuple[int, dict[str, Any]]:
        """All of it; documents that another learner has held are let go."""
        return len(cuts) - 1, {"held": None}

    def remapped(self, state: LDAState, change: RowMap) -> dict[str, Any]:
        """Documents that are held lose words that are dropped."""
        return {"held": state.held and state.held.without_words(change.dropped)}

    def summed(self, states: list[LDAState], topics: list[Array], n_topics: int) -> dict[str, Any]:
        """Each topic has its concentration; no documents are held."""
        alpha = np.empty(n_topics)
        for state, places in zip(reversed(states), reversed(topics), strict=True):
            alpha[places] = state.alpha
        search = states[0].search if n_topics == len(states[0].alpha) else None
        fields = super().summed(states, topics, n_topics)
        return fields | {"alpha": alpha, "search": search, "held": None}

    def merged(self, state: LDAState, topics: list[int]) -> dict[str, Any]:
        """The merged topic has the concentration of all, and the search for it is over."""
        alpha = state.alpha.copy()
        alpha[topics[0]] = alpha[topics].sum()
        fields = super().merged(state, topics)
        return fields | {"alpha": np.delete(alpha, topics[1:]), "search": None}
