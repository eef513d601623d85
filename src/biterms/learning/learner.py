"""A learner is three numbers per minibatch (docs/how_it_works.md); it never knows the model.

lam = prior * eta + scale * M      scale <- decay * scale,  M <- M + gain / scale * s
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from numbers import Real
from typing import Any, NamedTuple

from sklearn.base import BaseEstimator

from biterms.errors import SettingError


class Moment(NamedTuple):
    """Where learning stands: ``step`` counts from 1, ``elapsed`` is 1 unless a stream says more."""

    step: int
    batch_docs: int
    docs: int
    elapsed: float = 1.0


class Step(NamedTuple):
    """What one minibatch does to the posterior."""

    decay: float
    gain: float
    prior: float


class Learner(BaseEstimator, ABC):
    """Hyperparameters only: counters live in the model, so a learner can be shared and cloned."""

    #: passes over the data in ``fit`` when the model does not say
    default_passes = 1
    #: whether the same documents may be learnt from more than once
    repeats = False
    #: whether a step needs all documents at once
    whole = False

    @abstractmethod
    def step(self, moment: Moment) -> Step:
        """The numbers for the minibatch at ``moment``."""

    @abstractmethod
    def check(self) -> None:
        """Refuse hyperparameters that make no sense."""


def is_number(value: Any) -> bool:
    """Whether it can be a setting: finite, and no truth value."""
    return not isinstance(value, bool) and isinstance(value, Real) and math.isfinite(value)


def check_decay(name: str, decay: float) -> None:
    """A forgetting factor lies in (0, 1]; 1 forgets nothing."""
    if not (is_number(decay) and 0 < decay <= 1):
        raise SettingError(
            f"{name}(decay={decay!r}): expected a number in (0, 1]; 1 forgets nothing, "
            "0.95 halves the weight of a minibatch after 14 more"
        )
