"""TopicEstimator: what all models share as estimators over counts.

A model is a folder: its estimator (settings), its state, and its engine, which binds the settings
to the document step. The estimator asks its engine to begin, to learn and to infer; what has been
learnt is in ``state_`` and nowhere else.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from biterms.bags.columns import column_names, compare_columns
from biterms.bags.counts import documents_of, read_counts
from biterms.errors import InputError, SettingError
from biterms.kernels import Array, Counts
from biterms.learning.prequential import Progress
from biterms.learning.row_map import RowMap
from biterms.measures import lpp
from biterms.models.engine import Engine
from biterms.models.fitted import FittedTopics
from biterms.models.prior import grown
from biterms.models.single_topic import single_topics


class TopicEstimator(FittedTopics):
    """Topics of documents given as counts of words.

    Attributes
    ----------
    state_ : State
        Everything that has been learnt.
    """

    # what a model must say -----------------------------------------------------------------

    @property
    @abstractmethod
    def topics_at_start(self) -> int:
        """Topics that learning begins with; ``len(topics_)`` says how many there are now."""

    @abstractmethod
    def engine(self) -> Engine:
        """The model bound to its settings.

        Raises
        ------
        SettingError
            If a setting makes no sense.
        """

    def _read(self, X: Any) -> Counts:
        """Documents as users hand them in, or refused; biterms come with them if wanted."""
        return read_counts(self, X)

    # learning ------------------------------------------------------------------------------

    def fit(self, X: Any, y: Any = None, *, progress: Progress | None = None) -> Self:
        """Forget everything and learn from documents.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents.
        y : ignored
            For scikit-learn.
        progress : callable, optional
            Called with documents done, documents in all, and the LPP of documents that have not
            been learnt from yet (or None). What it raises ends learning: the model then is that
            of the last minibatch. If it has a parameter ``stage`` with a default, that says what
            is done other than learning, such as the search of ``n_topics="auto"``. Where parts of
            learning take longer than others, documents done follow the time, as far as it can be
            estimated.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If the settings or the documents cannot be used; the model stays as it was.
        """
        engine = self.engine()
        counts = self._read(X)
        state = engine.begin(counts, column_names(X))

        def publish(_: int = 0) -> None:
            self.state_ = state

        engine.fit(state, counts, progress=progress, publish=publish)
        publish()
        return self

    def partial_fit(self, X: Any, y: Any = None) -> Self:
        """Go on learning from one minibatch, also after `fit`.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in the documents of the minibatch.
        y : ignored
            For scikit-learn.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If the settings or the documents cannot be used; the model stays as it was.
        """
        engine = self.engine()
        if hasattr(self, "state_"):
            self.check_topics()
            engine.learn(self.state, self._known(X))
        else:
            counts = self._read(X)
            state = engine.begin(counts, column_names(X), complete=False)
            engine.learn(state, counts)
            self.state_ = state
        return self

    # inference -----------------------------------------------------------------------------

    def transform(self, X: Any) -> Any:
        """Share of each topic in each document; a row does not depend on the others.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents.

        Returns
        -------
        array of shape (D, K)
            Mixtures, E[theta]; or a table, see `set_output`.
        """
        return self._contained(self.infer(self._known(X)), X)

    def infer(self, counts: Counts) -> Array:
        """Infer the topic mixtures of documents that have already been checked.

        Parameters
        ----------
        counts : Counts
            Documents over the words of the model.

        Returns
        -------
        array of shape (D, K)
            E[theta] of each document; rows sum to 1.
        """
        return np.asarray(self.engine().infer(self.state, counts))

    def predict(self, X: Any) -> Array:
        """Find the one topic that suits each document best; good for clusters of short texts.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents.

        Returns
        -------
        array of int of shape (D,)
            The place of a topic among the columns of `transform`. It need not be the one with the
            largest share there; a document without words gets the largest topic.

        Notes
        -----
        argmax_k log pi_k + sum_w f_w log(b_wk + 3 p_w): one topic for a document, which shares its
        words with the collection as a whole.
        """
        return single_topics(self.posterior_, self.sizes_, self._known(X))

    def score(self, X: Any, y: Any = None) -> float:
        """Mean log probability of held-out words (LPP); higher is better.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents that should be new.
        y : ignored
            For scikit-learn.

        Returns
        -------
        float
            The LPP, the paper's measure.
        """
        return lpp.score(_Checked(self), documents_of(self._known(X)))

    @property
    def sizes_(self) -> Array:
        """Share of each topic in what has been learnt, K numbers that sum to 1."""
        mass = np.maximum(self.engine().sizes(self.state), 0.0)
        return np.asarray(mass / mass.sum() if mass.any() else np.full(len(mass), 1 / len(mass)))

    # words and topics change ---------------------------------------------------------------

    def grow(self, n: int, eta: Any = None) -> Self:
        """Add words that have not been met yet, as columns behind the others.

        Parameters
        ----------
        n : int
            Number of new words.
        eta : array of shape (n,) or (K, n), optional
            Their prior, where the prior differs between words.

        Returns
        -------
        self
        """
        posterior = self.state.posterior
        rows = grown(posterior.eta, n, eta)
        return self.remap(RowMap.grow(posterior.n_words, int(n)), rows)

    def remap(self, change: RowMap, eta: Array | None = None) -> Self:
        """Let words join and go; the ids of the others stay.

        Parameters
        ----------
        change : RowMap
            Which ids get a row and which lose theirs.
        eta : array of shape (n, 1 or K), optional
            Prior of the words that join, where it differs between words.

        Returns
        -------
        self
        """
        state, engine = self.state, self.engine()
        engine.catch_up(state)
        posterior = state.posterior.with_table(state.posterior.remapped(change, eta))
        state.set(posterior=posterior, names=None, **engine.remapped(state, change))
        return self

    def merge(self, topics: list[int]) -> Self:
        """Merge topics: the first takes what the others have learnt, and the others go.

        Parameters
        ----------
        topics : list of int
            Two or more different topics.

        Returns
        -------
        self

        Raises
        ------
        SettingError
            If they are not different topics.
        """
        state = self.state
        K = state.posterior.n_topics
        if len({*topics}) != len(topics) or len(topics) < 2 or not {*topics} <= {*range(K)}:
            raise SettingError(
                f"merge({topics!r}): expected two or more different topics from 0 to {K - 1}"
            )
        posterior = state.posterior.merged(topics)
        state.set(posterior=posterior, **self.engine().merged(state, topics))
        return self

    # biterms -------------------------------------------------------------------------------

    @property
    def needs_pairs(self) -> bool:
        """Whether documents must say which words are biterms."""
        return False

    @property
    def pair_window(self) -> int | None:
        """Biterms are words so near in a text, so documents must come as `InOrder`; None: all."""
        return None

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
            0 for a model of words alone.
        """
        return 0.0

    def check_topics(self) -> None:
        """Refuse to go on learning with another number of topics than learning began with."""
        begun = self.state_.first_topics
        if self.topics_at_start != begun:
            raise SettingError(
                f"{self.topics_at_start} topics are asked for, but learning began with {begun}; "
                "set it back, or fit anew"
            )

    def _known(self, X: Any) -> Counts:
        """Documents of the words that are known."""
        posterior = self.state.posterior
        counts = self._read(X)
        compare_columns(self, X)
        if len(posterior.holes) and np.isin(counts.indices, posterior.holes).any():
            raise InputError("the documents have words that were dropped: leave them out")
        return counts


@dataclass(frozen=True)
class _Checked:
    """A model for parts of documents that have been checked: names of words are not compared."""

    model: TopicEstimator

    @property
    def topics_(self) -> Array:
        """E[beta], K x V."""
        return self.model.topics_

    def transform(self, X: Any, /) -> Array:
        """E[theta], D x K."""
        return self.model.infer(self.model._read(X))
