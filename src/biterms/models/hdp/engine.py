"""HDP bound to its settings: the document step of Algorithm 5, and what surrounds it."""

from __future__ import annotations

from typing import Any

import numpy as np

from biterms import kernels
from biterms.kernels import Array, Atoms, Packed, Rows, Sticks
from biterms.learning.state import Clock
from biterms.models.biterms import DocumentSettings
from biterms.models.hdp.bound import corpus_stick_bound, document_stick_bound
from biterms.models.hdp.state import HDPState
from biterms.models.hdp.validation import ValidationSchedule
from biterms.models.lda.bound import topic_bound
from biterms.models.variational import Schedule, VariationalEngine

#: a mixture has every topic, if only a little
MIN_SHARE = float(np.finfo(np.float32).tiny)


def local_step(
    settings: Sticks, rows: Rows, documents: Packed, previous: Atoms | None = None, **wanted: Any
) -> Atoms:
    """Mixtures, usage and expected counts of some documents, given rows of the topics.

    Parameters
    ----------
    settings : Sticks
        Sticks of the corpus, concentration, weight of biterms, rounds.
    rows : Rows
        Expected topics of the words of the documents, from `Table.expect`.
    documents : Packed
        A minibatch.
    previous : Atoms, optional
        A result for the same documents to go on from.
    **wanted
        ``stats``, ``fit``, ``n_threads``, ``scratch`` as for `kernels.atoms`.

    Returns
    -------
    Atoms
        theta and usage of each document, and the statistics of the minibatch.

    Notes
    -----
    The document step of Algorithm 5 of the paper. It reads no posterior and no estimator, so that
    any process can run it.
    """
    shares = None if previous is None else previous.shares
    keep = bool(wanted.get("fit"))  # whoever watches the bound goes on from there
    return kernels.atoms(documents, rows, settings, shares=shares, keep=keep, **wanted)


class HDPEngine(VariationalEngine):
    """HDP with checked settings.

    Parameters
    ----------
    doc_topics : int
        Atoms of a document, T.
    alpha : float
        Concentration of documents to begin with.
    omega : float
        Concentration of the corpus.
    fixed_alpha : bool
        Whether the user has set alpha, so that it is not searched for.
    documents : DocumentSettings
        Weight of biterms, rounds of the document step.
    *settings
        Those of `VariationalEngine`.
    """

    extra_names = HDPState.extra_names

    def __init__(
        self,
        doc_topics: int,
        alpha: float,
        omega: float,
        fixed_alpha: bool,
        documents: DocumentSettings,
        *settings: Any,
    ) -> None:
        super().__init__(*settings)
        self.doc_topics, self.alpha, self.omega = doc_topics, alpha, omega
        self.fixed_alpha, self.documents = fixed_alpha, documents

    def new_state(self, **fields: Any) -> HDPState:
        """A state in which no topic has been used yet."""
        return HDPState(
            clock=Clock(),
            alpha=float(self.alpha),
            alive=np.ones(self.n_topics, dtype=bool),
            **fields,
        )

    def local_settings(self, state: HDPState) -> Sticks:
        """Sticks and concentration of this moment, and what does not change."""
        return self.sticks(self.log_sigma(state), state.alpha)

    def sticks(self, log_sigma: Array, alpha: float) -> Sticks:
        """Settings of the document step with some sticks of the corpus and a concentration."""
        own = self.documents
        return Sticks(
            log_sigma,
            alpha=alpha,
            n_atoms=self.doc_topics,
            vb=self.inference == "vb",
            weight=own.weight,
            cap=own.cap,
            max_iter=own.max_iter,
            tol=own.tol,
        )

    def log_sigma(self, state: HDPState) -> Array:
        """Log weights of the topics in the corpus; -inf for those that are not used any more."""
        weights = state.sticks(self.omega).log_weights(self.inference)
        return np.where(state.alive, weights, -np.inf)

    def local_step(self, settings: Sticks, rows: Rows, documents: Packed, **wanted: Any) -> Atoms:
        """`local_step`."""
        return local_step(settings, rows, documents, **wanted)

    def mixtures(self, result: Atoms, settings: Sticks) -> Array:
        """E[theta], each topic a little above nothing."""
        theta = np.maximum(result.theta, MIN_SHARE, dtype=np.float64)
        return np.asarray(theta / theta.sum(axis=1, keepdims=True))

    def extra(self, result: Atoms) -> dict[str, Array]:
        """How much the documents use each topic: sum_d sum_i zeta_dik."""
        return {"usage": result.usage.sum(axis=0, dtype=np.float64)}

    def working_memory(self, n_docs: int, n_words: int) -> int:
        """Bytes that ``fit`` takes: topics are handed over, by documents that are remembered."""
        return super().working_memory(n_docs, n_words) + 8 * self.n_topics * n_words + 4 * n_docs

    def schedule(self, n_docs: int, passes: int) -> Schedule:
        """At the means, topics are validated by documents that a pass has left out."""
        learner = self.learning.learner
        if self.inference == "mean" and learner.repeats and not learner.needs_all_documents:
            return ValidationSchedule(n_docs, self.n_topics, passes)
        return super().schedule(n_docs, passes)

    def theta(self, packed: Packed, rows: Rows, log_sigma: Array, alpha: float) -> Array:
        """Mixtures with some sticks of the corpus and a concentration."""
        settings = self.sticks(log_sigma, alpha)
        result = local_step(settings, rows, packed, stats=False, n_threads=self.threads)
        return self.mixtures(result, settings)

    def documents_bound(self, state: HDPState, result: Atoms) -> float:
        """Sum of L_d."""
        assert result.fit is not None
        return float((result.fit + document_stick_bound(result.gamma, state.alpha)).sum())

    def topics_bound(self, state: HDPState) -> float:
        """What topics and the sticks of the corpus add."""
        posterior, sticks = state.posterior, state.sticks(self.omega)
        topics = topic_bound(posterior.lam(), posterior.prior * posterior.eta.T)
        return topics + corpus_stick_bound(sticks.a, sticks.b, self.omega)

    def summed(self, states: list[HDPState], topics: list[Array], n_topics: int) -> dict[str, Any]:
        """A topic is alive if it is so in one of them."""
        alive = np.zeros(n_topics, dtype=bool)
        for state, places in zip(states, topics, strict=True):
            alive[places] |= state.alive
        return super().summed(states, topics, n_topics) | {"alive": alive}

    def merged(self, state: HDPState, topics: list[int]) -> dict[str, Any]:
        """One that was alive is enough."""
        alive = state.alive.copy()
        alive[topics[0]] = alive[topics].any()
        return super().merged(state, topics) | {"alive": np.delete(alive, topics[1:])}
