"""HDP as an estimator over counts."""

from __future__ import annotations

import warnings
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from biterms.bags.counts import some_documents
from biterms.errors import SettingError, TopicLimitWarning
from biterms.kernels import Array, Inference
from biterms.learning import SVI, Learner
from biterms.learning.learner import is_number
from biterms.learning.prequential import Progress
from biterms.models.biterms import BitermEstimator, document_settings, words_only
from biterms.models.hdp import topic_count
from biterms.models.hdp.engine import HDPEngine
from biterms.models.hdp.prune import prune
from biterms.models.hdp.state import MAX_CONCENTRATION, MIN_CONCENTRATION, HDPState
from biterms.models.hdp.sticks import Proportions
from biterms.models.hdp.validation import most_validating
from biterms.models.settings import MAX_TOPICS, learning_settings
from biterms.settings import check_whole

#: concentration of documents to begin with when alpha is None, with biterms and without
ALPHA = {True: 10.0, False: 0.3}
#: a document of more topics than this is no short text
MAX_ATOMS = 1000


class HDP(BitermEstimator):
    """Topics of short documents, as many as the data need: HDP-B, or plain HDP.

    Parameters
    ----------
    max_topics : int, default=100
        Room for topics, K; fewer are used where the documents need fewer.
    biterms : bool, int, "adjacent" or "given", default=True
        Which pairs of words are learnt from, as for `LDA`.
    doc_topics : int, default=20
        Topics of one document at most, T.
    alpha : float, optional
        Concentration of the mixtures; None begins at 10 (0.3 without biterms) and follows
        held-out documents.
    omega : float, default=1.0
        Concentration of the corpus.
    eta, inference, biterm_weight, learner, init, passes
        As for `LDA`.
    batch_size : int, default=125
        Documents of a minibatch.
    doc_iter, doc_tol, random_state, n_threads
        As for `LDA`.

    Attributes
    ----------
    n_topics_ : int
        Topics with 0.5 % of the mass or more.
    topics_, components_, sizes_
        As for `LDA`, for all of the room.

    Notes
    -----
    theta_dk = sum_i E[sigma_i(pi_d)] zeta_dik (section 4.2 and Algorithm 5 of the paper).

    Examples
    --------
    >>> import numpy as np
    >>> X = np.repeat(np.eye(3), 20, axis=0) @ np.repeat(np.eye(3), 4, axis=1)
    >>> HDP(10, random_state=0).fit(X).n_topics_ <= 10
    True
    """

    state_class = HDPState

    def __init__(
        self,
        max_topics: int = 100,
        *,
        biterms: bool | int | Literal["adjacent", "given"] = True,
        doc_topics: int = 20,
        alpha: float | None = None,
        omega: float = 1.0,
        eta: float | ArrayLike = 0.1,
        inference: Inference = "mean",
        biterm_weight: float | Literal["capped"] = "capped",
        learner: Learner | None = None,
        init: Literal["documents", "random"] | None = None,
        passes: int | None = None,
        batch_size: int = 125,
        doc_iter: int | None = None,
        doc_tol: float = 3e-3,
        random_state: Any = None,
        n_threads: int | None = None,
    ) -> None:
        self.max_topics = max_topics
        self.biterms = biterms
        self.doc_topics = doc_topics
        self.alpha = alpha
        self.omega = omega
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
    def paper(cls, max_topics: int = 100, learner: Learner | None = None, **settings: Any) -> Self:
        """A model with the paper's settings: mean field, its priors, every biterm, SVI.

        Parameters
        ----------
        max_topics : int, default=100
            Room for topics.
        learner : Learner, optional
            Another learner than `SVI`.
        **settings
            Other settings.

        Returns
        -------
        HDP
        """
        own: dict[str, Any] = {
            "inference": "vb",
            "alpha": 1.0,
            "omega": 1.0,
            "eta": 0.01,
            "biterm_weight": 1.0,
            "learner": SVI() if learner is None else learner,
        }
        return cls(max_topics, **(own | settings))

    @property
    def topics_at_start(self) -> int:
        """``max_topics``; merging makes fewer of them."""
        return int(self.max_topics)

    def engine(self) -> HDPEngine:
        """The model bound to its settings.

        Raises
        ------
        SettingError
            If a setting makes no sense.
        """
        check_whole("max_topics", self.max_topics, MAX_TOPICS)
        check_whole("doc_topics", self.doc_topics, MAX_ATOMS)
        learning, documents = learning_settings(self), document_settings(self)
        alpha = ALPHA[not words_only(self.biterms)] if self.alpha is None else self.alpha
        for name, value in (("alpha", alpha), ("omega", self.omega)):
            if not (is_number(value) and MIN_CONCENTRATION <= value <= MAX_CONCENTRATION):
                raise SettingError(
                    f"{name}={value!r}: expected a number above 0 ({MIN_CONCENTRATION:g} to "
                    f"{MAX_CONCENTRATION:g})"
                )
        return HDPEngine(
            *(int(self.doc_topics), float(alpha), float(self.omega), self.alpha is not None),
            *(documents, int(self.max_topics), self.eta, learning),
        )

    def fit(self, X: Any, y: Any = None, *, progress: Progress | None = None) -> Self:
        """Forget everything and learn from documents.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents.
        y : ignored
            For scikit-learn.
        progress : callable, optional
            As for `LDA`.

        Returns
        -------
        self

        Warns
        -----
        TopicLimitWarning
            If nearly all of the room for topics is used, so that more might be needed.
        """
        super().fit(X, y, progress=progress)
        self.warn_of_limit()
        return self

    def warn_of_limit(self) -> None:
        """Warn if nearly all of the room for topics is used.

        Warns
        -----
        TopicLimitWarning
            If nine tenths of the topics or more are in use.
        """
        sizes = self.sizes_
        if topic_count.is_full(sizes):
            warnings.warn(
                f"HDP uses {self.n_topics_} of the {len(sizes)} topics that it has room for: the "
                f"texts may need more; give it more room, such as HDP({2 * len(sizes)})",
                TopicLimitWarning,
                stacklevel=4,
            )

    # how many topics -----------------------------------------------------------------------

    @property
    def alpha_(self) -> float:
        """Concentration of the mixtures."""
        return float(self.state.alpha)

    @property
    def usage_(self) -> Array:
        """How much documents use each topic, K numbers."""
        usage: Array = self.state.usage
        return usage

    @property
    def proportions_(self) -> Proportions:
        """Share of each topic in the corpus, E[sigma_k(V)], with its 95 % interval."""
        state = self.state
        found = state.sticks(self.omega).proportions(0.95)
        return Proportions(*(np.where(state.alive, each, 0.0) for each in found))

    @property
    def in_use_(self) -> Array:
        """Which topics ``n_topics_`` counts, K booleans; the largest, if all are small."""
        return topic_count.in_use(self.sizes_)

    @property
    def n_topics_(self) -> int:
        """Topics with at least 0.5 % of the mass."""
        return self.topic_counts_[topic_count.SHARE]

    @property
    def topic_counts_(self) -> dict[float, int]:
        """How many topics hold at least each of some shares: flat where the number is clear."""
        return topic_count.counts_by_share(self.sizes_)

    def prune_groups(self, share: float | None = None) -> list[list[int]]:
        """Each topic that `prune` keeps, with those whose learning it takes over.

        Parameters
        ----------
        share : float, optional
            As for `prune`.

        Returns
        -------
        list of lists of int
            The first of each list stays.
        """
        return topic_count.groups(self.state.posterior, self.sizes_, share)

    def prune(self, share: float | None = None) -> Self:
        """Remove small topics; the nearest one that stays takes what each has learnt.

        Parameters
        ----------
        share : float, optional
            Topics with less of the mass go. None: those that are empty or nearly so, 0.01 % of
            the mass in all; mixtures of 99 % of the documents change by less than 0.01 then.

        Returns
        -------
        self
        """
        left = list(range(self.state.posterior.n_topics))  # as they were called before
        for group in self.prune_groups(share):
            if len(group) > 1:
                self.merge([left.index(topic) for topic in group])
                left = [topic for topic in left if topic not in group[1:]]
        return self

    def consolidate(self, X: Any) -> Self:
        """Empty topics that do not help to predict documents; `fit` does it by itself.

        For a stream: call it now and then with documents that have not been learnt from. A topic
        that goes hands over what it has learnt and is empty from then on; no number changes.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents.

        Returns
        -------
        self

        Raises
        ------
        SettingError
            With ``inference="vb"``, which cannot be validated.
        """
        counts, engine, state = self._known(X), self.engine(), self.state
        if self.inference == "vb":
            raise SettingError("consolidate with inference='vb': only the mean can be validated")
        some = most_validating(state.posterior.n_topics)
        docs = np.arange(len(counts))[:: max(1, -(-len(counts) // some))]
        prune(engine, state, some_documents(counts, docs), state.clock.steps)
        return self
