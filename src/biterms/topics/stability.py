"""Whether topics come back when the same texts are learnt from with another seed."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.models.estimator import TopicEstimator
from biterms.topics.fitted import Fitted


def with_other_seed(fitted: Fitted, random_state: int) -> TopicEstimator:
    """A model with the same settings that has learnt nothing, and the prior of today's words."""
    model, posterior = fitted.model, fitted.model.posterior_
    settings = model.get_params(deep=False) | {"random_state": random_state}
    if fitted.prior is not None:
        number = "max_topics" if "max_topics" in settings else "n_topics"
        settings |= {"eta": posterior.eta.T.copy(), number: posterior.n_topics}
    return type(model)(**settings)


def stability_of(topics: Array, other: TopicEstimator, documents: Any) -> Array:
    """What each of some topics has in common with its counterpart in another model that learns."""
    if not (documents.shape[0] if hasattr(documents, "shape") else len(documents)):
        raise InputError("no texts to learn from once more; give those of fit, or others like them")
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
