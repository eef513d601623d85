"""A base model on the bag of biterms: it learns from features, and its topics are over words."""

from __future__ import annotations

from copy import copy
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.utils.validation import check_is_fitted

from biterms.bags import BagOfBiterms
from biterms.bags.counts import admit, documents_of, read_counts
from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.measures import lpp
from biterms.models.deferred import DeferredLimit
from biterms.models.estimator import TopicEstimator


class OnBag(TransformerMixin, BaseEstimator):
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
        bag = clone(self._checked_bag())
        if not isinstance(self.model, TopicEstimator) or getattr(self.model, "biterms", True):
            raise SettingError(
                f"model={self.model!r:.60}: expected LDA or HDP with biterms=False, since pairs "
                "are words here and would be paired again"
            )
        bags, model, limit = bag.fit_transform(X), clone(self.model), DeferredLimit()
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
        check_is_fitted(self, "model_")
        return np.asarray(self.model_.transform(self.bag_.transform(X)))

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
        check_is_fitted(self, "model_")
        admit(self.bag_, X, reset=False)
        return lpp.score(Nameless(self), documents_of(read_counts(self.bag_, X)))

    @property
    def n_features_in_(self) -> int:
        """Words."""
        check_is_fitted(self, "model_")
        return int(self.bag_.n_features_in_)

    def _checked_bag(self) -> BagOfBiterms:
        bag = BagOfBiterms() if self.bag is None else self.bag
        if not isinstance(bag, BagOfBiterms):
            raise SettingError(f"bag={bag!r:.60}: expected None or a BagOfBiterms")
        return bag

    @property
    def topics_(self) -> Array:
        """Topics over words, K x V, rows sum to 1."""
        check_is_fitted(self, "model_")
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
