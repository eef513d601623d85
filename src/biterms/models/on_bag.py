"""A base model on the bag of biterms: it learns features, and speaks of words."""

from __future__ import annotations

from typing import Any, Self

from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.utils.validation import check_is_fitted

from biterms.bags import BagOfBiterms
from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.measures import lpp
from biterms.models.estimator import TopicEstimator


class OnBag(TransformerMixin, BaseEstimator):
    """``model`` over the features of ``bag``; documents come as counts of words.

    Topics over words are those over features, converted (appendix of the paper). LPP is fair by
    itself: `transform` of the seen part of a document makes pairs of seen words only.
    """

    model_: TopicEstimator
    bag_: BagOfBiterms

    def __init__(self, model: TopicEstimator, bag: BagOfBiterms | None = None) -> None:
        self.model = model
        self.bag = bag

    def fit(self, X: Any, y: Any = None, **wanted: Any) -> Self:
        """Find the pairs, then learn from terms and pairs; ``progress`` as for the model."""
        bag = clone(BagOfBiterms() if self.bag is None else self.bag)
        if getattr(self.model, "biterms", False):
            raise SettingError(
                f"model={self.model!r}: expected biterms=False, since pairs are words here and "
                "would be paired again"
            )
        bags = bag.fit_transform(X)
        self.model_, self.bag_ = clone(self.model).fit(bags, **wanted), bag
        return self

    def transform(self, X: Any) -> Array:
        """E[theta] of each document, D x K."""
        check_is_fitted(self, "model_")
        return self.model_.transform(self.bag_.transform(X))

    def score(self, X: Any, y: Any = None) -> float:
        """LPP: mean log probability of held-out words."""
        check_is_fitted(self, "model_")
        return lpp.score(self, X)

    @property
    def topics_(self) -> Array:
        """Topics over words, K x V, rows sum to 1."""
        check_is_fitted(self, "model_")
        return self.bag_.to_words(self.model_.topics_)
