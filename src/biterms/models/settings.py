"""Settings that all models share: checked when learning begins, since constructors only store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils import check_random_state

from biterms.errors import SettingError
from biterms.learning import SVI, Learner

if TYPE_CHECKING:
    from biterms.models.estimator import TopicEstimator


def checked_learner(model: TopicEstimator) -> Learner:
    """The learner of a model whose settings make sense; None is SVI."""
    learner = SVI() if model.learner is None else model.learner
    if not isinstance(learner, Learner):
        raise SettingError(
            f"learner={learner!r}: expected None or one of BatchVB(), SVI(), SVB(), KPS()"
        )
    learner.check()
    check_whole("n_topics", model.n_topics)
    check_whole("batch_size", model.batch_size)
    if model.passes is not None:
        check_whole("passes", model.passes)
    if model.n_threads is not None:
        check_whole("n_threads", model.n_threads)
    if model.init not in (None, "documents", "random"):
        raise SettingError(f"init={model.init!r}: expected None, 'documents' or 'random'")
    check_random_state(model.random_state)
    model._check()
    return learner


def passes_of(model: TopicEstimator, learner: Learner) -> int:
    """How often ``fit`` goes over the data."""
    if model.passes is None:
        return learner.default_passes
    if model.passes > 1 and not learner.repeats:
        raise SettingError(
            f"passes={model.passes} with {type(learner).__name__}: a streaming learner would "
            "count the data twice; use passes=1, or SVI for several passes"
        )
    return model.passes


def check_whole(name: str, value: Any) -> None:
    """Refuse what is not a whole number of at least 1."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise SettingError(f"{name}={value!r}: expected a whole number of at least 1")


def all_threads() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
