"""A learner is a few numbers per minibatch; it never knows the model.

lam = prior * eta + scale * M      scale <- decay * scale,  M <- M + gain / scale * s

The scale is a number, or one for each topic once their decays have differed.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from numbers import Real
from typing import Any, NamedTuple

from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.parameters import Parameters


class Moment(NamedTuple):
    """Where learning stands when a minibatch is taken.

    Parameters
    ----------
    step : int
        Number of the minibatch, from 1.
    batch_docs : int
        Documents of the minibatch.
    docs : int
        Documents of the collection, or those seen so far.
    share : float or None
        Share of the run that is done; None on a stream, whose end nobody knows.
    topics : int
        Topics that learning began with.
    recent : int or None
        Documents that came within the learner's horizon, those of the minibatch included; None if
        it has none, or if no time is known.
    """

    step: int
    batch_docs: int
    docs: int
    share: float | None = None
    topics: int = 1
    recent: int | None = None


class Step(NamedTuple):
    """What one minibatch does to the posterior.

    Parameters
    ----------
    decay : float or array of shape (K,)
        Factor of what had been learnt; a number, or one for each topic. Either costs nothing for
        words that are not in the minibatch, but once factors have differed, minibatches are no
        longer learnt in compiled blocks.
    gain : float
        Weight of the new statistics.
    prior : float
        How often the prior is added.
    prior_decay : float
        Factor of the prior that had been added before.
    rounds : int, optional
        Rounds of the document step; None leaves them to the model.
    exact : bool
        Whether statistics are rounded to multiples of 2^-20 before they are added, so that sums of
        them are exact. Minibatches are not learnt in compiled blocks then.
    """

    decay: float | Array
    gain: float
    prior: float = 0.0
    prior_decay: float = 1.0
    rounds: int | None = None
    exact: bool = False


class Learner(Parameters, ABC):
    """How a posterior learns; it holds settings only, so it can be shared between models."""

    #: passes over the documents in ``fit`` when the model does not say
    default_passes = 1
    #: documents of a minibatch when the model does not say
    default_batch_size = 250
    #: whether the same documents may be learnt from more than once
    repeats = False
    #: documents that are shuffled among themselves, blocks of them in random order; 0: all of them
    shuffled_together = 0
    #: whether a step needs all documents at once
    needs_all_documents = False

    @property
    def horizon(self) -> float | None:
        """Seconds of a stream that are looked back on; None: times of documents do not matter."""
        return None

    @property
    def power_prior(self) -> str | None:
        """Rule by which each topic forgets, a name in `RULES` of its module; None: none does."""
        return None

    @abstractmethod
    def step(self, moment: Moment) -> Step:
        """Return how a minibatch changes the posterior.

        Parameters
        ----------
        moment : Moment
            The number and size of the minibatch, and the number of documents.

        Returns
        -------
        Step
            Decay, gain and prior for this minibatch.
        """

    @abstractmethod
    def check(self) -> None:
        """Refuse settings that make no sense.

        Raises
        ------
        SettingError
            If a setting is out of its range.
        """


def sweeps(rounds: int) -> int:
    """Updates of a mixture before the round whose responsibilities are the statistics."""
    return rounds - 1


def is_number(value: Any) -> bool:
    """Whether a setting is a finite number, and not a truth value."""
    return not isinstance(value, bool) and isinstance(value, Real) and math.isfinite(value)


def check_exact(name: str, exact: Any, decay: Any) -> None:
    """Refuse exact sums of what fades: they would not be exact."""
    if not isinstance(exact, bool) or (exact and decay != 1):
        raise SettingError(
            f"{name}(decay={decay!r:.20}, exact={exact!r:.20}): expected exact=True or False, and "
            "True only with decay=1: what fades is rounded at every step"
        )


def check_decay(name: str, decay: Any, or_else: str = "") -> None:
    """Refuse a forgetting factor outside (0, 1]; 1 forgets nothing."""
    if not (is_number(decay) and 0 < decay <= 1):
        other = f", or {or_else}" if or_else else ""
        raise SettingError(
            f"{name}(decay={decay!r}): expected a number in (0, 1]{other}; 1 forgets nothing, "
            "0.95 halves the weight of a minibatch after 14 more"
        )
