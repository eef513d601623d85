"""Everything a model has learnt, in a form that two models can be compared by, bit for bit."""

from __future__ import annotations

from typing import Any

from biterms.learning.state import State
from biterms.models.estimator import TopicEstimator
from biterms.store.record import to_fields


def bits(state: State) -> Any:
    """All fields of a state, arrays by their bytes; the id of the posterior is drawn by chance."""
    settings, arrays = to_fields(state)
    posterior = settings["posterior"] | {"lineage": None}
    return (
        settings | {"posterior": posterior},
        {name: (a.dtype.str, a.shape, a.tobytes()) for name, a in arrays.items()},
    )


def learnt(model: TopicEstimator) -> Any:
    """The same of a model; None if it has learnt nothing."""
    return bits(model.state) if hasattr(model, "state_") else None
