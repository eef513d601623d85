"""Everything a model knows, in a form that two models can be compared by, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from biterms.kernels import Scratch


def snapshot(thing: Any) -> Any:
    """Arrays by their bytes, random states by their state, other objects by what they hold."""
    if isinstance(thing, Scratch):
        return "memory to write into"
    if isinstance(thing, np.ndarray):
        return thing.dtype.str, thing.shape, thing.tobytes()
    if isinstance(thing, np.random.RandomState):
        return snapshot(list(thing.get_state()))
    if isinstance(thing, list | tuple):
        return [snapshot(part) for part in thing]
    if isinstance(thing, dict):
        return {name: snapshot(part) for name, part in thing.items()}
    if hasattr(thing, "__dict__") and not isinstance(thing, type):
        return type(thing).__name__, snapshot(vars(thing))
    return repr(thing)


def learnt(model: BaseEstimator) -> Any:
    """The same without the settings."""
    settings = model.get_params(deep=False)
    return snapshot({name: part for name, part in vars(model).items() if name not in settings})
