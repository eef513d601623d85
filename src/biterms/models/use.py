"""What a model that has learnt says of documents, and of its topics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from biterms.bags.counts import admit, documents_of
from biterms.kernels import Array, Counts
from biterms.measures import lpp
from biterms.models.base import ModelBase
from biterms.models.batches import chunks


class Used(ModelBase):
    """Reads the posterior; changes nothing."""

    def transform(self, X: Any) -> Array:
        """E[theta] of each document, D x K; a row does not depend on the others."""
        return self._mixed(self._admitted(X))

    def score(self, X: Any, y: Any = None) -> float:
        """LPP: mean log probability of held-out words (the paper's measure; higher is better)."""
        return lpp.score(Admitted(self), documents_of(self._admitted(X)))

    @property
    def components_(self) -> Array:
        """lam, K x V; computed when read."""
        check_is_fitted(self, "posterior_")
        return self.posterior_.lam()

    @property
    def topics_(self) -> Array:
        """E[beta], K x V, rows sum to 1; computed when read."""
        lam = self.components_
        return np.asarray(lam / lam.sum(axis=1, keepdims=True))

    @property
    def sizes_(self) -> Array:
        """Share of each topic in what has been learnt: expected words and biterms; sums to 1."""
        check_is_fitted(self, "posterior_")
        mass = np.maximum(self.posterior_.learnt(), 0.0)
        return np.asarray(mass / mass.sum() if mass.any() else np.full(len(mass), 1 / len(mass)))

    @property
    def counted_(self) -> Array:
        """Which topics count as found, K booleans: all, unless a model has room for more."""
        check_is_fitted(self, "posterior_")
        return np.ones(self.posterior_.n_topics, dtype=bool)

    def word_topics(self, words: Array) -> Array:
        """E[beta] of some words only, n x K: costs nothing for the others."""
        check_is_fitted(self, "posterior_")
        words = np.ascontiguousarray(words, dtype=np.int32)
        return np.asarray(self.posterior_.rows(words) / self.posterior_.sums())

    def _admitted(self, X: Any) -> Counts:
        """Documents of the words that are known."""
        check_is_fitted(self, "posterior_")
        counts = self._read(X)
        admit(self, X, reset=False)
        return counts

    def _mixed(self, counts: Counts) -> Array:
        mixtures = np.empty((len(counts), self.posterior_.n_topics))
        for _, docs, packed in chunks(counts):
            found = self._found(packed, self._rows(packed), stats=False)
            mixtures[docs] = self._mixtures(found)
        return mixtures

    @property
    def _n_features_out(self) -> int:
        return int(self.posterior_.n_topics)


@dataclass(frozen=True)
class Admitted:
    """A model for parts of documents that have passed the door: no names of words are asked for."""

    model: Used

    @property
    def topics_(self) -> Array:
        """E[beta], K x V."""
        return self.model.topics_

    def transform(self, X: Any, /) -> Array:
        """E[theta], D x K."""
        return self.model._mixed(self.model._read(X))
