"""What a model says of itself, and what learning and use of all models stand on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Protocol

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin

from biterms import kernels
from biterms.bags.counts import read_counts
from biterms.kernels import Array, Counts, Inference, Packed, Rows, Scratch
from biterms.learning import Learner, Posterior, Step
from biterms.models.batches import Batch
from biterms.settings import all_threads
from biterms.store import Fields


class Findings(Protocol):
    """What every document step finds; the rest is between a model and its own step."""

    @property
    def stats(self) -> Array | None:
        """Expected counts of the words of the minibatch, n x K."""

    @property
    def fit(self) -> Array | None:
        """What the bound needs of each document."""


class ModelBase(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator, ABC):
    """Settings, the posterior, and the hooks that a model answers."""

    eta: Any
    inference: Inference
    learner: Learner | None
    init: str | None
    passes: int | None
    batch_size: int
    random_state: Any
    n_threads: int | None
    posterior_: Posterior
    n_features_in_: int
    _random: np.random.RandomState

    # what a model must say -----------------------------------------------------------------

    @property
    @abstractmethod
    def topics_at_start(self) -> int:
        """Topics that learning begins with; `posterior_.n_topics` says how many there are now."""

    @abstractmethod
    def _check(self) -> None:
        """Refuse settings that make no sense."""

    @abstractmethod
    def _prior(self, n_words: int) -> Array:
        """eta as (1 or V) x (1 or K), word-major."""

    @abstractmethod
    def _found(self, packed: Packed, rows: Rows, *, before: Any = None, **wanted: Any) -> Findings:
        """The document step, given what is expected of the words.

        ``before`` is what it found in the last pass, ``wanted`` is `stats`, `fit` and `scratch` of
        the kernels.
        """

    @abstractmethod
    def _mixtures(self, found: Any) -> Array:
        """E[theta] of the documents, D x K."""

    @abstractmethod
    def _bound(self, found: Any) -> float:
        """What BatchVB watches: the bound at the posterior that ``found`` came from."""

    # what a model may say ------------------------------------------------------------------

    def _read(self, X: Any) -> Counts:
        """Documents as users hand them in, or refused; biterms come with them if it wants them."""
        return read_counts(self, X)

    def _begin_own(self) -> None:
        """Learning begins: what the model learns beside the posterior is as at the start."""

    def _end_own(self) -> None:
        """`fit` has ended, or was ended: what only lasts while it runs is dropped."""

    def _foretell(self, batch: Batch) -> None:
        """Documents of the first pass, before they are learnt from."""

    def _learnt(self, found: Any, step: Step) -> None:
        """The posterior of the words has taken a minibatch: what else is learnt follows."""

    def _merged(self, topics: list[int]) -> None:
        """The first of these topics has taken all: what else there is per topic follows."""

    def _own_state(self) -> tuple[dict[str, Any], dict[str, Array]]:
        """What the model has learnt beside the posterior: numbers and arrays for a file."""
        return {}, {}

    def _take_state(self, kept: Fields) -> None:
        """What `_own_state` gave; comes from a file, so anything may be wrong."""

    # what all of them have -----------------------------------------------------------------

    def _rows(self, packed: Packed, scratch: Scratch | None = None) -> Rows:
        """b of the words of a minibatch, from the posterior."""
        known = self.posterior_
        return kernels.expect_words(
            *(known.lazy, packed.words, known.sums(), self.inference, self._threads(), scratch)
        )

    def _threads(self) -> int:
        return self.n_threads or all_threads()

    def __getstate__(self) -> dict[str, Any]:
        state: dict[str, Any] = super().__getstate__()
        return state | {"_scratch": Scratch()} if "_scratch" in state else state

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = ["float64"]
        return tags
