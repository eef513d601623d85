"""A base model on the bag of biterms: it learns from features, and its topics are over words."""

from __future__ import annotations

from copy import copy
from typing import Any, Self

import numpy as np

from biterms.bags import BagOfBiterms
from biterms.bags.columns import compare_columns
from biterms.bags.counts import documents_of, read_counts
from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.measures import lpp
from biterms.models.deferred import DeferredLimit
from biterms.models.estimator import TopicEstimator
from biterms.models.scikit_learn import refuse_unfitted
from biterms.parameters import Parameters, scikit_tags


class OnBag(Parameters):
    """A model of words that learns from terms and pairs of terms as if both were words.

    Parameters
    ----------
    model : LDA or HDP
        With ``biterms=False``, since pairs are words here.
    bag : BagOfBiterms, optional
        Which pairs are features; None is ``BagOfBiterms()``.

    Attributes
    ----------
    model_, bag_
        The fitted model and bag.
    topics_ : array of shape (K, V)
        Topics over words: those over features, converted (appendix of the paper).

    Notes
    -----
    The LPP needs no correction: `transform` of the observed part of a document pairs observed words
    only.

    Examples
    --------
    >>> import numpy as np
    >>> from biterms import LDA
    >>> X = np.array([[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]])
    >>> OnBag(LDA(2, biterms=False, random_state=0)).fit(X).topics_.shape
    (2, 4)
    """

    model_: TopicEstimator
    bag_: BagOfBiterms

    def __init__(self, model: Any, bag: BagOfBiterms | None = None) -> None:
        self.model = model
        self.bag = bag

    def fit(self, X: Any, y: Any = None, **wanted: Any) -> Self:
        """Find the pairs, then learn from terms and pairs.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents.
        y : ignored
            For scikit-learn.
        **wanted
            ``progress``, as for the model.

        Returns
        -------
        self
        """
        bag = self._checked_bag().unfitted()
        if not isinstance(self.model, TopicEstimator) or getattr(self.model, "biterms", True):
            raise SettingError(
                f"model={self.model!r:.60}: expected LDA or HDP with biterms=False, since pairs "
                "are words here and would be paired again"
            )
        bags, model, limit = bag.fit_transform(X), self.model.unfitted(), DeferredLimit()
        with limit:
            model.fit(bags, **wanted)
        self.model_, self.bag_ = model, bag
        limit.raise_now()
        return self

    def transform(self, X: Any) -> Array:
        """Share of each topic in each document.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents.

        Returns
        -------
        array of shape (D, K)
        """
        self._check_fitted()
        return np.asarray(self.model_.transform(self.bag_.transform(X)))

    def fit_transform(self, X: Any, y: Any = None, **wanted: Any) -> Array:
        """Learn from documents and return their mixtures.

        Parameters
        ----------
        X : array or sparse matrix of shape (D, V)
            Counts of words in documents.
        y : ignored
            For scikit-learn.
        **wanted
            ``progress``, as for the model.

        Returns
        -------
        array of shape (D, K)
        """
        return self.fit(X, **wanted).transform(X)

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
        """
        self._check_fitted()
        compare_columns(self.bag_, X)
        return lpp.score(Nameless(self), documents_of(read_counts(self.bag_, X)))

    @property
    def n_features_in_(self) -> int:
        """Words."""
        self._check_fitted()
        return int(self.bag_.n_features_in_)

    def __sklearn_tags__(self) -> Any:
        return scikit_tags(sparse=True, positive_only=True)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            refuse_unfitted(self, "fit")

    def _checked_bag(self) -> BagOfBiterms:
        bag = BagOfBiterms() if self.bag is None else self.bag
        if not isinstance(bag, BagOfBiterms):
            raise SettingError(f"bag={bag!r:.60}: expected None or a BagOfBiterms")
        return bag

    @property
    def topics_(self) -> Array:
        """Topics over words, K x V, rows sum to 1."""
        self._check_fitted()
        return self.bag_.to_words(self.model_.topics_)


class Nameless:
    """The same model for tables whose names have been compared already."""

    def __init__(self, model: OnBag) -> None:
        self.topics_ = model.topics_
        self._model, self._bag = model.model_, copy(model.bag_)
        self._bag.__dict__.pop("feature_names_in_", None)

    def transform(self, X: Any) -> Array:
        """As the model does."""
        return np.asarray(self._model.transform(self._bag.transform(X)))
