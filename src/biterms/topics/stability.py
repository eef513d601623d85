"""Whether topics come back when the same texts are learnt from with another seed."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from biterms.errors import InputError, SettingError, TopicLimitWarning
from biterms.kernels import Array
from biterms.models.estimator import TopicEstimator
from biterms.topics.fitted import Fitted


def with_other_seed(fitted: Fitted, random_state: int | None) -> TopicEstimator:
    """A model with the same settings that has learnt nothing, and the prior of today's words."""
    model, posterior = fitted.model, fitted.model.posterior_
    settings = model.get_params(deep=False)
    own = settings["random_state"]
    if random_state is not None and random_state == own:
        raise SettingError(f"random_state={own}: the model has this seed, expected another one")
    settings["random_state"] = (2 if own == 1 else 1) if random_state is None else random_state
    if fitted.prior is not None:
        number = "max_topics" if "max_topics" in settings else "n_topics"
        settings |= {"eta": posterior.eta.T.copy(), number: posterior.n_topics}
    return type(model)(**settings)


def stability_of(topics: Array, other: TopicEstimator, documents: Any) -> Array:
    """What each of some topics has in common with its counterpart in another model that learns."""
    if not (documents.shape[0] if hasattr(documents, "shape") else len(documents)):
        raise InputError("no texts to learn from once more; give those of fit, or others like them")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TopicLimitWarning)  # of a model that nobody keeps
        other.fit(other._read(documents))
    return matched(in_common(topics, other.topics_[other.in_use_]))


def in_common(one: Array, other: Array) -> Array:
    """Sum over words of the smaller probability, for each topic of one and of the other."""
    return np.stack([np.minimum(row, other).sum(axis=1) for row in one])


def matched(common: Array) -> Array:
    """Match rows with columns one to one; what each row has in common with its column, or 0."""
    rows, columns = linear_sum_assignment(common, maximize=True)
    found = np.zeros(len(common))
    found[rows] = common[rows, columns]
    return found
