"""Settings that all models share: checked when learning begins, since constructors only store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils import check_random_state

from biterms.errors import SettingError
from biterms.learning import SVI, Learner

if TYPE_CHECKING:
    from biterms.models.base import ModelBase


#: each has memory of its own, and no machine we know has more
MOST_THREADS = 1024


def checked_learner(model: ModelBase) -> Learner:
    """The learner of a model whose settings make sense; None is SVI."""
    learner = SVI() if model.learner is None else model.learner
    if not isinstance(learner, Learner):
        raise SettingError(
            f"learner={learner!r}: expected None or one of BatchVB(), SVI(), SVB(), KPS()"
        )
    learner.check()
    check_whole("batch_size", model.batch_size)
    if model.passes is not None:
        check_whole("passes", model.passes)
    if model.n_threads is not None:
        check_whole("n_threads", model.n_threads, MOST_THREADS)
    if model.init not in (None, "documents", "random"):
        raise SettingError(f"init={model.init!r}: expected None, 'documents' or 'random'")
    try:
        check_random_state(model.random_state)
    except ValueError as error:
        raise SettingError(f"random_state={model.random_state!r}: {error}") from None
    model._check()
    return learner


def passes_of(model: ModelBase, learner: Learner) -> int:
    """How often ``fit`` goes over the data."""
    if model.passes is None:
        return learner.default_passes
    if model.passes > 1 and not learner.repeats:
        raise SettingError(
            f"passes={model.passes} with {type(learner).__name__}: a streaming learner would "
            "count the data twice; use passes=1, or SVI for several passes"
        )
    return model.passes


def check_whole(name: str, value: Any, most: int | None = None) -> None:
    """Refuse what is not a whole number of at least 1."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or value < 1 or (most is not None and value > most):
        end = "of at least 1" if most is None else f"from 1 to {most}"
        raise SettingError(f"{name}={value!r}: expected a whole number {end}")


def all_threads() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
