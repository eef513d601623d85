"""Whether topics come back when the same texts are learnt from with another seed."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.topics.fitted import Fitted


def stability_of(fitted: Fitted, documents: Any, random_state: int) -> dict[int, float]:
    """What each topic in use has in common with its counterpart of another seed."""
    model = fitted.model
    if not (documents.shape[0] if hasattr(documents, "shape") else len(documents)):
        raise InputError("no texts to learn from once more; give those of fit, or others like them")
    settings = model.get_params(deep=False) | {"random_state": random_state}
    other = type(model)(**settings).fit(model._read(documents))
    places = list(fitted.in_use)
    common = in_common(model.topics_[places], other.topics_[other.in_use_])
    return {fitted.ids[k]: float(each) for k, each in zip(places, matched(common), strict=True)}


def in_common(one: Array, other: Array) -> Array:
    """Sum over words of the smaller probability, for each topic of one and of the other."""
    return np.stack([np.minimum(row, other).sum(axis=1) for row in one])


def matched(common: Array) -> Array:
    """Match rows with columns one to one; what each row has in common with its column, or 0."""
    rows, columns = linear_sum_assignment(common, maximize=True)
    found = np.zeros(len(common))
    found[rows] = common[rows, columns]
    return found
