"""FittedTopics: what a model has learnt, as attributes in scikit-learn's style; read only."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from biterms.kernels import Array
from biterms.learning.posterior import Posterior
from biterms.learning.state import State
from biterms.models.scikit_learn import Transformer, refuse_unfitted


class FittedTopics(Transformer):
    """The attributes of a model that has learnt; before that they raise NotFittedError.

    Attributes
    ----------
    state_ : State
        Everything that has been learnt.
    """

    #: What `state_` is an instance of.
    state_class: ClassVar[type[State]] = State
    state_: State

    @property
    def state(self) -> Any:
        """``state_``, or scikit-learn's error for a model that has learnt nothing."""
        if not hasattr(self, "state_"):
            refuse_unfitted(self)
        self.state_.finish()
        return self.state_

    @property
    def posterior_(self) -> Posterior:
        """The Dirichlet parameters of the topics."""
        posterior: Posterior = self.state.posterior
        return posterior

    @property
    def components_(self) -> Array:
        """Dirichlet parameters of the topics, lam, K x V; computed when read."""
        return self.posterior_.lam()

    @property
    def topics_(self) -> Array:
        """Probability of each word in each topic, K x V; rows sum to 1; computed when read."""
        lam, holes = self.components_, self.posterior_.holes
        if len(holes):
            lam[:, holes] = 0.0
        return np.asarray(lam / lam.sum(axis=1, keepdims=True))

    @property
    def in_use_(self) -> Array:
        """Which topics are in use, K booleans: all, unless a model has room for more."""
        return np.ones(self.posterior_.n_topics, dtype=bool)

    @property
    def forgetting_(self) -> Array:
        """Share of what it had learnt that each topic kept when it last could forget some of it.

        1 for all topics, unless ``SVB(decay="adaptive")`` or "hpp" has learnt them. A small share
        says that the words of the topic have changed since.
        """
        known = self.state.forgetting
        return np.ones(self.posterior_.n_topics) if known is None else known.powers.copy()

    @property
    def n_features_in_(self) -> int:
        """Number of word ids, V."""
        return int(self.state.posterior.n_words)

    @property
    def feature_names_in_(self) -> Array:
        """Names of the columns, where `fit` was given a table with names."""
        names = self.state.names
        if names is None:
            raise AttributeError("feature_names_in_")
        return np.array(names, dtype=object)

    @property
    def n_docs_(self) -> int:
        """Documents that have been learnt from."""
        return int(self.state.clock.documents)

    @property
    def n_steps_(self) -> int:
        """Minibatches that have been learnt from."""
        return int(self.state.clock.steps)

    @property
    def n_iter_(self) -> int:
        """Passes over the documents."""
        return int(self.state.clock.passes)

    def word_topics(self, words: Any) -> Array:
        """Probability of some words in each topic, n x K: costs nothing for the others.

        Parameters
        ----------
        words : sequence of int
            Word ids, that is columns of the counts.

        Returns
        -------
        array of shape (n, K)
            E[beta] of these words.

        Raises
        ------
        InputError
            If an id is none of a word.
        """
        posterior = self.state.posterior
        return np.asarray(posterior.rows(words) / posterior.sums())

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Name the topics, which are the columns of `transform`: lda0, lda1, ...

        Parameters
        ----------
        input_features : ignored
            For scikit-learn.

        Returns
        -------
        array of str
            One name for each topic.
        """
        name = type(self).__name__.lower()
        n = self.state.posterior.n_topics
        return np.array([f"{name}{k}" for k in range(n)], dtype=object)
